//! Thoughts as a page gets them, and when.

use std::sync::Arc;

use parking_lot::Mutex;
use serde::Serialize;
use stonegate_players::Thoughts;
use stonegate_tables::{Aim, squares};

use crate::catalog::OpenGame;

/// A page shows at most so many moves.
const MAX_OPINIONS: usize = 40;

/// Thoughts as a page gets them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename = "thoughts")]
pub(super) struct ThoughtsView {
    ply: usize,
    role: String,
    #[serde(rename = "for")]
    aim: Aim,
    seconds: f64,
    iterations: u64,
    playouts: u64,
    states: u64,
    nodes: u64,
    depth: u32,
    moves: Vec<OpinionView>,
    line: Vec<Vec<String>>,
    values: Vec<f64>,
    #[serde(skip_serializing_if = "String::is_empty")]
    reason: String,
    /// The squares that the reason is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<[usize; 3]>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct OpinionView {
    role: String,
    #[serde(rename = "move")]
    action: String,
    value: f64,
    visits: u64,
    /// The goal, if it is certain.
    proven: Option<f64>,
}

impl ThoughtsView {
    pub(super) fn new(
        game: &OpenGame,
        ply: usize,
        role: &str,
        aim: Aim,
        thoughts: &Thoughts,
    ) -> Self {
        let marks = thoughts.marks.iter().flat_map(|name| squares(game.card.layout(), name));
        let moves = thoughts.opinions.iter().take(MAX_OPINIONS).map(|opinion| OpinionView {
            role: role.to_owned(),
            action: opinion.action.clone(),
            value: tenths(opinion.value),
            visits: opinion.visits,
            proven: opinion.is_proven.then_some(opinion.value),
        });
        Self {
            ply,
            role: role.to_owned(),
            aim,
            seconds: (thoughts.elapsed.as_secs_f64() * 1e3).round() / 1e3,
            iterations: thoughts.iterations,
            playouts: thoughts.playouts,
            states: thoughts.states,
            nodes: thoughts.nodes,
            depth: thoughts.depth,
            moves: moves.collect(),
            line: thoughts.line.clone(),
            values: thoughts.values.iter().map(|&value| tenths(value)).collect(),
            reason: thoughts.reason.clone(),
            marks: marks.collect(),
        }
    }
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// Lies over the thoughts of an engine while a person has to choose at the same time.
/// Nobody sees them, not even those who only watch, as a person may watch, too.
#[derive(Clone, Debug)]
pub(super) struct Veil(Arc<Mutex<VeilState>>);

#[derive(Debug)]
struct VeilState {
    is_down: bool,
    latest: Option<ThoughtsView>,
}

impl Veil {
    pub(super) fn new(is_down: bool) -> Self {
        Self(Arc::new(Mutex::new(VeilState { is_down, latest: None })))
    }

    /// The thoughts, if they may be seen; otherwise they are kept.
    pub(super) fn pass(&self, thoughts: ThoughtsView) -> Option<ThoughtsView> {
        let mut state = self.0.lock();
        if state.is_down {
            state.latest = Some(thoughts);
            return None;
        }
        Some(thoughts)
    }

    /// Lets everything be seen from here on, and gives the last of what was hidden.
    pub(super) fn lift(&self) -> Option<ThoughtsView> {
        let mut state = self.0.lock();
        state.is_down = false;
        state.latest.take()
    }
}
