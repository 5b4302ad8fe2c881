//! A person who moves the piece.

use crate::point::Point;

use super::Moment;

/// Takes the piece from place to place. Places are in cells, times in seconds.
#[derive(Clone, Debug)]
pub struct Person {
    from: Point,
    to: Point,
    start: f64,
}

/// How long the hand takes to come and to go.
const REACH: f64 = 0.25;

/// How long it holds the piece before and after it moves it.
const GRIP: f64 = 0.08;

/// Cells in a second.
const SPEED: f64 = 10.0;

/// Where the hand comes from, in cells from the piece.
const ASIDE: Point = Point::new(3.0, 9.0);

impl Person {
    /// A piece lies here, and there is no hand.
    pub const fn new(place: Point) -> Self {
        Self { from: place, to: place, start: f64::NEG_INFINITY }
    }

    /// Begins to take the piece to another place.
    pub fn take_to(&mut self, place: Point, time: f64) {
        *self = Self { from: self.to, to: place, start: time };
    }

    /// When the piece lies and the hand is gone.
    pub fn rests_at(&self) -> f64 {
        self.start + 2.0 * (REACH + GRIP) + self.carry_time()
    }

    /// When the piece lies where it was taken to.
    pub fn arrives_at(&self) -> f64 {
        self.start + REACH + GRIP + self.carry_time()
    }

    fn carry_time(&self) -> f64 {
        (self.from.distance(self.to) / SPEED).max(0.15)
    }

    pub fn moment(&self, time: f64) -> Moment {
        let carry = ease((time - self.start - REACH - GRIP) / self.carry_time());
        let piece = self.from.toward(self.to, carry);
        let coming = 1.0 - ease((time - self.start) / REACH);
        let going = ease((time - self.arrives_at() - GRIP) / REACH);
        let away = coming.max(going);
        let is_there = time > self.start && time < self.rests_at();
        Moment { piece: Some(piece), hand: is_there.then(|| piece + ASIDE * away) }
    }
}

/// From 0 to 1 without a jerk.
fn ease(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_piece_arrives_and_the_hand_leaves() {
        let (a, b) = (Point::new(1.5, 1.5), Point::new(6.5, 4.5));
        let mut person = Person::new(a);
        assert_eq!(person.moment(0.0), Moment { piece: Some(a), hand: None });
        person.take_to(b, 2.0);
        assert_eq!(person.moment(2.1).piece, Some(a));
        assert!(person.moment(2.3).hand.is_some());
        assert_eq!(person.moment(person.arrives_at()).piece, Some(b));
        assert_eq!(person.moment(person.rests_at()), Moment { piece: Some(b), hand: None });
    }
}
