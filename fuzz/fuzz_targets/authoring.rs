//! Any text in an editor, as a sheet and as tests.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_authoring;

fuzz_target!(|bytes: &[u8]| check_authoring(bytes));
