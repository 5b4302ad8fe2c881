//! Playing a game in tests.

use std::fmt::Write;

use stonegate_gdl::{TermId, analyze};
use stonegate_reference::{Budget, EvaluateError, Evaluator, State};

/// The evaluator of a sheet, well-formed or not.
pub(crate) fn evaluator(sheet: &str) -> Evaluator {
    let analysis = analyze(sheet);
    Evaluator::new(&analysis.rules)
}

pub(crate) fn texts(evaluator: &Evaluator, terms: &[TermId]) -> Vec<String> {
    terms.iter().map(|&term| evaluator.display(term).to_string()).collect()
}

/// Games in tests end before this, or not at all.
const MAX_STATES: usize = 5;

/// What a game says of the states that are reached when every role makes its
/// first legal move: the facts, then legal moves and goals of each role.
pub(crate) fn transcript(sheet: &str) -> String {
    let mut evaluator = evaluator(sheet);
    let mut text = String::new();
    if let Err(error) = play(&mut evaluator, &mut text) {
        let _ = writeln!(text, "error: {error}");
    }
    text
}

fn play(evaluator: &mut Evaluator, text: &mut String) -> Result<(), EvaluateError> {
    let budget = Budget { max_steps: 1_000_000, ..Budget::default() };
    let mut state = evaluator.initial(&budget)?;
    for _ in 0..MAX_STATES {
        let Some(moves) = describe(evaluator, &state, &budget, text)? else { break };
        state = evaluator.next(&state, &moves, &budget)?;
    }
    Ok(())
}

/// Writes down a state, and returns the first legal moves if there are any.
fn describe(
    evaluator: &mut Evaluator,
    state: &State,
    budget: &Budget<'_>,
    text: &mut String,
) -> Result<Option<Vec<TermId>>, EvaluateError> {
    let is_terminal = evaluator.is_terminal(state, budget)?;
    let title = if is_terminal { "end:" } else { "state:" };
    let _ = writeln!(text, "{}", line(evaluator, title, state.facts()));
    let mut moves = Vec::new();
    for role in evaluator.role_ids() {
        let legal = evaluator.legal(state, role, budget)?;
        let goals = evaluator.goals(state, role, budget)?;
        let title = format!("  {}:", evaluator.display(evaluator.roles()[role]));
        let _ = writeln!(text, "{} {goals:?}", line(evaluator, &title, &legal));
        moves.extend(legal.first().copied());
    }
    let goes_on = !is_terminal && !moves.is_empty() && moves.len() == evaluator.roles().len();
    Ok(goes_on.then_some(moves))
}

fn line(evaluator: &Evaluator, title: &str, terms: &[TermId]) -> String {
    terms.iter().fold(title.to_owned(), |line, &term| format!("{line} {}", evaluator.display(term)))
}
