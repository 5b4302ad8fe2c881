//! Gates over one-hot moves.
//!
//! Each role does exactly one move in a step. So an OR over a set of a role's
//! moves equals the negation of the OR over its other moves, and whichever has
//! fewer inputs is built. This holds for sets that came about in many steps, so
//! literals that mean "the move is one of these" remember their set, and an OR of
//! products that differ only in such a literal is one product.

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use stonegate_circuit::{Circuit, Lit, Node};

/// Complements of sets larger than this are not worked out.
const MAX_COMPLEMENT: usize = 4096;

/// So many literals are ORed between two looks at a stop function.
const LITS_PER_LOOK: usize = 1 << 14;

pub(crate) struct Gates {
    pub(crate) circuit: Circuit,
    /// The inputs of each role, which stand one after another.
    roles: Vec<Range<u32>>,
    /// Literals that say that some role does one of these moves.
    sets: FxHashMap<Lit, MoveSet>,
    /// Products of a move set and the rest.
    products: FxHashMap<Lit, Product>,
}

/// Moves as sorted input numbers.
type MoveSet = Rc<[u32]>;

#[derive(Copy, Clone)]
struct Product {
    moves: Lit,
    rest: Lit,
}

impl Gates {
    /// `roles` are the ranges of inputs of which exactly one holds.
    pub(crate) fn new(circuit: Circuit, roles: Vec<Range<u32>>) -> Self {
        Self { circuit, roles, sets: FxHashMap::default(), products: FxHashMap::default() }
    }

    pub(crate) fn and(&mut self, left: Lit, right: Lit) -> Lit {
        if left.is_constant() || right.is_constant() || left.node() == right.node() {
            return self.circuit.and(left, right);
        }
        let (left, right) = (self.product_of(left), self.product_of(right));
        let rest = self.circuit.and(left.rest, right.rest);
        let moves = match (left.moves, right.moves) {
            (Lit::TRUE, moves) | (moves, Lit::TRUE) => moves,
            (a, b) => {
                if let Some(moves) = self.intersection(a, b) {
                    moves
                } else {
                    let rest = self.circuit.and(b, rest);
                    return self.product(a, rest);
                }
            }
        };
        self.product(moves, rest)
    }

    /// The OR of each list; nothing if `stop` says so.
    pub(crate) fn or_each(
        &mut self,
        lists: &[Vec<Lit>],
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Lit>> {
        let mut n_lits = 0;
        let or = |lits: &Vec<Lit>| {
            n_lits += lits.len();
            if n_lits > LITS_PER_LOOK {
                n_lits = 0;
                if stop() {
                    return None;
                }
            }
            Some(self.or(lits))
        };
        lists.iter().map(or).collect()
    }

    /// The OR of any number of literals.
    pub(crate) fn or(&mut self, lits: &[Lit]) -> Lit {
        match lits {
            [] => return Lit::FALSE,
            [lit] => return *lit,
            _ if lits.contains(&Lit::TRUE) => return Lit::TRUE,
            _ => {}
        }
        // The products that share all but their moves, in order of appearance.
        let mut rests = Vec::new();
        let mut moves_of: FxHashMap<Lit, Vec<Lit>> = FxHashMap::default();
        let mut alternatives = Vec::new();
        for &lit in lits {
            let Product { moves, rest } = self.product_of(lit);
            if moves == Lit::TRUE {
                alternatives.push(lit);
            } else {
                let moves_of = moves_of.entry(rest).or_default();
                if moves_of.is_empty() {
                    rests.push(rest);
                }
                moves_of.push(moves);
            }
        }
        for rest in rests {
            let moves = self.union(&moves_of[&rest]);
            alternatives.push(self.product(moves, rest));
        }
        self.circuit.or_all(alternatives)
    }

    fn product_of(&mut self, lit: Lit) -> Product {
        if let Some(&product) = self.products.get(&lit) {
            product
        } else if self.set_of(lit).is_some() {
            Product { moves: lit, rest: Lit::TRUE }
        } else {
            Product { moves: Lit::TRUE, rest: lit }
        }
    }

    fn product(&mut self, moves: Lit, rest: Lit) -> Lit {
        let lit = self.circuit.and(moves, rest);
        let proper = !moves.is_constant() && !rest.is_constant() && !lit.is_constant();
        if proper && lit != moves && lit != rest {
            self.products.insert(lit, Product { moves, rest });
        }
        lit
    }

    /// The set of moves that a literal stands for, if it does.
    fn set_of(&mut self, lit: Lit) -> Option<MoveSet> {
        if let Some(set) = self.sets.get(&lit) {
            return Some(Rc::clone(set));
        }
        if !lit.is_inverted() {
            return match self.circuit.node(lit.node()) {
                Node::Input(input) => Some(Rc::new([input.index() as u32])),
                _ => None,
            };
        }
        let complement = match self.circuit.node(lit.node()) {
            Node::Input(input) => Rc::new([input.index() as u32]),
            _ => Rc::clone(self.sets.get(&!lit)?),
        };
        let role = self.only_role(&complement)?;
        if role.len() > MAX_COMPLEMENT {
            return None;
        }
        let set: MoveSet = others(&role, &complement).into();
        self.sets.insert(lit, Rc::clone(&set));
        Some(set)
    }

    /// The role that all moves of a set belong to.
    fn only_role(&self, set: &[u32]) -> Option<Range<u32>> {
        let role =
            self.roles.iter().find(|role| role.contains(set.first().unwrap_or(&u32::MAX)))?;
        role.contains(set.last()?).then(|| role.clone())
    }

    /// The set of moves in both sets, if they are moves of the same role.
    fn intersection(&mut self, left: Lit, right: Lit) -> Option<Lit> {
        let (left, right) = (self.set_of(left)?, self.set_of(right)?);
        if self.only_role(&left)? != self.only_role(&right)? {
            return None;
        }
        let both = left.iter().copied().filter(|input| right.binary_search(input).is_ok());
        let both = both.collect::<Vec<_>>();
        Some(self.one_of(both))
    }

    fn union(&mut self, lits: &[Lit]) -> Lit {
        if let [lit] = lits {
            return *lit;
        }
        let mut inputs = Vec::new();
        for &lit in lits {
            let set = self.set_of(lit).expect("only sets of moves are united");
            inputs.extend_from_slice(&set);
        }
        inputs.sort_unstable();
        inputs.dedup();
        self.one_of(inputs)
    }

    /// A literal for "some role does one of these moves".
    fn one_of(&mut self, inputs: Vec<u32>) -> Lit {
        let mut alternatives = Vec::new();
        for role in self.roles.clone() {
            let start = inputs.partition_point(|&input| input < role.start);
            let end = inputs.partition_point(|&input| input < role.end);
            let moves = &inputs[start..end];
            alternatives.push(if 2 * moves.len() <= role.len() {
                let lits = moves.iter().map(|&input| self.input(input)).collect::<Vec<_>>();
                self.circuit.or_all(lits)
            } else {
                let others = others(&role, moves).into_iter().map(|input| self.input(input));
                let others = others.collect::<Vec<_>>();
                !self.circuit.or_all(others)
            });
        }
        let lit = self.circuit.or_all(alternatives);
        if !lit.is_constant() {
            self.sets.entry(lit).or_insert_with(|| inputs.into());
        }
        lit
    }

    fn input(&self, input: u32) -> Lit {
        self.circuit.inputs()[input as usize].node.into()
    }
}

/// The moves of a role that are not in a set.
fn others(role: &Range<u32>, set: &[u32]) -> Vec<u32> {
    role.clone().filter(|input| set.binary_search(input).is_err()).collect()
}
