//! How well a game can be played.

/// Tiers, from what is there at once to what is best.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Tier {
    /// One state at a time, straight from the clauses.
    Reference,
    /// On a circuit as grounding gives it, or nearly so.
    Quick,
    /// On the small circuit.
    Optimized,
}

impl Tier {
    pub fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Quick => "quick",
            Self::Optimized => "optimized",
        }
    }
}
