//! The planes of a frame, to put paint onto.

use crate::color::{Paint, Yuv};
use crate::frame::{Format, Frame};

/// Planes of the same size, which are painted together.
pub(crate) struct Canvas<'a, 'b> {
    planes: &'a mut [Plane<'b>],
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Pixels of the planes for each pixel of the frame.
    pub(crate) scale: f64,
    /// How much of the paint there is, from 0 to 256.
    strength: u16,
}

/// The bytes of some channels, pixel by pixel, and the color to put there.
struct Plane<'a> {
    bytes: &'a mut [u8],
    color: &'a [u8],
}

impl Canvas<'_, '_> {
    /// Draws onto all planes of a frame: once onto all that have the size of the frame, and
    /// once at half the scale onto the chroma planes, if it has any.
    pub(crate) fn each(frame: &mut Frame, paint: Paint, mut draw: impl FnMut(&mut Canvas<'_, '_>)) {
        let strength = (paint.alpha.clamp(0.0, 1.0) * 256.0).round() as u16;
        let (width, height) = (frame.width(), frame.height());
        let mut draw = |planes: &mut [Plane<'_>], width, height, scale| {
            draw(&mut Canvas { planes, width, height, scale, strength });
        };
        match frame.format() {
            Format::Yuv420 => {
                let Yuv { y, cb, cr } = paint.color.into();
                let [luma, blue, red] = frame.planes_mut();
                draw(&mut [Plane { bytes: luma, color: &[y] }], width, height, 1.0);
                let mut chroma =
                    [Plane { bytes: blue, color: &[cb] }, Plane { bytes: red, color: &[cr] }];
                draw(&mut chroma, width.div_ceil(2), height.div_ceil(2), 0.5);
            }
            Format::Rgb => {
                let color = [paint.color.r, paint.color.g, paint.color.b];
                let plane = Plane { bytes: frame.bytes_mut(), color: &color };
                draw(&mut [plane], width, height, 1.0);
            }
        }
    }

    /// Paints a pixel of which a share is covered.
    pub(crate) fn blend(&mut self, x: usize, y: usize, cover: f64) {
        if cover <= 0.0 {
            return;
        }
        let strength = (f64::from(self.strength) * cover.min(1.0)) as u16;
        let pixel = y * self.width + x;
        for Plane { bytes, color } in &mut *self.planes {
            let bytes = &mut bytes[pixel * color.len()..][..color.len()];
            for (byte, value) in bytes.iter_mut().zip(*color) {
                *byte = mix(*byte, *value, strength);
            }
        }
    }

    /// Paints the pixels of a row from `left` to before `right`.
    pub(crate) fn blend_span(&mut self, y: usize, left: usize, right: usize) {
        let row = y * self.width;
        for Plane { bytes, color } in &mut *self.planes {
            let bytes = &mut bytes[(row + left) * color.len()..(row + right) * color.len()];
            match **color {
                [value] if self.strength == 256 => bytes.fill(value),
                [value] => bytes.iter_mut().for_each(|b| *b = mix(*b, value, self.strength)),
                _ => {
                    for pixel in bytes.chunks_exact_mut(color.len()) {
                        for (byte, value) in pixel.iter_mut().zip(*color) {
                            *byte = mix(*byte, *value, self.strength);
                        }
                    }
                }
            }
        }
    }
}

/// Between two values; the products fit into 16 bits, of which a processor takes many at once.
fn mix(old: u8, value: u8, strength: u16) -> u8 {
    ((u16::from(old) * (256 - strength) + u16::from(value) * strength + 128) >> 8) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_never_overflows() {
        for old in [0, 1, 127, 254, 255] {
            for value in [0, 1, 128, 255] {
                assert_eq!(mix(old, value, 0), old);
                assert_eq!(mix(old, value, 256), value);
                let half = mix(old, value, 128);
                assert!((old.min(value)..=old.max(value)).contains(&half), "{old} {value} {half}");
            }
        }
    }
}
