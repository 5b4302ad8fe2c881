//! A board, and where on it facts and moves are.

use std::collections::{BTreeMap, BTreeSet};

use crate::aims::Aim;
use crate::areas::Area;
use crate::board::{Board, Cell, Square};
use crate::pair::Pair;
use crate::relation::pick;
use crate::style::Style;
use crate::symbols::Symbols;
use crate::term::{Flat, Flattener};

/// What columns are called where the sheet counts both columns and rows.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// How the facts and the moves of a game lie on one board or several.
#[derive(Clone, Debug)]
pub struct Layout {
    pub orientation: Orientation,
    pub(crate) flattener: Flattener,
    /// The names of both coordinates, in order. A track has one name for the second
    /// coordinate, the empty one.
    pub(crate) axes: [Vec<String>; 2],
    /// What tells the boards apart; a single board has an empty key.
    pub(crate) boards: Vec<Vec<String>>,
    /// How many boards stand side by side.
    pub(crate) n_across: usize,
    /// The squares that there are.
    pub(crate) places: BTreeSet<Place>,
    /// By the shape of the facts.
    pub(crate) layers: BTreeMap<String, Layer>,
    /// By the shape of the moves.
    pub(crate) actions: BTreeMap<String, Action>,
    pub(crate) symbols: Symbols,
    pub(crate) stacks: Option<Stacks>,
    pub(crate) pairs: Vec<Pair>,
    pub(crate) style: Style,
    pub(crate) aims: Vec<Aim>,
    /// The parts of the board that moves change which name no square.
    pub(crate) areas: BTreeMap<String, Area>,
}

/// Which way up a board is drawn.
///
/// If moves name a line and pieces stack up in it, as in connect four, the lines are
/// columns and the pieces fall down. Else, if facts tell the coordinates of a piece one
/// by one, the first goes to the right and the second upward. Else, if two roles start on opposite sides, the
/// first one starts at the bottom. Else, if one coordinate has numbers and the other
/// has not, the numbers are rows and count from the bottom, as in chess. Else rows
/// count from the top, and the column is the coordinate that changes from fact to
/// fact where the sheet lists the initial position, or the first one.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Orientation {
    /// The first of the two coordinates is the row and not the column.
    pub is_transposed: bool,
    /// The first row is at the bottom and not at the top.
    pub is_upward: bool,
}

/// A square by the numbers of its board and of its two coordinates.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub(crate) struct Place {
    pub(crate) board: usize,
    pub(crate) axes: [usize; 2],
}

/// Facts of one shape that are on the board.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    /// The positions of the coordinates.
    pub(crate) axes: Vec<usize>,
    /// What comes first in the key of the board, if relations tell boards apart.
    pub(crate) board: Option<String>,
    /// The positions that tell boards apart.
    pub(crate) planes: Vec<usize>,
    /// The positions of what is on the square.
    pub(crate) content: Vec<usize>,
    /// The word for facts without content: a mark.
    pub(crate) mark: String,
}

/// What a fact says of a square. Pieces are named before marks.
enum Content {
    Piece(Vec<String>),
    Mark(String),
}

/// Where moves of one shape are on the board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Action {
    /// For each square that the move names, the positions of its coordinates.
    pub(crate) squares: Vec<Vec<usize>>,
    /// The positions that tell boards apart.
    pub(crate) planes: Vec<usize>,
    /// For moves that name a line of squares: the position of its name.
    pub(crate) line: Option<usize>,
}

/// Lines in which pieces stack up.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Stacks {
    /// Which coordinate names the line.
    pub(crate) axis: usize,
}

impl Layout {
    /// The board of a game that has no rule sheet, but says where things are: the facts
    /// are `(cell d3 black)` and the moves are squares, such as `d3`. Rows are named
    /// from the first one on.
    pub fn of_squares(
        columns: Vec<String>,
        rows: Vec<String>,
        orientation: Orientation,
        is_lines: bool,
    ) -> Self {
        let roles = ["black", "white"].map(str::to_owned);
        let names = columns.iter().flat_map(|column| rows.iter().map(move |row| (column, row)));
        let names = names.map(|(column, row)| format!("{column}{row}"));
        let layer = Layer {
            axes: vec![0, 1],
            board: None,
            planes: Vec::new(),
            content: vec![2],
            mark: String::new(),
        };
        let places = (0..columns.len()).flat_map(|column| {
            (0..rows.len()).map(move |row| Place { board: 0, axes: [column, row] })
        });
        Self {
            orientation,
            flattener: Flattener::of_squares(names),
            places: places.collect(),
            axes: [columns, rows],
            boards: vec![Vec::new()],
            n_across: 1,
            layers: BTreeMap::from([("(cell _:_ _)".to_owned(), layer)]),
            actions: BTreeMap::from([(
                " _:_".to_owned(),
                Action { squares: vec![vec![0, 1]], ..Action::default() },
            )]),
            symbols: Symbols::new(&["black", "white"], &roles, BTreeSet::new(), &BTreeSet::new()),
            stacks: None,
            pairs: Vec::new(),
            style: if is_lines { Style::Lines } else { Style::Grid },
            aims: Vec::new(),
            areas: BTreeMap::new(),
        }
    }

