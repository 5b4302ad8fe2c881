//! Facts about a circuit that its logic does not show.

use std::fmt;

use crate::{Lit, Support};

/// A fact that holds whenever the circuit is evaluated in earnest: in every state that can be
/// reached from the initial one, with inputs that are allowed there.
///
/// Passes may change a circuit where a constraint does not hold, within two limits that keep its
/// users safe:
/// - a gate that depends on no input is only simplified by constraints that depend on none, so a
///   function of the state alone stays one, and stays right in states where no input is allowed
///   (next values of registers are only looked at with inputs that are allowed);
/// - constraints that depend on loop atoms simplify nothing, because the atoms pass through values
///   that break them on their way to the fixpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// No two of these hold together.
    AtMostOne(Vec<Lit>),
    /// One of these holds, and no other.
    ExactlyOne(Vec<Lit>),
    /// If the first holds, so does the second.
    Implies(Lit, Lit),
}

impl Constraint {
    /// The literals that it speaks of.
    pub fn lits(&self) -> Vec<Lit> {
        match self {
            Self::AtMostOne(lits) | Self::ExactlyOne(lits) => lits.clone(),
            &Self::Implies(a, b) => vec![a, b],
        }
    }

    /// How many literals it speaks of.
    pub(crate) fn n_lits(&self) -> usize {
        match self {
            Self::AtMostOne(lits) | Self::ExactlyOne(lits) => lits.len(),
            Self::Implies(..) => 2,
        }
    }

    /// The same fact about other literals, `None` if one of them has no image.
    #[must_use]
    pub fn map(&self, mut image: impl FnMut(Lit) -> Option<Lit>) -> Option<Self> {
        Some(match self {
            Self::AtMostOne(lits) => {
                Self::AtMostOne(lits.iter().map(|&l| image(l)).collect::<Option<_>>()?)
            }
            Self::ExactlyOne(lits) => {
                Self::ExactlyOne(lits.iter().map(|&l| image(l)).collect::<Option<_>>()?)
            }
            &Self::Implies(a, b) => Self::Implies(image(a)?, image(b)?),
        })
    }

    /// What its literals depend on together, given [`Circuit::supports`](crate::Circuit::supports).
    pub fn support(&self, supports: &[Support]) -> Support {
        let lits = self.lits();
        lits.iter().fold(Support::default(), |all, lit| all.union(supports[lit.node().index()]))
    }

    /// In which of 64 lanes it holds, given the lanes of each literal.
    pub fn holds(&self, mut value: impl FnMut(Lit) -> u64) -> u64 {
        let mut count = |lits: &[Lit]| {
            lits.iter().fold((0, 0), |(once, twice), &lit| {
                let word = value(lit);
                (once | word, twice | once & word)
            })
        };
        match self {
            Self::AtMostOne(lits) => !count(lits).1,
            Self::ExactlyOne(lits) => {
                let (once, twice) = count(lits);
                once & !twice
            }
            &Self::Implies(a, b) => !value(a) | value(b),
        }
    }
}

/// `at-most-one n1 n2 n3`, `exactly-one n1 n2`, `implies n1 !n2`.
impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AtMostOne(_) => "at-most-one",
            Self::ExactlyOne(_) => "exactly-one",
            Self::Implies(..) => "implies",
        })?;
        self.lits().iter().try_for_each(|lit| write!(f, " {lit}"))
    }
}
