//! Machines that are written by hand as a whole, each with its own board.

/// A file of `rtl/`, under the path that it has there.
macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../rtl/", $path)))),*]
    };
}

/// What several machines are made of.
const COMMON: &[(&str, &str)] = files![
    "flow.mk",
    "common/crc32.v",
    "common/debouncer.v",
    "common/deframer.v",
    "common/framer.v",
    "common/level_to_pulse.v",
    "common/seven_segment.v",
    "common/synchronizer.v",
    "common/uart_transmitter.v",
    "common/waivers.vlt",
    "video/sprite.v",
    "video/text.v",
    "video/timing.v",
    "video/tmds_encoder.v",
];

const GO: &[(&str, &str)] = files![
    "boards/go-ecp5-ulx3s.lpf",
    "boards/go-ecp5-ulx3s.v",
    "boards/go-ice40-hx8k.pcf",
    "boards/go-ice40-hx8k.v",
    "go/board_updater.v",
    "go/bot.v",
    "go/classic_link.v",
    "go/closure_pruner.v",
    "go/display.v",
    "go/framed_link.v",
    "go/game.v",
    "go/game_fsm.v",
    "go/go_board.v",
    "go/position_hash.v",
    "go/prune_unit.v",
    "go/pruner.v",
    "go/readout.v",
    "go/refusals.vh",
    "go/rx.v",
    "go/screen.v",
    "go/simulation.cpp",
    "go/tallier.v",
    "go/territory_counter.v",
    "go/user_io.v",
    "go/waivers.vlt",
];

const GO_MAKEFILE: &str = include_str!("../../../rtl/go/Makefile");

/// The serial line of a machine.
const BAUD: u32 = 9600;

/// The clock of a simulated machine: 64 clocks for a bit of the serial line.
const SIMULATED_CLOCK_HZ: u32 = 64 * BAUD;

/// A machine of `rtl/` with its size.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum HandMadeMachine {
    /// Go on a square board of 9, 13 or 19 lines.
    Go { side: u8 },
}

impl HandMadeMachine {
    /// All machines, by their names.
    pub const ALL: [Self; 3] = [Self::Go { side: 9 }, Self::Go { side: 13 }, Self::Go { side: 19 }];

    /// The machine of this name, as in `go9`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|machine| machine.name() == name)
    }

    pub fn name(self) -> String {
        match self {
            Self::Go { side } => format!("go{side}"),
        }
    }

    /// How many pixels wide and high its screen is.
    pub const fn screen(self) -> (usize, usize) {
        match self {
            Self::Go { .. } => (640, 480),
        }
    }

    /// How many clocks a second a simulated machine believes to have.
    pub const fn simulated_clock_hz(self) -> u32 {
        SIMULATED_CLOCK_HZ
    }

    /// What sets it apart from its sisters: variables of the Makefile.
    fn variables(self) -> String {
        match self {
            Self::Go { side } => format!("N ?= {side}\nSIM_CLOCK_HZ ?= {SIMULATED_CLOCK_HZ}\n"),
        }
    }

    /// The files of its project: paths within the folder, and contents.
    pub fn files(self) -> Vec<(String, String)> {
        let (makefile, own) = match self {
            Self::Go { .. } => (GO_MAKEFILE, GO),
        };
        let mut files = vec![
            ("Makefile".to_owned(), makefile.to_owned()),
            ("machine.mk".to_owned(), self.variables()),
        ];
        let copied = COMMON.iter().chain(own);
        files.extend(copied.map(|&(path, text)| (path.to_owned(), text.to_owned())));
        files.sort();
        files
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_have_names() {
        for machine in HandMadeMachine::ALL {
            assert_eq!(HandMadeMachine::named(&machine.name()), Some(machine));
        }
        assert_eq!(HandMadeMachine::named("go"), None, "that is a rule sheet");
        assert_eq!(HandMadeMachine::named("go11"), None);
    }

    /// Every file that the Makefile names is in the project.
    #[test]
    fn projects_are_complete() {
        for machine in HandMadeMachine::ALL {
            let files = machine.files();
            let has = |path: &str| files.iter().any(|(name, _)| name == path);
            let makefile = &files.iter().find(|(name, _)| name == "Makefile").unwrap().1;
            let sources = makefile.split("addprefix ").skip(1);
            let mut n_sources = 0;
            for part in sources {
                let (folder, rest) = part.split_once(',').unwrap();
                let (names, _) = rest.split_once(')').unwrap();
                for name in names.split_whitespace().filter(|name| *name != "\\") {
                    assert!(has(&format!("{folder}{name}")), "{folder}{name}");
                    n_sources += 1;
                }
            }
            assert!(n_sources > 10, "{n_sources}");
        }
    }
}
