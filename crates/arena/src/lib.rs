#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod archive;
mod camera;
mod card_view;
mod drawing;
mod sheet;
mod thoughts_view;

mod liberties;
mod patterns;

pub use archive::{Archive, ArchiveQuery, ArchivedGame};
pub use camera::{Camera, CameraAnswer};
pub use card_view::{CardView, ENGINE, VariantView};
pub use drawing::Drawing;
pub use liberties::{Liberties, LibertiesRequest};
pub use patterns::{PatternsReading, PatternsRequest};
pub use sheet::{
    DiagnosticView, MAX_SHEET_BYTES, MAX_TITLE_CHARS, Reading, Verdict, n_errors, sheet_id, title,
};
pub use thoughts_view::{ThoughtsView, line_names};
