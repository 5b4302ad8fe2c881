//! Go in SGF.

use anyhow::{Context, ensure};
use stonegate_go::{CountedGame, Rules, Setup, SgfGame};
use stonegate_players::{Dedicated, Ruleset};

/// What a game in SGF was played by: its size, its handicap and its komi.
pub(super) fn ruleset(text: &str) -> anyhow::Result<Ruleset> {
    let game = text.trim().parse::<SgfGame>()?;
    // What begins with other stones is refused when its moves are read.
    let setup = setup(&game).unwrap_or(Setup::even(game.size, Rules::CHINESE));
    let rules = setup.rules.with_komi(game.komi.unwrap_or(setup.rules.komi));
    Ok(Dedicated::new::<CountedGame>(Setup { rules, ..setup }).into())
}

/// How a game begins, if there is nothing on the board but a handicap.
fn setup(game: &SgfGame) -> Option<Setup> {
    let setup = Setup::handicapped(game.size, Rules::CHINESE, game.stones.black.len());
    (SgfGame::from_game(&setup.game()).stones == game.stones).then_some(setup)
}

/// The moves of a game. Its komi is not that of who plays on.
pub(super) fn game(text: &str, played: &Dedicated) -> anyhow::Result<Vec<Vec<String>>> {
    let game = text.parse::<SgfGame>()?;
    let setup = setup(&game).context("a game that begins with stones on the board is not read")?;
    if let Some(other) = played.setup::<CountedGame>() {
        ensure!(
            (other.size, other.handicap) == (setup.size, setup.handicap),
            "this is a game of `{}`, and `{played}` is to be played",
            Dedicated::new::<CountedGame>(setup)
        );
    }
    let first = setup.game().to_move();
    let colors = game.moves.iter().map(|(color, _)| *color);
    let mut turns = colors.zip([first, !first].into_iter().cycle());
    ensure!(
        turns.all(|(color, turn)| color == turn),
        "the colors do not take turns, {} first",
        first.name()
    );
    Ok(vec![game.moves.iter().map(|(_, action)| action.to_string()).collect()])
}
