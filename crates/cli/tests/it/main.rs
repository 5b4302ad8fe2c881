//! Drives the real program, in a folder of its own for each test.

// This is how `expect-test` writes its strings.
#![allow(clippy::needless_raw_string_hashes)]
// In tests, the shorter code is better than the faster.
#![allow(clippy::format_collect, clippy::format_push_string)]

mod sandbox;
mod talk;

mod authoring;
mod bench;
mod boards;
mod browser;
mod check;
mod compile;
mod convert;
mod docs;
mod engine;
mod faults;
mod games;
mod go;
mod go_boards;
mod gtp;
mod hardened;
mod link_connect6;
mod link_go;
mod lsp;
mod matches;
mod nboard;
mod othello;
mod patterns;
mod perft;
mod play;
mod player;
mod program;
mod record;
mod serve;
mod solve;
mod state;
mod text_engines;
mod tournament;
mod uci;
mod verify;
mod vision;
