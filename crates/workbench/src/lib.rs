#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod args;
pub mod old_names;
pub mod thinking;

pub mod contest;
pub mod recorded;
pub mod source;
pub mod suggestion;

pub mod compile;
pub mod engine;
pub mod formatting;
pub mod testing;
pub mod verification;

pub mod backend;
pub mod camera;
pub mod pictures;
pub mod progress;
pub mod report;
pub mod y4m;
