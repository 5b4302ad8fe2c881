//! Any bytes, as `check_gomoku_link` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_gomoku_link;

fuzz_target!(|bytes: &[u8]| check_gomoku_link(bytes));
