//! Which colors an object has.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::channel::{Channel, ParseChannelError, half_channel, half_size};
use crate::frame::Frame;

/// The least and the largest value of a channel.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bound {
    pub channel: Channel,
    pub lower: u8,
    pub upper: u8,
}

/// The colors of an object: those within all bounds. The FPGA design has one bound, calibration
/// gives two. Without any, nothing has the color.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ColorRange {
    pub bounds: Vec<Bound>,
}

/// More bounds than this say nothing.
const MAX_BOUNDS: usize = 6;

/// Which cells of the half grid have a color: 1 if so, 0 if not.
#[derive(Clone, Debug, Default)]
pub struct Mask {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) cells: Vec<u8>,
    /// Where channels are computed that the frame does not hold.
    room: Vec<u8>,
}

impl Mask {
    /// A mask that was found in another way, row by row.
    pub(crate) const fn of_cells(width: usize, height: usize, cells: Vec<u8>) -> Self {
        Self { width, height, cells, room: Vec::new() }
    }

    /// Looks for a color in a frame.
    pub fn select(&mut self, frame: &Frame, range: &ColorRange) {
        (self.width, self.height) = half_size(frame);
        self.cells.clear();
        self.cells.resize(self.width * self.height, u8::from(!range.bounds.is_empty()));
        for bound in range.bounds.iter().take(MAX_BOUNDS) {
            let values = half_channel(frame, bound.channel, &mut self.room);
            let selected = bound.lower..=bound.upper;
            for (cell, value) in self.cells.iter_mut().zip(values) {
                *cell &= u8::from(selected.contains(value));
            }
        }
    }

    pub const fn width(&self) -> usize {
        self.width
    }

    pub const fn height(&self) -> usize {
        self.height
    }

    /// Row by row, 1 where the color is.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}-{}", self.channel, self.lower, self.upper)
    }
}

impl fmt::Display for ColorRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bounds = self.bounds.iter().map(Bound::to_string).collect::<Vec<_>>();
        f.write_str(&bounds.join(","))
    }
}

/// Why a text is no range of colors.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum ParseRangeError {
    #[error("`{0}` is no range of colors: write cr=170-255, or cr=170-255,cb=90-140")]
    Shape(String),
    #[error("`{0}` is no channel: {ParseChannelError}")]
    Channel(String),
    #[error("no value is in {0}: the lower one comes first")]
    Empty(Bound),
}

impl FromStr for ColorRange {
    type Err = ParseRangeError;

    fn from_str(text: &str) -> Result<Self, ParseRangeError> {
        let parts = text.split(',').filter(|part| !part.trim().is_empty());
        let bounds = parts.map(|part| {
            let shape = || ParseRangeError::Shape(part.trim().to_owned());
            let (channel, values) = part.split_once('=').ok_or_else(shape)?;
            let channel = channel.trim();
            let channel =
                channel.parse().map_err(|_| ParseRangeError::Channel(channel.to_owned()))?;
            let (lower, upper) = values.split_once('-').ok_or_else(shape)?;
            let value = |text: &str| text.trim().parse().map_err(|_| shape());
            let bound = Bound { channel, lower: value(lower)?, upper: value(upper)? };
            if bound.lower > bound.upper { Err(ParseRangeError::Empty(bound)) } else { Ok(bound) }
        });
        Ok(Self { bounds: bounds.collect::<Result<_, _>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Format;

    #[test]
    fn text_is_the_inverse_of_parsing() {
        for text in ["", "cr=170-255", "cr=170-255,cb=90-140", "luma=0-0,red=1-2,green=3-4"] {
            assert_eq!(text.parse::<ColorRange>().unwrap().to_string(), text);
        }
        for text in ["cr", "cr=1", "cr=1-256", "hue=1-2", "cr=9-8", "=", "cr=-"] {
            let error = text.parse::<ColorRange>().unwrap_err().to_string();
            assert!(error.contains('`') || error.contains("no value"), "{error}");
        }
    }

    #[test]
    fn both_ends_belong_to_the_range() {
        let frame =
            Frame::new(Format::Yuv420, 6, 2, [vec![0; 12], vec![128; 3], vec![9, 10, 12]].concat());
        let mut mask = Mask::default();
        mask.select(&frame.clone().unwrap(), &"cr=10-12".parse().unwrap());
        assert_eq!(mask.cells(), [0, 1, 1]);
        mask.select(&frame.clone().unwrap(), &"cr=10-12,cb=0-127".parse().unwrap());
        assert_eq!(mask.cells(), [0, 0, 0]);
        mask.select(&frame.unwrap(), &ColorRange::default());
        assert_eq!(mask.cells(), [0, 0, 0]);
    }
}
