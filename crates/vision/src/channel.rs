//! One channel of a frame at half its width and height: what colors are looked for in.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::color::{Rgb, Yuv};
use crate::frame::{Format, Frame};
use crate::point::Point;

/// A number that every pixel has.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    Red,
    Green,
    Blue,
    Luma,
    Cb,
    Cr,
}

impl Channel {
    pub const ALL: [Self; 6] = [Self::Red, Self::Green, Self::Blue, Self::Luma, Self::Cb, Self::Cr];

    const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Luma => "luma",
            Self::Cb => "cb",
            Self::Cr => "cr",
        }
    }

    /// The channel of a color.
    pub fn of(self, color: Rgb) -> u8 {
        match self {
            Self::Red => color.r,
            Self::Green => color.g,
            Self::Blue => color.b,
            Self::Luma => Yuv::from(color).y,
            Self::Cb => Yuv::from(color).cb,
            Self::Cr => Yuv::from(color).cr,
        }
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is no channel.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("a channel is red, green, blue, luma, cb or cr")]
pub struct ParseChannelError;

impl FromStr for Channel {
    type Err = ParseChannelError;

    fn from_str(text: &str) -> Result<Self, ParseChannelError> {
        let channel =
            Self::ALL.into_iter().find(|channel| text.eq_ignore_ascii_case(channel.name()));
        channel.ok_or(ParseChannelError)
    }
}

/// The size of the grid of 2x2 pixels in which colors are looked for: chroma has no more.
pub(crate) const fn half_size(frame: &Frame) -> (usize, usize) {
    (frame.width().div_ceil(2), frame.height().div_ceil(2))
}

/// The center of a cell of the half grid, in pixels of the frame.
pub(crate) fn half_point(x: f64, y: f64) -> Point {
    Point::new(2.0 * x + 1.0, 2.0 * y + 1.0)
}

/// A channel of a frame at half its width and height, row by row. `room` is where it is computed,
/// if the frame does not hold it.
pub fn half_channel<'a>(frame: &'a Frame, channel: Channel, room: &'a mut Vec<u8>) -> &'a [u8] {
    room.clear();
    match (frame.format(), channel) {
        (Format::Yuv420, Channel::Cb) => return frame.planes()[1],
        (Format::Yuv420, Channel::Cr) => return frame.planes()[2],
        (Format::Yuv420, Channel::Luma) => halve(frame.planes()[0], frame, room),
        (Format::Yuv420, _) => {
            halve(frame.planes()[0], frame, room);
            let [_, cb, cr] = frame.planes();
            for ((value, &cb), &cr) in room.iter_mut().zip(cb).zip(cr) {
                *value = channel.of(Yuv { y: *value, cb, cr }.into());
            }
        }
        (Format::Rgb, _) => halve_rgb(frame, channel, room),
    }
    room
}

/// Means of 2x2 values of a plane as large as the frame.
fn halve(plane: &[u8], frame: &Frame, half: &mut Vec<u8>) {
    let mut rows = plane.chunks_exact(frame.width());
    while let Some(upper) = rows.next() {
        let lower = rows.next().unwrap_or(upper);
        let (upper_pairs, lower_pairs) = (upper.chunks_exact(2), lower.chunks_exact(2));
        let odd = upper_pairs.remainder().first().zip(lower_pairs.remainder().first());
        half.extend(upper_pairs.zip(lower_pairs).map(|(a, b)| {
            let sum = u16::from(a[0]) + u16::from(a[1]) + u16::from(b[0]) + u16::from(b[1]);
            ((sum + 2) / 4) as u8
        }));
        half.extend(odd.map(|(&a, &b)| (u16::from(a) + u16::from(b)).div_ceil(2) as u8));
    }
}

fn halve_rgb(frame: &Frame, channel: Channel, half: &mut Vec<u8>) {
    let (width, height) = (frame.width(), frame.height());
    let row = |y: usize| &frame.bytes()[3 * y * width..][..3 * width];
    for y in (0..height).step_by(2) {
        let (upper, lower) = (row(y), row((y + 1).min(height - 1)));
        half.extend(upper.chunks(6).zip(lower.chunks(6)).map(|(a, b)| {
            let right = a.len() - 3;
            let mean = |k: usize| {
                let sum = [a[k], a[right + k], b[k], b[right + k]].map(u16::from);
                ((sum.iter().sum::<u16>() + 2) / 4) as u8
            };
            channel.of(Rgb::new(mean(0), mean(1), mean(2)))
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_formats_have_the_same_channels() {
        let bytes = (0..7 * 5 * 3).map(|k| (k / 30 * 53) as u8).collect();
        let rgb = Frame::new(Format::Rgb, 7, 5, bytes).unwrap();
        let yuv = rgb.to_yuv();
        let (mut room, mut other) = (Vec::new(), Vec::new());
        for channel in Channel::ALL {
            let values = half_channel(&rgb, channel, &mut room);
            let same = half_channel(&yuv, channel, &mut other);
            assert_eq!(values.len(), 4 * 3);
            assert!(values.iter().zip(same).all(|(a, b)| a.abs_diff(*b) <= 3), "{channel}");
            assert_eq!(channel.to_string().parse(), Ok(channel));
        }
    }
}
