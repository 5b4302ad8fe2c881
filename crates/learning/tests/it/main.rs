//! Tests on built-in games.

mod symmetry;
