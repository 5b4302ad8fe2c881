//! Any bytes, as `check_uci` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_uci;

fuzz_target!(|bytes: &[u8]| check_uci(bytes));
