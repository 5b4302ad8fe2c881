//! Players by name: `random`, `mcts:c=0.55,threads=1`, `http://host:9147`, `gtp:gnugo --mode gtp`.
//!
//! All of them take `time=SECONDS`, the most that a move may take: behind the colon for engines,
//! before the command of a program (`gtp:time=1 gnugo --mode gtp`) and behind the address of
//! a player elsewhere (`http://host:9147?time=1`).
//!
//! What the options of a player are called and what they mean stands beside the player: in
//! `dedicated/gomoku.rs` for `gomoku`, in `hosted/gtp.rs` for `gtp`, and so on.

mod error;
mod seconds;

use std::fmt;
use std::io::{self, BufReader};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use stonegate_compile::{BuiltIn, Cache};
use stonegate_minds::Level;

use crate::dedicated::{connect6, go, gomoku, othello};
use crate::hosted::{self, c6, gomocup, gtp, nboard, uci};
use crate::http::Address;
use crate::mind::Method;
use crate::player::Player;
use crate::players::{
    Dialect, HumanPlayer, Means, RandomPlayer, RemotePlayer, ThinkingPlayer, ThinkingSettings,
    TimedPlayer,
};
use crate::prepare::PrepareSettings;
use crate::ruleset::Ruleset;
use crate::weights::Learned;
use seconds::Seconds;

pub use error::SpecError;

