//! The legal moves of a position, packed.

use smallvec::SmallVec;
use stonegate_ground::{MoveId, RoleId};

/// The legal moves of each role, ascending.
///
/// A tree has millions of these lists and reads few of them more than once, so they are small
/// rather than fast. A list is the number of its moves and, for each group of eight moves that has
/// some of them, the number of empty groups before it and a bit for each of the eight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveLists(Box<[u8]>);

/// Moves per group.
const GROUP: u32 = u8::BITS;

impl MoveLists {
    /// Packs one ascending list per role.
    pub fn new<I>(lists: impl IntoIterator<Item = I>) -> Self
    where
        I: IntoIterator<Item = MoveId, IntoIter: ExactSizeIterator>,
    {
        let mut bytes = SmallVec::<[u8; 128]>::new();
        for list in lists {
            let list = list.into_iter();
            push(&mut bytes, list.len() as u32);
            let (mut group, mut mask) = (0, 0);
            let mut next_group = 0;
            for action in list.map(u32::from) {
                if mask != 0 && action / GROUP != group {
                    push(&mut bytes, group - next_group);
                    bytes.push(mask);
                    (next_group, mask) = (group + 1, 0);
                }
                group = action / GROUP;
                mask |= 1 << (action % GROUP);
            }
            if mask != 0 {
                push(&mut bytes, group - next_group);
                bytes.push(mask);
            }
        }
        Self(bytes[..].into())
    }

    /// No moves.
    pub(crate) fn none(n_roles: usize) -> Self {
        Self::new((0..n_roles).map(|_| []))
    }

    /// The number of legal moves of each role.
    #[inline]
    pub fn counts(&self, n_roles: usize) -> impl Iterator<Item = u32> {
        let mut bytes = &self.0[..];
        (0..n_roles).map(move |_| {
            let list = Moves::new(bytes);
            let n_moves = list.n_left;
            bytes = list.behind();
            n_moves
        })
    }

    /// The legal moves of a role.
    #[inline]
    pub fn of_role(&self, role: RoleId) -> impl ExactSizeIterator<Item = MoveId> {
        let behind = |bytes, _| Moves::new(bytes).behind();
        Moves::new((0..role.index()).fold(&self.0[..], behind))
    }

    /// The bytes on the heap.
    pub(crate) fn bytes(&self) -> usize {
        self.0.len()
    }
}

/// What is left of a list.
struct Moves<'a> {
    bytes: &'a [u8],
    n_left: u32,
    /// The moves of the current group that are left, and the number of the next group.
    mask: u8,
    next_group: u32,
}

impl<'a> Moves<'a> {
    /// The list at the start of the bytes.
    #[inline]
    fn new(mut bytes: &'a [u8]) -> Self {
        let n_left = pop(&mut bytes);
        Self { bytes, n_left, mask: 0, next_group: 0 }
    }

    #[inline]
    fn next_group(&mut self) {
        self.next_group += pop(&mut self.bytes) + 1;
        self.mask = self.bytes[0];
        self.bytes = &self.bytes[1..];
    }

    /// What stands behind the list.
    #[inline]
    fn behind(mut self) -> &'a [u8] {
        self.nth(self.n_left as usize);
        self.bytes
    }
}

impl Iterator for Moves<'_> {
    type Item = MoveId;

    fn next(&mut self) -> Option<MoveId> {
        self.nth(0)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<MoveId> {
        let mut n_skipped = (n as u32).min(self.n_left);
        self.n_left -= n_skipped;
        while n_skipped >= self.mask.count_ones() {
            n_skipped -= self.mask.count_ones();
            self.mask = 0;
            if n_skipped == 0 && self.n_left == 0 {
                return None;
            }
            self.next_group();
        }
        for _ in 0..n_skipped {
            self.mask &= self.mask - 1;
        }
        self.n_left = self.n_left.checked_sub(1)?;
        let action = (self.next_group - 1) * GROUP + self.mask.trailing_zeros();
        self.mask &= self.mask - 1;
        Some(action.into())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.n_left as usize, Some(self.n_left as usize))
    }
}

impl ExactSizeIterator for Moves<'_> {}

/// Appends a number: seven bits a byte, the last byte without the highest bit.
#[inline]
fn push(bytes: &mut SmallVec<[u8; 128]>, mut number: u32) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes off what [`push`] has written.
#[inline]
fn pop(bytes: &mut &[u8]) -> u32 {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = bytes[0];
        *bytes = &bytes[1..];
        number |= u32::from(byte & 127) << shift;
        if byte < 128 {
            return number;
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back() {
        let lists = [
            vec![0, 1, 5, 133, 134, 70_000, u32::MAX],
            vec![],
            vec![3],
            vec![7, 8, 15, 300],
            (0..64).collect(),
        ];
        let lists = lists.map(|list| list.into_iter().map(MoveId::from).collect::<Vec<_>>());
        let packed = MoveLists::new(lists.iter().map(|list| list.iter().copied()));
        assert!(packed.counts(5).eq([7, 0, 1, 4, 64]));
        for (role, list) in RoleId::enumerate(&lists) {
            assert!(packed.of_role(role).eq(list.iter().copied()));
            for n in 0..=list.len() {
                assert_eq!(packed.of_role(role).nth(n), list.get(n).copied());
            }
        }
    }
}
