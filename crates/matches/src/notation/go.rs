//! Go in SGF.

use anyhow::ensure;
use stonegate_go::{CountedGame, Rules, SgfGame};
use stonegate_players::{Dedicated, Ruleset};

/// What a game in SGF was played by: its size and its komi.
pub(super) fn ruleset(text: &str) -> anyhow::Result<Ruleset> {
    Ok(dedicated(&text.trim().parse()?, Rules::CHINESE).into())
}

fn dedicated(game: &SgfGame, rules: Rules) -> Dedicated {
    let rules = Rules { komi: game.komi.unwrap_or(rules.komi), ..rules };
    Dedicated::new::<CountedGame>(stonegate_go::Setup { size: game.size, rules })
}

/// The moves of a game. Its komi is not that of who plays on.
pub(super) fn game(text: &str, played: &Dedicated) -> anyhow::Result<Vec<Vec<String>>> {
    let game = text.parse::<SgfGame>()?;
    let has_stones = !game.stones.black.is_empty() || !game.stones.white.is_empty();
    ensure!(!has_stones, "a game that begins with stones on the board is not read");
    if let Some(setup) = played.setup::<CountedGame>() {
        ensure!(
            setup.size == game.size,
            "this is a game on a {} board, and `{played}` is to be played",
            game.size
        );
    }
    let colors = game.moves.iter().map(|(color, _)| *color);
    let mut turns = colors.zip(stonegate_stones::Color::ALL.into_iter().cycle());
    ensure!(turns.all(|(color, turn)| color == turn), "the colors do not take turns, Black first");
    Ok(vec![game.moves.iter().map(|(_, action)| action.to_string()).collect()])
}