/// A description of a player.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum PlayerSpec {
    /// A program of our own, by its name in the table of engines.
    Engine { name: &'static str, options: Options },
    /// A player behind a socket.
    Remote { address: Address, options: Options },
    /// A program that is started for the match and speaks a protocol, by its name in
    /// the table of protocols.
    Program { protocol: &'static str, options: Options, command: String },
}

/// The options of an engine: `c=0.55,threads=1`.
#[derive(Clone, Eq, PartialEq, Default, Debug)]
pub struct Options(Vec<(String, String)>);

/// What an engine may use, unless its own options say otherwise.
#[derive(Clone, Debug)]
pub struct Resources {
    pub threads: NonZeroUsize,
    /// In bytes. Compiling a game takes no more, and neither does what is kept while thinking; it is
    /// long done when there is much to keep.
    pub memory: usize,
    pub seed: u64,
    /// Whether players think on while others do.
    pub ponder: bool,
    /// Where machines of games are kept that were played before.
    pub cache: Option<Arc<dyn Cache>>,
}

impl Resources {
    /// How a game gets ready for players with these resources.
    pub fn to_prepare(&self) -> PrepareSettings {
        PrepareSettings {
            memory: self.memory,
            cache: self.cache.clone(),
            ..PrepareSettings::default()
        }
    }

    /// One thread and a gigabyte.
    pub fn new(seed: u64) -> Self {
        Self { threads: NonZeroUsize::MIN, memory: 1 << 30, seed, ponder: false, cache: None }
    }
}

/// A program that can play.
struct Engine {
    name: &'static str,
    plays: Domain,
    /// The words that stand among the options without a value.
    flags: &'static [&'static str],
    /// The names of its options, in groups.
    options: &'static [&'static [&'static str]],
    make: Make,
}

/// Which games a player plays.
#[derive(Copy, Clone)]
enum Domain {
    All,
    Sheets,
    /// The sheet of a built-in game.
    Sheet(&'static str),
    /// Dedicated games, by their names.
    Dedicated(&'static [&'static str]),
}

impl Domain {
    fn contains(self, ruleset: &Ruleset) -> bool {
        match (self, ruleset) {
            (Self::All, _) | (Self::Sheets, Ruleset::Sheet(_)) => true,
            (Self::Sheet(name), Ruleset::Sheet(game)) => {
                let built_in = BuiltIn::find(name).expect("it is built in");
                stonegate_gdl::parse(built_in.text).0.same_clauses(&game.sheet)
            }
            (Self::Dedicated(names), Ruleset::Dedicated(game)) => names.contains(&game.name()),
            (Self::Sheets | Self::Sheet(_), Ruleset::Dedicated(_))
            | (Self::Dedicated(_), Ruleset::Sheet(_)) => false,
        }
    }
}

type Make = fn(&Options, &Resources) -> Made;
type MakeHost = fn(&str, &Options) -> Made;
type Made = Result<Box<dyn Player>, SpecError>;

/// What every player has.
const COMMON: &[&str] = &["time"];

/// How strong an engine plays.
pub(crate) const LEVEL: &str = "level";

/// For how long each thread may have a processor for a move, whatever the clock says.
pub(crate) const CPU: &str = "cpu";

/// What a player of the search has beside its parameters.
const THREADS: &[&str] = &["threads", CPU, "ponder", "board", "chip"];

/// What a player may know of a game: a file of weights, and how much random games count beside
/// them.
const LEARNED: &[&str] = &["weights", "mix"];

/// A board answers one question after the other, and a clock is running.
const BOARD_WAVE: usize = 64;

/// All engines. To add one, write its player and name it here.
const ENGINES: &[Engine] = &[
    Engine {
        name: "mcts",
        plays: Domain::Sheets,
        flags: &[],
        options: &[&stonegate_search::KEYS, THREADS, LEARNED, &[LEVEL]],
        make: make_mcts,
    },
    Engine {
        name: "alphabeta",
        plays: Domain::Sheets,
        flags: &[],
        options: &[&["weights"]],
        make: make_alphabeta,
    },
    Engine {
        name: "greedy",
        plays: Domain::Sheets,
        flags: &[],
        options: &[&["seed", "weights"]],
        make: make_greedy,
    },
    Engine {
        name: "random",
        plays: Domain::All,
        flags: &[],
        options: &[&["seed"]],
        make: make_random,
    },
    Engine { name: "human", plays: Domain::All, flags: &[], options: &[], make: make_human },
    Engine {
        name: "connect6",
        plays: Domain::Dedicated(&["connect6"]),
        flags: connect6::FLAGS,
        options: &[connect6::OPTIONS],
        make: connect6::make,
    },
    Engine {
        name: "go",
        plays: Domain::Dedicated(&["go"]),
        flags: go::FLAGS,
        options: &[go::OPTIONS],
        make: go::make,
    },
    Engine {
        name: "gomoku",
        plays: Domain::Dedicated(&["gomoku"]),
        flags: gomoku::FLAGS,
        options: &[gomoku::OPTIONS],
        make: gomoku::make,
    },
    Engine {
        name: "othello",
        plays: Domain::Dedicated(&["othello"]),
        flags: othello::FLAGS,
        options: &[othello::OPTIONS],
        make: othello::make,
    },
];

/// A protocol that other programs speak.
struct Protocol {
    name: &'static str,
    plays: Domain,
    /// How a program is made to keep to a time: protocols without a clock leave the deadline.
    means: Means,
    /// The names of its options.
    options: &'static [&'static str],
    /// Makes the player that starts a program by this command.
    make: MakeHost,
}

/// All protocols of programs. To add one, write its player and name it here.
const PROTOCOLS: &[Protocol] = &[
    Protocol {
        name: "c6",
        plays: Domain::Dedicated(&["connect6"]),
        means: Means::Deadline,
        options: &[],
        make: hosted::make::<c6::Game>,
    },
    Protocol {
        name: "gomocup",
        plays: Domain::Dedicated(&["gomoku"]),
        means: Means::Clock,
        options: &[],
        make: hosted::make::<gomocup::Game>,
    },
    Protocol {
        name: "gtp",
        plays: Domain::Dedicated(&["go", "othello"]),
        means: Means::Clock,
        options: &[],
        make: hosted::make::<gtp::Table>,
    },
    Protocol {
        name: "nboard",
        plays: Domain::Dedicated(&["othello"]),
        means: Means::Deadline,
        options: nboard::OPTIONS,
        make: nboard::make,
    },
    Protocol {
        name: "uci",
        plays: Domain::Sheet("chess"),
        means: Means::Clock,
        options: uci::OPTIONS,
        make: uci::make,
    },
];

