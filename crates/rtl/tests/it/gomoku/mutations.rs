//! Damaged modules: each of them is caught by a comparison.

use std::path::Path;

use stonegate_gomoku::patterns::PatternFile;

use super::modules;
use super::parts::{
    compare_comparator, compare_game_board, compare_pattern_store, compare_row_comparator,
    compare_translator, compare_window,
};
use super::play::expanded;
use super::thinker::{compare_ends, compare_thinker};
use crate::mutations::{Mutation, check_mutations, check_texts};

/// Who is to notice.
#[derive(Copy, Clone, PartialEq, Debug)]
enum Judge {
    Window,
    Comparator,
    RowComparator,
    Translator,
    Store,
    Board,
    Machine,
    Wide,
    Ends,
}

impl Judge {
    fn finds_nothing(self, root: &Path) -> bool {
        const N_CASES: usize = 2_000;
        let machine = |is_wide| {
            let patterns = expanded(&PatternFile::minimal());
            compare_thinker(&modules::thinker(13, is_wide), root, patterns, 100).is_ok()
        };
        match self {
            Self::Window => compare_window(root, N_CASES).is_ok(),
            Self::Comparator => compare_comparator(root, N_CASES).is_ok(),
            Self::RowComparator => compare_row_comparator(root, N_CASES).is_ok(),
            Self::Translator => compare_translator(root, N_CASES).is_ok(),
            Self::Store => compare_pattern_store(root, N_CASES).is_ok(),
            Self::Board => compare_game_board(root, N_CASES).is_ok(),
            Self::Machine => machine(false),
            Self::Wide => machine(true),
            Self::Ends => compare_ends(root).is_ok(),
        }
    }
}

const MUTATIONS: &[Mutation<Judge>] = &[
    ("comparator", "pattern_row[4:0] & pattern_row[9:5]", "pattern_row[4:0]", Judge::Comparator),
    ("comparator", "& ~(pattern_row[9:5] ^ brow[9:5])", "", Judge::Comparator),
    ("comparator", "&(any | equal)", "|(any | equal)", Judge::Comparator),
    ("game_board_window", "{1'b1, column} +: 5", "{1'b0, column} +: 5", Judge::Window),
    ("row_comparator", "WINDOWS = 12", "WINDOWS = 11", Judge::RowComparator),
    ("row_comparator", "left & fits", "fits", Judge::RowComparator),
    ("row_comparator", "else if (next_line) left", "else left", Judge::RowComparator),
    (
        "row_comparator",
        "i = WINDOWS - 1; i >= 0; i = i - 1",
        "i = 0; i < WINDOWS; i = i + 1",
        Judge::RowComparator,
    ),
    ("translator", "spot[5:3]} - 4'd1", "spot[5:3]}", Judge::Translator),
    ("translator", "4'd5 - {1'b0, spot[2:0]}", "{1'b0, spot[2:0]}", Judge::Translator),
    ("pattern_store", "4'd7:    row_3[9:5]", "4'd7:    row_3[4:0]", Judge::Store),
    ("pattern_store", "data[2], data[3], data[4]", "data[4], data[3], data[2]", Judge::Store),
    ("pattern_store", "3'd3:    pattern_row = row_3", "3'd3:    pattern_row = row_4", Judge::Store),
    ("game_board", "write_all ? 16'hffff", "write_all ? 16'h7fff", Judge::Board),
    ("game_board", "<< write_column", "<< write_row", Judge::Board),
    ("game_board", "shown_squares <= rows[shown_row]", "shown_squares <= rows[row]", Judge::Board),
    ("window_counter", "LAST = 4'd11", "LAST = 4'd10", Judge::Machine),
    ("window_counter", "next_y + TOP -", "next_y +", Judge::Machine),
    ("window_counter", "is_row_end & window_y == LAST", "window_y == LAST", Judge::Machine),
    ("window_counter", "WIDE != 0 | window_x == LAST", "window_x == LAST", Judge::Wide),
    ("window_counter", "is_first ? 12'd0 : pattern", "pattern", Judge::Machine),
    ("main_fsm", "hits & ~is_last_line)", "hits)", Judge::Machine),
    ("main_fsm", "state[NEXT_WINDOW] & is_last_window)", "state[NEXT_WINDOW])", Judge::Machine),
    ("main_fsm", "state[STORE] & ~occupied & think", "state[STORE] & think", Judge::Ends),
    ("main_fsm", "state[COMPARE] & ~exhausted & match", "state[COMPARE] & match", Judge::Ends),
    (
        "sram_controller",
        "left      <= PATTERN_BYTES - 1",
        "left      <= PATTERN_BYTES - 2",
        Judge::Machine,
    ),
    ("sram_controller", "exhausted <= address == END", "exhausted <= 1'b0", Judge::Ends),
    ("sram_controller", "            address <= 0;\n", "", Judge::Machine),
    ("r2", "is_behind | spot == 6'd0", "is_behind", Judge::Ends),
    ("r2", ".first_byte(~take)", ".first_byte(1'b0)", Judge::Machine),
    ("x1", "(storing | storing_own) & ~occupied", "storing | storing_own", Judge::Ends),
    ("x1", "storing_own | own ? OWN", "storing_own ? OWN", Judge::Machine),
    ("x1", "window_x | browspot_in[9:6]", "window_x", Judge::Wide),
    ("x1", "found <= ~occupied", "found <= 1'b1", Judge::Ends),
];

#[test]
fn damaged_modules_are_caught() {
    check_mutations("gomoku", MUTATIONS, Judge::finds_nothing);
}

/// Every mutation is one of the text as it is.
#[test]
fn mutations_fit_the_modules() {
    check_texts("gomoku", MUTATIONS);
}
