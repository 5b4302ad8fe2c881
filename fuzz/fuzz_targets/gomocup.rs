//! Any bytes, as `check_gomocup` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_gomocup;

fuzz_target!(|bytes: &[u8]| check_gomocup(bytes));
