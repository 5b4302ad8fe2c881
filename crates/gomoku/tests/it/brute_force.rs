//! Renju's forbidden moves straight from the words of the rules, on a plain array.
//!
//! - A *five* is exactly five black stones in a row.
//! - A *four* is four black stones that one more stone makes a five of.
//! - A *straight four* is a four of which either of two stones makes a five.
//! - A *three* is three black stones of which one more stone, that may be played and makes no
//!   five at the same time, makes a straight four.

use stonegate_gomoku::{Board, Color, DIRECTIONS, Forbidden};

type At = (i32, i32);

/// Stones in a line, in its order.
type Stones = Vec<At>;

pub(crate) struct Checker {
    width: i32,
    height: i32,
    /// Row by row.
    stones: Vec<Option<Color>>,
}

impl Checker {
    pub(crate) fn new(board: &Board) -> Self {
        let (width, height) = (board.size().width(), board.size().height());
        let mut stones = vec![None; width * height];
        for (point, color) in board.stones() {
            stones[point.y() * width + point.x()] = Some(color);
        }
        Self { width: width as i32, height: height as i32, stones }
    }

    pub(crate) fn forbidden(&mut self, at: At) -> Option<Forbidden> {
        self.set(at, Some(Color::Black));
        let verdict = self.judge(at);
        self.set(at, None);
        verdict
    }

    fn judge(&mut self, at: At) -> Option<Forbidden> {
        let runs: Vec<i32> = (0..4).map(|direction| self.run(at, direction)).collect();
        if runs.contains(&5) {
            return None;
        }
        if runs.iter().any(|&run| run > 5) {
            return Some(Forbidden::Overline);
        }
        let n_fours: usize = (0..4).map(|direction| self.fours(at, direction).len()).sum();
        if n_fours >= 2 {
            return Some(Forbidden::DoubleFour);
        }
        let n_threes: usize = (0..4).map(|direction| self.threes(at, direction).len()).sum();
        (n_threes >= 2).then_some(Forbidden::DoubleThree)
    }

    /// The fours through a stone: each with the points that make five.
    fn fours(&mut self, at: At, direction: usize) -> Vec<(Stones, Vec<At>)> {
        let mut fours: Vec<(Stones, Vec<At>)> = Vec::new();
        for first in -4..=0 {
            let window: Vec<At> = (0..5).map(|step| along(at, direction, first + step)).collect();
            let empty: Vec<At> = window.iter().copied().filter(|&it| self.is_empty(it)).collect();
            let stones: Stones = window.into_iter().filter(|&it| self.is_black(it)).collect();
            if stones.len() != 4 || empty.len() != 1 {
                continue;
            }
            self.set(empty[0], Some(Color::Black));
            let is_five = self.run(empty[0], direction) == 5;
            self.set(empty[0], None);
            if !is_five {
                continue;
            }
            match fours.iter_mut().find(|(it, _)| *it == stones) {
                Some((_, ends)) => ends.push(empty[0]),
                None => fours.push((stones, empty)),
            }
        }
        fours
    }

    /// The threes through a stone.
    fn threes(&mut self, at: At, direction: usize) -> Vec<Stones> {
        let mut threes = Vec::new();
        for step in -4..=4 {
            let fourth = along(at, direction, step);
            if !self.is_empty(fourth) {
                continue;
            }
            self.set(fourth, Some(Color::Black));
            let fours = self.fours(fourth, direction);
            let straight = fours.into_iter().find(|(stones, ends)| {
                ends.len() == 2 && stones.contains(&at) && stones.contains(&fourth)
            });
            let makes_five = (0..4).any(|direction| self.run(fourth, direction) == 5);
            let is_allowed = straight.is_some() && self.judge(fourth).is_none();
            self.set(fourth, None);
            if let Some((mut stones, _)) = straight
                && is_allowed
                && !makes_five
            {
                stones.retain(|&it| it != fourth);
                if !threes.contains(&stones) {
                    threes.push(stones);
                }
            }
        }
        threes
    }

    /// How many black stones lie in a row through a stone.
    fn run(&self, at: At, direction: usize) -> i32 {
        let is_black = |steps: i32| self.is_black(along(at, direction, steps));
        let after = (1..=self.width.max(self.height)).take_while(|&steps| is_black(steps)).count();
        let before =
            (1..=self.width.max(self.height)).take_while(|&steps| is_black(-steps)).count();
        1 + (after + before) as i32
    }

    fn index(&self, (x, y): At) -> Option<usize> {
        let is_on = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        is_on.then_some((y * self.width + x) as usize)
    }

    fn set(&mut self, at: At, stone: Option<Color>) {
        let index = self.index(at).expect("it is on the board");
        self.stones[index] = stone;
    }

    fn is_black(&self, at: At) -> bool {
        self.index(at).is_some_and(|index| self.stones[index] == Some(Color::Black))
    }

    fn is_empty(&self, at: At) -> bool {
        self.index(at).is_some_and(|index| self.stones[index].is_none())
    }
}

fn along((x, y): At, direction: usize, steps: i32) -> At {
    let (dx, dy) = DIRECTIONS[direction];
    (x + dx as i32 * steps, y + dy as i32 * steps)
}
