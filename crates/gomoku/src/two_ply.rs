//! A small opponent: every move, every answer, and a plain count of lines.

use crate::board::{Board, DIRECTIONS};
use crate::point::{N_INDICES, Point, points};
use crate::position::{Position, makes_five};
use crate::rule::Rule;
use stonegate_stones::Color;
use stonegate_stones::Random;

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

/// What a stone adds to the evaluation on a stretch with so many own and other stones.
const GAINS: [[i32; 8]; 8] = {
    let mut gains = [[0; 8]; 8];
    let mut n = 0;
    while n < 5 {
        gains[n][0] = WORTH[n + 1] - WORTH[n];
        gains[0][n + 1] = WORTH[n + 1];
        n += 1;
    }
    gains
};

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
        let answers = lines.best_gains(!color);
        let gains = position.legal_moves().map(|point| (lines.gain(point, color), point));
        let mut moves: Vec<(i32, Point)> = gains.collect();
        // With a good move first, most others need no look at the answers nearby: they are too bad
        // without them.
        let first = (0..moves.len()).max_by_key(|&number| moves[number].0)?;
        moves.swap(0, first);
        let mut best = Vec::new();
        let mut best_value = i32::MIN;
        for (gain, point) in moves {
            let far = best_far_answer(point, &answers);
            if gain < FIVE && gain - far < best_value {
                continue;
            }
            let value = match gain {
                FIVE.. => gain,
                _ => gain - lines.best_near_answer(point, color).max(far),
            };
            if value > best_value {
                best_value = value;
                best.clear();
            }
            if value == best_value {
                best.push(point);
            }
        }
        best.sort_unstable();
        let mut random = Random::new(self.seed, position.board().n_stones() as u64);
        Some(best[random.below(best.len())])
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

    /// What a stone gains at the points where it gains most, the best first: enough points that
    /// one of them is on no stretch with a given point.
    fn best_gains(&self, color: Color) -> Vec<(i32, Point)> {
        const N_NEAR: usize = 4 * 8;
        let empty = self.board.empty_points();
        let mut gains: Vec<(i32, Point)> =
            empty.map(|point| (self.gain(point, color), point)).collect();
        let n_enough = N_NEAR + 2;
        if gains.len() > n_enough {
            gains.select_nth_unstable_by(n_enough, |one, other| other.cmp(one));
            gains.truncate(n_enough);
        }
        gains.sort_unstable_by(|one, other| other.cmp(one));
        gains
    }

    /// The most that the opponent gains after a move by an answer on a stretch with it.
    fn best_near_answer(&mut self, point: Point, color: Color) -> i32 {
        self.place(point, color);
        let size = self.board.size();
        let mut best = 0;
        for step in DIRECTIONS {
            let near = (-4..=4).filter_map(|steps| point.step(size, step, steps));
            let gains = near.filter(|&it| self.board.is_empty(it)).map(|it| self.gain(it, !color));
            best = gains.fold(best, i32::max);
        }
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
            gain += GAINS[own & 7][other & 7];
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

/// The most that the opponent gains by an answer on no stretch with the move: what such answers
/// gain does not change. `answers` are the best of all, the best first.
fn best_far_answer(point: Point, answers: &[(i32, Point)]) -> i32 {
    let far = answers.iter().find(|(_, answer)| *answer != point && !is_near(*answer, point));
    far.map_or(0, |&(gain, _)| gain)
}

/// Whether two points are on a stretch together.
fn is_near(one: Point, other: Point) -> bool {
    let (dx, dy) = (one.x().abs_diff(other.x()), one.y().abs_diff(other.y()));
    dx.max(dy) <= 4 && (dx == 0 || dy == 0 || dx == dy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Size;
    use stonegate_stones::Outcome;

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
        check([".......", ".XXXX..", ".OOOO..", ".......", ".......", "......."], &["a5", "f5"]);
        check([".......", ".......", "XOOOO..", "..X....", "...X...", "......."], &["f4"]);
    }

    /// The choice without leaving anything out: every move, every answer.
    fn choose_slowly(player: TwoPly, position: &Position) -> Option<Point> {
        let color = position.turn();
        let mut lines = Lines::new(position.board(), position.rule());
        let empty: Vec<Point> = position.board().empty_points().collect();
        let mut value = |point: Point| {
            let gain = lines.gain(point, color);
            if gain >= FIVE {
                return gain;
            }
            lines.place(point, color);
            let left = empty.iter().filter(|&&it| it != point);
            let best_answer = left.map(|&it| lines.gain(it, !color)).max().unwrap_or(0);
            lines.remove(point, color);
            gain - best_answer
        };
        let values: Vec<i32> = empty.iter().map(|&point| value(point)).collect();
        let best_value = values.iter().copied().max()?;
        let best = empty.iter().zip(&values).filter(|&(_, &value)| value == best_value);
        let best: Vec<Point> = best.map(|(&point, _)| point).collect();
        let mut random = Random::new(player.seed, position.board().n_stones() as u64);
        Some(best[random.below(best.len())])
    }

    #[test]
    fn what_is_left_out_is_never_chosen() {
        let mut random = Random::new(4, 0);
        for seed in 0..4 {
            let player = TwoPly::new(seed);
            let mut position = Position::new(Rule::Freestyle, Size::new(12, 9).unwrap());
            while position.outcome().is_none() {
                let chosen = player.choose(&position);
                assert_eq!(chosen, choose_slowly(player, &position));
                let legal: Vec<Point> = position.legal_moves().collect();
                let drawn = legal[random.below(legal.len())];
                let is_random = random.below(3) == 0;
                position.play(chosen.filter(|_| !is_random).unwrap_or(drawn)).unwrap();
            }
        }
    }

    /// Scores of patterns are told against this player, so it must never play differently.
    #[test]
    fn it_stays_as_it_is() {
        let mut position = Position::new(Rule::Freestyle, Size::SIXTEEN);
        let mut moves = Vec::new();
        let mut seeds = [1, 2].into_iter().cycle();
        while let Some(point) = seeds.next().and_then(|seed| TwoPly::new(seed).choose(&position)) {
            position.play(point).unwrap();
            moves.push(point.to_string());
        }
        let expected = "l7 l10 k6 j5 k8 k5 j9 m6 l5 i10 j7 i8 l9 i6 i9 k9 l6 l8 k7 j8 i7 m7 h7";
        assert_eq!(moves.join(" "), expected);
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
