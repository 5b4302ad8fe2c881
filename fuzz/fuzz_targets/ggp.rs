//! Any text read as a message of the GGP protocol.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_message;

fuzz_target!(|bytes: &[u8]| check_message(bytes));
