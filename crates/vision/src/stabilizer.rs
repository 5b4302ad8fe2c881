//! Keeping still what only trembles.

use serde::{Deserialize, Serialize};

use crate::point::Point;

/// How much what is shown follows what is seen. Distances are shares of the picture's width.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct StabilizerSettings {
    /// The weight of the latest value in the average; that of the FPGA design is a quarter.
    pub weight: f64,
    /// What is shown moves only if the average is farther from it than this.
    pub dead_zone: f64,
    /// What has moved farther than this is followed at once.
    pub jump: f64,
}

impl Default for StabilizerSettings {
    fn default() -> Self {
        Self { weight: 0.25, dead_zone: 0.0008, jump: 0.02 }
    }
}

/// A point that follows another without trembling.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Stabilizer {
    average: Point,
    shown: Point,
}

impl Stabilizer {
    pub const fn new(point: Point) -> Self {
        Self { average: point, shown: point }
    }

    /// Takes the latest value and tells what to show, in a picture of this width.
    pub fn follow(&mut self, point: Point, settings: &StabilizerSettings, width: f64) -> Point {
        if point.distance(self.average) > settings.jump * width {
            *self = Self::new(point);
        }
        self.average = self.average.toward(point, settings.weight.clamp(0.0, 1.0));
        if self.average.distance(self.shown) > settings.dead_zone * width {
            self.shown = self.average;
        }
        self.shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trembling_is_not_shown_and_moves_are_followed() {
        let settings = StabilizerSettings::default();
        let mut stabilizer = Stabilizer::new(Point::new(100.0, 100.0));
        for k in 0..50 {
            let point = Point::new(100.0 + f64::from(k % 2), 100.0);
            assert_eq!(stabilizer.follow(point, &settings, 1280.0), Point::new(100.0, 100.0));
        }
        for _ in 0..20 {
            stabilizer.follow(Point::new(110.0, 100.0), &settings, 1280.0);
        }
        let shown = stabilizer.follow(Point::new(110.0, 100.0), &settings, 1280.0);
        assert!(shown.distance(Point::new(110.0, 100.0)) < 1.1, "{shown:?}");
        let far = Point::new(500.0, 300.0);
        assert_eq!(stabilizer.follow(far, &settings, 1280.0), far);
    }

    #[test]
    fn a_quarter_of_the_new_and_three_of_the_old() {
        let settings = StabilizerSettings { dead_zone: 0.0, jump: 1.0, ..Default::default() };
        let mut stabilizer = Stabilizer::new(Point::new(0.0, 0.0));
        let shown = stabilizer.follow(Point::new(8.0, 4.0), &settings, 1280.0);
        assert_eq!(shown, Point::new(2.0, 1.0));
    }
}
