//! The camera, the recognition and the overlay of the Othello machine, module by module and as a
//! whole.

mod picture;
mod twin;

mod overlay;
mod parts;
mod recognition;
mod surroundings;

mod conditions;
mod system;

mod mutations;
