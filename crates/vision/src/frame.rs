//! Pictures as they come from a camera.

use crate::color::{Rgb, Yuv};

/// How the bytes of a frame are laid out.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Format {
    /// Three planes, each row by row: luma, then Cb, then Cr, these at half the width and height
    /// (rounded up). Also known as I420.
    Yuv420,
    /// Red, green and blue of each pixel, row by row.
    Rgb,
}

impl Format {
    /// How many bytes a frame has.
    pub const fn n_bytes(self, width: usize, height: usize) -> usize {
        match self {
            Self::Yuv420 => width * height + 2 * width.div_ceil(2) * height.div_ceil(2),
            Self::Rgb => 3 * width * height,
        }
    }
}

/// One picture.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Frame {
    format: Format,
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

/// Twice the width of 8K.
const MAX_SIDE: usize = 16384;

impl Frame {
    pub fn new(
        format: Format,
        width: usize,
        height: usize,
        bytes: Vec<u8>,
    ) -> Result<Self, FrameError> {
        Self::check_size(width, height)?;
        let expected = format.n_bytes(width, height);
        if bytes.len() != expected {
            return Err(FrameError::Length { expected, found: bytes.len() });
        }
        Ok(Self { format, width, height, bytes })
    }

    /// Whether frames may have this size.
    pub const fn check_size(width: usize, height: usize) -> Result<(), FrameError> {
        if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
            return Err(FrameError::Size { width, height });
        }
        Ok(())
    }

    pub const fn format(&self) -> Format {
        self.format
    }

    pub const fn width(&self) -> usize {
        self.width
    }

    pub const fn height(&self) -> usize {
        self.height
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Gives the bytes back, so that they can be filled again.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// The planes of a [`Format::Yuv420`] frame: luma, Cb and Cr.
    pub(crate) fn planes(&self) -> [&[u8]; 3] {
        let (luma, chroma) = self.bytes.split_at(self.width * self.height);
        let (cb, cr) = chroma.split_at(chroma.len() / 2);
        [luma, cb, cr]
    }

    pub(crate) fn planes_mut(&mut self) -> [&mut [u8]; 3] {
        let (luma, chroma) = self.bytes.split_at_mut(self.width * self.height);
        let (cb, cr) = chroma.split_at_mut(chroma.len() / 2);
        [luma, cb, cr]
    }

    /// The same picture in red, green and blue.
    #[must_use]
    pub fn to_rgb(&self) -> Self {
        if self.format == Format::Rgb {
            return self.clone();
        }
        let [luma, cb, cr] = self.planes();
        let half = self.width.div_ceil(2);
        let pixels = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let bytes = pixels.flat_map(|(x, y)| {
            let chroma = y / 2 * half + x / 2;
            let yuv = Yuv { y: luma[y * self.width + x], cb: cb[chroma], cr: cr[chroma] };
            let Rgb { r, g, b } = yuv.into();
            [r, g, b]
        });
        Self { format: Format::Rgb, bytes: bytes.collect(), ..*self }
    }

    /// The same picture in luma and chroma.
    #[must_use]
    pub fn to_yuv(&self) -> Self {
        if self.format == Format::Yuv420 {
            return self.clone();
        }
        let (width, height) = (self.width, self.height);
        let mut bytes = Vec::with_capacity(Format::Yuv420.n_bytes(width, height));
        bytes.extend(self.bytes.chunks_exact(3).map(|rgb| Yuv::luma(rgb[0], rgb[1], rgb[2])));
        let n_chroma = width.div_ceil(2) * height.div_ceil(2);
        let (mut cb, mut cr) = (Vec::with_capacity(n_chroma), Vec::with_capacity(n_chroma));
        let row = |y: usize| &self.bytes[3 * y * width..][..3 * width];
        for y in (0..height).step_by(2) {
            let (upper, lower) = (row(y), row((y + 1).min(height - 1)));
            for (a, b) in upper.chunks(6).zip(lower.chunks(6)) {
                let right = a.len() - 3;
                let mean = |k: usize| {
                    let sum = [a[k], a[right + k], b[k], b[right + k]].map(u16::from);
                    ((sum.iter().sum::<u16>() + 2) / 4) as u8
                };
                let yuv = Yuv::from(Rgb::new(mean(0), mean(1), mean(2)));
                cb.push(yuv.cb);
                cr.push(yuv.cr);
            }
        }
        bytes.extend(cb);
        bytes.extend(cr);
        Self { format: Format::Yuv420, bytes, ..*self }
    }
}

/// Why bytes are no frame.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum FrameError {
    #[error("a frame of {width}x{height} pixels: width and height are from 1 to {MAX_SIDE}")]
    Size { width: usize, height: usize },
    #[error("a frame of this size has {expected} bytes, not {found}")]
    Length { expected: usize, found: usize },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_lengths_are_checked() {
        let length = FrameError::Length { expected: 24, found: 23 };
        assert_eq!(Frame::new(Format::Yuv420, 4, 4, vec![0; 23]), Err(length));
        assert!(Frame::new(Format::Yuv420, 4, 4, vec![0; 24]).is_ok());
        assert!(Frame::new(Format::Yuv420, 5, 3, vec![0; 15 + 12]).is_ok());
        assert!(Frame::new(Format::Rgb, 0, 3, vec![]).is_err());
        assert!(Frame::new(Format::Rgb, 1 << 40, 1 << 40, vec![]).is_err());
    }

    #[test]
    fn colors_survive_both_ways() {
        for [r, g, b] in [[0, 0, 0], [255, 255, 255], [200, 40, 40], [30, 160, 220]] {
            let frame = Frame::new(Format::Rgb, 3, 3, [r, g, b].repeat(9)).unwrap();
            let back = frame.to_yuv().to_rgb();
            for (a, b) in frame.bytes().iter().zip(back.bytes()) {
                assert!(a.abs_diff(*b) <= 2, "{a} {b}");
            }
        }
    }
}
