//! Any bytes, as `check_camera` reads them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_camera;

fuzz_target!(|bytes: &[u8]| check_camera(bytes));
