//! A small opponent: every move, every answer, and a plain count of lines.

use crate::board::{Board, DIRECTIONS};
use crate::color::Color;
use crate::point::{N_INDICES, Point, points};
use crate::position::{Position, makes_five};
use crate::random::Random;
use crate::rule::Rule;

/// A player that looks two plies ahead at full width and counts lines. It knows nothing of
/// threats.
///
/// The evaluation adds up all stretches of five points on which only one player has stones; each
/// is worth ten times as much with every further stone.
#[derive(Copy, Clone, Debug)]
pub struct TwoPly {
    seed: u64,
}

/// What a stretch is worth, by its stones.
const WORTH: [i32; 6] = [0, 1, 10, 100, 1000, 10_000];

/// Completing five is worth more than anything else.
const FIVE: i32 = 10_000_000;

impl TwoPly {
    /// Moves that are equally good are drawn by the seed and the number of stones.
    pub const fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// The move after which the opponent's best answer is the least good, if there is a move.
    pub fn choose(&self, position: &Position) -> Option<Point> {
        let color = position.turn();
        let mut lines = Lines::new(position.board(), position.rule());
        let gains = |lines: &Lines, color: Color| -> Vec<(i32, Point)> {
            let empty = lines.board.empty_points();
            empty.map(|point| (lines.gain(point, color), point)).collect()
        };
        let mut answers = gains(&lines, !color);
        answers.sort_unstable_by(|one, other| other.cmp(one));
        let mut best = Vec::new();
        let mut best_value = i32::MIN;
        for point in position.legal_moves() {
            let gain = lines.gain(point, color);
            let value =
                if gain >= FIVE { gain } else { gain - lines.best_answer(point, color, &answers) };
            if value > best_value {
                best_value = value;
                best.clear();
            }
            if value == best_value {
                best.push(point);
            }
        }
        let mut random = Random::new(self.seed, position.board().n_stones() as u64);
        (!best.is_empty()).then(|| best[random.below(best.len())])
    }
}

/// A board with the number of stones on each stretch of five points.
struct Lines {
    board: Board,
    rule: Rule,
    /// By direction and first point, for both colors. Stretches that leave the board count as
    /// taken by both.
    counts: Vec<[u8; 2]>,
}

/// So much before the first index, stretches may begin that leave the board.
const MARGIN: usize = 4 * 33;
const N_STRETCHES: usize = N_INDICES + 2 * MARGIN;

impl Lines {
    fn new(board: &Board, rule: Rule) -> Self {
        let mut counts = vec![[1; 2]; 4 * N_STRETCHES];
        for first in points(board.size()) {
            for (direction, &step) in DIRECTIONS.iter().enumerate() {
                if first.step(board.size(), step, 4).is_some() {
                    counts[direction * N_STRETCHES + MARGIN + first.index()] = [0; 2];
                }
            }
        }
        let mut lines = Self { board: Board::new(board.size()), rule, counts };
        for (point, color) in board.stones() {
            lines.place(point, color);
        }
        lines
    }

    fn place(&mut self, point: Point, color: Color) {
        self.board.place(point, color);
        for stretch in stretches(point) {
            self.counts[stretch][color.index()] += 1;
        }
    }

    fn remove(&mut self, point: Point, color: Color) {
        self.board.remove(point);
        for stretch in stretches(point) {
            self.counts[stretch][color.index()] -= 1;
        }
    }

    /// The most that the opponent gains after a move. What an answer gains changes only near the
    /// move; `answers` are all of them before it, the best first.
    fn best_answer(&mut self, point: Point, color: Color, answers: &[(i32, Point)]) -> i32 {
        self.place(point, color);
        let size = self.board.size();
        let mut best = 0;
        for step in DIRECTIONS {
            let near = (-4..=4).filter_map(|steps| point.step(size, step, steps));
            let gains = near.filter(|&it| self.board.is_empty(it)).map(|it| self.gain(it, !color));
            best = gains.fold(best, i32::max);
        }
        let far = answers.iter().find(|(_, answer)| *answer != point && !is_near(*answer, point));
        let best = far.map_or(best, |&(gain, _)| best.max(gain));
        self.remove(point, color);
        best
    }

