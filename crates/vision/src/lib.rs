//! Camera frames to board cells, and the overlay drawn back onto them.
//!
//! Four markers of one color are the corners of a board on a table, one piece of another color
//! is what a person moves. A [`Frame`] becomes masks of these colors ([`ColorRange`]), the masks
//! become connected blobs, and these become corners ([`CornerTracker`]: k-means, then tracking)
//! and a piece. A projective mapping ([`BoardMap`]) tells the cell, and a piece that rests on a
//! legal cell is a move ([`Dwell`]). [`Session`] does all of it, frame by frame.
//!
//! [`overlay`] describes what is to be drawn as a list of [`Shape`]s, which [`paint`] draws into
//! a frame and a page draws over its video.
//!
//! ```
//! use stonegate_vision::scene::{Moment, Scene};
//! use stonegate_vision::{Object, Session, Settings, Situation, Status, overlay, paint};
//!
//! // A table with four magenta markers and a blue piece in cell d3, seen from aside.
//! let scene = Scene::new(640, 360);
//! let moment = Moment::at_rest("d3".parse()?);
//! let (frame, truth) = scene.render(&moment, 0);
//!
//! let situation = Situation::empty(8);
//! let mut session = Session::new(Settings::default());
//! assert!(session.calibrate(&frame, Object::Marker, truth.corners[0]));
//! assert!(session.calibrate(&frame, Object::Piece, truth.piece.unwrap()));
//! let sightings = (0..10).map(|k| session.look(&frame, f64::from(k) / 60.0, &situation));
//! let last = sightings.last().unwrap();
//! assert_eq!(last.status, Status::Found);
//! assert_eq!(last.cell.map(|cell| cell.to_string()).as_deref(), Some("d3"));
//!
//! let mut picture = frame.clone();
//! paint(&mut picture, &overlay(&last, &situation, 640.0, 360.0));
//! assert_ne!(picture, frame);
//! # Ok::<(), stonegate_vision::ParseCellError>(())
//! ```
//!
//! [`scene`] renders such tables, with everything that makes recognition hard, and knows the truth
//! about them.

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
