//! WebAssembly with 128-bit vectors, generated for a program and compiled by whoever runs this one.
//!
//! [`encode`] makes a module of a program, with a function for each segment; [`formula`] says which
//! instructions a table becomes. In a browser the module works on the memory of this program and its
//! functions go into the table of this program's functions ([`Code`]), so that calling one is as
//! cheap as calling any other function through a pointer. Tests run it in an interpreter.

#[cfg_attr(not(target_arch = "wasm32"), path = "wasm/code_in_tests.rs")]
mod code;
mod encode;
mod formula;

pub(crate) use code::Code;
#[cfg(target_arch = "wasm32")]
pub use code::{WasmHost, set_wasm_host};
