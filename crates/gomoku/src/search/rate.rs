//! What every move of a position is worth.

use super::alphabeta::{AlphaBeta, Question, WIN};
use super::ordering::{Memory, Picture, moves};
use super::pruning::{Depth, PLY};
use super::state::State;
use super::table::Table;
use super::threat::Threat;
use super::vcf::Vcf;
use crate::point::Point;
use crate::position::Position;
use crate::rule::{Rule, Size};

/// The most moves that are rated.
const WIDTH: usize = 24;

/// Rates moves by a search of each.
pub struct MoveRater {
    table: Table,
    vcf: Vcf,
    game: Option<(Rule, Size)>,
}

impl MoveRater {
    pub fn new() -> Self {
        Self { table: Table::new(1 << 22), vcf: Vcf::new(), game: None }
    }

    /// The value for the player to move of the most promising moves, searched so many plies deep.
    pub fn rate(&mut self, position: &Position, depth: u32) -> Vec<(Point, i32)> {
        let game = (position.rule(), position.size());
        if self.game.replace(game).is_some_and(|before| before != game) {
            self.table.clear();
            self.vcf = Vcf::new();
        }
        if position.outcome().is_some() {
            return Vec::new();
        }
        let turn = position.turn();
        let mut state = State::new(position.board(), position.rule());
        let mut memory = Memory::new();
        let moves = moves(&state, &memory, &Picture::new(turn, None), None);
        let mut search =
            AlphaBeta::new(&mut state, &mut self.table, &mut self.vcf, &mut memory, &|| false);
        let depth = (depth as Depth - 1) * PLY;
        let (alpha, beta) = (-WIN, WIN);
        let question =
            Question { turn: !turn, depth, alpha, beta, ply: 1, is_cut: false, skip: None };
        let rate = |point: Point| {
            let value = if search.state.threat(point, turn) == Threat::Five {
                WIN - 1
            } else {
                search.after(point, turn, None, |it| -it.search(question))
            };
            (point, value)
        };
        moves.into_iter().take(WIDTH).map(rate).collect()
    }
}

impl Default for MoveRater {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for MoveRater {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MoveRater").field("game", &self.game).finish_non_exhaustive()
    }
}
