#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod connect6;
pub mod ggp;
pub mod go_link;
pub mod gomocup;
pub mod gomoku_link;
pub mod gtp;
pub mod http;
pub mod lines;
pub mod nboard;
pub mod othello_link;
pub mod uci;

mod parse_error;
