//! Colors, and how luma and chroma are made of them.

use serde::{Deserialize, Serialize};

#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rgb {
    pub r: u8,
    pub g: u8,
    pub b: u8,
}

impl Rgb {
    pub const fn new(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b }
    }
}

/// Luma and chroma as JPEG has them: ITU-R BT.601 with the full range of 0 to 255.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Yuv {
    pub y: u8,
    pub cb: u8,
    pub cr: u8,
}

impl Yuv {
    pub(crate) const fn luma(r: u8, g: u8, b: u8) -> u8 {
        ((19595 * r as u32 + 38470 * g as u32 + 7471 * b as u32 + 0x8000) >> 16) as u8
    }
}

impl From<Rgb> for Yuv {
    fn from(Rgb { r, g, b }: Rgb) -> Self {
        let [red, green, blue] = [r, g, b].map(i32::from);
        let chroma = |value: i32| ((value + (128 << 16) + 0x8000) >> 16).clamp(0, 255) as u8;
        Self {
            y: Self::luma(r, g, b),
            cb: chroma(-11059 * red - 21709 * green + 32768 * blue),
            cr: chroma(32768 * red - 27439 * green - 5329 * blue),
        }
    }
}

impl From<Yuv> for Rgb {
    fn from(Yuv { y, cb, cr }: Yuv) -> Self {
        let (y, cb, cr) = (i32::from(y) << 16, i32::from(cb) - 128, i32::from(cr) - 128);
        let channel = |value: i32| ((value + 0x8000) >> 16).clamp(0, 255) as u8;
        Self {
            r: channel(y + 91881 * cr),
            g: channel(y - 22554 * cb - 46802 * cr),
            b: channel(y + 116130 * cb),
        }
    }
}

/// A color to draw with.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Paint {
    #[serde(flatten)]
    pub color: Rgb,
    /// From 0, invisible, to 1.
    pub alpha: f64,
}

impl Paint {
    pub const fn new(r: u8, g: u8, b: u8, alpha: f64) -> Self {
        Self { color: Rgb::new(r, g, b), alpha }
    }

    pub const fn solid(color: Rgb) -> Self {
        Self { color, alpha: 1.0 }
    }
}
