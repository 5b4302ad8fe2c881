//! Damaged modules: each of them is caught by a comparison.

use std::path::Path;

use stonegate_go::Size;

use super::modules;
use super::parts::{compare_position_hash, compare_segment_messages, compare_user_io};
use super::records::{GameComparison, compare_games};
use super::superko::compare_superko;
use super::twins::{
    Comparison, compare_board_updater, compare_pruner, compare_territory_counter, compare_wires,
};
use crate::bench::Module;
use crate::mutations::{Mutation, check_mutations, check_texts};

/// Who is to notice.
#[derive(Copy, Clone, PartialEq, Debug)]
enum Judge {
    Pruner,
    Wires,
    Closure,
    Counter,
    QuickCounter,
    Updater,
    Game,
    Superko,
    Cursor,
    Hash,
    SegmentMessages,
}

impl Judge {
    fn finds_nothing(self, root: &Path) -> bool {
        let of = |module: Module, n_positions: usize| Comparison {
            module,
            root: root.to_owned(),
            size: Size::NINE,
            n_positions,
        };
        match self {
            Self::Pruner => compare_pruner(&of(modules::pruner(9, 0), 2_000)).is_ok(),
            Self::Wires => compare_wires(&modules::pruner(9, 0), root).is_ok(),
            Self::Closure => compare_pruner(&of(modules::closure_pruner(9), 2_000)).is_ok(),
            Self::Counter => {
                let comparison = of(modules::territory_counter(9, false), 2_000);
                compare_territory_counter(&comparison, false).is_ok()
            }
            Self::QuickCounter => {
                let comparison = of(modules::quick_territory_counter(9), 2_000);
                compare_territory_counter(&comparison, false).is_ok()
            }
            Self::Updater => {
                compare_board_updater(&of(modules::board_updater(9, false), 6_000)).is_ok()
            }
            Self::Game => compare_games(&GameComparison::plain(root.to_owned()), 600).is_ok(),
            Self::Superko => compare_superko(root, 3_000).is_ok(),
            Self::Cursor => compare_user_io(root, 1_000).is_ok(),
            Self::Hash => compare_position_hash(root, 20).is_ok(),
            Self::SegmentMessages => compare_segment_messages(root, 1_000).is_ok(),
        }
    }
}

const MUTATIONS: &[Mutation<Judge>] = &[
    ("pruner", "hot_right | hot_right << 1 |", "hot_right |", Judge::Pruner),
    ("pruner", "open_below = empty | empty >> N", "open_below = empty", Judge::Pruner),
    ("pruner", "(white & white >> 1)", "(white & black >> 1)", Judge::Pruner),
    ("pruner", "HAS_RIGHT & (open_right", "(open_right", Judge::Pruner),
    ("pruner", "(warm | warm >> N)", "(warm >> N)", Judge::Wires),
    ("pruner", "next_right == hot_right & next_below", "next_below", Judge::Pruner),
    ("pruner", "dead_white = white & ~warm", "dead_white = white & warm", Judge::Pruner),
    ("closure", "across & lower_joined", "lower_joined", Judge::Closure),
    ("closure", "upper_warm | (across & lower_warm)", "upper_warm", Judge::Closure),
    ("frontier", "(same_above[(r+1)*N+c] & there[c])", "1'b0", Judge::Closure),
    ("frontier_step", "joined_before[i*N +: N] & ~HERE", "joined_before[i*N +: N]", Judge::Closure),
    ("frontier_step", "{N{links[i]}} & links", "{N{1'b0}} & links", Judge::Closure),
    ("closure_pruner", "if (pulsed) alive", "if (start) alive", Judge::Closure),
    ("tallier", "left >> N", "left >> 1", Judge::Counter),
    ("tallier", "ROWS = N;", "ROWS = N - 1;", Judge::Counter),
    ("territory_counter", "is_black ? black : white", "is_black ? white : black", Judge::Counter),
    ("territory_counter", "black | black_only", "black_only", Judge::Counter),
    (
        "territory_counter",
        "white_territory <= unreached",
        "white_territory <= ~unreached",
        Judge::Counter,
    ),
    ("territory_counter", "forget = reset | start", "forget = reset", Judge::QuickCounter),
    ("board_updater", "row >= SIDE | column >= SIDE", "row >= SIDE", Judge::Updater),
    ("board_updater", "place & (black | white)", "place & black", Judge::Updater),
    ("board_updater", "next_black & ~dead_black", "next_black", Judge::Updater),
    ("board_updater", "next_black == ko_black &", "1'b0 &", Judge::Updater),
    ("board_updater", "~|(color ? dead_white : dead_black)", "1'b1", Judge::Updater),
    ("board_updater", "finish(1'b0, KO)", "finish(1'b0, SUICIDE)", Judge::Updater),
    ("game_fsm", "over | mover != turn", "over", Judge::Game),
    ("game_fsm", "turn       <= ~turn", "turn       <= turn", Judge::Game),
    ("game_fsm", "passed & ENDS != 0", "ENDS != 0", Judge::Game),
    ("game_fsm", "passed   <= 1'b0;\n                finish", "finish", Judge::Game),
    ("game_fsm", "full & ~move_pass", "1'b0 & ~move_pass", Judge::Superko),
    ("game", ".store(count)", ".store(accepted)", Judge::Superko),
    ("board_updater", "if (ko_last)", "if (1'b1)", Judge::Superko),
    ("history", "n_shown == n_boards", "n_shown + 1'b1 == n_boards", Judge::Superko),
    ("history", "if (reset) n_boards", "if (reset & full) n_boards", Judge::Superko),
    ("history", "store & ~full", "store & n_boards != 20", Judge::Superko),
    ("user_io", "row == LAST;", "row == SIDE;", Judge::Cursor),
    ("user_io", "is_fresh & ~is_occupied", "is_fresh", Judge::Cursor),
    ("position_hash", "row     <= LAST", "row     <= LAST - 1'b1", Judge::Hash),
    ("segment_messages", "own > other", "own >= other", Judge::SegmentMessages),
    ("segment_messages", "passed & ~my_turn", "passed", Judge::SegmentMessages),
];

#[test]
fn damaged_modules_are_caught() {
    check_mutations("go", MUTATIONS, Judge::finds_nothing);
}

/// Every mutation is one of the text as it is.
#[test]
fn mutations_fit_the_modules() {
    check_texts("go", MUTATIONS);
}
