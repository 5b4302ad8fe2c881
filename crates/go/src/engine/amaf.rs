//! What a block of games says of moves that were made in them.

use crate::lanes::{BLOCK, BlockResult};
use crate::point::{Move, Point};
use crate::size::Size;
use stonegate_stones::{ByColor, Color};

/// How much the margin counts beside winning, so that games are not thrown away when all is won
/// or lost.
const MARGIN_SHARE: f32 = 0.05;

/// For each player and point: in how many blocks of games the player was the first to play there,
/// and the sum of the values of these games.
#[derive(Clone, Debug)]
pub(super) struct Amaf {
    size: Size,
    /// The value of the block for Black.
    pub(super) black_value: f32,
    counts: ByColor<Vec<(f32, f32)>>,
}

impl Amaf {
    pub(super) fn new(size: Size, result: &BlockResult, komi: f64) -> Self {
        let values = result.leads.map(|lead| black_value(f64::from(lead) - komi, size));
        let wins = values.map(|value| value > 0.5).into_iter().enumerate();
        let wins = wins.fold(0, |wins, (game, is_won)| wins | u16::from(is_won) << game);
        let black_value = values.iter().sum::<f32>() / BLOCK as f32;
        let n_games = BLOCK as f32;
        let count = |games: u16, wins: u16| {
            (games.count_ones() as f32 / n_games, (games & wins).count_ones() as f32 / n_games)
        };
        let black = result.points.iter().map(|plays| count(plays.first_black, wins)).collect();
        let white = result.points.iter().map(|plays| count(plays.first_white, !wins)).collect();
        Self { size, black_value, counts: ByColor { black, white } }
    }

    /// The value of the block.
    pub(super) fn value(&self, color: Color) -> f32 {
        match color {
            Color::Black => self.black_value,
            Color::White => 1.0 - self.black_value,
        }
    }

    /// Takes a move into account that was made before the games.
    pub(super) fn precede(&mut self, color: Color, action: Move) {
        if let Move::Place(point) = action {
            let index = self.index(point);
            let value = self.value(color);
            self.counts[color][index] = (1.0, value);
            self.counts[!color][index] = (0.0, 0.0);
        }
    }

    pub(super) fn of(&self, color: Color, point: Point) -> (f32, f32) {
        self.counts[color][self.index(point)]
    }

    fn index(&self, point: Point) -> usize {
        point.row() * self.size.width() + point.column()
    }
}

/// The value for Black of a game with this lead.
pub(super) fn black_value(lead: f64, size: Size) -> f32 {
    let won = if lead > 0.0 {
        1.0
    } else if lead < 0.0 {
        0.0
    } else {
        0.5
    };
    let margin = 0.5 + 0.5 * (lead / size.n_points() as f64).clamp(-1.0, 1.0) as f32;
    (1.0 - MARGIN_SHARE) * won + MARGIN_SHARE * margin
}