fn make_mcts(options: &Options, resources: &Resources) -> Result<Box<dyn Player>, SpecError> {
    thinking(mcts(options, resources)?, options, resources)
}

fn mcts(options: &Options, resources: &Resources) -> Result<Method, SpecError> {
    let mut search = stonegate_search::Options {
        memory: resources.memory,
        seed: resources.seed,
        ..stonegate_search::Options::default()
    };
    let board = options.get("board", "a port, as in /dev/ttyUSB1@115200, or host:port")?;
    if board.is_some() {
        search.max_wave = BOARD_WAVE;
    }
    if options.has("weights") {
        search = stonegate_learning::options(&search);
    }
    for (name, value) in &options.0 {
        if ![COMMON, THREADS, LEARNED, &[LEVEL]].concat().contains(&name.as_str()) {
            search.set(name, value).map_err(SpecError::Search)?;
        }
    }
    let level = level(options)?;
    search.iterations = search.iterations.min(level.iterations());
    let chip = options.get("chip", "ice40-hx8k, ecp5-25k, ecp5-45k or ecp5-85k")?;
    if let Some(address) = board {
        return Ok(Method::Board(search, address, chip));
    }
    let method = learned(Method::Mcts(search), options)?;
    Ok(if level < Level::MAX { Method::Leveled(Box::new(method), level) } else { method })
}

/// The level that the options name.
pub(crate) fn level(options: &Options) -> Result<Level, SpecError> {
    Ok(options.get(LEVEL, Level::EXPECTED)?.unwrap_or(Level::MAX))
}

/// The work that the options allow for a move.
pub(crate) fn cpu(options: &Options) -> Result<Option<Duration>, SpecError> {
    Ok(options.get::<Seconds>(CPU, "a number of seconds")?.map(|Seconds(time)| time))
}

/// A method with the weights that the options name.
fn learned(method: Method, options: &Options) -> Result<Method, SpecError> {
    let expected = "a number from 0 to 1";
    let mix = options.get("mix", expected)?.unwrap_or(stonegate_learning::PLAYOUTS);
    if !(0.0..=1.0).contains(&mix) {
        let (option, value) = ("mix".to_owned(), mix.to_string());
        return Err(SpecError::BadValue { option, value, expected });
    }
    let path = options.get::<PathBuf>("weights", "a file, or `auto`")?;
    Ok(match path {
        Some(path) => Method::Learned(Box::new(method), Learned::read(&path, mix)),
        None => method,
    })
}

fn make_alphabeta(options: &Options, resources: &Resources) -> Result<Box<dyn Player>, SpecError> {
    thinking(alphabeta(options, resources)?, options, resources)
}

fn alphabeta(options: &Options, resources: &Resources) -> Result<Method, SpecError> {
    learned(Method::AlphaBeta { memory: resources.memory }, options)
}

fn make_greedy(options: &Options, resources: &Resources) -> Result<Box<dyn Player>, SpecError> {
    thinking(greedy(options, resources)?, options, resources)
}

fn greedy(options: &Options, resources: &Resources) -> Result<Method, SpecError> {
    let seed = options.get("seed", "a whole number")?.unwrap_or(resources.seed);
    learned(Method::Greedy { seed }, options)
}

fn thinking(
    method: Method,
    options: &Options,
    resources: &Resources,
) -> Result<Box<dyn Player>, SpecError> {
    let threads = options.get("threads", "a number of at least 1")?.unwrap_or(resources.threads);
    let ponder = options.get("ponder", "`true` or `false`")?.unwrap_or(resources.ponder);
    let prepare = resources.to_prepare();
    let settings = ThinkingSettings { method, threads, cpu: cpu(options)?, prepare, ponder };
    Ok(Box::new(ThinkingPlayer::new(settings)))
}

