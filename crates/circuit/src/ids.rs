//! Dense ids and the literal, the edge of an and-inverter graph.

use std::fmt;
use std::ops::{BitXor, Not};

macro_rules! dense_id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// The id of the `index`-th element of its table.
            pub const fn new(index: usize) -> Self {
                assert!(index < u32::MAX as usize / 2);
                Self(index as u32)
            }

            /// Position in the table that this id points into.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

dense_id! {
    /// A node of the graph, an index into [`Circuit::nodes`](crate::Circuit::nodes).
    NodeId, "n"
}
dense_id! {
    /// An input, an index into [`Circuit::inputs`](crate::Circuit::inputs).
    InputId, "i"
}
dense_id! {
    /// A register, an index into [`Circuit::registers`](crate::Circuit::registers).
    RegisterId, "r"
}
dense_id! {
    /// A loop atom, an index into [`Circuit::loops`](crate::Circuit::loops).
    LoopId, "l"
}

/// A node or its complement: `node << 1 | inverted`.
///
/// Inverters are free in an and-inverter graph: they live on the edges.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The constant false, node 0.
    pub const FALSE: Self = Self(0);
    /// The constant true, node 0 inverted.
    pub const TRUE: Self = Self(1);

    /// The literal of a node, inverted or not.
    pub const fn new(node: NodeId, inverted: bool) -> Self {
        Self(node.0 << 1 | inverted as u32)
    }

    /// The constant of the given value.
    pub const fn constant(value: bool) -> Self {
        Self(value as u32)
    }

    /// The node under the possible inverter.
    pub const fn node(self) -> NodeId {
        NodeId(self.0 >> 1)
    }

    /// Is there an inverter on this edge?
    pub const fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }

    /// Is this one of the two constants?
    pub const fn is_constant(self) -> bool {
        self.0 < 2
    }

    /// The same node without an inverter.
    #[must_use]
    pub const fn positive(self) -> Self {
        Self(self.0 & !1)
    }

    /// `2 * node + inverted`, for side tables indexed by literal.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<NodeId> for Lit {
    fn from(node: NodeId) -> Self {
        Self::new(node, false)
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// Inverts the literal if the right-hand side is true.
impl BitXor<bool> for Lit {
    type Output = Self;

    fn bitxor(self, inverted: bool) -> Self {
        Self(self.0 ^ u32::from(inverted))
    }
}

/// `0`, `1`, `n5` or `!n5`.
impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::FALSE => f.write_str("0"),
            Self::TRUE => f.write_str("1"),
            lit if lit.is_inverted() => write!(f, "!{}", lit.node()),
            lit => write!(f, "{}", lit.node()),
        }
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Where a gate comes from, in numbers that only the caller understands (0: nowhere in particular).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Origin(pub u32);

impl Origin {
    /// The tag of gates that nobody tagged.
    pub const NONE: Self = Self(0);
}
