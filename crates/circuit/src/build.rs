//! Gates: structural hashing, and the laws that need no more than two levels of the graph.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::{Circuit, Lit};

impl Circuit {
    /// The conjunction: an existing literal if the laws or the hash table give one, else a gate.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        match self.simplify_and(a, b) {
            Conjunction::Lit(lit) => lit,
            Conjunction::And(a, b) => {
                self.find_and(a, b).unwrap_or_else(|| self.push_and(a, b, self.current_origin()))
            }
        }
    }

    /// The disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// The exclusive or, three gates.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let both = self.and(a, b);
        let neither = self.and(!a, !b);
        self.and(!both, !neither)
    }

    /// `then` where `condition` holds, `otherwise` where it does not.
    pub fn mux(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        let yes = self.and(condition, then);
        let no = self.and(!condition, otherwise);
        self.or(yes, no)
    }

    /// The conjunction of any number of literals, as flat as their levels allow.
    pub fn and_all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let mut lits: Vec<Lit> = lits.into_iter().collect();
        lits.sort_unstable();
        lits.dedup();
        if lits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Lit::FALSE;
        }
        // Joining the two lowest first gives the least depth (Huffman with maximum for sum); among
        // equals, by number, so that equal sets give equal gates.
        let mut heap: BinaryHeap<_> =
            lits.into_iter().map(|lit| Reverse((self.level(lit), lit))).collect();
        while heap.len() > 1 {
            let Reverse((_, a)) = heap.pop().expect("two are left");
            let Reverse((_, b)) = heap.pop().expect("two are left");
            let both = self.and(a, b);
            heap.push(Reverse((self.level(both), both)));
        }
        heap.pop().map_or(Lit::TRUE, |Reverse((_, lit))| lit)
    }

    /// The disjunction of any number of literals, as flat as their levels allow.
    pub fn or_all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        !self.and_all(lits.into_iter().map(|lit| !lit))
    }

    /// Applies the laws of one and two levels until none fits.
    ///
    /// The two-level laws are those of Brummayer and Biere, "Local Two-Level And-Inverter Graph
    /// Minimization without Blowup" (MEMICS 2006): none of them needs more gates than it saves.
    fn simplify_and(&self, a: Lit, b: Lit) -> Conjunction {
        let (mut a, mut b) = (a, b);
        // Each round replaces a literal by one of its fanins, so the loop ends.
        loop {
            (a, b) = (a.min(b), a.max(b));
            if let Some(lit) = one_level(a, b) {
                return Conjunction::Lit(lit);
            }
            match self.two_level(a, b).or_else(|| self.two_level(b, a)) {
                None => return Conjunction::And(a, b),
                Some(Conjunction::Lit(lit)) => return Conjunction::Lit(lit),
                Some(Conjunction::And(x, y)) => (a, b) = (x, y),
            }
        }
    }

    /// The laws that look into `a`, and for some of them also into `b`.
    fn two_level(&self, a: Lit, b: Lit) -> Option<Conjunction> {
        use Conjunction::{And, Lit};
        let (x, y) = self.fanins(a.node())?;
        if a.is_inverted() {
            // !(x & y) & !x == !x.
            if b == !x || b == !y {
                return Some(Lit(b));
            }
            // !(x & y) & x == x & !y.
            if b == x {
                return Some(And(x, !y));
            }
            if b == y {
                return Some(And(y, !x));
            }
        } else {
            // (x & y) & !x == 0.
            if b == !x || b == !y {
                return Some(Lit(crate::Lit::FALSE));
            }
            // (x & y) & x == x & y.
            if b == x || b == y {
                return Some(Lit(a));
            }
        }
        let (u, v) = self.fanins(b.node())?;
        match (a.is_inverted(), b.is_inverted()) {
            // (x & y) & (!x & v) == 0.
            (false, false) if x == !u || x == !v || y == !u || y == !v => {
                Some(Lit(crate::Lit::FALSE))
            }
            // (x & y) & (x & v) == (x & y) & v.
            (false, false) if x == u || y == u => Some(And(a, v)),
            (false, false) if x == v || y == v => Some(And(a, u)),
            // (x & y) & !(!x & v) == x & y.
            (false, true) if x == !u || x == !v || y == !u || y == !v => Some(Lit(a)),
            // (x & y) & !(x & v) == (x & y) & !v.
            (false, true) if x == u || y == u => Some(And(a, !v)),
            (false, true) if x == v || y == v => Some(And(a, !u)),
            // !(x & y) & !(x & !y) == !x.
            (true, true) if (x == u && y == !v) || (x == v && y == !u) => Some(Lit(!x)),
            (true, true) if (y == u && x == !v) || (y == v && x == !u) => Some(Lit(!y)),
            _ => None,
        }
    }
}

/// What a conjunction turned out to be.
enum Conjunction {
    Lit(Lit),
    And(Lit, Lit),
}

fn one_level(a: Lit, b: Lit) -> Option<Lit> {
    debug_assert!(a <= b);
    match a {
        // 0 & b == 0.
        Lit::FALSE => Some(Lit::FALSE),
        // 1 & b == b.
        Lit::TRUE => Some(b),
        // a & a == a.
        _ if a == b => Some(a),
        // a & !a == 0.
        _ if a == !b => Some(Lit::FALSE),
        _ => None,
    }
}
