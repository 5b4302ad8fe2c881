//! Who may sit at a table of the server, and with what. What costs the server is not for guests:
//! whatever is not named here, such as threads, memory, files, or the length of random games.

use stonegate_players::{Method, Options, PlayerSpec, Resources, Ruleset};
use stonegate_tables::{PositionView, Refusal, Sitter};

use crate::catalog::OpenGame;
use crate::token::random_seed;

/// A description of a player has at most so many bytes.
const MAX_PLAYER_BYTES: usize = 200;

/// What an engine on a circuit may take, in bytes.
const MEMORY: usize = 256 << 20;

/// What a player of its own may take.
pub(super) const PLAYER_MEMORY: usize = 128 << 20;

/// How an engine finds its moves.
#[derive(Clone, Debug)]
pub(super) enum Engine {
    /// On the circuit that all tables of the game share.
    Method(Method),
    /// As a player of its own, for games that have a machine of their own.
    Player(PlayerSpec),
    /// On the board of the house.
    Board(PlayerSpec),
}

impl Engine {
    /// The engine of a description. Without one it is who gives hints and analyzes.
    pub(super) fn new(game: &OpenGame, description: Option<&str>) -> Result<Self, Refusal> {
        let board = game.board.as_ref().filter(|board| Some(board.name()) == description);
        if let Some(board) = board {
            return Ok(Self::Board(board.player().clone()));
        }
        let best = match &game.ruleset {
            Ruleset::Sheet(_) => "mcts",
            // A machine is called as its game.
            Ruleset::Dedicated(game) => game.name(),
        };
        let bad = |message: String| Refusal::new("bad-player", message);
        let spec = description.unwrap_or(best).parse::<PlayerSpec>();
        let spec = spec.map_err(|error| bad(error.to_string()))?;
        let memory = Resources { memory: MEMORY, ..resources() };
        match spec.method(&memory).map_err(|error| bad(error.to_string()))? {
            Some(method) => Ok(Self::Method(method)),
            None => Ok(Self::Player(spec)),
        }
    }
}

/// What an engine may use.
pub(super) fn resources() -> Resources {
    Resources { memory: PLAYER_MEMORY, ..Resources::new(random_seed()) }
}

/// Who sits on a seat by a description.
pub(crate) fn sitter(ruleset: &Ruleset, text: &str) -> Result<Sitter, Refusal> {
    let bad = |message: String| Refusal::new("bad-player", message);
    if text.len() > MAX_PLAYER_BYTES {
        return Err(bad("the description of the player is too long".to_owned()));
    }
    let spec = text.parse::<PlayerSpec>().map_err(|error| bad(error.to_string()))?;
    if !spec.suits(ruleset) {
        return Err(bad(format!("`{spec}` does not play this game")));
    }
    match &spec {
        PlayerSpec::Engine { name: "human", .. } => Ok(Sitter::Human),
        PlayerSpec::Engine { name: "random", .. } => Ok(Sitter::Random),
        PlayerSpec::Engine { name, options } => {
            check(name, options)?;
            // Options are read here, so that a mistake shows at once.
            spec.player(&resources()).map_err(|error| bad(error.to_string()))?;
            Ok(Sitter::Engine(spec.to_string()))
        }
        // The server neither calls addresses nor starts programs that guests give it.
        PlayerSpec::Remote { .. } | PlayerSpec::Program { .. } => {
            Err(bad("players from outside cannot sit at a table".to_owned()))
        }
    }
}

/// What may sit on a seat of a game that begins so: `human` first, then the engines, and the board of
/// the house.
pub(crate) fn players(game: &OpenGame, start: &PositionView) -> Vec<String> {
    // Alpha-beta is for two roles that take turns.
    let takes_turns = start.legal.len() == 2 && start.choosing.len() == 1;
    let plays = |&name: &&str| name != "human" && (takes_turns || name != "alphabeta");
    let engines = PlayerSpec::engines_for(&game.ruleset).filter(plays);
    let board = game.board.iter().map(|board| board.name().to_owned());
    ["human"].into_iter().chain(engines).map(str::to_owned).chain(board).collect()
}

/// An option of an engine that guests may set.
struct Allowed {
    name: &'static str,
    values: Values,
}

enum Values {
    /// None costs more than the time of the seat.
    Any,
    /// Whole numbers up to this one.
    UpTo(u64),
    /// The word alone.
    None,
}

const fn any(name: &'static str) -> Allowed {
    Allowed { name, values: Values::Any }
}

const fn up_to(name: &'static str, most: u64) -> Allowed {
    Allowed { name, values: Values::UpTo(most) }
}

const fn word(name: &'static str) -> Allowed {
    Allowed { name, values: Values::None }
}

