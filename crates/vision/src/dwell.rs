//! When a piece that rests on a cell is a move.

use serde::{Deserialize, Serialize};

use crate::grid::Cell;
use crate::point::Point;

/// When a move is offered and made.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct DwellSettings {
    /// After so many seconds of rest a move is made; without it, only a key or a button makes it.
    pub seconds: Option<f64>,
    /// After so many seconds of rest a move is offered.
    pub settle: f64,
    /// How far a piece at rest may move, in cells.
    pub still: f64,
}

impl Default for DwellSettings {
    fn default() -> Self {
        Self { seconds: Some(1.0), settle: 0.2, still: 0.15 }
    }
}

/// What a resting piece means.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Offer {
    Nothing,
    /// The piece rests here; at 1 the move is made, if time makes moves.
    Resting {
        cell: Cell,
        share: f64,
    },
    /// The move is made.
    Confirmed(Cell),
}

/// Watches a piece until it has rested for long enough.
#[derive(Clone, Debug, Default)]
pub struct Dwell {
    rest: Option<Rest>,
    /// The move that was made last: the piece has to leave its cell first.
    confirmed: Option<Cell>,
}

#[derive(Copy, Clone, Debug)]
struct Rest {
    cell: Cell,
    place: Point,
    since: f64,
    seen: f64,
}

/// A piece may be out of sight for so many seconds without having moved.
const BLINK: f64 = 0.25;

impl Dwell {
    /// Takes what is seen at a time, in seconds: the legal cell with the piece, and where on the
    /// board it is.
    pub fn watch(
        &mut self,
        piece: Option<(Cell, Point)>,
        time: f64,
        settings: &DwellSettings,
    ) -> Offer {
        let Some((cell, place)) = piece else {
            if self.rest.is_some_and(|rest| time - rest.seen > BLINK) {
                self.rest = None;
            }
            return Offer::Nothing;
        };
        if self.confirmed == Some(cell) {
            return Offer::Nothing;
        }
        self.confirmed = None;
        let is_same = |rest: &Rest| {
            rest.cell == cell && rest.place.distance(place) <= settings.still && time >= rest.seen
        };
        let rest = match self.rest.filter(is_same) {
            Some(rest) => Rest { seen: time, ..rest },
            None => Rest { cell, place, since: time, seen: time },
        };
        self.rest = Some(rest);
        let rested = time - rest.since;
        match settings.seconds {
            Some(seconds) if rested >= seconds => {
                self.made(cell);
                Offer::Confirmed(cell)
            }
            _ if rested < settings.settle => Offer::Nothing,
            seconds => {
                let share = seconds.map_or(0.0, |seconds| (rested / seconds).clamp(0.0, 1.0));
                Offer::Resting { cell, share }
            }
        }
    }

    /// Makes the move that is offered, if one is: a key or a button was pressed.
    pub fn confirm(&mut self, settings: &DwellSettings) -> Option<Cell> {
        let rest = self.rest.filter(|rest| rest.seen - rest.since >= settings.settle)?;
        self.made(rest.cell);
        Some(rest.cell)
    }

    /// Forgets the piece, for another game.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// The piece was seen on this cell, or on none: once it has left the cell of the last move,
    /// that move can be made again.
    pub(crate) fn leave(&mut self, cell: Option<Cell>) {
        if self.confirmed != cell {
            self.confirmed = None;
        }
    }

    fn made(&mut self, cell: Cell) {
        self.confirmed = Some(cell);
        self.rest = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const D3: Cell = Cell { column: 3, row: 2 };
    const E3: Cell = Cell { column: 4, row: 2 };

    fn watch(dwell: &mut Dwell, cell: Cell, times: std::ops::Range<u32>) -> Vec<(u32, Cell)> {
        let settings = DwellSettings::default();
        let offers = times.filter_map(|k| {
            let offer = dwell.watch(Some((cell, cell.center())), f64::from(k) * 0.1, &settings);
            if let Offer::Confirmed(cell) = offer { Some((k, cell)) } else { None }
        });
        offers.collect()
    }

    #[test]
    fn a_second_of_rest_is_a_move_and_only_one() {
        let mut dwell = Dwell::default();
        assert_eq!(watch(&mut dwell, D3, 0..30), [(10, D3)]);
        assert_eq!(watch(&mut dwell, E3, 30..45), [(40, E3)]);
        assert_eq!(watch(&mut dwell, D3, 45..60), [(55, D3)]);
    }

    #[test]
    fn a_piece_that_moves_makes_no_move() {
        let mut dwell = Dwell::default();
        let settings = DwellSettings::default();
        for k in 0..100 {
            let place = Point::new(3.1 + f64::from(k) * 0.008, 2.5);
            let offer = dwell.watch(Some((D3, place)), f64::from(k) * 0.02, &settings);
            assert!(!matches!(offer, Offer::Confirmed(_)), "{k}");
        }
    }

    #[test]
    fn a_blink_is_forgiven_and_a_pause_is_not() {
        let mut dwell = Dwell::default();
        let settings = DwellSettings::default();
        assert_eq!(watch(&mut dwell, D3, 0..8), []);
        assert_eq!(dwell.watch(None, 0.85, &settings), Offer::Nothing);
        assert_eq!(watch(&mut dwell, D3, 9..12), [(10, D3)]);
        assert_eq!(watch(&mut dwell, E3, 20..28), []);
        assert_eq!(dwell.watch(None, 3.2, &settings), Offer::Nothing);
        assert_eq!(watch(&mut dwell, E3, 33..40), []);
    }

    #[test]
    fn a_button_makes_the_move_that_is_offered() {
        let mut dwell = Dwell::default();
        let settings = DwellSettings { seconds: None, ..DwellSettings::default() };
        assert_eq!(dwell.confirm(&settings), None);
        for k in 0..100 {
            let offer = dwell.watch(Some((D3, D3.center())), f64::from(k) * 0.1, &settings);
            assert!(!matches!(offer, Offer::Confirmed(_)));
        }
        assert_eq!(dwell.confirm(&settings), Some(D3));
        assert_eq!(dwell.confirm(&settings), None);
    }
}
