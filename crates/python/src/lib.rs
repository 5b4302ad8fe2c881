#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod actions;
mod arrays;
mod batch;
mod belief;
mod board;
mod dedicated;
mod diagnostic;
mod game;
mod kept;
mod observation;
mod pool;
mod positions;
mod recorded;
mod state;
mod think;
mod typed;

use pyo3::prelude::*;

#[pymodule]
mod _stonegate {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::belief::Belief;
    #[pymodule_export]
    use crate::dedicated::{DedicatedGame, Engine, Position, restore_position};
    #[pymodule_export]
    use crate::diagnostic::{Diagnostic, check};
    #[pymodule_export]
    use crate::game::{Game, built_in, restore_game};
    #[pymodule_export]
    use crate::recorded::read_records;
    #[pymodule_export]
    use crate::state::{State, restore_state};
    #[pymodule_export]
    use crate::think::{perft, playouts, search, solve};
}
