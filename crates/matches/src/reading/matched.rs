//! The record of a match as the lines that tell the same.

use crate::record::Record;
use anyhow::{Context, ensure};

use super::{Line, Moment};
use crate::terms;

impl Line {
    /// The lines of a match. Goals are known at its end only, and legal moves never.
    pub fn of_match(record: &Record) -> anyhow::Result<Vec<Self>> {
        let Record { states, moves, .. } = record;
        ensure!(
            states.is_empty() && moves.is_empty() || states.len() == moves.len() + 1,
            "the record has {} states and {} joint moves: one state more is expected",
            states.len(),
            moves.len()
        );
        let mut lines = vec![Self::Game { roles: terms_of(&record.roles)? }, Self::Playout];
        for (state, joint) in states.iter().zip(moves) {
            lines.push(Self::State(moment(state)?, terms_of(joint)?));
        }
        if let Some(last) = states.last() {
            let last = moment(last)?;
            lines.push(if record.is_completed && !record.is_adjudicated {
                Self::End(Moment { result: Some(record.goal_values.clone()), ..last })
            } else {
                Self::Cut(last)
            });
        }
        Ok(lines)
    }
}

/// A state as records write it: `((lamp on) (step 1))`.
fn moment(state: &str) -> anyhow::Result<Moment> {
    let facts = state.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let facts = facts.and_then(terms::read);
    let facts = facts.with_context(|| format!("this is not a list of facts: {state}"))?;
    Ok(Moment { facts, legal: None, goals: None, result: None })
}

/// Terms in the spelling of the engines.
fn terms_of(texts: &[String]) -> anyhow::Result<Vec<String>> {
    let terms = texts.iter().map(|text| match &terms::read(text)?[..] {
        [term] => Some(term.clone()),
        _ => None,
    });
    let terms = terms.collect::<Option<Vec<_>>>();
    terms.with_context(|| format!("this is not a list of terms: {}", texts.join(" ")))
}
