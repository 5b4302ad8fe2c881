//! Tests that need what lies beside the repository.

use std::fs;
use std::path::Path;

/// The text of a file in `../shared`. Says so if it is not there.
#[expect(clippy::print_stderr, reason = "the one way to tell that a test was skipped")]
pub(crate) fn shared(path: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    if !folder.exists() {
        eprintln!("skipped: ../shared is not there");
        return None;
    }
    let path = folder.join(path);
    Some(fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}
