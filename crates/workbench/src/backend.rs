//! What games run on here.

use std::sync::Once;

use anyhow::bail;
use stonegate_lanes::Backend;

use crate::report;

/// A back end as users name it.
#[derive(Copy, Clone, Debug, clap::ValueEnum)]
pub enum BackendName {
    /// Machine code made for the game, for the best vectors of this processor
    Native,
    /// The same for AVX-512
    NativeAvx512,
    /// The same for AVX2
    NativeAvx2,
    /// The interpreter, for the best vectors of this processor
    Interpreter,
    /// The interpreter, for any processor
    Portable,
    /// Straight from the clauses, one game after the other
    Reference,
}

impl BackendName {
    /// The back end of the lanes; the reference evaluator is none.
    pub fn lanes(self) -> anyhow::Result<Option<Backend>> {
        let backend = match self {
            Self::Native => match best_backend() {
                best @ (Backend::NativeAvx2 | Backend::NativeAvx512) => best,
                _ => bail!("there is no native code here: try --backend interpreter"),
            },
            Self::NativeAvx512 => Backend::NativeAvx512,
            Self::NativeAvx2 => Backend::NativeAvx2,
            Self::Interpreter => Backend::best_interpreter(),
            Self::Portable => Backend::Portable,
            Self::Reference => return Ok(None),
        };
        if !backend.is_available() {
            match Backend::refusal() {
                Some(reason) => bail!("the system refuses {backend}: {reason}"),
                None => bail!("this processor has no {backend}"),
            }
        }
        Ok(Some(backend))
    }
}

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
