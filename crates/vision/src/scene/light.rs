//! Light, blur and noise.

use crate::frame::Frame;
use crate::point::Point;

use super::random::Random;

/// How bright the table is where.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Light {
    /// Of red, green and blue, in the middle of the picture.
    pub level: [f64; 3],
    /// How much brighter it is at the right and at the bottom edge than at the opposite one, as a
    /// share of the level.
    pub slope: Point,
    /// How much darker the corners of the picture are, from 0 to 1.
    pub vignette: f64,
    /// The part of the picture's width, from the left, that lies in a shadow, and how dark that
    /// is.
    pub shade: Option<(f64, f64)>,
}

impl Default for Light {
    fn default() -> Self {
        Self { level: [1.0; 3], slope: Point::new(0.1, 0.05), vignette: 0.1, shade: None }
    }
}

impl Light {
    /// The factor at a place, given by shares of width and height.
    fn factor(&self, x: f64, y: f64) -> f64 {
        let (dx, dy) = (x - 0.5, y - 0.5);
        let even = 1.0 + self.slope.x * dx + self.slope.y * dy;
        let vignette = 1.0 - self.vignette * 2.0 * (dx * dx + dy * dy);
        // The edge of the shadow is slanted and soft.
        let shade = self.shade.map_or(1.0, |(edge, darkness)| {
            let inside = ((edge + 0.2 * dy - x) / 0.03 + 0.5).clamp(0.0, 1.0);
            1.0 - darkness * inside
        });
        (even * vignette * shade).max(0.0)
    }
}

/// Light falls onto a picture, and the camera adds noise.
pub(super) fn shine(picture: &mut Frame, light: &Light, noise: f64, random: &mut Random) {
    /// The light of so many pixels in a row is the same.
    const STRIDE: usize = 4;
    let (width, height) = (picture.width(), picture.height());
    // In 1/4096, and noise from a table: a frame has millions of these.
    let noises: [i32; 1024] = std::array::from_fn(|_| (random.normal() * noise * 4096.0) as i32);
    for (y, row) in picture.bytes_mut().chunks_exact_mut(3 * width).enumerate() {
        let y = (y as f64 + 0.5) / height as f64;
        for (k, pixels) in row.chunks_mut(3 * STRIDE).enumerate() {
            let x = (k * STRIDE) as f64 / width as f64;
            let factor = light.factor(x, y) * 4096.0;
            let gains = light.level.map(|level| (level * factor) as i32);
            for pixel in pixels.chunks_exact_mut(3) {
                let bits = random.next();
                for (channel, value) in pixel.iter_mut().enumerate() {
                    let noise = noises[(bits >> (10 * channel) & 1023) as usize];
                    let bright = i32::from(*value) * gains[channel] + noise + 2048;
                    *value = (bright >> 12).clamp(0, 255) as u8;
                }
            }
        }
    }
}

/// Blurs with a box twice, which is about a Gaussian of this radius.
pub(super) fn blur(picture: &mut Frame, radius: f64) {
    let reach = radius.round() as usize;
    if reach == 0 {
        return;
    }
    let (line, height, n) = (3 * picture.width(), picture.height(), 2 * reach + 1);
    let mut sums = vec![0; line];
    for _ in 0..2 {
        let mut padded = Vec::with_capacity(line + 6 * reach);
        for row in picture.bytes_mut().chunks_exact_mut(line) {
            padded.clear();
            padded.extend(row[..3].repeat(reach));
            padded.extend_from_slice(row);
            padded.extend(row[line - 3..].repeat(reach));
            mean((0..n).map(|k| &padded[3 * k..][..line]), &mut sums, row);
        }
        let source = picture.bytes().to_vec();
        for (y, row) in picture.bytes_mut().chunks_exact_mut(line).enumerate() {
            let near = (y..y + n).map(|k| k.saturating_sub(reach).min(height - 1));
            mean(near.map(|k| &source[k * line..][..line]), &mut sums, row);
        }
    }
}

/// The mean of some rows, value by value.
fn mean<'a>(rows: impl ExactSizeIterator<Item = &'a [u8]>, sums: &mut [u16], means: &mut [u8]) {
    let n = rows.len() as u32;
    sums.fill(n as u16 / 2);
    for row in rows {
        for (sum, &value) in sums.iter_mut().zip(row) {
            *sum += u16::from(value);
        }
    }
    // A multiplication instead of a division: off by one at most.
    let inverse = (1 << 16) / n + 1;
    for (value, &sum) in means.iter_mut().zip(&*sums) {
        *value = ((u32::from(sum) * inverse) >> 16).min(255) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Format;

    #[test]
    fn blur_and_noise_keep_the_mean() {
        let bytes = (0..64 * 48 * 3).map(|k| if k / 96 % 2 == 0 { 60 } else { 180 }).collect();
        let mut frame = Frame::new(Format::Rgb, 64, 48, bytes).unwrap();
        let mean = |frame: &Frame| {
            frame.bytes().iter().map(|&value| f64::from(value)).sum::<f64>() / (64.0 * 48.0 * 3.0)
        };
        blur(&mut frame, 3.0);
        assert!((mean(&frame) - 120.0).abs() < 2.0);
        let light = Light { slope: Point::default(), vignette: 0.0, ..Light::default() };
        shine(&mut frame, &light, 10.0, &mut Random::new(1, 1));
        assert!((mean(&frame) - 120.0).abs() < 2.0);
    }
}
