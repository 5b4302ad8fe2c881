//! Truth tables of four variables, as 16 bits, and their NPN classes.

/// The tables of the four variables.
pub(crate) const VARS: [u16; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

/// The table with a variable complemented.
pub(crate) fn flip(table: u16, var: usize) -> u16 {
    let shift = 1 << var;
    (table & VARS[var]) >> shift | (table & !VARS[var]) << shift
}

/// The table with two variables exchanged.
pub(crate) fn swap(table: u16, i: usize, j: usize) -> u16 {
    let (low, high) = (i.min(j), i.max(j));
    if low == high {
        return table;
    }
    let shift = (1 << high) - (1 << low);
    let up = VARS[low] & !VARS[high];
    let stay = !(up | up << shift);
    table & stay | (table & up) << shift | (table >> shift) & up
}

/// The positive and the negative cofactor, as tables that do not depend on the variable.
pub(crate) fn cofactors(table: u16, var: usize) -> (u16, u16) {
    let shift = 1 << var;
    let (one, zero) = (table & VARS[var], table & !VARS[var]);
    (one | one >> shift, zero | zero << shift)
}

/// Does the table depend on the variable?
pub(crate) fn depends(table: u16, var: usize) -> bool {
    let (one, zero) = cofactors(table, var);
    one != zero
}

/// All orders of four things; the first is the identity.
pub(crate) const PERMUTATIONS: [[u8; 4]; 24] = permutations();

const fn permutations() -> [[u8; 4]; 24] {
    let mut all = [[0; 4]; 24];
    let mut n = 0;
    let mut code = 0;
    while code < 256 {
        let order = [code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3];
        let mut seen = 0;
        let mut i = 0;
        while i < 4 {
            seen |= 1 << order[i];
            i += 1;
        }
        if seen == 15 {
            all[n] = [order[0] as u8, order[1] as u8, order[2] as u8, order[3] as u8];
            n += 1;
        }
        code += 1;
    }
    all
}

/// A change of inputs and output: `f(x) = g(y) ^ negate` with `y[i] = x[order[i]] ^ flips[i]`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Transform {
    /// Index into [`PERMUTATIONS`].
    pub(crate) order: u8,
    /// Bit `i`: variable `i` of the inner function is complemented.
    pub(crate) flips: u8,
    pub(crate) negate: bool,
}

impl Transform {
    /// All 768.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..24).flat_map(|order| {
            (0..16).flat_map(move |flips| {
                [false, true].map(move |negate| Self { order, flips, negate })
            })
        })
    }

    /// The outer function `f` of the inner one `g`.
    pub(crate) fn apply(self, inner: u16) -> u16 {
        let order = PERMUTATIONS[self.order as usize];
        let mut table = (0..4).filter(|&var| self.flips >> var & 1 == 1).fold(inner, flip);
        // Variable i of the inner function becomes variable order[i]: move them home by exchanges.
        let mut at = [0, 1, 2, 3];
        for (var, &to) in order.iter().enumerate() {
            let from = (0..4).find(|&place| at[place] == var).expect("every variable is somewhere");
            table = swap(table, from, to as usize);
            at.swap(from, to as usize);
        }
        if self.negate { !table } else { table }
    }
}
