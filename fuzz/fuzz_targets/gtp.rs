//! Any bytes, as `check_gtp` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_gtp;

fuzz_target!(|bytes: &[u8]| check_gtp(bytes));
