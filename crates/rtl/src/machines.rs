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
    "screen.mk",
    "boards/ecp5-clocks.v",
    "boards/ecp5-dvi.v",
    "boards/ecp5-serializer.v",
    "common/commands.h",
    "common/crc32.v",
    "common/debouncer.v",
    "common/decimal.v",
    "common/deframer.v",
    "common/fifo.v",
    "common/frame_queue.v",
    "common/framer.v",
    "common/level_to_pulse.v",
    "common/line.h",
    "common/seven_segment.v",
    "common/simulation.cpp",
    "common/synchronizer.v",
    "common/uart_receiver.v",
    "common/uart_transmitter.v",
    "common/waivers.vlt",
    "video/grid.v",
    "video/panel.v",
    "video/sprite.v",
    "video/text.v",
    "video/timing.v",
    "video/tmds_encoder.v",
];

const GO: &[(&str, &str)] = files![
    "bench/prune_probe.v",
    "boards/go-ecp5-ulx3s.lpf",
    "boards/go-ecp5-ulx3s.v",
    "boards/go-ice40-hx8k.pcf",
    "boards/go-ice40-hx8k.v",
    "go/board_updater.v",
    "go/bot.v",
    "go/classic_link.v",
    "go/closure.v",
    "go/closure_pruner.v",
    "go/display.v",
    "go/framed_link.v",
    "go/frontier.v",
    "go/frontier_step.v",
    "go/game.v",
    "go/game_fsm.v",
    "go/go_board.v",
    "go/history.v",
    "go/position_hash.v",
    "go/prune_unit.v",
    "go/pruner.v",
    "go/segment_messages.v",
    "go/refusals.vh",
    "go/rx.v",
    "go/screen.v",
    "go/tallier.v",
    "go/territory_counter.v",
    "go/user_io.v",
    "go/waivers.vlt",
];

const GOMOKU: &[(&str, &str)] = files![
    "boards/gomoku-ecp5-ulx3s.lpf",
    "boards/gomoku-ecp5-ulx3s.v",
    "boards/gomoku-ice40-hx8k.pcf",
    "boards/gomoku-ice40-hx8k.v",
    "boards/gomoku_r1.v",
    "boards/gomoku_r2.v",
    "boards/gomoku_x1.v",
    "gomoku/comparator.v",
    "gomoku/display.v",
    "gomoku/game_board.v",
    "gomoku/game_board_window.v",
    "gomoku/gomoku_board.v",
    "gomoku/gomoku_machine.v",
    "gomoku/host_link.v",
    "gomoku/main_fsm.v",
    "gomoku/pattern_store.v",
    "gomoku/r1.v",
    "gomoku/r2.v",
    "gomoku/segment_messages.v",
    "gomoku/row_comparator.v",
    "gomoku/screen.v",
    "gomoku/sram.v",
    "gomoku/sram_controller.v",
    "gomoku/thinker.v",
    "gomoku/translator.v",
    "gomoku/waivers.vlt",
    "gomoku/window_counter.v",
    "gomoku/x1.v",
];

const CONNECT6: &[(&str, &str)] = files![
    "boards/connect6-ecp5-ulx3s.lpf",
    "boards/connect6-ecp5-ulx3s.v",
    "connect6/attack_step.v",
    "connect6/bars.v",
    "connect6/board.vh",
    "connect6/cell_scan.v",
    "connect6/chain.v",
    "connect6/connect6_core.v",
    "connect6/connect6_machine.v",
    "connect6/control_unit.v",
    "connect6/detector.v",
    "connect6/fact_scan.v",
    "connect6/facts.vh",
    "connect6/formation.v",
    "connect6/line_scan.v",
    "connect6/non_chain.v",
    "connect6/placer.v",
    "connect6/star.v",
    "connect6/step1.v",
    "connect6/step2.v",
    "connect6/step4.v",
    "connect6/step7.v",
    "connect6/stop_step.v",
    "connect6/stretch.v",
    "connect6/tally.v",
    "connect6/threats.v",
    "connect6/triangle.v",
    "connect6/two_turn.v",
    "connect6/uart_controller.v",
    "connect6/view.v",
    "connect6/waivers.vlt",
];

