//! What a browser sees of a game: positions and circuits, as JSON.
//!
//! `docs/page-protocol.md` describes the fields.

mod circuit;
mod cone;
mod ruler;

use std::collections::BTreeSet;

use serde::Serialize;
use stonegate_board::{
    AimKind, Area, Board, Chessboard, Evidence, Layout, Notation, Square, Style,
};
use stonegate_compile::{Referee, RefereeError, WAIT};
use stonegate_gdl::RoleId;
use stonegate_lanes::Key;

use crate::game::Game;

pub use circuit::{CircuitView, Times};
pub use cone::{ConeView, Situation};
pub use ruler::{Place, Ruler};

/// A role shows at most so many of its legal moves.
const MAX_MOVES: usize = 10_000;

/// Playing shows enough of a game in so many steps.
const MAX_STEPS: u32 = 60;

/// A position, drawn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PositionView {
    pub ply: usize,
    pub boards: Vec<BoardView>,
    /// The facts that are on no board.
    pub outside: Vec<String>,
    pub legal: Vec<LegalView>,
    /// The roles that have to choose.
    pub choosing: Vec<String>,
    /// The squares that the last joint move changed.
    pub changed: Vec<[usize; 3]>,
    /// The squares that it was made on.
    pub made: Vec<[usize; 3]>,
    /// The squares that have decided the game, such as four in a row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<[usize; 3]>,
    /// The squares of kings in check.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub check: Vec<[usize; 3]>,
    /// The stones that can be marked as dead, while the game is counted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stones: Vec<MoveView>,
    pub over: Option<Over>,
    /// Whether only what the viewer perceives is drawn.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fog: bool,
}

/// One board, from the top left.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BoardView {
    /// Tells it from other boards; empty if there are none.
    pub name: String,
    pub columns: Vec<String>,
    pub rows: Vec<String>,
    /// How to draw it: the name of a [`stonegate_board::Style`].
    pub style: &'static str,
    /// Row by row, the words on each square; `None` where the board has a hole.
    pub cells: Vec<Vec<Option<Vec<String>>>>,
    /// What roles aim at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aims: Vec<AimView>,
    /// The parts that moves change without naming a square: column, row, width and height.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<[usize; 4]>,
}

/// What a role has to do to win: to come to some squares, or to join two sides.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AimView {
    pub role: String,
    /// Column and row of each square.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<[usize; 2]>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub sides: &'static [&'static str],
}

/// What a role can do.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LegalView {
    pub role: String,
    pub moves: Vec<MoveView>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveView {
    #[serde(rename = "move")]
    pub action: String,
    /// As people write it.
    pub name: String,
    /// Board, column and row of each square that it is about.
    pub squares: Vec<[usize; 3]>,
    /// Board, column, row, width and height of the part of the board that it changes, if it names no
    /// square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<[usize; 5]>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Over {
    /// The goal of each role, if it has one.
    pub goals: Vec<Option<u8>>,
    pub reason: Reason,
    /// The points of each role, where they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<f64>>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The rules say that it is over.
    Terminal,
    /// A role gave up.
    Resigned,
    /// A role had no time left.
    Time,
    /// People have agreed to a draw.
    Agreed,
    /// A role has no legal move, or the rules cannot be followed any further.
    Stuck,
    /// There were more moves than a table keeps.
    TooLong,
    /// A match was decided before its rules say so.
    Adjudicated,
}

/// What a position is drawn from.
#[derive(Copy, Clone, Debug)]
pub struct Scene<'a> {
    pub ply: usize,
    pub roles: &'a [String],
    pub facts: &'a [String],
    pub legal: &'a [Vec<String>],
    /// The last joint move, and the facts before it.
    pub last: Option<LastMove<'a>>,
    pub over: Option<&'a Over>,
    /// The facts that have decided the game.
    pub decisive: &'a [String],
    /// The stones that can be marked as dead.
    pub stones: &'a [String],
}

impl<'a> Scene<'a> {
    /// A position that is not over, and of which nothing is known but what holds in it.
    pub const fn new(
        ply: usize,
        roles: &'a [String],
        facts: &'a [String],
        legal: &'a [Vec<String>],
    ) -> Self {
        Self { ply, roles, facts, legal, last: None, over: None, decisive: &[], stones: &[] }
    }
}

/// The joint move that led to a position.
#[derive(Copy, Clone, Debug)]
pub struct LastMove<'a> {
    pub joint: &'a [String],
    /// The facts before it.
    pub before: &'a [String],
}

