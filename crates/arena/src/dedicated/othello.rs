//! Othello in matches.

pub(crate) mod player;
mod seated;

use std::thread;

use stonegate_board::{Layout, Orientation};
use stonegate_othello::{Color, Engine, Limits, Move, Pool, Position, Weights, Width, squares};

use super::{DedicatedError, TurnGame};

pub(crate) use seated::Seated;

/// A game of Othello. Black is the first role.
#[derive(Debug)]
pub(crate) struct Game {
    position: Position,
}

impl Game {
    pub(crate) fn new(width: Width) -> Self {
        Self { position: Position::start(width) }
    }
}

/// Reads the width of the board.
pub(super) fn parse(size: &str, settings: &str) -> Result<Width, DedicatedError> {
    let error = |setting: &str| DedicatedError::Setting {
        game: "othello",
        setting: setting.to_owned(),
        expected: "a width of 4, 6 or 8, as in `othello6`",
    };
    if !settings.is_empty() {
        return Err(error(settings));
    }
    match size {
        "" | "8" => Ok(Width::EIGHT),
        "6" => Ok(Width::SIX),
        "4" => Ok(Width::FOUR),
        _ => Err(error(size)),
    }
}

pub(super) fn layout(width: Width) -> Layout {
    let columns = ('a'..='h').take(width.get()).map(String::from).collect();
    let rows = (1..=width.get()).map(|row| row.to_string()).collect();
    Layout::of_squares(columns, rows, Orientation::default(), false)
}

/// How many discs ahead one side may be, by our own evaluation.
const MAX_ADVANTAGE: i32 = 8;

/// Whether neither side is far ahead.
pub(super) fn is_balanced(width: Width, line: &[Vec<String>]) -> bool {
    let mut game = Game::new(width);
    for joint in line {
        game.play(&joint[game.mover()]);
    }
    if game.position.is_over() {
        return false;
    }
    if width != Width::EIGHT {
        return true;
    }
    let engine = Engine::new(Weights::trained(), 1 << 20);
    let limits = Limits { depth: 10, ..Limits::default() };
    engine.think(game.position.board(), &limits, &|| false).value.abs() <= MAX_ADVANTAGE
}

/// Does some work on an engine while further threads help, so that all in all there are
/// `n_threads`.
pub fn with_helpers<T>(engine: &Engine, n_threads: usize, work: impl FnOnce(&Pool) -> T) -> T {
    let pool = Pool::new();
    thread::scope(|scope| {
        let closing = Closing(&pool);
        for _ in 1..n_threads {
            scope.spawn(|| engine.help(&pool));
        }
        work(closing.0)
    })
}

/// Sends the helpers home, even if the work ends in a panic.
struct Closing<'a>(&'a Pool);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl TurnGame for Game {
    fn facts(&self) -> Vec<String> {
        let board = self.position.board();
        let names = match self.position.color() {
            Color::Black => ["black", "white"],
            Color::White => ["white", "black"],
        };
        let mut discs = Vec::new();
        for (set, name) in [board.mover(), board.opponent()].into_iter().zip(names) {
            discs.extend(squares(set).map(|square| (square.index(), square, name)));
        }
        discs.sort_unstable_by_key(|disc| disc.0);
        let cells = discs.into_iter().map(|(_, square, name)| format!("(cell {square} {name})"));
        cells.chain([format!("(control {})", names[0])]).collect()
    }

    fn mover(&self) -> usize {
        usize::from(self.position.color() == Color::White)
    }

    fn moves(&self) -> Vec<String> {
        if self.position.must_pass() {
            return vec![Move::Pass.to_string()];
        }
        squares(self.position.legal_moves()).map(|square| square.to_string()).collect()
    }

    fn play(&mut self, action: &str) {
        let action = action.parse::<Move>().ok();
        let next = action.and_then(|action| self.position.play(action).ok());
        self.position = next.expect("the move is legal");
    }

    fn result(&self) -> Option<[u8; 2]> {
        self.position.is_over().then(|| match self.position.score() {
            0 => [50, 50],
            score if score > 0 => [100, 0],
            _ => [0, 100],
        })
    }
}
