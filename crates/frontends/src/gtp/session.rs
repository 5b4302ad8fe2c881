//! The game that a controller plays with the engine.

use std::time::Duration;

use stonegate_go::{Color, Engine, Game, Move, Point, Rules, Setup};
use stonegate_players::{Hangup, ThreadCrew};
use stonegate_protocols::gtp::{self, Arguments, Command, Failure, Vertex};

use super::rules::Bonus;
use super::time::TimeControl;

/// How the engine thinks, unless the controller says otherwise.
#[derive(Clone, Debug)]
pub struct Settings {
    pub setup: Setup,
    pub crew: ThreadCrew,
    /// Memory for the tree.
    pub n_bytes: usize,
    pub seed: u64,
    /// Stops thinking about a move after so many random games.
    pub max_games: u64,
    /// How long a move takes without a clock.
    pub time: Duration,
    /// Gives up when winning is less likely than this.
    pub resign_below: f64,
}

/// What becomes of a command.
pub(super) type Outcome = Result<String, Failure>;

/// A command of the protocol.
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) run: fn(&mut Session, &mut Arguments<'_>) -> Outcome,
}

/// A game that a controller plays with the engine.
#[derive(Debug)]
pub struct Session {
    pub(super) settings: Settings,
    pub(super) game: Game,
    pub(super) engine: Engine,
    pub(super) time: TimeControl,
    /// What White gets for a handicap.
    pub(super) bonus: Bonus,
    /// Whether the controller is gone.
    pub(super) hangup: Hangup,
    pub(super) is_done: bool,
}

impl Session {
    pub fn new(settings: Settings) -> Self {
        let game = settings.setup.game();
        let engine = Engine::new(settings.n_bytes, settings.seed);
        let time = TimeControl::new(settings.time);
        Self {
            settings,
            game,
            engine,
            time,
            bonus: Bonus::Nothing,
            hangup: Hangup::default(),
            is_done: false,
        }
    }

    /// Whether the controller has said `quit`.
    pub(super) const fn is_done(&self) -> bool {
        self.is_done
    }

    /// Does what a command asks for.
    pub(super) fn run(&mut self, command: &Command) -> Outcome {
        let entry = entries().find(|entry| entry.name == command.name);
        let entry = entry.ok_or(Failure::UnknownCommand)?;
        (entry.run)(self, &mut command.arguments())
    }

    /// Begins a game anew.
    pub(super) fn restart(&mut self, setup: Setup) {
        self.settings.setup = setup;
        self.set_game(Game::new(setup.size, setup.rules));
    }

    /// Goes on with another game.
    pub(super) fn set_game(&mut self, mut game: Game) {
        game.set_rules(self.rules_of(&game));
        self.game = game;
        self.engine.clear();
    }

    pub(super) fn set_rules(&mut self, rules: Rules, bonus: Bonus) {
        self.settings.setup.rules = rules;
        self.bonus = bonus;
        self.game.set_rules(self.rules_of(&self.game));
    }

    /// The game with this player to move.
    pub(super) fn game_for(&self, color: Color) -> Game {
        let mut game = self.game.clone();
        game.set_to_move(color);
        game
    }

    /// The rules with what White gets for a handicap.
    fn rules_of(&self, game: &Game) -> Rules {
        let rules = self.settings.setup.rules;
        rules.with_komi(rules.komi + self.bonus.points(game) as f64)
    }

    /// The points for White in every game.
    pub(super) const fn komi(&self) -> f64 {
        self.settings.setup.rules.komi
    }

    pub(super) fn point(&self, vertex: Vertex) -> Result<Point, Failure> {
        match self.action(vertex)? {
            Move::Place(point) => Ok(point),
            Move::Pass => Err(Failure::SyntaxError),
        }
    }

    /// The move on this board; a vertex off the board is a syntax error.
    pub(super) fn action(&self, vertex: Vertex) -> Result<Move, Failure> {
        match vertex {
            Vertex::Pass => Ok(Move::Pass),
            Vertex::Point { column, row } => {
                let point = self.game.size().point(usize::from(column), usize::from(row));
                point.map(Move::Place).ok_or(Failure::SyntaxError)
            }
        }
    }
}

/// All commands.
pub(super) fn entries() -> impl Iterator<Item = &'static Entry> {
    let kinds = [
        BASICS,
        super::setup::ENTRIES,
        super::rules::ENTRIES,
        super::play::ENTRIES,
        super::score::ENTRIES,
        super::extras::ENTRIES,
    ];
    kinds.into_iter().flatten()
}

const BASICS: &[Entry] = &[
    Entry { name: "protocol_version", run: |_, _| Ok("2".to_owned()) },
    Entry { name: "name", run: |_, _| Ok("Stonegate".to_owned()) },
    Entry { name: "version", run: |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned()) },
    Entry { name: "known_command", run: known_command },
    Entry { name: "list_commands", run: list_commands },
    Entry { name: "quit", run: quit },
];

fn known_command(_: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let name = arguments.word()?;
    Ok(all_names().any(|known| known == name).to_string())
}

#[expect(clippy::unnecessary_wraps, reason = "the table of commands asks for it")]
fn list_commands(_: &mut Session, _: &mut Arguments<'_>) -> Outcome {
    let mut names = all_names().collect::<Vec<_>>();
    names.sort_unstable();
    Ok(names.join("\n"))
}

/// The analysis answers while it runs, so it is not among the entries.
fn all_names() -> impl Iterator<Item = &'static str> {
    entries().map(|entry| entry.name).chain(super::analyze::NAMES.iter().copied())
}

#[expect(clippy::unnecessary_wraps, reason = "the table of commands asks for it")]
fn quit(session: &mut Session, _: &mut Arguments<'_>) -> Outcome {
    session.is_done = true;
    Ok(String::new())
}

pub(super) fn color(arguments: &mut Arguments<'_>) -> Result<Color, Failure> {
    Ok(match arguments.color()? {
        gtp::Color::Black => Color::Black,
        gtp::Color::White => Color::White,
    })
}
