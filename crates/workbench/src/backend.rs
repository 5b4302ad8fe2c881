//! What games run on here.

use std::sync::Once;

use stonegate_lanes::Backend;

use crate::report;

/// The best back end; where the system keeps it from being a better one, the user is told.
pub fn best_backend() -> Backend {
    tell_refusal();
    Backend::best()
}

/// Tells the user once if the system keeps games from running on native code.
pub fn tell_refusal() {
    static TOLD: Once = Once::new();
    if let Some(reason) = Backend::refusal() {
        TOLD.call_once(|| {
            report::print_note(&format!(
                "the system lets no program run code that it has made ({reason}): games run on \
                 the interpreter, which is slower"
            ));
        });
    }
}
