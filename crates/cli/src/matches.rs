//! Matches, one after the other, and what comes out of them.

mod archive;
mod series;
mod standings;

pub(crate) use archive::Archive;
pub(crate) use series::Series;
pub(crate) use standings::Standings;
