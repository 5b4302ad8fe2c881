//! How long the classic solver takes: the numbers behind its depth table.

use crate::classic::{ClassicSolver, Heuristic};
use crate::depth_picker::VISITS_PER_SECOND;
use crate::position::{Move, Position, Width};
use crate::square::squares;
use stonegate_stones::Random;

/// The mean number of visits of searches to depths 1, 2, .. `max_depth` on positions after
/// `n_moves` random moves. The list ends with the first depth that takes the solver more than ten
/// seconds.
pub fn mean_visits(n_moves: usize, max_depth: u32, n_positions: u64, seed: u64) -> Vec<f64> {
    let solver = ClassicSolver::new(Width::EIGHT, Heuristic::Location);
    let positions = (0..n_positions)
        .filter_map(|number| random_position(n_moves, &mut Random::new(seed, number)))
        .collect::<Vec<_>>();
    let mut means = Vec::new();
    for depth in 1..=max_depth {
        let visits = positions.iter().map(|position| solver.search(position, depth).n_visits);
        let mean = visits.sum::<u64>() as f64 / positions.len().max(1) as f64;
        means.push(mean);
        if mean > (10 * VISITS_PER_SECOND) as f64 {
            break;
        }
    }
    means
}

/// A position with a move to choose after so many random moves, unless the game ends before.
fn random_position(n_moves: usize, random: &mut Random) -> Option<Position> {
    let mut position = Position::start(Width::EIGHT);
    for _ in 0..n_moves {
        let legal = position.legal_moves();
        let square = squares(legal).nth(random.below(legal.count_ones() as usize))?;
        let next = position.play(Move::Place(square)).expect("the move is legal");
        position = next.after_forced_pass();
    }
    (!position.is_over()).then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeper_searches_take_longer() {
        let means = mean_visits(20, 5, 3, 1);
        assert_eq!(means.len(), 5);
        assert!(means.is_sorted_by(|shallow, deep| 2.0 * shallow < *deep), "{means:?}");
        assert_eq!(means, mean_visits(20, 5, 3, 1));
    }
}
