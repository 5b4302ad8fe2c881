//! The Connect6 machine, its core and the whole at the end of its line, compared with its twin in
//! `stonegate-connect6`.

mod core;
mod machine;
mod mutations;
mod play;
mod stretch;
mod triangle;