/// By the names of the engines.
const ALLOWED: &[(&str, &[Allowed])] = &[
    (
        "mcts",
        &[
            any("c"),
            any("v"),
            any("unvisited-value"),
            any("unvisited-visits"),
            any("log-visits"),
            up_to("playouts", 64),
            up_to("visits-per-leaf", 64),
            any("seed"),
            any("choice"),
            any("iterations"),
            any("level"),
        ],
    ),
    ("greedy", &[any("seed")]),
    ("connect6", &[word("seven"), word("host"), any("rounds"), any("seed"), any("level")]),
    ("go", &[word("noresign"), any("games"), any("level")]),
    ("gomoku", &[word("pattern"), any("depth"), any("seed"), any("level")]),
    (
        "othello",
        &[
            word("classic"),
            word("seed"),
            word("location"),
            any("depth"),
            any("exact"),
            any("level"),
        ],
    ),
];

/// Refuses options of an engine that a guest may not set, or not so.
fn check(engine: &str, options: &Options) -> Result<(), Refusal> {
    let allowed = ALLOWED.iter().find(|(name, _)| *name == engine);
    let allowed = allowed.map_or(&[][..], |(_, allowed)| *allowed);
    for (name, value) in options.iter() {
        let refuse = |message: String| Err(Refusal::new("bad-player", message));
        let Some(option) = allowed.iter().find(|allowed| allowed.name == name) else {
            let names = allowed.iter().map(|allowed| allowed.name).collect::<Vec<_>>().join(", ");
            let rest = if names.is_empty() {
                format!("`{engine}` has no settings at a table")
            } else {
                format!("at a table, `{engine}` has {names}")
            };
            return refuse(format!("the server decides on `{name}`: {rest}"));
        };
        match option.values {
            Values::UpTo(most) if value.parse::<u64>().is_ok_and(|value| value > most) => {
                return refuse(format!("at a table, `{name}` is at most {most}"));
            }
            Values::None if !value.is_empty() => {
                return refuse(format!("at a table, `{name}` has no value"));
            }
            Values::Any | Values::UpTo(_) | Values::None => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<(), Refusal> {
        match text.parse().expect("it is a player") {
            PlayerSpec::Engine { name, options } => super::check(name, &options),
            other => panic!("{other} is no engine"),
        }
    }

    #[test]
    fn what_costs_the_house_is_not_for_guests() {
        for text in [
            "mcts:step-limit=4294967295",
            "mcts:threads=64",
            "mcts:memory=64G",
            "mcts:wave=65536",
            "mcts:ponder=true",
            "mcts:playouts=1000",
            "mcts:c=0.7,visits-per-leaf=1048576",
            "go:threads=64",
            "gomoku:pattern=/etc/passwd",
            "othello:time=1000",
        ] {
            let refusal = check(text).expect_err(text);
            assert_eq!(refusal.code, "bad-player");
        }
        let refusal = check("mcts:wave=65536").expect_err("it costs the house");
        assert!(refusal.message.contains("`wave`"), "{}", refusal.message);
        assert!(refusal.message.contains("playouts"), "it says what there is");
    }

    #[test]
    fn how_an_engine_plays_is_for_guests() {
        for text in [
            "mcts",
            "mcts:c=0.7,playouts=4,iterations=1000",
            "greedy:seed=3",
            "go:noresign,games=500",
            "gomoku:pattern",
            "othello:depth=3,location",
            "othello:classic",
            "othello:seed",
            "connect6:seven",
            "mcts:level=1",
            "go:level=6",
        ] {
            assert_eq!(check(text), Ok(()), "{text}");
        }
    }

    #[test]
    fn others_are_refused() {
        let sheet = stonegate_gdl::parse("(role red)").0;
        let sheet = Ruleset::try_from(sheet).expect("it can be played");
        for player in
            ["", "pope", "http://localhost:1", "mcts:threads=64", "othello", &"x".repeat(1000)]
        {
            let refusal = sitter(&sheet, player).expect_err("this is nobody");
            assert_eq!(refusal.code, "bad-player", "{player}");
        }
        assert_eq!(sitter(&sheet, "human"), Ok(Sitter::Human));
        assert_eq!(sitter(&sheet, "random"), Ok(Sitter::Random));
        assert_eq!(sitter(&sheet, "mcts:c=0.7"), Ok(Sitter::Engine("mcts:c=0.7".to_owned())));
    }

    #[test]
    fn every_engine_and_option_that_is_named_exists() {
        for (name, allowed) in ALLOWED {
            for option in *allowed {
                let value = if matches!(option.values, Values::None) { "" } else { "=1" };
                let text = format!("{name}:{}{value}", option.name);
                assert!(text.parse::<PlayerSpec>().is_ok(), "{text}");
            }
        }
    }
}
