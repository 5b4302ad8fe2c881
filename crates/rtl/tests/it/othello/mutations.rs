//! Damaged modules, each of which has to be noticed.

use std::path::Path;

use stonegate_othello::{Heuristic, Width};

use super::parts::{compare_depths, compare_games, moves_and_flips_agree};
use super::proof::{flips_are_proved, legal_moves_are_proved};
use super::solver::compare;
use crate::mutations::{Mutation, check_mutations, check_texts};

/// Who is to notice.
#[derive(Copy, Clone, PartialEq)]
enum Judge {
    /// Legal moves and flips.
    Rules,
    Solver,
    Depths,
    /// The state of the game.
    Games,
    /// The proofs.
    Proof,
}

impl Judge {
    /// Whether this judge is content with the modules in a folder.
    fn finds_nothing(self, root: &Path) -> bool {
        match self {
            Self::Rules => moves_and_flips_agree(root, 20_000),
            Self::Proof => legal_moves_are_proved(root) && flips_are_proved(root),
            Self::Solver => {
                compare(root, Width::EIGHT, Heuristic::Location, &[1, 3, 5], 200);
                true
            }
            Self::Depths => {
                compare_depths(root);
                true
            }
            Self::Games => {
                compare_games(root, 20);
                true
            }
        }
    }
}

const MUTATIONS: &[Mutation<Judge>] = &[
    ("legal_moves", "k < N - 1", "k < N - 2", Judge::Rules),
    ("legal_moves", "all    = all | behind;", "all    = behind;", Judge::Rules),
    ("legal_moves", " & ~(mover | opponent)", " & ~mover", Judge::Rules),
    ("legal_moves", "behind & opponent", "behind", Judge::Rules),
    ("flipper", "k < N - 1", "k < N - 2", Judge::Rules),
    ("flipper", "is_closed ? row", "|row ? row", Judge::Rules),
    ("flipper", "row  = row | disc;", "row  = disc;", Judge::Rules),
    ("legal_moves", "shifted(mover, d)", "shifted(mover & ~LEFT, d)", Judge::Proof),
    ("flipper", "disc = square;", "disc = square & ~LEFT;", Judge::Proof),
    (
        "move_sorter",
        "location(i) > location(square)",
        "location(i) < location(square)",
        Judge::Solver,
    ),
    ("move_sorter", "& i < square", "& i > square", Judge::Solver),
    ("priority_encoder", "any_low ? {1'b0", "~any_high ? {1'b0", Judge::Solver),
    ("priority_encoder", "first = ~set[0]", "first = set[1]", Judge::Solver),
    ("evaluator", "opponent[i] ? -value", "opponent[i] ? value", Judge::Solver),
    ("evaluator", "12'sd1000", "12'sd0", Judge::Solver),
    ("solver", "is_first & plies == 5'd0", "is_first & plies == 5'd1", Judge::Solver),
    ("solver", "has_choice & best < limit", "has_choice", Judge::Solver),
    ("solver", "is_stuck & |legal", "is_stuck", Judge::Solver),
    ("solver", "moves & ~sorted", "moves", Judge::Solver),
    ("solver", "best     <= -limit;", "best     <= limit;", Judge::Solver),
    ("solver", "limit    <= -best;", "limit    <= 12'sd1 - best;", Judge::Solver),
    ("solver", "gained > parent_best", "gained >= parent_best", Judge::Solver),
    ("solver", "if (is_root) root_move", "root_move", Judge::Solver),
    ("solver", "own | choice | flips", "own | flips", Judge::Solver),
    ("depth_picker", "n_moves >= ENDGAME", "n_moves > ENDGAME", Judge::Depths),
    ("depth_picker", "MOST >= TO_THE_END & ", "", Judge::Depths),
    ("depth_picker", "ten <= VISITS_PER_SECOND", "nine <= VISITS_PER_SECOND", Judge::Depths),
    ("game_state_manager", "has_passed <= 1'b1", "has_passed <= 1'b0", Judge::Games),
    ("game_state_manager", "~|legal & ~|other_legal", "~|other_legal", Judge::Games),
    ("game_state_manager", "black & ~flips", "black", Judge::Games),
    ("game_state_manager", "is_refused <= ~is_valid", "is_refused <= is_valid", Judge::Games),
];

#[test]
fn damaged_modules_are_caught() {
    check_mutations("othello", MUTATIONS, Judge::finds_nothing);
}

/// Every mutation is one of the text as it is.
#[test]
fn mutations_fit_the_modules() {
    check_texts("othello", MUTATIONS);
}
