//! Which stones are dead when the game is over.

use crate::board::Board;
use crate::game::Game;
use crate::lanes::{BLOCK, Lanes, N_BLOCKS, Policy};
use crate::point_set::PointSet;
use crate::score::Score;
use stonegate_stones::{ByColor, Color};

/// A chain is dead if in this share of the games its points end up with the opponent.
const DEAD_SHARE: f64 = 0.66;

/// The result of a game that has ended here: dead stones are taken off first, if the rules say so.
pub fn final_score(game: &Game) -> Score {
    let mut board = *game.board();
    if game.rules().removes_dead {
        let dead = dead_stones(&board, game.n_moves() as u64);
        board.remove(dead.black | dead.white);
    }
    Score::count(&board, game.rules())
}

/// The dead stones of a finished game, by random games from both players' turn. A chain is dead or
/// alive as a whole.
pub fn dead_stones(board: &Board, seed: u64) -> ByColor<PointSet> {
    let mut lanes = Lanes::new(board.size(), Policy::Tactical, seed);
    for (block, color) in (0..N_BLOCKS).zip(Color::ALL.into_iter().cycle()) {
        lanes.start(block, board, color, None);
    }
    let mut lost = vec![ByColor::<u32>::default(); board.size().n_points()];
    for _ in 0..N_BLOCKS {
        lanes.run(&|| false, |_, result| {
            for (lost, plays) in lost.iter_mut().zip(&result.points) {
                lost.black += plays.white_area.count_ones();
                lost.white += plays.black_area.count_ones();
            }
        });
    }
    let n_games = (BLOCK * N_BLOCKS) as f64;
    let mut dead = ByColor::<PointSet>::default();
    for color in Color::ALL {
        for (chain, _) in super::tactics::chains(board, color) {
            let lost = chain.iter().map(|point| {
                f64::from(lost[point.row() * board.size().width() + point.column()][color])
            });
            if lost.sum::<f64>() > DEAD_SHARE * n_games * chain.len() as f64 {
                dead[color] |= chain;
            }
        }
    }
    dead
}
