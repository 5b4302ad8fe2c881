//! The camera, the recognition and the overlay of the Othello machine, module by module and as a
//! whole.

mod conditions;
mod mutations;
mod parts;
mod picture;
mod surroundings;
mod system;
mod twin;
