//! The Othello machine, compared with its twins in `stonegate-othello` and, by proof, with the rule
//! sheet.

mod camera;
mod machine;
mod mutations;
mod parts;
mod proof;
mod solver;
