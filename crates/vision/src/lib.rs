#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod color;
mod frame;

mod channel;
mod range;

mod homography;
mod point;
mod quad;

mod grid;

mod blobs;
mod kmeans;

mod corners;
mod piece;
mod stabilizer;

mod dwell;

mod calibrate;
mod propose;

mod settings;
mod situation;

mod session;

mod canvas;
mod font;
mod overlay;
mod paint;
mod shape;

pub mod scene;

pub use channel::{Channel, ParseChannelError, half_channel};
pub use color::{Paint, Rgb, Yuv};
pub use corners::{CornerSettings, CornerTracker, Corners};
pub use dwell::{Dwell, DwellSettings, Offer};
pub use frame::{Format, Frame, FrameError};
pub use grid::{BoardMap, Cell, MAX_SIZE, ParseCellError, cells};
pub use homography::{Ellipse, Homography};
pub use overlay::overlay;
pub use paint::paint;
pub use piece::Piece;
pub use point::Point;
pub use quad::Quad;
pub use range::{Bound, ColorRange, Mask, ParseRangeError};
pub use session::{Object, Session, Sighting, Status};
pub use settings::{Geometry, Settings};
pub use shape::Shape;
pub use situation::{Outcome, Phase, Situation};
pub use stabilizer::{Stabilizer, StabilizerSettings};