fn make_random(options: &Options, resources: &Resources) -> Result<Box<dyn Player>, SpecError> {
    let seed = options.get("seed", "a whole number")?.unwrap_or(resources.seed);
    Ok(Box::new(RandomPlayer::new(seed, resources.to_prepare())))
}

#[expect(clippy::unnecessary_wraps, reason = "the table of engines asks for it")]
fn make_human(_: &Options, resources: &Resources) -> Result<Box<dyn Player>, SpecError> {
    let input = Box::new(BufReader::new(io::stdin()));
    Ok(Box::new(HumanPlayer::new(input, Box::new(io::stdout()), resources.to_prepare())))
}

impl PlayerSpec {
    /// The names of all engines.
    pub fn engines() -> impl Iterator<Item = &'static str> {
        ENGINES.iter().map(|engine| engine.name)
    }

    /// The names of the engines that play by these rules.
    pub fn engines_for(ruleset: &Ruleset) -> impl Iterator<Item = &'static str> {
        let engines = ENGINES.iter().filter(|engine| engine.plays.contains(ruleset));
        engines.map(|engine| engine.name)
    }

    /// Whether the player can be told of moves that were made before it is asked. The GGP protocol has
    /// no words for that.
    pub fn takes_openings(&self) -> bool {
        !matches!(self, Self::Remote { .. })
    }

    /// Whether the player plays by these rules.
    pub fn suits(&self, ruleset: &Ruleset) -> bool {
        self.domain().contains(ruleset)
    }

    /// Whether the player plays dedicated games only.
    pub fn is_dedicated(&self) -> bool {
        matches!(self.domain(), Domain::Dedicated(_))
    }

    fn domain(&self) -> Domain {
        match self {
            Self::Remote { .. } => Domain::Sheets,
            Self::Engine { name, .. } => find(name).map_or(Domain::All, |engine| engine.plays),
            Self::Program { protocol, .. } => protocol_of(protocol).plays,
        }
    }

    /// How the player thinks, if it is an engine that does.
    pub fn method(&self, resources: &Resources) -> Result<Option<Method>, SpecError> {
        let Self::Engine { name, options } = self else { return Ok(None) };
        match *name {
            "mcts" => mcts(options, resources).map(Some),
            "alphabeta" => alphabeta(options, resources).map(Some),
            "greedy" => greedy(options, resources).map(Some),
            _ => Ok(None),
        }
    }

    pub fn player(&self, resources: &Resources) -> Result<Box<dyn Player>, SpecError> {
        let (player, options, means): (Box<dyn Player>, _, _) = match self {
            Self::Remote { address, options } => {
                let dialect = options.get::<Dialect>("gdl2", "`new` or `old`")?;
                let player = RemotePlayer::new(address.clone(), dialect.unwrap_or_default());
                (Box::new(player), options, Means::Clock)
            }
            Self::Engine { name, options } => {
                ((find(name)?.make)(options, resources)?, options, Means::Deadline)
            }
            Self::Program { protocol, options, command } => {
                let protocol = protocol_of(protocol);
                ((protocol.make)(command, options)?, options, protocol.means)
            }
        };
        let time = options.get::<Seconds>("time", "a number of seconds")?;
        Ok(match time {
            Some(Seconds(time)) => Box::new(TimedPlayer::new(player, time, means)),
            None => player,
        })
    }
}

fn protocol_of(name: &str) -> &'static Protocol {
    let protocol = PROTOCOLS.iter().find(|known| known.name == name);
    protocol.expect("descriptions are read with the same table")
}

fn find(name: &str) -> Result<&'static Engine, SpecError> {
    let engine = ENGINES.iter().find(|engine| engine.name.eq_ignore_ascii_case(name));
    engine.ok_or_else(|| SpecError::UnknownPlayer(name.to_owned()))
}

impl Options {
    /// The value of an option, if one is given: a word alone has none.
    pub fn get<T: FromStr>(
        &self,
        option: &str,
        expected: &'static str,
    ) -> Result<Option<T>, SpecError> {
        let mut given = self.0.iter().rev().filter(|(name, _)| name == option);
        let Some((_, value)) = given.next().filter(|(_, value)| !value.is_empty()) else {
            return Ok(None);
        };
        let bad =
            |_| SpecError::BadValue { option: option.to_owned(), value: value.clone(), expected };
        value.parse().map(Some).map_err(bad)
    }

