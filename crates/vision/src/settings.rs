//! What a person can set, and what is saved.

use serde::{Deserialize, Serialize};

use crate::corners::CornerSettings;
use crate::dwell::DwellSettings;
use crate::point::Point;
use crate::quad::Quad;
use crate::range::ColorRange;
use crate::stabilizer::StabilizerSettings;

/// How the board is laid onto its corners.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Geometry {
    /// In perspective: the board may lie at an angle.
    #[default]
    Projective,
    /// The rectangle around the corners, as the FPGA design has it.
    Rectangle,
}

/// Everything that recognition can be told.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The color of the markers.
    pub marker: ColorRange,
    /// The color of the piece.
    pub piece: ColorRange,
    /// Corners that were placed by hand, as shares of the picture's width and height. Markers
    /// are not looked for then.
    pub manual: Option<[Point; 4]>,
    pub geometry: Geometry,
    /// By how many quarter turns the first corner is not the one at the top left.
    pub turns: u8,
    /// Whether the picture shows left and right swapped.
    pub mirror: bool,
    pub corners: CornerSettings,
    pub stabilizer: StabilizerSettings,
    pub dwell: DwellSettings,
}

impl Settings {
    /// The board within corners that go around clockwise from the top left.
    pub(crate) fn board(&self, corners: Quad) -> Quad {
        let corners = if self.mirror { corners.mirrored() } else { corners };
        let corners = corners.turned(self.turns);
        match self.geometry {
            Geometry::Projective => corners,
            Geometry::Rectangle => corners.bounding_rectangle(),
        }
    }
}
