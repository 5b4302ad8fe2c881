//! A game with a board.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use stonegate_board::{chess_facts, from_coordinates, to_coordinates};
use stonegate_compile::{BuiltIn, GameRules, Tier, WAIT};
use stonegate_players::{
    Briefing, Clock, Player, PlayerError, PlayerSpec, Prepare, Resources, Ruleset, Thoughts, Turn,
};
use stonegate_protocols::uci::{Command, Info, Reply, Score, Setting, Start};

use super::Board;
use super::alarm::Alarm;
use super::time::time_for;

/// Who plays, and how.
#[derive(Clone, Debug)]
pub struct Settings {
    pub player: PlayerSpec,
    pub resources: Resources,
    /// For a move, where the board says nothing.
    pub time: Duration,
}

pub(super) struct Session {
    settings: Settings,
    start: Start,
    /// The moves from there on, in the words of the sheet.
    moves: Vec<String>,
    game: Option<Game>,
    seated: Option<Seated>,
}

/// Chess from some position on.
struct Game {
    start: Start,
    ruleset: Ruleset,
    /// 1 if Black begins.
    first: usize,
    /// Gets the game ready for all players of it, as long as this is here.
    prepare: Arc<Prepare>,
}

/// A player in the middle of a game.
struct Seated {
    player: Box<dyn Player>,
    side: usize,
    /// The position that it was last asked about.
    n_moves: usize,
    moves: Vec<String>,
}

const NAME: &str = concat!("Stonegate ", env!("CARGO_PKG_VERSION"));

const ROLES: [&str; 2] = ["white", "black"];

/// No move, as the protocol writes it.
const NO_MOVE: &str = "0000";

/// Megabytes.
const MAX_HASH: usize = 1 << 16;
const MAX_THREADS: usize = 1024;

/// How long a board waits for the circuit of a game at most; without one, play begins slowly.
const COMPILING: Duration = Duration::from_secs(5);

/// What is as good as no limit.
const ENDLESS: Duration = Duration::from_hours(24 * 365);

/// For questions that do not depend on thinking.
const PATIENCE: Duration = Duration::from_secs(10);

impl Session {
    pub(super) const fn new(settings: Settings) -> Self {
        Self { settings, start: Start::Initial, moves: Vec::new(), game: None, seated: None }
    }

