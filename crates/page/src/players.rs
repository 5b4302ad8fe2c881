//! Who may sit at a table.

use stonegate_minds::{Dedicated, Level};
use stonegate_search::Options;
use stonegate_tables::{Refusal, Sitter};

/// What a tree may take, in bytes. A tab has little more than ten times that.
const TREE_BYTES: usize = 96 << 20;

/// Who finds moves on a circuit.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Method {
    Mcts(Options, Level),
    AlphaBeta,
    Greedy,
}

/// The names of those who play rule sheets.
const METHODS: [&str; 3] = ["mcts", "alphabeta", "greedy"];

/// The bytes that a table of positions may take.
pub(crate) const TABLE_BYTES: usize = 32 << 20;

impl Method {
    /// How to search what roles know. Other methods have no way to do so, and search as well.
    pub(crate) fn search_options(&self) -> Options {
        match self {
            Self::Mcts(options, _) => options.clone(),
            Self::AlphaBeta | Self::Greedy => Options::default(),
        }
    }

    /// Reads a name with options, as in `mcts:c=0.7,playouts=8`.
    pub(crate) fn parse(text: &str, seed: u64) -> Result<Self, String> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        match name {
            "mcts" => {
                let mut options = Options { seed, ..Options::default() };
                let mut level = Level::MAX;
                for part in rest.split(',').filter(|part| !part.is_empty()) {
                    match part.split_once('=').unwrap_or((part, "")) {
                        (LEVEL, value) => level = read_level(value)?,
                        (key, value) => {
                            options.set(key, value).map_err(|error| error.to_string())?;
                        }
                    }
                }
                options.memory = options.memory.min(TREE_BYTES);
                options.iterations = options.iterations.min(level.iterations());
                Ok(Self::Mcts(options, level))
            }
            "alphabeta" | "greedy" if !rest.is_empty() => {
                Err(format!("`{name}` has no settings here"))
            }
            "alphabeta" => Ok(Self::AlphaBeta),
            "greedy" => Ok(Self::Greedy),
            _ => Err(format!("there is no player `{name}` here: there are {}", METHODS.join(", "))),
        }
    }
}

/// How strong an engine plays.
const LEVEL: &str = "level";

fn read_level(text: &str) -> Result<Level, String> {
    text.parse().map_err(|()| format!("`{LEVEL}` cannot be `{text}`: it is {}", Level::EXPECTED))
}

/// The level of a dedicated engine by its description, as in `go:level=3`.
pub(crate) fn dedicated_level(game: &Dedicated, text: &str) -> Result<Level, String> {
    let others = || format!("`{text}` does not play this game: `{}` does", game.name());
    let rest = text.strip_prefix(game.name()).ok_or_else(others)?;
    if rest.is_empty() {
        return Ok(Level::MAX);
    }
    let level = rest.strip_prefix(':').and_then(|rest| rest.strip_prefix(LEVEL));
    read_level(level.and_then(|rest| rest.strip_prefix('=')).ok_or_else(others)?)
}

/// Who sits on a seat by a description.
pub(crate) fn sitter(dedicated: Option<&Dedicated>, text: &str) -> Result<Sitter, Refusal> {
    match (text, dedicated) {
        ("human", _) => Ok(Sitter::Human),
        ("random", _) => Ok(Sitter::Random),
        (_, Some(game)) => match dedicated_level(game, text) {
            Ok(_) => Ok(Sitter::Engine(text.to_owned())),
            Err(message) => Err(Refusal::new("bad-player", message)),
        },
        (_, None) => match Method::parse(text, 0) {
            Ok(_) => Ok(Sitter::Engine(text.to_owned())),
            Err(message) => Err(Refusal::new("bad-player", message)),
        },
    }
}

/// What may sit on a seat: `human` first, then the engines. Alpha-beta is for two who take turns,
/// and only who searches plays by what it perceives.
pub(crate) fn players(
    dedicated: Option<&Dedicated>,
    takes_turns: bool,
    hides_moves: bool,
) -> Vec<String> {
    let plays = |name: &&str| match *name {
        "mcts" => true,
        "alphabeta" => takes_turns && !hides_moves,
        _ => !hides_moves,
    };
    let engines = match dedicated {
        Some(game) => vec![game.name()],
        None => METHODS.into_iter().filter(plays).collect(),
    };
    ["human"].into_iter().chain(engines).chain(["random"]).map(str::to_owned).collect()
}
