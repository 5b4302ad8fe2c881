//! Small implementations of all functions of four variables, found by our own search at first use.
//!
//! Functions fall into 222 classes under permutation and complement of the variables and complement
//! of the result (NPN).
//! For each class the search looks for ways to split a representative into an AND or XOR of two
//! cheaper functions, or a multiplexer of two cofactors, cheapest first, by dynamic programming over
//! the cost of trees; sharing inside the best trees then makes them smaller still.

use std::sync::LazyLock;

use crate::passes::sketch::{Code, Sketch, variable};
use crate::passes::truth::{PERMUTATIONS, Transform, VARS, cofactors, depends};

/// At most so many splits per class are tried, and so many structures kept.
const SPLITS: usize = 60;
const STRUCTURES: usize = 40;
/// The cheaper part of a split costs less than this; more would hardly find anything better.
const MAX_LOW: usize = 3;
/// So many structures of either part are combined.
const PARTS: usize = 3;

/// The one library, made at first use.
pub(crate) static LIBRARY: LazyLock<Library> = LazyLock::new(Library::new);

/// A way to make a function of two others.
#[derive(Copy, Clone)]
enum Split {
    And(u16, u16),
    Xor(u16, u16),
    /// Variable, positive and negative cofactor.
    Mux(usize, u16, u16),
}

impl Split {
    fn table(self) -> u16 {
        match self {
            Self::And(g, h) => g & h,
            Self::Xor(g, h) => g ^ h,
            Self::Mux(var, one, zero) => VARS[var] & one | !VARS[var] & zero,
        }
    }

    fn parts(self) -> (u16, u16) {
        match self {
            Self::And(g, h) | Self::Xor(g, h) | Self::Mux(_, g, h) => (g, h),
        }
    }
}

/// Implementations of all functions of four variables.
pub(crate) struct Library {
    /// For each table, its class and how it comes from the class's representative.
    members: Vec<(u8, Transform)>,
    representatives: Vec<u16>,
    structures: Vec<Vec<Sketch>>,
}

impl Library {
    fn new() -> Self {
        let (members, representatives) = classes();
        let structures = vec![Vec::new(); representatives.len()];
        let mut library = Self { members, representatives, structures };
        let Search { costs, splits, .. } = Search::run(&library);
        let mut order: Vec<usize> = (0..library.representatives.len()).collect();
        order.sort_by_key(|&class| costs[class]);
        for class in order {
            library.structures[class] = library.assemble(class, &splits[class]);
        }
        library
    }

    /// The structures of a function's class, smallest first, and how to connect them.
    pub(crate) fn lookup(&self, table: u16) -> (&[Sketch], Transform) {
        let (class, transform) = self.members[table as usize];
        (&self.structures[class as usize], transform)
    }

    fn class(&self, table: u16) -> usize {
        self.members[table as usize].0 as usize
    }

    /// The structures of a class, from its splits and the structures of their parts.
    fn assemble(&self, class: usize, splits: &[Split]) -> Vec<Sketch> {
        let table = self.representatives[class];
        if table == 0 {
            return vec![Sketch::new(4, 0)];
        }
        if let Some(var) = (0..4).find(|&var| VARS[var] == table || !VARS[var] == table) {
            return vec![Sketch::new(4, variable(var) | Code::from(VARS[var] != table))];
        }
        let mut found: Vec<Sketch> = Vec::new();
        for &split in splits {
            let (g, h) = split.parts();
            for left in self.structures[self.class(g)].iter().take(PARTS) {
                for right in self.structures[self.class(h)].iter().take(PARTS) {
                    let sketch = self.draw(split, left, right);
                    if !found.contains(&sketch) {
                        found.push(sketch);
                    }
                }
            }
        }
        found.sort_by_key(Sketch::n_gates);
        with_symmetries(table, &found)
    }

    /// A split with the given structures for its parts.
    fn draw(&self, split: Split, left: &Sketch, right: &Sketch) -> Sketch {
        // The split speaks of a member of the class: rename its variables on the way.
        let transform = self.members[split.table() as usize].1;
        let (g, h) = split.parts();
        let mut sketch = Sketch::new(4, 0);
        let x = sketch.add(left, &self.connect(g, transform)) ^ self.negated(g);
        let y = sketch.add(right, &self.connect(h, transform)) ^ self.negated(h);
        let root = match split {
            Split::And(..) => sketch.and(x, y),
            Split::Xor(..) => {
                let both = sketch.and(x, y);
                let neither = sketch.and(x ^ 1, y ^ 1);
                sketch.and(both ^ 1, neither ^ 1)
            }
            Split::Mux(var, ..) => {
                let condition = outer_to_inner(transform)[var];
                let yes = sketch.and(condition, x);
                let no = sketch.and(condition ^ 1, y);
                sketch.and(yes ^ 1, no ^ 1) ^ 1
            }
        };
        sketch.root = root ^ Code::from(transform.negate);
        sketch
    }

    /// The literals that a part's structure has for variables, in the names of the representative
    /// that `outer` leads to.
    fn connect(&self, part: u16, outer: Transform) -> [Code; 4] {
        let names = outer_to_inner(outer);
        let inner = self.members[part as usize].1;
        let order = PERMUTATIONS[inner.order as usize];
        std::array::from_fn(|var| names[order[var] as usize] ^ (inner.flips >> var & 1))
    }

    fn negated(&self, part: u16) -> Code {
        Code::from(self.members[part as usize].1.negate)
    }
}