    /// All options, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether a word is among the options, with a value or without.
    pub fn has(&self, flag: &str) -> bool {
        self.0.iter().any(|(name, _)| name == flag)
    }

    fn parse(text: &str, words: &Words) -> Result<Self, SpecError> {
        let mut options = Vec::new();
        for option in text.split(',').filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            if value.is_empty() && !option.ends_with('=') && words.flags.contains(&name) {
                options.push((name.to_owned(), String::new()));
                continue;
            }
            if !words.options.contains(&name) {
                let (player, option, words) = (words.player, name.to_owned(), words.all());
                return Err(SpecError::UnknownOption { player, option, words });
            }
            if value.is_empty() {
                let (option, value) = (name.to_owned(), String::new());
                return Err(SpecError::BadValue { option, value, expected: "a value" });
            }
            options.push((name.to_owned(), value.to_owned()));
        }
        Ok(Self(options))
    }
}

/// `c=0.55,threads=1`
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (option, value)) in self.0.iter().enumerate() {
            write!(f, "{}{option}", if index == 0 { "" } else { "," })?;
            if !value.is_empty() {
                write!(f, "={value}")?;
            }
        }
        Ok(())
    }
}

/// What may stand among the options of a player.
struct Words {
    player: &'static str,
    /// Without a value.
    flags: &'static [&'static str],
    /// With a value. Some words may stand alone or with one.
    options: Vec<&'static str>,
}

impl Words {
    fn new(
        player: &'static str,
        flags: &'static [&'static str],
        options: &[&'static [&'static str]],
    ) -> Self {
        Self { player, flags, options: [&options.concat(), COMMON].concat() }
    }

    fn all(&self) -> Vec<&'static str> {
        let flags = self.flags.iter().filter(|flag| !self.options.contains(flag));
        flags.chain(&self.options).copied().collect()
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        if text.contains("://") {
            let (address, options) = text.split_once('?').unwrap_or((text, ""));
            let options = Options::parse(options, &Words::new("http", &[], &[&["gdl2"]]))?;
            let address = address.parse().map_err(SpecError::BadAddress)?;
            return Ok(Self::Remote { address, options });
        }
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let mut protocols = PROTOCOLS.iter();
        if let Some(protocol) = protocols.find(|known| known.name.eq_ignore_ascii_case(name)) {
            let (options, command) = split_command(options);
            let words = Words::new(protocol.name, &[], &[protocol.options]);
            let (protocol, options) = (protocol.name, Options::parse(options, &words)?);
            if command.is_empty() {
                return Err(SpecError::NoCommand { protocol });
            }
            return Ok(Self::Program { protocol, options, command: command.to_owned() });
        }
        let engine = find(name)?;
        let words = Words::new(engine.name, engine.flags, engine.options);
        Ok(Self::Engine { name: engine.name, options: Options::parse(options, &words)? })
    }
}

/// Options and the command behind them: no program has a name with `=` in it.
fn split_command(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let is_option = |text: &str| {
        let (name, _) = text.split_once('=').unwrap_or_default();
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    if is_option(first) { (first, rest.trim_start()) } else { ("", text) }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Remote { address, options } if options.0.is_empty() => address.fmt(f),
            Self::Remote { address, options } => write!(f, "{address}?{options}"),
            Self::Program { protocol, options, command } if options.0.is_empty() => {
                write!(f, "{protocol}:{command}")
            }
            Self::Program { protocol, options, command } => {
                write!(f, "{protocol}:{options} {command}")
            }
            Self::Engine { name, options } if options.0.is_empty() => f.write_str(name),
            Self::Engine { name, options } => write!(f, "{name}:{options}"),
        }
    }
}

#[cfg(test)]
mod tests;
