//! How positions and games are written in files.

mod ggf;
mod obf;

pub use ggf::{GgfError, GgfGame, GgfMove};
pub use obf::{ObfError, ObfLine};
