//! Sheets from public collections: all but a few follow the specification.

use std::collections::BTreeSet;
use std::fmt::Write;

use expect_test::expect;
use stonegate_gdl::{Code, Diagnostic, analyze, render};

use crate::sheets::{RuleSheet, own_games, shared_games, shared_games_with_percepts};

/// Sheets that break the specification: the codes of their errors, and why the
/// checker is right.
const BROKEN: &[(&str, Code, &str)] = &[
    ("ben_DresdenSinglePlayer1", Code::UnsafeVariable, "It negates `does` with a free variable."),
    ("ben_DresdenSinglePlayer2", Code::UnsafeVariable, "Head variables occur nowhere else."),
    ("cpp_tactactoematch1", Code::Unbalanced, "It is the tail of a START message."),
    ("cpp_ticTacToe2", Code::Unbalanced, "Four rules lack their last parenthesis."),
    ("lg_kono", Code::KeywordArity, "It has a successor relation named `next`."),
    ("lg_kono", Code::KeywordInBody, "Conditions ask for its successor relation."),
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

/// The errors in sheets of GDL-II: variables that nothing binds, and words of other dialects. The
/// others keep to the language.
#[test]
fn shared_sheets_with_percepts_follow_the_specification_or_are_known_not_to() {
    let sheets = shared_games_with_percepts();
    if sheets.is_empty() {
        stonegate_oracles::skip("there are no sheets in ../shared/games-gdl2");
        return;
    }
    let mut found = String::new();
    for sheet in &sheets {
        let errors = analyze(&sheet.text).diagnostics;
        let codes = errors.into_iter().filter(Diagnostic::is_error).map(|error| error.code);
        let codes = codes.collect::<BTreeSet<_>>();
        let codes = codes.iter().map(|code| code.as_str()).collect::<Vec<_>>();
        if !codes.is_empty() {
            let _ = writeln!(found, "{}: {}", sheet.name, codes.join(", "));
        }
    }
    expect![[r#"
        py_ii_explodingbomb: variable-in-fact, keyword-as-function
        py_ii_kriegtictactoe: variable-in-fact, unsafe-variable
        py_ii_meier: variable-in-fact, unsafe-variable
        py_ii_montyhall: variable-in-fact
        py_ii_stratego: variable-in-fact
        py_ii_transit: variable-in-fact
        uwa_7wonders: not-a-sentence, unsafe-variable, relation-arity
        uwa_bigMoney: unsafe-variable, keyword-arity, keyword-as-function, relation-arity
        uwa_blind_breakthrough_5x5: unsafe-variable
        uwa_blind_breakthrough_6x6: unsafe-variable
        uwa_blind_breakthrough_7x7: unsafe-variable
        uwa_dominion: unsafe-variable, keyword-arity, keyword-as-function, relation-arity
        uwa_oneCardGame: unsafe-variable
        uwa_sushi_go: unsafe-variable, relation-arity
    "#]]
    .assert_eq(&found);
}

/// Sheets whose goals follow from the absence of other goals, which every player understands.
const NEGATED_GOALS: [&str; 12] = [
    "futoshiki4",
    "futoshiki6",
    "hexPie",
    "hidato19",
    "hidato37",
    "majorities",
    "nineBoardTicTacToePie__v1_nineBoardTicTacToe",
    "queens06ug",
    "queens08lg",
    "queens08ug",
    "queens12ug",
    "queens16ug",
];

#[test]
fn negated_goals_are_warnings_and_no_published_sheet_grows() {
    let sheets = shared_games();
    let with = |code: Code| {
        let shows = |sheet: &&RuleSheet| {
            analyze(&sheet.text).diagnostics.iter().any(|found| found.code == code)
        };
        sheets.iter().filter(shows).map(|sheet| sheet.name.as_str()).collect::<BTreeSet<_>>()
    };
    if !sheets.is_empty() {
        assert_eq!(with(Code::NegatedGoal), BTreeSet::from(NEGATED_GOALS));
        assert_eq!(with(Code::GrowingTerm), BTreeSet::new());
    }
}

#[test]
fn own_sheets_are_flawless() {
    for sheet in own_games() {
        let diagnostics = analyze(&sheet.text).diagnostics;
        let drawn = diagnostics.iter().map(|it| render(it, &sheet.name, &sheet.text, false));
        assert_eq!(drawn.collect::<String>(), "");
    }
}
