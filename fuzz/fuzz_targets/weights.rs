//! Any bytes, as `check_weights` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_weights;

fuzz_target!(|bytes: &[u8]| check_weights(bytes));
