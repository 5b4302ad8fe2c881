//! Counting lines of play: the truth of the rules in one number.

use crate::game::Game;
use crate::point::Move;

/// The number of lines of `depth` moves. A game that has ended counts as one line at every greater
/// depth.
pub fn perft(game: &mut Game, depth: u32) -> u64 {
    if depth == 0 || game.is_over() {
        return 1;
    }
    let points = game.legal_points(game.to_move());
    if depth == 1 {
        return points.len() as u64 + 1;
    }
    let moves = points.iter().map(Move::Place).chain([Move::Pass]);
    moves
        .map(|action| {
            game.play(action).expect("it is one of the legal moves");
            let n = perft(game, depth - 1);
            game.undo();
            n
        })
        .sum()
}
