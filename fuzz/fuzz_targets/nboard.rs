//! Any bytes, as `check_nboard` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_nboard;

fuzz_target!(|bytes: &[u8]| check_nboard(bytes));
