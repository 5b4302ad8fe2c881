//! What a page may ask of an engine. What costs the house is not for guests: whatever is not named
//! here, such as threads, memory, files, or the length of random games.

use stonegate_players::Options;

use super::message::Refusal;

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
        ],
    ),
    ("greedy", &[any("seed")]),
    ("connect6", &[word("seven"), word("host"), any("rounds"), any("seed")]),
    ("go", &[word("noresign"), any("games")]),
    ("gomoku", &[word("pattern"), any("depth"), any("seed")]),
    ("othello", &[word("classic"), word("seed"), word("location"), any("depth"), any("exact")]),
];

/// Refuses options of an engine that a guest may not set, or not so.
pub(super) fn check(engine: &str, options: &Options) -> Result<(), Refusal> {
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
    use stonegate_players::PlayerSpec;

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
        ] {
            assert_eq!(check(text), Ok(()), "{text}");
        }
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
