//! Any bytes, as `check_board` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_board;

fuzz_target!(|bytes: &[u8]| check_board(bytes));
