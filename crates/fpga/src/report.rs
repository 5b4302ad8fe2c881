//! What came of a bitstream.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::{Deserialize, Serialize};
use stonegate_players::Chip;

/// What came of a bitstream; it is kept beside the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    pub game: String,
    pub chip: String,
    /// The order of moves and facts on the board, see `game.json`.
    pub layout_hash: String,
    /// Ways with more levels of gates are cut by registers.
    pub levels: Option<u32>,
    pub bitstream: PathBuf,
    pub reasoners: u32,
    /// Cells with a lookup table or a register, or both.
    pub cells: u64,
    pub cells_available: u64,
    pub lookup_tables: u64,
    pub registers: u64,
    pub clock_mhz: f64,
    /// The fastest clock that would hold.
    pub max_mhz: f64,
    pub clocks_per_step: u32,
    /// Clocks per state of random games, with what each game costs beside its steps.
    pub clocks_per_state: f64,
    pub states_per_second: f64,
    /// What a board of this kind is fed by; not measured.
    pub power: String,
    /// How often the tools were run.
    pub trials: u32,
    pub seconds: f64,
}

impl Report {
    fn path(folder: &Path, chip: Chip) -> PathBuf {
        folder.join(format!("{chip}.report.json"))
    }

    /// The report of the bitstream in a folder, if there is one.
    pub fn read(folder: &Path, chip: Chip) -> Option<Self> {
        let text = fs::read_to_string(Self::path(folder, chip)).ok()?;
        let report: Self = serde_json::from_str(&text).ok()?;
        report.bitstream.is_file().then_some(report)
    }

    pub fn write(&self, folder: &Path, chip: Chip) -> anyhow::Result<()> {
        let path = Self::path(folder, chip);
        let text = format!("{}\n", serde_json::to_string_pretty(self)?);
        fs::write(&path, text).with_context(|| format!("writing {}", path.display()))
    }

    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
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
