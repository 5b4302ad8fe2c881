//! Many sheets that others have written.

use crate::sheets::{Game, sheets};
use stonegate_oracles::shared;

/// Every board can be drawn in every state, and every move lies on it or beside it.
fn check(game: &Game) {
    let Some(layout) = &game.layout else { return };
    for facts in game.evidence.states.iter().take(10) {
        let board = layout.draw(facts.iter().map(String::as_str));
        let text = board.to_string();
        assert!(text.lines().count() > board.rows.len(), "{text}");
        for action in &game.evidence.moves {
            for square in layout.squares_of(action) {
                assert!(board.cell(square).is_some(), "{action} is on no square of\n{text}");
            }
        }
    }
}

#[test]
fn boards_are_found() {
    let Some(folder) = shared("games") else { return };
    let is_slow = stonegate_oracles::is_slow_run();
    let mut n_games = 0;
    let mut without = Vec::new();
    for (index, (name, sheet)) in sheets(&folder).into_iter().enumerate() {
        // Sheets for tests of other programs are about no game.
        if name.starts_with("test_") || !is_slow && index % 12 != 0 {
            continue;
        }
        if let Some(game) = Game::new(&sheet) {
            n_games += 1;
            check(&game);
            if game.layout.is_none() {
                without.push(name);
            }
        }
    }
    assert!(without.len() * 3 < n_games, "{n_games} games, no board in {without:?}");
}
