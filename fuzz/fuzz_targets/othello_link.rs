//! Any bytes, as `check_othello_link` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_othello_link;

fuzz_target!(|bytes: &[u8]| check_othello_link(bytes));
