//! What is known of moves before any game was played.

use super::pattern::is_shape;
use super::tactics::{chains, is_eye, is_lost_in_ladder, placed};
use crate::board::Board;
use crate::game::Game;
use crate::point::{Move, Point};
use crate::point_set::PointSet;
use stonegate_stones::Color;

/// The moves worth a look for the player to move, with how much better than others they seem:
/// all legal ones that fill no own eye, and a pass.
pub(super) fn moves(game: &Game) -> Vec<(Move, f32)> {
    let color = game.to_move();
    let board = game.board();
    let view = View::new(board, color, game.last_move().map(|(_, action)| action));
    let mut moves = Vec::new();
    for point in game.legal_points(color) {
        if !is_eye(board, color, point) {
            moves.push((Move::Place(point), view.bonus(point)));
        }
    }
    // A pass behind a pass may end the game, so it has to be looked at.
    moves.push((Move::Pass, if game.n_passes() > 0 { 0.0 } else { PASS }));
    moves
}

const PASS: f32 = -0.15;
const SHAPE: f32 = 0.06;
const SELF_ATARI: f32 = -0.2;
const ATARI: f32 = 0.06;
const CAPTURE: f32 = 0.12;
const CAPTURE_STONE: f32 = 0.02;
const RESCUE: f32 = 0.12;
const RESCUE_STONE: f32 = 0.02;
const MAX_TACTICS: f32 = 0.3;
/// For a move beside the last one, and a little farther away.
const NEAR: [f32; 4] = [0.0, 0.06, 0.05, 0.03];
/// On the first and the second line, far from stones.
const EMPTY_EDGE: [f32; 3] = [0.0, -0.15, -0.06];

/// A board as its mover sees it.
struct View<'a> {
    board: &'a Board,
    color: Color,
    last: Option<Point>,
    /// The opponent's chains in atari: stones, their only liberty and whether taking them gets an
    /// own chain out of atari.
    prey: Vec<(usize, PointSet, bool)>,
    /// Own chains in atari: how many stones, the only liberty, whether running is in vain.
    threatened: Vec<(usize, PointSet, bool)>,
    /// The opponent's chains with two liberties.
    short: Vec<(usize, PointSet)>,
    /// Points at most three steps from a stone.
    near_stones: PointSet,
}

impl<'a> View<'a> {
    fn new(board: &'a Board, color: Color, last: Option<Move>) -> Self {
        let own = chains(board, color);
        let others = chains(board, !color);
        let in_atari = own.iter().filter(|(_, liberties)| liberties.len() == 1);
        let endangered = in_atari.clone().fold(PointSet::EMPTY, |all, (chain, _)| all | *chain);
        let threatened = in_atari.map(|&(chain, liberties)| {
            let stone = chain.first().expect("a chain has stones");
            (chain.len(), liberties, is_lost_in_ladder(board, stone))
        });
        let prey = others.iter().filter(|(_, liberties)| liberties.len() == 1).map(
            |&(chain, liberties)| {
                (chain.len(), liberties, chain.neighbors().intersects(endangered))
            },
        );
        let short = others.iter().filter(|(_, liberties)| liberties.len() == 2);
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        let last = match last {
            Some(Move::Place(point)) => Some(point),
            _ => None,
        };
        Self {
            board,
            color,
            last,
            threatened: threatened.collect(),
            prey: prey.collect(),
            short: short.map(|&(chain, liberties)| (chain.len(), liberties)).collect(),
            near_stones: (0..3).fold(stones, |near, _| near | near.neighbors()),
        }
    }

    fn bonus(&self, point: Point) -> f32 {
        let mut bonus = self.tactics(point).min(MAX_TACTICS);
        if is_shape(self.board, point) {
            bonus += SHAPE;
        }
        if let Some(last) = self.last {
            let distance =
                point.column().abs_diff(last.column()).max(point.row().abs_diff(last.row()));
            bonus += NEAR.get(distance).copied().unwrap_or(0.0);
        }
        bonus + self.edge(point)
    }

    fn tactics(&self, point: Point) -> f32 {
        let mut bonus = 0.0;
        let mut takes = false;
        for &(n_stones, liberty, is_rescue) in &self.prey {
            if liberty.contains(point) {
                takes = true;
                bonus += CAPTURE + CAPTURE_STONE * n_stones as f32;
                if is_rescue {
                    bonus += RESCUE;
                }
            }
        }
        let neighbors = self.board.size().neighbors(point);
        let mut has_liberties = neighbors.filter(|&it| self.board.at(it).is_none()).count() > 1;
        if !has_liberties {
            let after = placed(self.board, self.color, point);
            let Some(after) = after else { return bonus };
            let chain = after.chain(point);
            has_liberties = after.liberties(chain).len() > 1;
            if !has_liberties && !takes {
                // A single stone thrown in may be worth it.
                return if chain.len() == 1 { SELF_ATARI / 2.0 } else { SELF_ATARI };
            }
        }
        for &(n_stones, liberty, is_vain) in &self.threatened {
            if liberty.contains(point) && has_liberties {
                bonus += if is_vain { SELF_ATARI } else { RESCUE + RESCUE_STONE * n_stones as f32 };
            }
        }
        for &(n_stones, liberties) in &self.short {
            if liberties.contains(point) {
                bonus += ATARI + CAPTURE_STONE * n_stones as f32 / 2.0;
            }
        }
        bonus
    }

    fn edge(&self, point: Point) -> f32 {
        if self.near_stones.contains(point) {
            return 0.0;
        }
        EMPTY_EDGE.get(self.board.size().line(point)).copied().unwrap_or(0.0)
    }
}
