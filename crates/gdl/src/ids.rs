//! Roles and moves by their numbers, for everything that plays.
//!
//! A list that has an element for each role, or for each move of a role, is indexed by them.

use std::fmt;
use std::ops::{Index, IndexMut};

macro_rules! number {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
        #[repr(transparent)]
        pub struct $name(u32);

        impl $name {
            /// The one at this place of its list.
            #[inline]
            pub const fn new(index: usize) -> Self {
                debug_assert!(index <= u32::MAX as usize);
                Self(index as u32)
            }

            /// Its place in a list of all of them.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The first so many, in order.
            pub fn first(
                n: usize,
            ) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
                (0..n).map(Self::new)
            }

            /// Each of them with its element of a list.
            pub fn enumerate<I: IntoIterator>(list: I) -> impl Iterator<Item = (Self, I::Item)> {
                list.into_iter().enumerate().map(|(index, element)| (Self::new(index), element))
            }
        }

        impl From<u32> for $name {
            #[inline]
            fn from(number: u32) -> Self {
                Self(number)
            }
        }

        impl From<$name> for u32 {
            #[inline]
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl PartialEq<u32> for $name {
            fn eq(&self, number: &u32) -> bool {
                self.0 == *number
            }
        }

        impl<T> Index<$name> for [T] {
            type Output = T;

            #[inline]
            fn index(&self, id: $name) -> &T {
                &self[id.index()]
            }
        }

        impl<T> IndexMut<$name> for [T] {
            #[inline]
            fn index_mut(&mut self, id: $name) -> &mut T {
                &mut self[id.index()]
            }
        }

        impl<T> Index<$name> for Vec<T> {
            type Output = T;

            #[inline]
            fn index(&self, id: $name) -> &T {
                &self[id.index()]
            }
        }

        impl<T> IndexMut<$name> for Vec<T> {
            #[inline]
            fn index_mut(&mut self, id: $name) -> &mut T {
                &mut self[id.index()]
            }
        }

        /// The bare number: what it counts shows by where it stands.
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

number! {
    /// A role, by its place in the sheet.
    RoleId
}

number! {
    /// A move of a role, by its place among all moves of the role.
    MoveId
}

number! {
    /// What a role can perceive, by its place among all percepts of the role.
    PerceptId
}
