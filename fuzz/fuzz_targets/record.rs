//! Any bytes, as `check_record` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_record;

fuzz_target!(|bytes: &[u8]| check_record(bytes));
