//! A game on the standard board, as players and protocols need it.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use stonegate_arena::{
    Briefing, Clock, Dedicated, PlayerError, PlayerSpec, Resources, Ruleset, SpecError, Turn, WAIT,
};
use stonegate_connect6::{Cell, Color, Outcome, PlaceError, Position, Size};
use stonegate_protocols::connect6::Stone;

/// The stones that have been placed.
#[derive(Clone, Debug)]
pub(super) struct Game {
    position: Position,
    /// As a match tells them.
    joints: Vec<Vec<String>>,
}

/// Why one of our players has no turn.
#[derive(Debug)]
pub(super) enum NoTurn {
    Spec(SpecError),
    Player(PlayerError),
    /// It wants to do this, which is no stone that could be placed.
    Stone(String),
}

impl std::fmt::Display for NoTurn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Spec(error) => error.fmt(f),
            Self::Player(error) => error.fmt(f),
            Self::Stone(text) => write!(f, "`{text}` is no stone that could be placed"),
        }
    }
}

impl std::error::Error for NoTurn {}

/// What our players leave of the time for a turn, so that they are never late.
const MARGIN: f64 = 0.2;

impl Game {
    pub(super) fn new() -> Self {
        Self { position: Position::start(Size::STANDARD), joints: Vec::new() }
    }

    pub(super) fn color(&self) -> Color {
        self.position.color()
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// How many stones the turn still has.
    pub(super) fn stones_left(&self) -> usize {
        self.position.stones_left()
    }

    pub(super) fn place(&mut self, cell: Cell) -> Result<(), PlaceError> {
        let next = self.position.place(cell)?;
        let mut joint = vec![cell.to_string(), WAIT.to_owned()];
        if self.color() == Color::White {
            joint.reverse();
        }
        self.joints.push(joint);
        self.position = next;
        Ok(())
    }

    /// Lets one of our players make the rest of the turn.
    pub(super) fn choose(
        &mut self,
        spec: &PlayerSpec,
        time: Duration,
    ) -> Result<Vec<Cell>, NoTurn> {
        let resources = Resources::new(self.joints.len() as u64);
        let mut player = spec.player(&resources).map_err(NoTurn::Spec)?;
        let color = self.color();
        let briefing = Briefing {
            match_id: "link".to_owned(),
            role: if color == Color::Black { "black" } else { "white" }.to_owned(),
            ruleset: Ruleset::Dedicated(Dedicated::Connect6(Size::STANDARD)),
            opening: self.joints.clone(),
            clock: Clock { start: time, play: time },
        };
        let canceled = AtomicBool::new(false);
        let turn = Turn {
            deadline: Instant::now() + time.mul_f64(1.0 - MARGIN),
            canceled: &canceled,
            thoughts: &|_| (),
        };
        player.start(&briefing, &turn).map_err(NoTurn::Player)?;
        let mut stones = Vec::new();
        while self.color() == color && self.outcome().is_none() {
            let last = if stones.is_empty() { None } else { self.joints.last() };
            let text = player.play(last.map(Vec::as_slice), &turn).map_err(NoTurn::Player)?;
            let cell = text.parse::<Cell>().ok().filter(|&cell| self.place(cell).is_ok());
            stones.push(cell.ok_or(NoTurn::Stone(text))?);
        }
        // The game is not over for a player who is not told so; whether it hears that is its own
        // business.
        let _ = player.abort(&turn);
        Ok(stones)
    }
}

pub(super) fn cell_of(stone: Stone) -> Option<Cell> {
    let place = |number: u8| usize::from(number).checked_sub(1);
    Cell::at(place(stone.row)?, place(stone.column)?)
}

pub(super) fn stone_of(cell: Cell) -> Stone {
    Stone { row: cell.row() as u8 + 1, column: cell.column() as u8 + 1 }
}