    pub(super) fn obey(&mut self, command: Command, board: &Board<impl Write>) -> io::Result<()> {
        let done = match command {
            Command::Uci => return self.introduce(board),
            Command::IsReady => {
                let ready = self.game().map(|game| {
                    game.prepare.wait_for(Tier::Quick, Instant::now() + COMPILING);
                });
                board.say(&Reply::ReadyOk)?;
                ready
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => {
                self.seated = None;
                Ok(())
            }
            Command::Position { start, moves } => self.set_position(start, &moves),
            // Those that mean something while nobody thinks are heard by `listen`.
            Command::Debug(_)
            | Command::Go(_)
            | Command::Stop
            | Command::PonderHit
            | Command::Quit => Ok(()),
        };
        done.or_else(|problem| board.tell(&format_args!("error: {problem}")))
    }

    fn introduce(&self, board: &Board<impl Write>) -> io::Result<()> {
        let spin = |default: usize, max: usize| Setting::Spin {
            default: default as i64,
            min: 1,
            max: max as i64,
        };
        let Resources { threads, memory, .. } = self.settings.resources;
        let hash = spin((memory >> 20).clamp(1, MAX_HASH), MAX_HASH);
        board.say(&Reply::Name(NAME.to_owned()))?;
        board.say(&Reply::Author("the Stonegate maintainers".to_owned()))?;
        for (name, setting) in [
            ("Hash", hash),
            ("Threads", spin(threads.get(), MAX_THREADS)),
            ("Ponder", Setting::Check { default: false }),
        ] {
            board.say(&Reply::Option { name: name.to_owned(), setting })?;
        }
        board.say(&Reply::UciOk)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let number = |max: usize| {
            let number = value.and_then(|value| value.parse::<usize>().ok());
            let number = number.filter(|number| (1..=max).contains(number));
            number.ok_or_else(|| format!("`{name}` is a number from 1 to {max}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.settings.resources.memory = number(MAX_HASH)? << 20,
            "threads" => {
                let threads = number(MAX_THREADS)?;
                self.settings.resources.threads = NonZeroUsize::new(threads).expect("it is not 0");
            }
            // Whether to ponder is said with every question.
            "ponder" => {}
            _ => return Err(format!("there is no option `{name}`")),
        }
        self.seated = None;
        Ok(())
    }

    /// Takes a position, if all of it can be read. Whether its moves are legal is found out when
    /// somebody thinks about it.
    fn set_position(&mut self, start: Start, moves: &[String]) -> Result<(), String> {
        if let Start::Fen(fen) = &start {
            chess_facts(fen).map_err(|error| error.to_string())?;
        }
        let action = |text: &String| {
            let lower = text.to_ascii_lowercase();
            from_coordinates(&lower).ok_or_else(|| format!("`{text}` is not a move like e2e4"))
        };
        self.moves = moves.iter().map(action).collect::<Result<_, _>>()?;
        self.start = start;
        Ok(())
    }

    /// The game as it begins now.
    fn game(&mut self) -> Result<&Game, String> {
        if self.game.as_ref().is_none_or(|game| game.start != self.start) {
            (self.game, self.seated) = (None, None);
            self.game = Some(Game::new(self.start.clone(), &self.settings.resources)?);
        }
        Ok(self.game.as_ref().expect("it was made"))
    }

    /// Thinks about the position, and says the move.
    pub(super) fn go(&mut self, alarm: &Alarm, board: &Board<impl Write + Send>) -> io::Result<()> {
        let answer = thread::scope(|scope| {
            scope.spawn(|| alarm.wait());
            let answer = self.think(alarm, board);
            alarm.wait_until_wanted();
            alarm.ring();
            answer
        });
        let (best, ponder) = match answer {
            Ok(answer) => answer,
            Err(problem) => {
                board.tell(&format_args!("error: {problem}"))?;
                (NO_MOVE.to_owned(), None)
            }
        };
        board.say(&Reply::BestMove { best, ponder })
    }

    /// The move, and the answer to it that is expected.
    fn think(
        &mut self,
        alarm: &Alarm,
        board: &Board<impl Write + Send>,
    ) -> Result<(String, Option<String>), String> {
        let side = (self.game()?.first + self.moves.len()) % 2;
        let time = time_for(&alarm.go, side, self.settings.time);
        alarm.set(time);
        // While the opponent is to move, there is no limit yet.
        let time = time.filter(|_| !alarm.go.ponder);
        let deadline = Instant::now() + time.unwrap_or(ENDLESS);
        let max_nodes = alarm.go.nodes.unwrap_or(u64::MAX);
        let expected = std::cell::RefCell::new(Vec::new());
        let thoughts = |thoughts: &Thoughts| {
            let line = line(thoughts);
            // A board that does not listen is noticed when it is told the move.
            let _ = board.say(&Reply::Info(info(thoughts, line.clone())));
            expected.replace(line);
            if thoughts.iterations >= max_nodes {
                alarm.ring();
            }
        };
        let turn = Turn { deadline, canceled: &alarm.has_rung, thoughts: &thoughts };
        let action = self.ask(side, &turn).map_err(|error| error.to_string())?;
        let best = to_coordinates(&action).ok_or_else(|| format!("`{action}` moves no piece"))?;
        let line = expected.into_inner();
        let ponder = line.get(1).filter(|_| line[0] == best).cloned();
        Ok((best, ponder))
    }

    /// Asks the player of a side, who is told all that has happened since it was last asked.
    fn ask(&mut self, side: usize, turn: &Turn<'_>) -> Result<String, PlayerError> {
        // Whoever is only to follow the game does not think.
        let canceled = true.into();
        let in_passing =
            Turn { deadline: Instant::now() + PATIENCE, canceled: &canceled, thoughts: &|_| {} };
        let joint = |game: &Game, n: usize| {
            let mut joint = [WAIT.to_owned(), WAIT.to_owned()];
            joint[(game.first + n) % 2].clone_from(&self.moves[n]);
            joint
        };
        let game = self.game.as_ref().expect("it was asked for its first side");
        let is_ahead = |seated: &Seated| {
            seated.side == side && self.moves.starts_with(&seated.moves[..seated.n_moves])
        };
        if let Some(seated) = self.seated.as_mut().filter(|seated| is_ahead(seated)) {
            let news = seated.n_moves..self.moves.len();
            (seated.n_moves, seated.moves) = (self.moves.len(), self.moves.clone());
            let Some(last) = news.clone().last() else { return seated.player.play(None, turn) };
            for n in news.start..last {
                seated.player.play(Some(&joint(game, n)), &in_passing)?;
            }
            return seated.player.play(Some(&joint(game, last)), turn);
        }
        let Settings { player, resources, time } = &self.settings;
        let briefing = Briefing {
            match_id: "uci".to_owned(),
            role: ROLES[side].to_owned(),
            ruleset: game.ruleset.clone(),
            opening: (0..self.moves.len()).map(|n| joint(game, n).to_vec()).collect(),
            clock: Clock { start: Duration::ZERO, play: *time },
        };
        let mut player =
            player.player(resources).map_err(|error| PlayerError::Rules(error.to_string()))?;
        player.start(&briefing, &in_passing)?;
        let (n_moves, moves) = (self.moves.len(), self.moves.clone());
        let seated = self.seated.insert(Seated { player, side, n_moves, moves });
        seated.player.play(None, turn)
    }
}

impl Game {
    fn new(start: Start, resources: &Resources) -> Result<Self, String> {
        let chess = BuiltIn::find("chess").expect("it is built in");
        let mut game = GameRules::read(chess.text).map_err(|error| error.to_string())?;
        let mut first = 0;
        if let Start::Fen(fen) = &start {
            let facts = chess_facts(fen).map_err(|error| error.to_string())?;
            first = usize::from(facts.iter().any(|fact| fact == "(control black)"));
            game = game.beginning_with(&facts).map_err(|error| error.to_string())?;
        }
        let game = Arc::new(game);
        let prepare = Prepare::join(&game, &resources.to_prepare());
        Ok(Self { start, ruleset: Ruleset::Sheet(game), first, prepare })
    }
}

/// The moves that are expected, the best one first.
fn line(thoughts: &Thoughts) -> Vec<String> {
    let moves = thoughts.line.iter().map(|joint| joint.iter().find_map(|it| to_coordinates(it)));
    moves.map_while(|action| action).collect()
}

fn info(thoughts: &Thoughts, line: Vec<String>) -> Info {
    let seconds = thoughts.elapsed.as_secs_f64();
    let is_told = thoughts.iterations > 0;
    Info {
        depth: is_told.then_some(thoughts.depth),
        score: thoughts.opinions.first().map(|best| score(best.value)),
        nodes: is_told.then_some(thoughts.iterations),
        time: Some(thoughts.elapsed),
        speed: (is_told && seconds > 0.0).then(|| (thoughts.iterations as f64 / seconds) as u64),
        line,
        text: thoughts.fault.clone(),
    }
}

/// What a goal from 0 to 100 is in hundredths of a pawn, by the scale of Elo: a pawn is worth as
/// much as being 100 Elo better.
fn score(value: f64) -> Score {
    let share = (value / 100.0).clamp(1e-4, 1.0 - 1e-4);
    Score::Centipawns((400.0 * (share / (1.0 - share)).log10()) as i64)
}
