//! What Yosys and nextpnr say of a bitstream.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use serde::Serialize;
use serde_json::Value;
use stonegate_players::Chip;

use super::target;

/// What is on a chip, and how fast it could be.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Figures {
    /// Cells with a lookup table or a register, or both.
    pub cells: u64,
    pub cells_available: u64,
    pub lookup_tables: u64,
    pub registers: u64,
    pub block_rams: u64,
    pub block_rams_available: u64,
    /// The fastest clock that would hold: that of the slowest, if there are several.
    pub max_hz: f64,
}

impl Figures {
    /// Reads the reports in the folder of a project.
    pub fn read(folder: &Path, chip: Chip) -> anyhow::Result<Self> {
        let build = folder.join("build");
        let path = build.join(format!("{chip}.report.json"));
        let name = path.display();
        let report = read_json(&path)?;
        let count = |cell: &str, field: &str| report["utilization"][cell][field].as_u64();
        let cells = |field| {
            count(target::cell(chip), field).with_context(|| format!("{name}: no {field} cells"))
        };
        let ram = |field| count(target::block_ram(chip), field).unwrap_or_default();
        let clocks = report["fmax"].as_object().into_iter().flat_map(|clocks| clocks.values());
        let slowest = clocks.filter_map(|clock| clock["achieved"].as_f64()).reduce(f64::min);
        let slowest = slowest.with_context(|| format!("{name}: no clock"))?;
        let statistics = read_json(&build.join(format!("{}.stat", target::netlist(chip))))?;
        let kinds = &statistics["design"]["num_cells_by_type"];
        let kinds = kinds.as_object().into_iter().flatten();
        let kinds: Vec<(&String, u64)> =
            kinds.filter_map(|(kind, count)| Some((kind, count.as_u64()?))).collect();
        let sum = |is_meant: fn(Chip, &str) -> bool| {
            kinds.iter().filter(|(kind, _)| is_meant(chip, kind)).map(|(_, count)| count).sum()
        };
        Ok(Self {
            cells: cells("used")?,
            cells_available: cells("available")?,
            lookup_tables: sum(target::is_lookup_table),
            registers: sum(target::is_register),
            block_rams: ram("used"),
            block_rams_available: ram("available"),
            max_hz: slowest * 1e6,
        })
    }

    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let percent = 100.0 * self.cells as f64 / self.cells_available as f64;
        writeln!(out, "  cells       {} of {}, {percent:.0} %", self.cells, self.cells_available)?;
        writeln!(out, "  of these    {} lookup tables", self.lookup_tables)?;
        writeln!(out, "              {} registers", self.registers)?;
        writeln!(out, "  block RAM   {} of {}", self.block_rams, self.block_rams_available)?;
        writeln!(out, "  clock       up to {:.2} MHz would hold", self.max_hz / 1e6)
    }
}

fn read_json(path: &Path) -> anyhow::Result<Value> {
    let reading = || format!("reading {}", path.display());
    let text = fs::read_to_string(path).with_context(reading)?;
    serde_json::from_str(&text).with_context(reading)
}
