//! Any bytes, as `check_connect6` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_connect6;

fuzz_target!(|bytes: &[u8]| check_connect6(bytes));
