//! Any bytes, as `check_page` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_page;

fuzz_target!(|bytes: &[u8]| check_page(bytes));
