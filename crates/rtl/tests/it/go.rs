//! The Go machine, module by module and as a whole, compared with its twins in `stonegate-go`.

mod boards;
mod boards_in_play;
mod modules;
mod mutations;
mod parts;
mod records;
mod simulated;
mod superko;
mod twins;
