//! Any bytes, as `check_go_link` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_go_link;

fuzz_target!(|bytes: &[u8]| check_go_link(bytes));
