//! Thoughts as a page gets them.

use serde::Serialize;
use stonegate_board::{Layout, Notation};
use stonegate_minds::{Thoughts, WAIT};
use stonegate_tables::{Aim, squares};

/// A page shows at most so many moves.
const MAX_OPINIONS: usize = 40;

/// Thoughts as a page gets them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename = "thoughts")]
pub struct ThoughtsView {
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
    /// The line as people write it, without those who wait.
    names: Vec<String>,
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
    pub fn new(
        layout: Option<&Layout>,
        ply: usize,
        role: &str,
        aim: Aim,
        thoughts: &Thoughts,
    ) -> Self {
        let marks = thoughts.marks.iter().flat_map(|name| squares(layout, name));
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
            names: line_names(layout, &thoughts.line),
            values: thoughts.values.iter().map(|&value| tenths(value)).collect(),
            reason: thoughts.reason.clone(),
            marks: marks.collect(),
        }
    }
}

/// Joint moves as people write them, without those who wait.
pub fn line_names(layout: Option<&Layout>, line: &[Vec<String>]) -> Vec<String> {
    let notation = Notation::anywhere(layout);
    let name = |joint: &Vec<String>| {
        let acting = joint.iter().filter(|action| *action != WAIT);
        acting.map(|action| notation.write(action, &[])).collect::<Vec<_>>().join(" · ")
    };
    line.iter().map(name).collect()
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
