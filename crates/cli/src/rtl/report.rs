//! What came of a bitstream.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::{Deserialize, Serialize};
use stonegate_players::Chip;

/// What came of a bitstream; it is kept beside the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) game: String,
    pub(crate) chip: String,
    /// The order of moves and facts on the board, see `game.json`.
    pub(crate) layout_hash: String,
    /// Ways with more levels of gates are cut by registers.
    pub(crate) levels: Option<u32>,
    pub(crate) bitstream: PathBuf,
    pub(crate) reasoners: u32,
    /// Cells with a lookup table or a register, or both.
    pub(crate) cells: u64,
    pub(crate) cells_available: u64,
    pub(crate) lookup_tables: u64,
    pub(crate) registers: u64,
    pub(crate) clock_mhz: f64,
    /// The fastest clock that would hold.
    pub(crate) max_mhz: f64,
    pub(crate) clocks_per_step: u32,
    /// Clocks per state of random games, with what each game costs beside its steps.
    pub(crate) clocks_per_state: f64,
    pub(crate) states_per_second: f64,
    /// What a board of this kind is fed by; not measured.
    pub(crate) power: String,
    /// How often the tools were run.
    pub(crate) trials: u32,
    pub(crate) seconds: f64,
}

impl Report {
    fn path(folder: &Path, chip: Chip) -> PathBuf {
        folder.join(format!("{chip}.report.json"))
    }

    /// The report of the bitstream in a folder, if there is one.
    pub(crate) fn read(folder: &Path, chip: Chip) -> Option<Self> {
        let text = fs::read_to_string(Self::path(folder, chip)).ok()?;
        let report: Self = serde_json::from_str(&text).ok()?;
        report.bitstream.is_file().then_some(report)
    }

    pub(crate) fn write(&self, folder: &Path, chip: Chip) -> anyhow::Result<()> {
        let path = Self::path(folder, chip);
        let text = format!("{}\n", serde_json::to_string_pretty(self)?);
        fs::write(&path, text).with_context(|| format!("writing {}", path.display()))
    }

    pub(crate) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let percent = 100.0 * self.cells as f64 / self.cells_available as f64;
        writeln!(out, "{} on {}: {}", self.game, self.chip, self.bitstream.display())?;
        writeln!(out, "  reasoners   {}", self.reasoners)?;
        writeln!(out, "  cells       {} of {}, {percent:.0} %", self.cells, self.cells_available)?;
        writeln!(out, "  of these    {} lookup tables", self.lookup_tables)?;
        writeln!(out, "              {} registers", self.registers)?;
        let Self { clock_mhz, max_mhz, .. } = self;
        writeln!(out, "  clock       {clock_mhz:.2} MHz, up to {max_mhz:.2} would hold")?;
        writeln!(
            out,
            "  step        {} clocks, {:.2} for a state of a random game",
            self.clocks_per_step, self.clocks_per_state
        )?;
        writeln!(out, "  speed       {:.2} million states/s", self.states_per_second / 1e6)?;
        writeln!(out, "  power       {} (of such boards, not measured)", self.power)?;
        writeln!(out, "  made in     {:.0} s, {} trials", self.seconds, self.trials)
    }
}
