//! Matches, one after the other, and what comes out of them.

mod archive;
mod opening;
mod series;
mod standings;

pub(crate) use archive::Archive;
pub(crate) use opening::Opening;
pub(crate) use series::Series;
pub(crate) use standings::Standings;