const OTHELLO: &[(&str, &str)] = files![
    "boards/othello-ecp5-ulx3s.lpf",
    "boards/othello-ecp5-ulx3s.v",
    "othello/depth_picker.v",
    "othello/evaluator.v",
    "othello/flipper.v",
    "othello/game_state_manager.v",
    "othello/legal_moves.v",
    "othello/location.vh",
    "othello/move_sorter.v",
    "othello/othello_machine.v",
    "othello/parallel_solver.v",
    "othello/priority_encoder.v",
    "othello/shift.vh",
    "othello/solver.v",
    "othello/solver_link.v",
    "othello/waivers.vlt",
];

/// The camera and the screen around the solver, whose files these are not.
const CAMERA: &[(&str, &str)] = files![
    "boards/othello-camera-ecp5.lpf",
    "boards/othello-camera-ecp5.v",
    "camera/board_overlay.v",
    "camera/bounding_rectangle.v",
    "camera/camera_bench.v",
    "camera/camera_loader.v",
    "camera/camera_receiver.v",
    "camera/center_of_mass.v",
    "camera/color_channel.v",
    "camera/controls.v",
    "camera/corner_tracker.v",
    "camera/debug_picture.v",
    "camera/divider.v",
    "camera/frame_buffer.v",
    "camera/grid_coordinate.v",
    "camera/k_means.v",
    "camera/othello_camera.v",
    "camera/othello_game.v",
    "camera/overlay.v",
    "camera/recognition.v",
    "camera/run_filter.v",
    "camera/sccb_writer.v",
    "camera/score_overlay.v",
    "camera/simulation.cpp",
    "camera/slow_memory.v",
    "camera/stabilizer.v",
    "camera/threshold.v",
    "camera/waivers.vlt",
    "camera/ycbcr.v",
    "common/async_fifo.v",
];

const GO_MAKEFILE: &str = include_str!("../../../rtl/go/Makefile");
const GOMOKU_MAKEFILE: &str = include_str!("../../../rtl/gomoku/Makefile");
const CONNECT6_MAKEFILE: &str = include_str!("../../../rtl/connect6/Makefile");
const OTHELLO_MAKEFILE: &str = include_str!("../../../rtl/othello/Makefile");
const CAMERA_MAKEFILE: &str = include_str!("../../../rtl/camera/Makefile");

/// The clock of a simulated Go machine: 64 clocks for a bit of the serial line.
const GO_CLOCK_HZ: u32 = 64 * 9600;

/// That of a Gomoku machine, whose memory is filled over the line: 8 clocks for a bit.
const GOMOKU_CLOCK_HZ: u32 = 8 * 115_200;

/// That of a Connect6 machine: as many.
const CONNECT6_CLOCK_HZ: u32 = 8 * 115_200;

/// That of an Othello machine, which takes ten clocks for a byte of a frame.
const OTHELLO_CLOCK_HZ: u32 = 8 * 115_200;

/// A machine of `rtl/` with its size.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum HandMadeMachine {
    /// Go on a square board of 9, 13 or 19 lines.
    Go {
        side: u8,
        /// Whether every earlier board is forbidden, or only the one before the last move.
        has_superko: bool,
    },
    /// Gomoku by patterns, on a board of 16 lines.
    Gomoku,
    /// Connect6 by seven steps, on a board of 19 lines.
    Connect6,
    /// The solver of Othello, on a board of 8 lines.
    Othello,
    /// The same with a camera, a screen, buttons and switches.
    OthelloCamera,
}

impl HandMadeMachine {
    /// All machines, by their names.
    pub const ALL: [Self; 10] = [
        Self::go(9),
        Self::go(13),
        Self::go(19),
        Self::Go { side: 9, has_superko: true },
        Self::Go { side: 13, has_superko: true },
        Self::Go { side: 19, has_superko: true },
        Self::Gomoku,
        Self::Connect6,
        Self::Othello,
        Self::OthelloCamera,
    ];

