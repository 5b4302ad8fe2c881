//! How long games are: counted up to a limit, where the count carries over.

use crate::size::Size;

/// Bits of a count.
pub(super) const LENGTH_BITS: usize = 11;

/// The count of a game without moves: three times the points are left until it carries over.
pub(super) const fn length_before(size: Size) -> u16 {
    (1 << LENGTH_BITS) - 3 * size.n_points() as u16
}

/// How many moves a count stands for.
pub(super) const fn n_moves(size: Size, count: u16) -> u16 {
    count.wrapping_sub(length_before(size)) % (1 << LENGTH_BITS)
}
