//! Moves that change a part of the board without naming a square, as those that turn a quarter of it.

use std::collections::{BTreeMap, BTreeSet};

use stonegate_circuit::{Circuit, Node};
use stonegate_ground::{FactValue, Machine};

use crate::board::Square;
use crate::layout::Layout;

/// A rectangle of squares.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Area {
    /// Its top left corner.
    pub corner: Square,
    pub n_columns: usize,
    pub n_rows: usize,
}

/// The part of the board that each such move can change, by the gates from moves to squares. A move
/// that can change more than half of the board has none.
pub(crate) fn find(layout: &Layout, machine: &Machine) -> BTreeMap<String, Area> {
    let is_off_board =
        |action: &&String| !layout.actions.contains_key(&layout.flattener.flatten(action).shape);
    let actions = machine.roles.iter().flat_map(|role| &role.moves).filter(is_off_board);
    let actions = actions.collect::<BTreeSet<_>>();
    // Each of them is a bit of a word.
    if actions.is_empty() || actions.len() > 64 {
        return BTreeMap::new();
    }
    let bit = |action: &String| actions.iter().position(|other| *other == action).map(|k| 1 << k);
    let mut inputs = vec![0; machine.n_moves()];
    for role in machine.role_ids() {
        for (action, id) in machine.roles[role].moves.iter().zip(machine.move_ids(role)) {
            inputs[machine.does(role, id).index()] = bit(action).unwrap_or(0);
        }
    }
    let words = influences(&machine.circuit, &inputs);
    let squares_of = |action: &String| {
        let is_changed = |value: FactValue| match value {
            FactValue::Constant(_) => false,
            FactValue::Register { register, .. } => {
                let next = machine.circuit.registers()[register.index()].next;
                words[next.node().index()] & bit(action).unwrap_or(0) != 0
            }
        };
        let facts = machine.facts.iter().filter(|fact| is_changed(fact.value));
        facts.filter_map(|fact| layout.square_of(&fact.name)).collect::<BTreeSet<_>>()
    };
    let n_squares = layout.places.len();
    let is_part = |area: &Area| area.n_columns * area.n_rows * 2 <= n_squares;
    let areas = actions
        .iter()
        .filter_map(|action| Some(((*action).clone(), area(&squares_of(action)).filter(is_part)?)));
    areas.collect()
}

/// For each node of a circuit the bits of all inputs that it depends on.
fn influences(circuit: &Circuit, inputs: &[u64]) -> Vec<u64> {
    let mut words = vec![0; circuit.nodes().len()];
    loop {
        let loops = circuit.loops().iter().map(|atom| words[atom.feed.node().index()]);
        let loops = loops.collect::<Vec<_>>();
        for (index, node) in circuit.nodes().iter().enumerate() {
            words[index] = match *node {
                Node::False | Node::Register(_) => 0,
                Node::Input(id) => inputs[id.index()],
                Node::Loop(id) => loops[id.index()],
                Node::And(a, b) => words[a.node().index()] | words[b.node().index()],
            };
        }
        if circuit
            .loops()
            .iter()
            .zip(loops)
            .all(|(atom, word)| words[atom.feed.node().index()] == word)
        {
            return words;
        }
    }
}

/// The least rectangle around squares of one board that has some width and height.
fn area(squares: &BTreeSet<Square>) -> Option<Area> {
    let first = squares.first()?;
    let columns = squares.iter().map(|square| square.column);
    let rows = squares.iter().map(|square| square.row);
    let corner =
        Square { board: first.board, column: columns.clone().min()?, row: rows.clone().min()? };
    let n_columns = columns.max()? + 1 - corner.column;
    let n_rows = rows.max()? + 1 - corner.row;
    let is_one = squares.iter().all(|square| square.board == first.board);
    (is_one && n_columns > 1 && n_rows > 1).then_some(Area { corner, n_columns, n_rows })
}
