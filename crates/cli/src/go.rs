//! What the `go` command does, one file for each action.

pub(crate) mod playouts;
pub(crate) mod step;
