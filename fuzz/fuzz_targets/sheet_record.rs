//! Any bytes, as `check_sheet_record` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_sheet_record;

fuzz_target!(|bytes: &[u8]| check_sheet_record(bytes));
