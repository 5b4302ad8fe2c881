//! Any bytes, as `check_pictures` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_pictures;

fuzz_target!(|bytes: &[u8]| check_pictures(bytes));
