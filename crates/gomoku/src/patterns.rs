//! The pattern machine: a player that compares 5x5 windows of the board with a list of patterns.

mod check;
mod file;
mod image;
mod machine;
mod matcher;
mod pattern;

pub(crate) use check::shadows;
pub use check::{Finding, check};
pub use file::{Entry, PatternError, PatternFile};
pub use image::{
    IMAGE_BYTES, ImageError, LARGE_IMAGE_BYTES, MAX_PATTERNS, PATTERN_BYTES, from_image,
    max_patterns_in, to_image, to_image_in,
};
pub use machine::{Cycles, Firing, PatternMachine, Window};
pub(crate) use matcher::{Matcher, Planes};
pub use pattern::{Cell, Pattern, SIDE, Spot};
