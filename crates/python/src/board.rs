//! The board of a game as planes: one for each thing that can stand on a square.

use std::collections::BTreeMap;

use stonegate_board::Layout;
use stonegate_ground::Machine;

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