    /// A Go machine as the original is: with simple ko.
    pub const fn go(side: u8) -> Self {
        Self::Go { side, has_superko: false }
    }

    /// The machine of this name, as in `go9`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|machine| machine.name() == name)
    }

    pub fn name(self) -> String {
        match self {
            Self::Go { side, has_superko: false } => format!("go{side}"),
            Self::Go { side, has_superko: true } => format!("go{side}:superko"),
            Self::Gomoku => "gomoku16".to_owned(),
            Self::Connect6 => "connect6:seven".to_owned(),
            Self::Othello => "othello".to_owned(),
            Self::OthelloCamera => "othello:camera".to_owned(),
        }
    }

    /// How many pixels wide and high its screen is: none if it has no screen.
    pub const fn screen(self) -> (usize, usize) {
        match self {
            Self::Go { .. } | Self::Gomoku => (640, 480),
            Self::OthelloCamera => (320, 180),
            Self::Connect6 | Self::Othello => (0, 0),
        }
    }

    /// The same machine with a screen, if it comes with one and without.
    #[must_use]
    pub const fn with_screen(self) -> Self {
        match self {
            Self::Othello => Self::OthelloCamera,
            other => other,
        }
    }

    /// Whether a person at a terminal presses its buttons and turns its switches.
    pub const fn has_buttons(self) -> bool {
        matches!(self, Self::Go { .. })
    }

    /// How many clocks a second a simulated machine believes to have, if nobody says otherwise.
    pub const fn simulated_clock_hz(self) -> u32 {
        match self {
            Self::Go { .. } => GO_CLOCK_HZ,
            Self::Gomoku => GOMOKU_CLOCK_HZ,
            Self::Connect6 => CONNECT6_CLOCK_HZ,
            Self::Othello | Self::OthelloCamera => OTHELLO_CLOCK_HZ,
        }
    }

    /// What sets it apart from its sisters: variables of the Makefile.
    fn variables(self, clock_hz: u32) -> String {
        let clock = format!("SIM_CLOCK_HZ ?= {clock_hz}\n");
        match self {
            Self::Go { side, has_superko } => {
                format!("N ?= {side}\nSUPERKO ?= {}\n{clock}", u8::from(has_superko))
            }
            Self::Gomoku | Self::Connect6 | Self::Othello => clock,
            // Its clocks are those of its camera and its screen.
            Self::OthelloCamera => String::new(),
        }
    }

    /// The files of its project: paths within the folder, and contents. In simulation it believes to
    /// have so many clocks a second.
    pub fn files(self, clock_hz: u32) -> Vec<(String, String)> {
        let (makefile, own) = match self {
            Self::Go { .. } => (GO_MAKEFILE, vec![GO]),
            Self::Gomoku => (GOMOKU_MAKEFILE, vec![GOMOKU]),
            Self::Connect6 => (CONNECT6_MAKEFILE, vec![CONNECT6]),
            Self::Othello => (OTHELLO_MAKEFILE, vec![OTHELLO]),
            Self::OthelloCamera => (CAMERA_MAKEFILE, vec![OTHELLO, CAMERA]),
        };
        let mut files = vec![
            ("Makefile".to_owned(), makefile.to_owned()),
            ("machine.mk".to_owned(), self.variables(clock_hz)),
        ];
        let copied = COMMON.iter().chain(own.into_iter().flatten());
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
        assert_eq!(HandMadeMachine::named("gomoku"), None, "that is a rule sheet");
        assert_eq!(HandMadeMachine::named("connect6"), None, "that is a rule sheet");
    }

    /// Every file that the Makefile names is in the project.
    #[test]
    fn projects_are_complete() {
        for machine in HandMadeMachine::ALL {
            let files = machine.files(machine.simulated_clock_hz());
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
