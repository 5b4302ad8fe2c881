//! Damaged modules, each of which has to be noticed by a comparison of turns.

use std::path::Path;

use stonegate_connect6::Reading;

use super::core::{Core, compare, compare_steps};
use super::play::{crossings, crowded, positions};
use super::stretch::compare_stretch;
use super::triangle::triangles_meet;
use crate::mutations::{Mutation, check_mutations, check_texts};

/// Who is to notice.
#[derive(Copy, Clone, PartialEq)]
enum Judge {
    Triangle,
    Stretch,
    /// Steps and turns by our reading.
    Ours,
    /// Those by that of the paper.
    Paper,
}

impl Judge {
    /// Whether this judge is content with the modules in a folder.
    fn finds_nothing(self, root: &Path) -> bool {
        let reading = match self {
            Self::Triangle => return triangles_meet(root),
            Self::Stretch => {
                compare_stretch(root, 500);
                return true;
            }
            Self::Ours => Reading::Ours,
            Self::Paper => Reading::Paper,
        };
        let mut core = Core::start_in(true, reading, root);
        compare_steps(&mut core, &[crowded(2, 400), crossings(2, 20)].concat(), reading);
        compare(&mut core, &positions(2, 15, reading), reading);
        true
    }
}

const MUTATIONS: &[Mutation<Judge>] = &[
    ("triangle", "~is_two | is_even", "1'b1", Judge::Triangle),
    ("triangle", "distance != 7'sd0 &", "", Judge::Triangle),
    ("triangle", "determinant[6] ? -i_halved", "1'b0 ? -i_halved", Judge::Triangle),
    ("triangle", "& column >= 7'sd0", "", Judge::Triangle),
    ("detector", "count == 3'd4 | count == 3'd5", "count == 3'd4", Judge::Ours),
    ("detector", "is_free ? sum : 3'd0", "sum", Judge::Ours),
    ("stretch", "6'h3f >> (1 + i / 2)", "6'h3f >> (i / 2)", Judge::Stretch),
    ("stretch", "in_three & ~shares(through_threes, others)", "in_three", Judge::Stretch),
    ("stretch", "others & ~(11'd1 << AT)", "others", Judge::Stretch),
    ("star", "counts[42*d +: 42] | other_counts[42*d +: 42]", "counts[42*d +: 42]", Judge::Ours),
    ("threats", "falls[1] & ~is_five, falls[1]", "1'b0, falls[1]", Judge::Ours),
    ("threats", "single <= single & stays;", "single <= single;", Judge::Ours),
    ("threats", "is_five == has_five & key < win_key", "1'b0", Judge::Ours),
    ("two_turn", "one[12] | entry[12] ? 3'd2", "one[12] | entry[12] ? 3'd1", Judge::Ours),
    ("two_turn", "found & key >= best", "found", Judge::Ours),
    ("two_turn", "~(40'h3ff << (10 * one[11:10]))", "~40'd0", Judge::Paper),
    ("two_turn", "n_needed == 2'd3 ? WON", "n_needed[1] ? WON", Judge::Ours),
    ("bars", "5'h1f >> end_", "5'h1f", Judge::Ours),
    ("chain", "level != 0 & other_level != 0 &", "level != 0 &", Judge::Paper),
    ("chain", "two_turn_found ? COUNTER : LOST", "COUNTER", Judge::Ours),
    ("chain", "any ? LOST : ANSWER", "ANSWER", Judge::Ours),
    ("non_chain", "fact[`FACT_IN_THREE] == 4'd0 & in_two", "in_two", Judge::Paper),
    ("non_chain", "first_raises != 0 & raises != 0", "first_raises != 0", Judge::Paper),
    ("tally", "cells == last_gap", "1'b0", Judge::Ours),
    ("tally", "key > best_key", "key >= best_key", Judge::Ours),
    ("step2", "quality > best_quality", "quality < best_quality", Judge::Ours),
    ("step4", "oTurn == 2'd0 ? BEGIN : FIND;", "BEGIN;", Judge::Ours),
    (
        "stop_step",
        "> first_quality ? stones[19:10]",
        "< first_quality ? stones[19:10]",
        Judge::Ours,
    ),
    ("step7", "sum > best_quality", "sum >= best_quality", Judge::Ours),
    ("step7", "wants_open <= has_open != 4'd0;", "wants_open <= 1'b0;", Judge::Ours),
    ("attack_step", "left == 2'd0 ? BEGIN : REST", "BEGIN", Judge::Ours),
    ("placer", "waiting >> 10", "waiting", Judge::Ours),
];

#[test]
fn damaged_modules_are_caught() {
    check_mutations("connect6", MUTATIONS, Judge::finds_nothing);
}

/// Every mutation is one of the text as it is.
#[test]
fn mutations_fit_the_modules() {
    check_texts("connect6", MUTATIONS);
}
