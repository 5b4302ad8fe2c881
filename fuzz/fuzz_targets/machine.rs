//! Any bytes, as `check_machine` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_machine;

fuzz_target!(|bytes: &[u8]| check_machine(bytes));
