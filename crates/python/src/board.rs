//! Boards: as planes, one for each thing that can stand on a square, and as dictionaries.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use stonegate_board::{Board, Cell, Layout};
use stonegate_ground::Machine;

/// A board with what stands on it.
pub(crate) fn describe<'py>(py: Python<'py>, board: &Board) -> PyResult<Bound<'py, PyDict>> {
    let drawn = PyDict::new(py);
    drawn.set_item("columns", &board.columns)?;
    drawn.set_item("rows", &board.rows)?;
    drawn.set_item("boards", &board.names)?;
    drawn.set_item("across", board.n_across)?;
    drawn.set_item("style", board.style.name())?;
    let cell = |cell: &Option<Cell>| cell.as_ref().map(|it| it.symbol.clone());
    drawn.set_item("cells", board.cells.iter().map(cell).collect::<Vec<_>>())?;
    drawn.set_item("outside", &board.outside)?;
    Ok(drawn)
}

/// What is where.
pub(crate) struct Planes {
    /// What stands on the squares, in the words of the facts.
    pub(crate) names: Vec<String>,
    /// Boards that stand side by side are one behind the other here.
    pub(crate) shape: [usize; 3],
    /// For each plane and square, row by row, the number of the fact.
    pub(crate) facts: Vec<Option<usize>>,
}

impl Planes {
    pub(crate) fn new(machine: &Machine, layout: &Layout) -> Self {
        let empty = layout.draw([]);
        let (height, width) = (empty.rows.len() * empty.names.len(), empty.columns.len());
        let mut by_content = BTreeMap::<String, Vec<(usize, usize)>>::new();
        for (number, fact) in machine.facts.iter().enumerate() {
            let board = layout.draw([fact.name.as_str()]);
            for square in board.squares() {
                // What makes a square blank is no content.
                let cell = board.cell(square).filter(|cell| !cell.symbol.is_empty());
                if let Some(cell) = cell {
                    let row = square.board * board.rows.len() + square.row;
                    let place = row * width + square.column;
                    by_content.entry(cell.words.join(" ")).or_default().push((place, number));
                }
            }
        }
        let area = height * width;
        let mut facts = vec![None; by_content.len() * area];
        for (plane, content) in by_content.values().enumerate() {
            for &(place, number) in content {
                facts[plane * area + place] = Some(number);
            }
        }
        let names: Vec<String> = by_content.into_keys().collect();
        Self { shape: [names.len(), height, width], names, facts }
    }
}
