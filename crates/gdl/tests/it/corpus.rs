//! Sheets from public collections: all but a few follow the specification.

use std::collections::BTreeSet;
use std::fmt::Write;

use stonegate_gdl::{Code, Diagnostic, analyze, render};

use crate::sheets::{own_games, shared_games};

/// Sheets that break the specification: the codes of their errors, and why the
/// checker is right.
const BROKEN: &[(&str, Code, &str)] = &[
    ("ben_DresdenSinglePlayer1", Code::UnsafeVariable, "It negates `does` with a free variable."),
    ("ben_DresdenSinglePlayer2", Code::UnsafeVariable, "Head variables occur nowhere else."),
    ("cpp_tactactoematch1", Code::Unbalanced, "It is the tail of a START message."),
    ("cpp_ticTacToe2", Code::Unbalanced, "Four rules lack their last parenthesis."),
    ("futoshiki4", Code::NegativeCycle, "Goal 100 is concluded from not goal 0."),
    ("futoshiki6", Code::NegativeCycle, "Goal 100 is concluded from not goal 0."),
    ("hexPie", Code::NegativeCycle, "Goal 0 is concluded from not goal 100."),
    ("hidato19", Code::NegativeCycle, "Goal 100 is concluded from not goal 0."),
    ("hidato37", Code::NegativeCycle, "Goal 100 is concluded from not goal 0."),
    ("lg_kono", Code::KeywordArity, "It has a successor relation named `next`."),
    ("lg_kono", Code::KeywordInBody, "Conditions ask for its successor relation."),
    ("majorities", Code::NegativeCycle, "Goal 0 is concluded from not goal 100."),
    (
        "nineBoardTicTacToePie__v1_nineBoardTicTacToe",
        Code::NegativeCycle,
        "Goal 0 is concluded from not goal 100.",
    ),
    ("queens06ug", Code::NegativeCycle, "Goal 100 is concluded from not goal 0."),
    ("queens08lg", Code::NegativeCycle, "Goal 100 is concluded from not goal 0."),
    ("queens08ug", Code::NegativeCycle, "Goal 100 is concluded from not goal 0."),
    ("queens12ug", Code::NegativeCycle, "Goal 100 is concluded from not goal 0."),
    ("queens16ug", Code::NegativeCycle, "Goal 100 is concluded from not goal 0."),
    ("test_test_case_3e", Code::UnsafeVariable, "A head variable occurs nowhere else."),
    (
        "test_test_case_3f",
        Code::UnsafeVariable,
        "A head variable occurs in no condition but a `not`.",
    ),
    ("test_test_invalid_sentence_arities_differ", Code::RelationArity, "It is made to be wrong."),
];

#[test]
fn shared_sheets_follow_the_specification_or_are_known_not_to() {
    let mut surprises = String::new();
    for sheet in shared_games() {
        let known = BROKEN.iter().filter(|&&(name, ..)| name == sheet.name);
        let known = known.map(|&(_, code, _)| code).collect::<BTreeSet<_>>();
        let errors = analyze(&sheet.text).diagnostics;
        let errors = errors.into_iter().filter(Diagnostic::is_error).collect::<Vec<_>>();
        let found = errors.iter().map(|error| error.code).collect::<BTreeSet<_>>();
        for code in known.difference(&found) {
            let _ = writeln!(surprises, "{} does not show {code} any more", sheet.name);
        }
        for error in errors.iter().filter(|error| !known.contains(&error.code)) {
            surprises += &render(error, &sheet.name, &sheet.text, false);
        }
    }
    assert!(surprises.is_empty(), "{surprises}");
}

#[test]
fn own_sheets_are_flawless() {
    for sheet in own_games() {
        let diagnostics = analyze(&sheet.text).diagnostics;
        let drawn = diagnostics.iter().map(|it| render(it, &sheet.name, &sheet.text, false));
        assert_eq!(drawn.collect::<String>(), "");
    }
}
