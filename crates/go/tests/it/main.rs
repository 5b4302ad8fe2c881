//! Integration tests of the Go machine.

mod counts;
mod engine;
mod link;
mod playouts;
mod records;
