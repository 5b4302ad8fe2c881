//! Bit-sliced choice of the k-th legal move.
//!
//! A tree of bit-sliced adders counts the legal moves of each subtree. To find the k-th one, each
//! node compares k with the count of its left half: if k is less the move is on the left, if not
//! it is the one with number `k - count` on the right. No branches: each half goes on with its own
//! number, and a select bit says whether it matters.

use stonegate_circuit::{Circuit, Lit};

/// The counts of a subtree.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    n_leaves: usize,
    /// How many leaves hold, lowest bit first.
    count: Vec<Lit>,
    halves: Option<Box<[Self; 2]>>,
}

impl Tree {
    /// Counts the literals.
    pub(crate) fn new(circuit: &mut Circuit, leaves: &[Lit]) -> Self {
        if let [leaf] = leaves {
            return Self { n_leaves: 1, count: vec![*leaf], halves: None };
        }
        let (left, right) = leaves.split_at(leaves.len().div_ceil(2));
        let halves = [Self::new(circuit, left), Self::new(circuit, right)];
        let count = add(circuit, &halves[0].count, &halves[1].count, bits(leaves.len()));
        Self { n_leaves: leaves.len(), count, halves: Some(Box::new(halves)) }
    }

    pub(crate) fn count(&self) -> &[Lit] {
        &self.count
    }

    /// How many bits the number of a leaf among those that hold has.
    pub(crate) fn n_pick_bits(&self) -> usize {
        bits(self.n_leaves - 1)
    }

    /// For each leaf, whether it is the one with the given number among those that hold. If there
    /// is no such leaf, some one leaf is picked, whether it holds or not.
    pub(crate) fn pick(&self, circuit: &mut Circuit, number: &[Lit], select: Lit) -> Vec<Lit> {
        let mut picked = Vec::with_capacity(self.n_leaves);
        self.pick_into(circuit, number, select, &mut picked);
        picked
    }

    fn pick_into(&self, circuit: &mut Circuit, number: &[Lit], select: Lit, to: &mut Vec<Lit>) {
        let Some([left, right]) = self.halves.as_deref() else {
            to.push(select);
            return;
        };
        let width = right.n_pick_bits();
        let (rest, on_the_left) = subtract(circuit, number, &left.count, width);
        let select_left = circuit.and(select, on_the_left);
        let select_right = circuit.and(select, !on_the_left);
        left.pick_into(circuit, &number[..left.n_pick_bits()], select_left, to);
        right.pick_into(circuit, &rest, select_right, to);
    }
}

/// How many bits the number has.
fn bits(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()) as usize
}

/// The lowest `width` bits of a sum.
fn add(circuit: &mut Circuit, a: &[Lit], b: &[Lit], width: usize) -> Vec<Lit> {
    let mut sum = Vec::with_capacity(width);
    let mut carry = Lit::FALSE;
    for place in 0..width {
        let (x, y) = (bit(a, place), bit(b, place));
        let either = circuit.xor(x, y);
        sum.push(circuit.xor(either, carry));
        let both = circuit.and(x, y);
        let passed = circuit.and(either, carry);
        carry = circuit.or(both, passed);
    }
    sum
}

/// The lowest `width` bits of `a - b`, and whether `a` is less than `b`.
fn subtract(circuit: &mut Circuit, a: &[Lit], b: &[Lit], width: usize) -> (Vec<Lit>, Lit) {
    let mut difference = Vec::with_capacity(width);
    let mut borrow = Lit::FALSE;
    for place in 0..a.len().max(b.len()) {
        let (x, y) = (bit(a, place), bit(b, place));
        let unequal = circuit.xor(x, y);
        if place < width {
            difference.push(circuit.xor(unequal, borrow));
        }
        // Where the bits differ the answer is that of `b`, where not it stays.
        borrow = circuit.mux(unequal, y, borrow);
    }
    (difference, borrow)
}

fn bit(number: &[Lit], place: usize) -> Lit {
    number.get(place).copied().unwrap_or(Lit::FALSE)
}

#[cfg(test)]
mod tests {
    use stonegate_circuit::Simulator;

    use super::*;

    #[test]
    fn every_leaf_is_found() {
        for n_leaves in 1..=12_usize {
            let mut circuit = Circuit::new();
            let leaves: Vec<Lit> = (0..n_leaves).map(|at| circuit.input(format!("{at}"))).collect();
            let tree = Tree::new(&mut circuit, &leaves);
            let number: Vec<Lit> =
                (0..tree.n_pick_bits()).map(|at| circuit.input(format!("k{at}"))).collect();
            let picked = tree.pick(&mut circuit, &number, Lit::TRUE);
            let mut simulator = Simulator::new(&circuit);
            for held in 0..1_u64 << n_leaves {
                let places: Vec<usize> = (0..n_leaves).filter(|at| held >> at & 1 == 1).collect();
                for (k, &place) in places.iter().enumerate() {
                    let inputs = (0..n_leaves).map(|at| held >> at & 1);
                    let k_bits = (0..number.len()).map(|at| k as u64 >> at & 1);
                    simulator.evaluate(&inputs.chain(k_bits).collect::<Vec<_>>(), &[]);
                    let value = |lit| simulator.value(lit) & 1;
                    let count = tree.count().iter().enumerate();
                    let count: u64 = count.map(|(at, &lit)| value(lit) << at).sum();
                    assert_eq!(count, places.len() as u64);
                    assert!(
                        picked
                            .iter()
                            .enumerate()
                            .all(|(at, &lit)| { value(lit) == u64::from(at == place) })
                    );
                }
            }
        }
    }
}
