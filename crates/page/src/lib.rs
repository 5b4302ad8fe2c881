#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod host;
mod message;

mod game;
mod games;
mod stored;

mod arena;
mod desk;
mod editor;
mod merged;
mod rest;

mod board_seat;
mod players;
mod ready;
mod thinker;

#[cfg(target_arch = "wasm32")]
mod crew;
#[cfg(target_arch = "wasm32")]
mod exports;

pub use arena::Arena;
pub use games::{built_in_cards, compile_built_in};
pub use host::Host;
pub use message::{
    CompiledGame, Conclusion, FromArena, FromThinker, Interim, Order, Sheet, ToArena, ToThinker,
};
pub use stored::StoredSheet;
pub use thinker::{PLAYOUT_STEPS, Thinker};