impl PositionView {
    /// Draws the initial position of a game.
    pub fn initial(game: &dyn Game) -> Result<Self, RefereeError> {
        let (_, mut referee) = game.referee()?;
        let facts = referee.facts()?;
        let legal = referee.legal()?.to_vec();
        Ok(Self::new(game.layout(), Scene::new(0, game.roles(), &facts, &legal)))
    }

    /// Draws a position. Without a layout, all facts are outside.
    pub fn new(layout: Option<&Layout>, scene: Scene<'_>) -> Self {
        let board = layout.map(|layout| draw(layout, scene.facts));
        let squares = |action: &str| match (layout, &board) {
            (Some(layout), Some(board)) => {
                layout.squares_on(board, action).into_iter().map(triple).collect()
            }
            _ => Vec::new(),
        };
        let notation = Notation::new(layout, scene.facts);
        let move_views = |moves: &[String]| {
            let view = |action: &String| MoveView {
                action: action.clone(),
                name: notation.write(action, moves),
                squares: squares(action),
                area: layout.and_then(|layout| layout.area_of(action)).map(|area| {
                    let Area { corner, n_columns, n_rows } = area;
                    [corner.board, corner.column, corner.row, n_columns, n_rows]
                }),
            };
            moves.iter().take(MAX_MOVES).map(view).collect::<Vec<_>>()
        };
        // When the game is over, nobody moves.
        let legal = if scene.over.is_some() { &[][..] } else { scene.legal };
        let legal_views = scene
            .roles
            .iter()
            .zip(legal)
            .map(|(role, moves)| LegalView { role: role.clone(), moves: move_views(moves) });
        let (changed, made) = match (layout, &board, scene.last) {
            (Some(layout), Some(board), Some(LastMove { joint, before })) => {
                let before = draw(layout, before);
                let made = joint.iter().flat_map(|action| layout.squares_on(&before, action));
                (changed(&before, board), made.map(triple).collect())
            }
            _ => (Vec::new(), Vec::new()),
        };
        Self {
            ply: scene.ply,
            legal: legal_views.collect(),
            choosing: choosing(legal).into_iter().map(|role| scene.roles[role].clone()).collect(),
            changed,
            made,
            line: layout.map(|layout| line(layout, scene.decisive)).unwrap_or_default(),
            check: layout.map(|layout| checks(layout, scene.facts)).unwrap_or_default(),
            stones: move_views(scene.stones),
            over: scene.over.cloned(),
            fog: false,
            boards: layout.map(|layout| boards(layout, scene.facts)).unwrap_or_default(),
            outside: board.map_or_else(|| scene.facts.to_vec(), |board| board.outside),
        }
    }
}

/// The roles that have to choose: those with several moves. Where nobody has, the game
/// must not play itself: then it is those with a move to make, as far as it can be told
/// from waiting, which is a move without arguments and has a usual name.
pub fn choosing(legal: &[Vec<String>]) -> Vec<RoleId> {
    let chooses: [fn(&[String]) -> bool; 4] = [
        |moves| moves.len() > 1,
        |moves| moves.iter().any(|action| action.starts_with('(')),
        |moves| moves.iter().any(|action| action != WAIT),
        |moves| !moves.is_empty(),
    ];
    let roles_that = |chooses: fn(&[String]) -> bool| {
        let roles = RoleId::enumerate(legal).filter(|(_, moves)| chooses(moves));
        roles.map(|(role, _)| role).collect::<Vec<_>>()
    };
    chooses.into_iter().map(roles_that).find(|roles| !roles.is_empty()).unwrap_or_default()
}

fn draw(layout: &Layout, facts: &[String]) -> Board {
    layout.draw(facts.iter().map(String::as_str))
}

/// What facts and moves look like, as random play shows until it is to stop.
pub fn evidence(
    referee: &mut dyn Referee,
    stop: &dyn Fn() -> bool,
) -> Result<Evidence, RefereeError> {
    let mut evidence = Evidence { roles: referee.roles().to_vec(), ..Evidence::default() };
    let key = Key::new(1, 0, 0);
    for step in 0..MAX_STEPS {
        let facts = referee.facts()?;
        evidence.facts.extend(facts.iter().cloned());
        evidence.states.push(facts);
        if stop() || referee.is_terminal()? {
            break;
        }
        let legal = referee.legal()?.to_vec();
        evidence.moves.extend(legal.iter().flatten().cloned());
        let draw = |(role, moves): (RoleId, &Vec<String>)| {
            let number = key.below(moves.len() as u32, step, role, legal.len());
            moves.get(number as usize).cloned()
        };
        let joint = RoleId::enumerate(&legal).map(draw).collect::<Option<Vec<_>>>();
        let Some(joint) = joint else { break };
        // What was seen so far is worth something, too.
        if referee.apply(&joint).is_err() {
            break;
        }
    }
    for seen in [&mut evidence.facts, &mut evidence.moves] {
        seen.sort_unstable();
        seen.dedup();
    }
    Ok(evidence)
}

