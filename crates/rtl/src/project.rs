//! A game as a folder of files that a hardware person knows what to do with.

use std::sync::Arc;

use stonegate_gdl::Canonical;
use stonegate_ground::Machine;

use crate::metadata::metadata;
use crate::propnet::{loops_read_moves, propnet};
use crate::shape::{Shape, Unfit};
use crate::testbench::testbench;
use crate::timing::{Clocks, Timing};
use crate::top::{Hashes, top};

/// The hand-written files, which are the same for all games.
const HAND_WRITTEN: &[(&str, &str)] = &[
    ("Makefile", include_str!("../../../rtl/reasoner/Makefile")),
    ("flow.mk", include_str!("../../../rtl/flow.mk")),
    ("boards/ecp5-ulx3s.lpf", include_str!("../../../rtl/boards/ecp5-ulx3s.lpf")),
    ("boards/ecp5-ulx3s.v", include_str!("../../../rtl/boards/ecp5-ulx3s.v")),
    ("boards/ice40-hx8k.pcf", include_str!("../../../rtl/boards/ice40-hx8k.pcf")),
    ("boards/ice40-hx8k.v", include_str!("../../../rtl/boards/ice40-hx8k.v")),
    ("common/crc32.v", include_str!("../../../rtl/common/crc32.v")),
    ("common/deframer.v", include_str!("../../../rtl/common/deframer.v")),
    ("common/fifo.v", include_str!("../../../rtl/common/fifo.v")),
    ("common/framer.v", include_str!("../../../rtl/common/framer.v")),
    ("common/line.h", include_str!("../../../rtl/common/line.h")),
    ("common/random.v", include_str!("../../../rtl/common/random.v")),
    ("common/uart_receiver.v", include_str!("../../../rtl/common/uart_receiver.v")),
    ("common/uart_transmitter.v", include_str!("../../../rtl/common/uart_transmitter.v")),
    ("common/waivers.vlt", include_str!("../../../rtl/common/waivers.vlt")),
    ("reasoner/board_unit.v", include_str!("../../../rtl/reasoner/board_unit.v")),
    ("reasoner/chooser.v", include_str!("../../../rtl/reasoner/chooser.v")),
    ("reasoner/dispatcher.v", include_str!("../../../rtl/reasoner/dispatcher.v")),
    ("reasoner/driver.v", include_str!("../../../rtl/reasoner/driver.v")),
    ("reasoner/options.vh", include_str!("../../../rtl/reasoner/options.vh")),
    ("reasoner/reasoner.v", include_str!("../../../rtl/reasoner/reasoner.v")),
    ("reasoner/replies.v", include_str!("../../../rtl/reasoner/replies.v")),
    ("reasoner/requests.v", include_str!("../../../rtl/reasoner/requests.v")),
    ("reasoner/sequencer.v", include_str!("../../../rtl/reasoner/sequencer.v")),
    ("reasoner/simulation.cpp", include_str!("../../../rtl/reasoner/simulation.cpp")),
    ("reasoner/status.vh", include_str!("../../../rtl/reasoner/status.vh")),
    ("reasoner/tally.v", include_str!("../../../rtl/reasoner/tally.v")),
    ("reasoner/waivers.vlt", include_str!("../../../rtl/reasoner/waivers.vlt")),
];

/// What a project is made for.
#[derive(Copy, Clone, Debug)]
pub struct Settings<'a> {
    /// What the game is called.
    pub title: &'a str,
    /// The rules without their names, and what the sheet calls everything.
    pub canonical: &'a Canonical,
    /// Cuts logic that is deeper by registers, which takes more clocks of a faster kind.
    pub levels: Option<u32>,
}

/// The files of a game on a board.
#[derive(Clone, Debug)]
pub struct Project {
    pub shape: Shape,
    pub clocks: Clocks,
    pub hashes: Hashes,
    /// Paths within the folder, and contents.
    pub files: Vec<(String, String)>,
}

impl Project {
    /// The machine is one without names, see [`Numbering`](crate::Numbering).
    pub fn new(machine: &Arc<Machine>, settings: &Settings<'_>) -> Result<Self, Unfit> {
        let shape = Shape::of(machine)?;
        let timing = Timing::new(machine, settings.levels);
        let clocks = timing.clocks;
        let hashes = Hashes::new(machine, settings.canonical);
        // Comments end at the end of the line.
        let title = settings.title.replace(['\n', '\r'], " ");
        let metadata = metadata(machine, &shape, &clocks, &hashes, settings);
        let made = [
            ("propnet.v", propnet(machine, &shape, &timing, settings.canonical, &title)),
            ("stonegate.v", top(&shape, &clocks, loops_read_moves(machine), &hashes, &title)),
            ("testbench.v", testbench(machine, &shape, &clocks, &title)),
            ("game.json", format!("{metadata:#}\n")),
        ];
        let mut files: Vec<(String, String)> =
            made.into_iter().map(|(name, text)| (name.to_owned(), text)).collect();
        let copied = HAND_WRITTEN.iter();
        files.extend(copied.map(|&(name, text)| (name.to_owned(), text.to_owned())));
        files.sort();
        Ok(Self { shape, clocks, hashes, files })
    }
}
