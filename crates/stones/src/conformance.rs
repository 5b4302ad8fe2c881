//! What every game keeps to, tried in random games.

use crate::game::BoardGame;
use crate::random::Random;

/// Plays random games with each of the usual settings, and panics where the game breaks a rule of
/// [`BoardGame`]. This is a test that each game gets for one line.
#[track_caller]
pub fn check_conformance<G: BoardGame>(n_games: u64) {
    for (title, setup) in G::variants() {
        assert_eq!(setup.to_string().parse::<G::Setup>().as_ref(), Ok(&setup), "{title}");
        for number in 0..n_games {
            check_game::<G>(&setup, &mut Random::new(2026, number));
        }
    }
    assert_eq!("".parse::<G::Setup>(), Ok(G::Setup::default()));
    assert!("?".parse::<G::Setup>().is_err());
}

#[track_caller]
fn check_game<G: BoardGame>(setup: &G::Setup, random: &mut Random) {
    let grid = G::grid(setup);
    let n_points = grid.columns.len() * grid.rows.len();
    let mut game = G::start(setup);
    let mut n_moves = 0;
    while game.outcome().is_none() {
        let legal = game.legal();
        assert!(!legal.is_empty(), "who has the turn can move: {game:?}");
        for &action in &legal {
            let text = action.to_string();
            let read = text.parse::<G::Move>().ok();
            assert_eq!(read, Some(action), "the text of a move is read back");
            let is_point = grid.columns.iter().any(|column| {
                text.strip_prefix(column).is_some_and(|row| grid.rows.iter().any(|it| it == row))
            });
            assert!(is_point || text == "pass", "{text} is no point of the board");
        }
        let facts = game.facts();
        assert!(facts.contains(&format!("(control {})", game.turn().name())), "{facts:?}");
        let action = legal[random.below(legal.len())];
        let before = game.clone();
        game.play(action).expect("legal moves can be made");
        assert_ne!(game.facts(), facts, "a move changes something");
        assert_eq!(before.facts(), facts, "a copy is a game of its own");
        n_moves += 1;
        assert!(n_moves < 10 * n_points + 100, "the game does not end");
    }
    assert!(game.legal().is_empty(), "nobody moves after the end");
    let facts = game.facts();
    if let Some(action) = G::start(setup).legal().into_iter().next() {
        assert!(game.play(action).is_err(), "the game is over");
    }
    assert_eq!(game.facts(), facts, "what is refused changes nothing");
    let goals = game.outcome().map(crate::Outcome::goals);
    assert_eq!(goals.map(|[black, white]| black + white), Some(100));
}