    /// The same board of named squares, on which facts such as `(dead d3)` put marks. Each
    /// mark has a sign, which hides what it is put on.
    #[must_use]
    pub fn with_marks(mut self, marks: &[(&str, &str)]) -> Self {
        for &(mark, sign) in marks {
            self.symbols.set_sign(mark, sign);
            let layer = Layer {
                axes: vec![0, 1],
                board: None,
                planes: Vec::new(),
                content: Vec::new(),
                mark: mark.to_owned(),
            };
            self.layers.insert(format!("({mark} _:_)"), layer);
        }
        self
    }

    /// What kind of board it is.
    pub fn style(&self) -> Style {
        self.style
    }

    /// What roles aim at on the board, as far as it is known.
    pub fn aims(&self) -> &[Aim] {
        &self.aims
    }

    /// The part of the board that a move changes without naming a square, if it is a part.
    pub fn area_of(&self, action: &str) -> Option<Area> {
        self.areas.get(action).copied()
    }

    /// All parts of the board that moves change without naming a square.
    pub fn areas(&self) -> BTreeSet<Area> {
        self.areas.values().copied().collect()
    }

    /// The square that a fact is about, if it is about one.
    pub fn square_of(&self, fact: &str) -> Option<Square> {
        let (place, _) = self.locate(&self.flattener.flatten(fact))?;
        Some(self.square(place))
    }

