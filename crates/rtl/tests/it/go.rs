//! The Go machine, module by module and as a whole, compared with its twins in `stonegate-go`.

mod boards;
mod modules;
mod records;
mod twins;