/// The search for splits, by the cost of trees.
struct Search<'a> {
    library: &'a Library,
    /// For each class, the cost of the cheapest tree.
    costs: Vec<usize>,
    /// For each class, splits that are as cheap as that or almost.
    splits: Vec<Vec<Split>>,
    /// For each cost, the representatives and all functions that have it.
    layers: Vec<(Vec<u16>, Vec<u16>)>,
}

impl<'a> Search<'a> {
    fn run(library: &'a Library) -> Self {
        let n_classes = library.representatives.len();
        let mut costs = vec![usize::MAX; n_classes];
        costs[library.class(0)] = 0;
        costs[library.class(VARS[0])] = 0;
        let mut search =
            Self { library, costs, splits: vec![Vec::new(); n_classes], layers: Vec::new() };
        search.close_layer();
        while search.costs.contains(&usize::MAX) {
            search.offer_ands_and_xors();
            search.offer_muxes();
            search.close_layer();
        }
        search
    }

    fn offer_ands_and_xors(&mut self) {
        let cost = self.layers.len();
        for low in 0..cost.min(MAX_LOW) {
            // The transforms act on both parts alike, so one of them may be a representative.
            for g_index in 0..self.layers[low].0.len() {
                let g = self.layers[low].0[g_index];
                if let Some(high) = (cost - 1).checked_sub(low).filter(|&high| high >= low) {
                    for h_index in 0..self.layers[high].1.len() {
                        let h = self.layers[high].1[h_index];
                        self.offer(Split::And(g, h));
                        self.offer(Split::And(!g, h));
                    }
                }
                if let Some(high) = cost.checked_sub(3 + low).filter(|&high| high >= low) {
                    for h_index in 0..self.layers[high].1.len() {
                        self.offer(Split::Xor(g, self.layers[high].1[h_index]));
                    }
                }
            }
        }
    }

    fn offer_muxes(&mut self) {
        for &table in &self.library.representatives {
            for var in (0..4).filter(|&var| depends(table, var)) {
                let (one, zero) = cofactors(table, var);
                let sum = self.cost(one).saturating_add(self.cost(zero)).saturating_add(3);
                if sum == self.layers.len() {
                    self.offer(Split::Mux(var, one, zero));
                }
            }
        }
    }

    /// Takes a split whose cost is that of the next layer, if it is of use.
    fn offer(&mut self, split: Split) {
        let cost = self.layers.len();
        let class = self.library.class(split.table());
        if self.costs[class] < cost - 1 || self.splits[class].len() == SPLITS {
            return;
        }
        let (g, h) = split.parts();
        if self.cost(g) < self.costs[class] && self.cost(h) < self.costs[class] {
            self.costs[class] = self.costs[class].min(cost);
            self.splits[class].push(split);
        }
    }

    fn cost(&self, table: u16) -> usize {
        self.costs[self.library.class(table)]
    }

    fn close_layer(&mut self) {
        let cost = self.layers.len();
        let in_layer = |table: &u16| self.cost(*table) == cost;
        let representatives =
            self.library.representatives.iter().copied().filter(in_layer).collect();
        let layer = (representatives, (0..=u16::MAX).filter(in_layer).collect());
        self.layers.push(layer);
    }
}

/// The given structures, and those that differ from them by a symmetry of the function: they find
/// different gates to share.
fn with_symmetries(table: u16, sketches: &[Sketch]) -> Vec<Sketch> {
    let symmetries: Vec<_> =
        Transform::all().filter(|symmetry| symmetry.apply(table) == table).collect();
    let mut all: Vec<Sketch> = Vec::new();
    for sketch in sketches {
        for symmetry in &symmetries {
            if all.len() == STRUCTURES {
                return all;
            }
            let mut image = Sketch::new(4, 0);
            let root = image.add(sketch, &outer_to_inner(*symmetry));
            image.root = root ^ Code::from(symmetry.negate);
            if !all.contains(&image) {
                all.push(image);
            }
        }
    }
    all
}

/// For each variable of a function, its literal in the names of the function that it comes from.
fn outer_to_inner(transform: Transform) -> [Code; 4] {
    let order = PERMUTATIONS[transform.order as usize];
    let mut codes = [0; 4];
    for var in 0..4 {
        codes[order[var] as usize] = variable(var) ^ (transform.flips >> var & 1);
    }
    codes
}

/// The class of each table, and the smallest table of each class as its representative.
fn classes() -> (Vec<(u8, Transform)>, Vec<u16>) {
    let mut members: Vec<Option<(u8, Transform)>> = vec![None; 1 << 16];
    let mut representatives = Vec::new();
    for table in 0..=u16::MAX {
        if members[table as usize].is_some() {
            continue;
        }
        for transform in Transform::all() {
            members[transform.apply(table) as usize]
                .get_or_insert((representatives.len() as u8, transform));
        }
        representatives.push(table);
    }
    let members = members.into_iter().map(|member| member.expect("every table is in a class"));
    (members.collect(), representatives)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_structure_computes_its_function() {
        assert_eq!(LIBRARY.representatives.len(), 222);
        for table in (0..=u16::MAX).step_by(7) {
            let (structures, transform) = LIBRARY.lookup(table);
            assert!(!structures.is_empty(), "{table:04x}");
            let order = PERMUTATIONS[transform.order as usize];
            let variables: [u64; 4] = std::array::from_fn(|var| {
                let flipped = transform.flips >> var & 1 == 1;
                u64::from(VARS[order[var] as usize]) ^ if flipped { !0 } else { 0 }
            });
            for structure in structures {
                let negated = if transform.negate { !0 } else { 0 };
                assert_eq!((structure.table(&variables) ^ negated) as u16, table);
            }
        }
    }
}
