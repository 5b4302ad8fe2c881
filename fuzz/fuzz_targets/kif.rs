//! Any text read as KIF.

#![no_main]

use libfuzzer_sys::fuzz_target;
use stonegate_fuzz::check_laws;
use stonegate_gdl::Syntax;

fuzz_target!(|bytes: &[u8]| check_laws(bytes, Syntax::Kif));