/// The boards with the facts of a position, one by one.
pub fn boards(layout: &Layout, facts: &[String]) -> Vec<BoardView> {
    let board = &draw(layout, facts);
    let cell = |square| {
        board
            .cell(square)
            .map(|cell| if cell.symbol.is_empty() { Vec::new() } else { cell.words.clone() })
    };
    let views = board.names.iter().enumerate().map(|(number, name)| BoardView {
        name: name.clone(),
        columns: board.columns.clone(),
        rows: board.rows.clone(),
        style: layout.style().name(),
        cells: (0..board.rows.len())
            .map(|row| {
                let columns = 0..board.columns.len();
                columns.map(|column| cell(Square { board: number, column, row })).collect()
            })
            .collect(),
        aims: aims(layout, number),
        areas: areas(layout, number),
    });
    views.collect()
}

/// What roles aim at on a board.
fn aims(layout: &Layout, number: usize) -> Vec<AimView> {
    let views = layout.aims().iter().map(|aim| {
        let (squares, sides): (Vec<_>, &[&str]) = match &aim.kind {
            AimKind::Squares(squares) => {
                let here = squares.iter().filter(|square| square.board == number);
                (here.map(|square| [square.column, square.row]).collect(), &[])
            }
            AimKind::TopAndBottom => (Vec::new(), &["top", "bottom"]),
            AimKind::LeftAndRight => (Vec::new(), &["left", "right"]),
        };
        AimView { role: aim.role.clone(), squares, sides }
    });
    views.collect()
}

/// The parts of a board that moves change without naming a square.
fn areas(layout: &Layout, number: usize) -> Vec<[usize; 4]> {
    let here = layout.areas().into_iter().filter(|area| area.corner.board == number);
    here.map(|Area { corner, n_columns, n_rows }| [corner.column, corner.row, n_columns, n_rows])
        .collect()
}

/// The squares of facts that have decided a game, if they are a row or a chain: what else decides
/// games is not to be seen on single squares.
fn line(layout: &Layout, decisive: &[String]) -> Vec<[usize; 3]> {
    const MIN_SQUARES: usize = 3;
    let squares = decisive.iter().filter_map(|fact| layout.square_of(fact));
    let squares = squares.collect::<BTreeSet<_>>();
    let is_line = match layout.style() {
        Style::Hexagons => true,
        Style::Checkered => false,
        Style::Grid | Style::Columns | Style::Lines => is_row(&squares),
    };
    if is_line && squares.len() >= MIN_SQUARES {
        squares.into_iter().map(triple).collect()
    } else {
        Vec::new()
    }
}

/// Whether squares follow each other on a straight line.
fn is_row(squares: &BTreeSet<Square>) -> bool {
    let squares = squares.iter().collect::<Vec<_>>();
    let steps = squares.windows(2).map(|pair| {
        let distance = |of: fn(&Square) -> usize| of(pair[1]) as isize - of(pair[0]) as isize;
        let (across, down) = (distance(|square| square.column), distance(|square| square.row));
        (pair[0].board == pair[1].board && across.abs().max(down.abs()) == 1)
            .then_some((across, down))
    });
    let steps = steps.collect::<BTreeSet<_>>();
    steps.len() == 1 && !steps.contains(&None)
}

/// The squares of kings in check.
fn checks(layout: &Layout, facts: &[String]) -> Vec<[usize; 3]> {
    let kings = Chessboard::of(facts).map(|board| board.checks()).unwrap_or_default();
    kings.iter().filter_map(|king| layout.square_of(king)).map(triple).collect()
}

fn changed(before: &Board, after: &Board) -> Vec<[usize; 3]> {
    let differs = |square: &Square| before.cell(*square) != after.cell(*square);
    after.squares().filter(differs).map(triple).collect()
}

/// The squares that a move names, where they do not depend on the position.
pub fn squares(layout: Option<&Layout>, action: &str) -> Vec<[usize; 3]> {
    let squares = layout.map(|layout| layout.squares_of(action)).unwrap_or_default();
    squares.into_iter().map(triple).collect()
}

fn triple(square: Square) -> [usize; 3] {
    [square.board, square.column, square.row]
}

#[cfg(test)]
mod tests;