    /// How much better a stone makes the evaluation for its owner.
    fn gain(&self, point: Point, color: Color) -> i32 {
        let mut gain = 0;
        let mut has_four = false;
        for stretch in stretches(point) {
            let counts = self.counts[stretch];
            let (own, other) = (counts[color.index()] as usize, counts[(!color).index()] as usize);
            has_four |= own == 4;
            gain += match (own, other) {
                (_, 0) => WORTH[own + 1] - WORTH[own],
                (0, _) => WORTH[other],
                _ => 0,
            };
        }
        // Only with four stones on a stretch it may be five, which the rule has to confirm.
        if has_four && makes_five(&self.board, self.rule, point, color) { FIVE } else { gain }
    }
}

/// The stretches that a point is on.
fn stretches(point: Point) -> impl Iterator<Item = usize> {
    const STEPS: [usize; 4] = [1, 32, 33, 31];
    (0..4).flat_map(move |direction| {
        let last = direction * N_STRETCHES + MARGIN + point.index();
        // The last direction goes down, so its stretches begin at higher indices.
        let first = move |steps: usize| match direction {
            3 => last + steps * STEPS[direction],
            _ => last - steps * STEPS[direction],
        };
        (0..5).map(first)
    })
}

/// Whether two points are on a stretch together.
fn is_near(one: Point, other: Point) -> bool {
    let (dx, dy) = (one.x().abs_diff(other.x()), one.y().abs_diff(other.y()));
    dx.max(dy) <= 4 && (dx == 0 || dy == 0 || dx == dy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Outcome;
    use crate::rule::Size;

    /// The move of Black on a board whose rows are given from the top.
    #[track_caller]
    fn check(rows: [&str; 6], expected: &[&str]) {
        let mut position = Position::new(Rule::Freestyle, Size::new(rows[0].len(), 6).unwrap());
        for (y, row) in rows.into_iter().rev().enumerate() {
            for (x, letter) in row.chars().enumerate() {
                let point = Point::new(x, y).unwrap();
                match letter {
                    'X' => position.set_up(point, Color::Black).unwrap(),
                    'O' => position.set_up(point, Color::White).unwrap(),
                    _ => {}
                }
            }
        }
        let chosen = TwoPly::new(1).choose(&position).unwrap().to_string();
        assert!(expected.contains(&chosen.as_str()), "{chosen}");
    }

    #[test]
    fn it_wins_and_prevents_fives_and_open_fours() {
        check([".......", ".XXXX..", ".OOOO..", ".......", ".......", "......."], &["A5", "F5"]);
        check([".......", ".......", "XOOOO..", "..X....", "...X...", "......."], &["F4"]);
    }

    #[test]
    fn the_best_answer_is_the_best_of_all() {
        let mut position = Position::new(Rule::Freestyle, Size::new(12, 9).unwrap());
        let mut random = Random::new(4, 0);
        for _ in 0..30 {
            let legal: Vec<Point> = position.legal_moves().collect();
            if position.play(legal[random.below(legal.len())]).is_err() {
                break;
            }
            let color = position.turn();
            let mut lines = Lines::new(position.board(), Rule::Freestyle);
            let empty: Vec<Point> = position.board().empty_points().collect();
            let gain = |lines: &Lines, it: &Point| lines.gain(*it, !color);
            let mut answers: Vec<(i32, Point)> =
                empty.iter().map(|it| (gain(&lines, it), *it)).collect();
            answers.sort_unstable_by(|one, other| other.cmp(one));
            let point = empty[random.below(empty.len())];
            let found = lines.best_answer(point, color, &answers);
            lines.place(point, color);
            let left = empty.iter().filter(|&&it| it != point);
            assert_eq!(left.map(|it| gain(&lines, it)).max(), Some(found));
        }
    }

    #[test]
    fn it_plays_games_to_their_end() {
        let mut position = Position::new(Rule::Freestyle, Size::square(9).unwrap());
        let player = TwoPly::new(7);
        while position.outcome().is_none() {
            let point = player.choose(&position).unwrap();
            position.play(point).unwrap();
        }
        assert!(matches!(position.outcome(), Some(Outcome::Win(_) | Outcome::Draw)));
        assert_eq!(player.choose(&position), None);
    }
}
