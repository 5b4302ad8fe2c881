//! Any bytes, as `check_patterns` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_patterns;

fuzz_target!(|bytes: &[u8]| check_patterns(bytes));
