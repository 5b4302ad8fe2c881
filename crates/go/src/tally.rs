//! Counting a finished game of Go.

use stonegate_stones::{Color, Count, Outcome};

use crate::board::Board;
use crate::engine::dead_stones;
use crate::game::Game;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::rules::Rules;
use crate::score::Score;
use crate::territory_counter::area;

/// The board of a finished game, and the stones on it that are taken for dead.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    board: Board,
    rules: Rules,
    /// What random games are drawn by.
    seed: u64,
    dead: PointSet,
}

impl Tally {
    /// The count as the machine sees it.
    pub(crate) fn new(game: &Game) -> Self {
        let mut tally = Self {
            board: *game.board(),
            rules: *game.rules(),
            seed: game.n_moves() as u64,
            dead: PointSet::EMPTY,
        };
        if tally.rules.removes_dead {
            tally.propose();
        }
        tally
    }

    pub(crate) fn outcome(&self) -> Outcome {
        self.score().outcome().winner().map_or(Outcome::Draw, Outcome::Win)
    }

    /// What the count adds to the facts of the position.
    pub(crate) fn facts(&self) -> impl Iterator<Item = String> {
        let dead = self.dead.iter().map(|point| format!("(dead {point})"));
        let alive = self.alive();
        let area = area(&alive);
        let owned = Color::ALL.into_iter().flat_map(move |color| {
            let points = area[color] - alive.stones(color);
            points.iter().map(move |point| format!("({}_point {point})", color.name()))
        });
        let score = self.score();
        let scores = Color::ALL.map(|color| format!("(score {} {})", color.name(), score.0[color]));
        dead.chain(owned).chain(scores)
    }

    /// The board without the dead stones.
    fn alive(&self) -> Board {
        let mut board = self.board;
        board.remove(self.dead);
        board
    }

    fn score(&self) -> Score {
        Score::count(&self.alive(), &self.rules)
    }

    fn all_stones(&self) -> PointSet {
        self.board.area() - self.board.empty()
    }
}

impl Count for Tally {
    fn stones(&self) -> Vec<String> {
        self.all_stones().iter().map(|point| point.to_string()).collect()
    }

    fn dead(&self) -> Vec<String> {
        self.dead.iter().map(|point| point.to_string()).collect()
    }

    fn set_dead(&mut self, stones: &[String]) {
        let points = stones.iter().filter_map(|stone| stone.parse::<Point>().ok());
        self.dead = points.collect::<PointSet>() & self.all_stones();
    }

    fn toggle(&mut self, stone: &str) -> bool {
        let chain = stone.parse().map_or(PointSet::EMPTY, |point| self.board.chain(point));
        if self.dead.intersects(chain) {
            self.dead -= chain;
        } else {
            self.dead |= chain;
        }
        !chain.is_empty()
    }

    fn propose(&mut self) {
        let dead = dead_stones(&self.board, self.seed);
        self.dead = dead.black | dead.white;
    }

    fn points(&self) -> Vec<f64> {
        Color::ALL.map(|color| self.score().0[color]).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Move;

    /// Black has the left side with a White stone in it, White the right side.
    const BOARD: &str = "..XO.\nO.XO.\n..XO.\n.XXO.\n..XO.";

    fn tally() -> Tally {
        let rules = Rules::CHINESE.with_komi(0.5);
        let mut game = Game::from_board(BOARD.parse().unwrap(), Color::Black, rules);
        for _ in 0..2 {
            game.play(Move::Pass).unwrap();
        }
        Tally::new(&game)
    }

    #[test]
    fn the_stone_in_the_corner_is_dead_unless_people_say_otherwise() {
        let mut tally = tally();
        assert_eq!(tally.dead(), ["A4"]);
        assert_eq!(tally.points(), [15.0, 10.5]);
        assert_eq!(tally.outcome(), Outcome::Win(Color::Black));
        assert!(tally.toggle("A4"));
        assert_eq!(tally.points(), [6.0, 11.5]);
        assert_eq!(tally.outcome(), Outcome::Win(Color::White));
        assert!(tally.toggle("C1"));
        assert_eq!(tally.dead().len(), 6, "a chain is dead as a whole");
        assert!(!tally.toggle("A1") && !tally.toggle("Z9") && !tally.toggle(""));
        tally.propose();
        assert_eq!(tally.dead(), ["A4"]);
        tally.set_dead(&["D1", "A1", "?"].map(str::to_owned));
        assert_eq!(tally.dead(), ["D1"]);
    }

    #[test]
    fn the_facts_tell_whose_points_are_whose() {
        let facts = tally().facts().collect::<Vec<_>>();
        for fact in ["(dead A4)", "(black_point A4)", "(white_point E1)", "(score white 10.5)"] {
            assert!(facts.iter().any(|other| other == fact), "{fact}: {facts:?}");
        }
        assert!(!facts.iter().any(|fact| fact == "(black_point C1)"), "a stone needs no mark");
    }
}