    /// Puts the facts of a state onto the board.
    pub fn draw<'a>(&self, facts: impl IntoIterator<Item = &'a str>) -> Board {
        let (contents, outside) = self.contents(facts);
        let (columns, rows) = self.labels();
        let mut board = Board {
            cells: vec![None; self.boards.len() * columns.len() * rows.len()],
            columns,
            rows,
            names: self.boards.iter().map(|key| key.join(" ")).collect(),
            n_across: self.n_across,
            style: self.style,
            outside,
        };
        for &place in &self.places {
            let Square { board: number, column, row } = self.square(place);
            let words = contents.get(&place).cloned().unwrap_or_default();
            let symbol = self.symbols.symbol(&words);
            let index = (number * board.rows.len() + row) * board.columns.len() + column;
            board.cells[index] = Some(Cell { symbol, words });
        }
        board
    }

    /// What the columns and the rows are called, from the top left. Where both have numbers, the
    /// columns have letters, as on boards that people play on; where pieces fall into columns, people
    /// count these.
    pub(crate) fn labels(&self) -> (Vec<String>, Vec<String>) {
        let [first, second] = &self.axes;
        let (mut columns, mut rows) = if self.orientation.is_transposed {
            (second.clone(), first.clone())
        } else {
            (first.clone(), second.clone())
        };
        if self.orientation.is_upward {
            rows.reverse();
        }
        let is_counted = |names: &[String]| {
            names.len() > 1 && names.iter().all(|name| name.parse::<u32>().is_ok())
        };
        let has_letters = columns.len() <= LETTERS.len() && self.stacks.is_none();
        if has_letters && is_counted(&columns) && is_counted(&rows) {
            columns = LETTERS.chars().take(columns.len()).map(String::from).collect();
        }
        (columns, rows)
    }

    /// The squares that a move names, in the order of its arguments. None if it is off
    /// the board. A move that only names a line in which pieces stack up gives all
    /// squares of the line, the one that is filled first at the front.
    pub fn squares_of(&self, action: &str) -> Vec<Square> {
        let flat = self.flattener.flatten(action);
        let Some(action) = self.actions.get(&flat.shape) else { return Vec::new() };
        let Some(board) = self.board(&pick(&flat.leaves, &action.planes)) else {
            return Vec::new();
        };
        let mut squares = self.places_of(action, &flat.leaves);
        if let (Some(position), Some(stacks)) = (action.line, self.stacks) {
            squares.extend(self.line(board, stacks.axis, flat.leaves[position]));
        }
        let mut squares = squares.into_iter().map(|place| self.square(place)).collect::<Vec<_>>();
        if action.line.is_some() {
            squares.sort_by_key(|square| std::cmp::Reverse(square.row));
        }
        squares
    }

    /// The squares of a move in a position: as [`Layout::squares_of`], but of a line in
    /// which pieces stack up only the square where the piece comes to rest.
    pub fn squares_on(&self, board: &Board, action: &str) -> Vec<Square> {
        let mut squares = self.squares_of(action);
        let shape = self.flattener.flatten(action).shape;
        if self.actions.get(&shape).is_some_and(|action| action.line.is_some()) {
            let is_free =
                |square: &Square| board.cell(*square).is_some_and(|cell| cell.symbol.is_empty());
            squares = squares.into_iter().find(is_free).into_iter().collect();
        }
        squares
    }

    /// The places of the squares that a move names.
    pub(crate) fn places_of(&self, action: &Action, leaves: &[&str]) -> Vec<Place> {
        let Some(board) = self.board(&pick(leaves, &action.planes)) else { return Vec::new() };
        let places = action.squares.iter();
        let places = places.filter_map(|positions| self.place(board, &pick(leaves, positions)));
        places.filter(|place| self.places.contains(place)).collect()
    }

    /// The words on each square, and the facts that are about none.
    pub(crate) fn contents<'a>(
        &self,
        facts: impl IntoIterator<Item = &'a str>,
    ) -> (BTreeMap<Place, Vec<String>>, Vec<String>) {
        let mut contents: BTreeMap<Place, Vec<String>> = BTreeMap::new();
        let mut outside = Vec::new();
        let facts = facts.into_iter().map(|fact| (fact, self.flattener.flatten(fact)));
        let (halves, facts): (Vec<_>, Vec<_>) =
            facts.partition(|(_, flat)| self.pairs.iter().any(|pair| pair.has_half(flat)));
        for (fact, flat) in facts {
            match self.locate(&flat) {
                Some((place, Content::Piece(words))) => {
                    contents.entry(place).or_default().splice(..0, words);
                }
                Some((place, Content::Mark(mark))) => contents.entry(place).or_default().push(mark),
                None => outside.push(fact.to_owned()),
            }
        }
        let halves = halves.into_iter().map(|(_, flat)| flat).collect::<Vec<_>>();
        for (names, words) in self.pairs.iter().flat_map(|pair| pair.join(&halves)) {
            if let Some(place) = self.place(0, &names) {
                contents.entry(place).or_default().splice(..0, words);
            }
        }
        (contents, outside)
    }

    fn locate(&self, fact: &Flat<'_>) -> Option<(Place, Content)> {
        let layer = self.layers.get(&fact.shape)?;
        let mut key = layer.board.as_deref().into_iter().collect::<Vec<_>>();
        key.extend(pick(&fact.leaves, &layer.planes));
        let place = self.place(self.board(&key)?, &pick(&fact.leaves, &layer.axes))?;
        let words = match &layer.content[..] {
            [] => Content::Mark(layer.mark.clone()),
            content => {
                let words = pick(&fact.leaves, content).into_iter().map(str::to_owned);
                Content::Piece(words.collect())
            }
        };
        Some((place, words))
    }

    fn board(&self, key: &[&str]) -> Option<usize> {
        self.boards.iter().position(|other| other.iter().eq(key))
    }

    pub(crate) fn place(&self, board: usize, names: &[&str]) -> Option<Place> {
        let number = |axis: usize| {
            let name = names.get(axis).copied().unwrap_or_default();
            self.axes[axis].iter().position(|other| other == name)
        };
        Some(Place { board, axes: [number(0)?, number(1)?] })
    }

    fn line(&self, board: usize, axis: usize, name: &str) -> Vec<Place> {
        let number = self.axes[axis].iter().position(|other| other == name);
        let is_on_line = |place: &&Place| place.board == board && Some(place.axes[axis]) == number;
        self.places.iter().filter(is_on_line).copied().collect()
    }

    pub(crate) fn square(&self, Place { board, axes: [first, second] }: Place) -> Square {
        let (column, row) =
            if self.orientation.is_transposed { (second, first) } else { (first, second) };
        let n_rows = self.axes[usize::from(!self.orientation.is_transposed)].len();
        let row = if self.orientation.is_upward { n_rows - 1 - row } else { row };
        Square { board, column, row }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_of_named_squares() {
        let columns = ["A", "B", "J"].map(str::to_owned).to_vec();
        let rows = ["1", "2"].map(str::to_owned).to_vec();
        let orientation = Orientation { is_upward: true, ..Orientation::default() };
        let layout = Layout::of_squares(columns, rows, orientation, true);
        let board = layout.draw(["(cell A1 black)", "(cell J2 white)", "(control black)"]);
        assert_eq!(board.to_string(), "2 . . W\n1 B . .\n  A B J\n");
        assert_eq!(board.outside, ["(control black)"]);
        assert_eq!(layout.squares_of("B1"), [Square { board: 0, column: 1, row: 1 }]);
        assert_eq!(layout.squares_of("pass"), []);
        assert_eq!(layout.squares_of("C1"), []);
        let layout = layout.with_marks(&[("dead", "x"), ("black_point", "b")]);
        let facts = ["(cell B1 white)", "(dead B1)", "(black_point B1)", "(black_point A2)"];
        let board = layout.draw(facts);
        assert_eq!(board.to_string(), "2 b . .\n1 . x .\n  A B J\n");
        let words = board.cell(Square { board: 0, column: 1, row: 1 }).map(|cell| &cell.words[..]);
        assert_eq!(words, Some(&["white", "dead", "black_point"].map(str::to_owned)[..]));
    }
}
