//! The Gomoku machine, module by module and as a whole, compared with its twins in
//! `stonegate-gomoku`.

mod machine;
mod modules;
mod mutations;
mod parts;
mod play;
mod thinker;
