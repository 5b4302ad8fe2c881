//! The modules with their ports.

use crate::bench::Module;

/// All modules of the game; each part takes of them what it needs.
pub(crate) const GAME_FILES: &[&str] = &[
    "go/game.v",
    "go/game_fsm.v",
    "go/board_updater.v",
    "go/history.v",
    "go/territory_counter.v",
    "go/tallier.v",
    "go/prune_unit.v",
    "go/pruner.v",
    "go/closure_pruner.v",
    "go/closure.v",
    "go/frontier.v",
    "go/frontier_step.v",
];

/// The pruner that propagates. With a delay it takes that many clocks.
pub(crate) fn pruner(n: usize, delay: u32) -> Module {
    let points = n * n;
    Module {
        name: "pruner",
        files: GAME_FILES,
        parameters: vec![("N", n as u32), ("DELAY", delay)],
        inputs: vec![("reset", 1), ("start", 1), ("black", points), ("white", points)],
        outputs: vec![
            ("done", 1),
            ("dead_black", points),
            ("dead_white", points),
            ("hot_right", points),
            ("hot_below", points),
        ],
        has_clock: true,
    }
}

/// The pruner that is done in two clocks.
pub(crate) fn closure_pruner(n: usize) -> Module {
    let points = n * n;
    Module {
        name: "closure_pruner",
        parameters: vec![("N", n as u32)],
        outputs: vec![("done", 1), ("dead_black", points), ("dead_white", points)],
        ..pruner(n, 0)
    }
}

pub(crate) fn territory_counter(n: usize, is_tromp_taylor: bool) -> Module {
    let points = n * n;
    Module {
        name: "territory_counter",
        files: GAME_FILES,
        parameters: vec![("N", n as u32), ("TROMP_TAYLOR", u32::from(is_tromp_taylor))],
        inputs: vec![("reset", 1), ("start", 1), ("black", points), ("white", points)],
        outputs: vec![("done", 1), ("black_points", 9), ("white_points", 9)],
        has_clock: true,
    }
}

/// With the pruner that is done in two clocks.
pub(crate) fn quick_territory_counter(n: usize) -> Module {
    let mut module = territory_counter(n, false);
    module.parameters.push(("TWO_CLOCKS", 1));
    module
}

pub(crate) fn board_updater(n: usize, two_clocks: bool) -> Module {
    let points = n * n;
    Module {
        name: "board_updater",
        files: GAME_FILES,
        parameters: vec![("N", n as u32), ("TWO_CLOCKS", u32::from(two_clocks))],
        inputs: vec![
            ("reset", 1),
            ("start", 1),
            ("color", 1),
            ("pass", 1),
            ("row", 5),
            ("column", 5),
            ("black", points),
            ("white", points),
            ("ko_black", points),
            ("ko_white", points),
            ("ko_last", 1),
        ],
        outputs: vec![
            ("done", 1),
            ("valid", 1),
            ("refusal", 3),
            ("next_black", points),
            ("next_white", points),
        ],
        has_clock: true,
    }
}

/// With superko, and room for 2^history_bits boards.
pub(crate) fn superko_game(n: usize, ends: bool, history_bits: u32) -> Module {
    let mut module = game(n, ends);
    module.parameters.extend([("SUPERKO", 1), ("HISTORY_BITS", history_bits)]);
    module
}

pub(crate) fn game(n: usize, ends: bool) -> Module {
    let points = n * n;
    Module {
        name: "game",
        files: GAME_FILES,
        parameters: vec![("N", n as u32), ("ENDS", u32::from(ends))],
        inputs: vec![
            ("reset", 1),
            ("move", 1),
            ("mover", 1),
            ("move_pass", 1),
            ("move_resign", 1),
            ("move_row", 5),
            ("move_column", 5),
        ],
        outputs: vec![
            ("busy", 1),
            ("accepted", 1),
            ("refused", 1),
            ("refusal", 3),
            ("black", points),
            ("white", points),
            ("turn", 1),
            ("passed", 1),
            ("over", 1),
            ("resigned", 1),
            ("counting", 1),
            ("black_points", 9),
            ("white_points", 9),
        ],
        has_clock: true,
    }
}
