//! Recognition on pictures whose truth is known.

mod conditions;
mod odd_frames;
mod session;
mod table;
