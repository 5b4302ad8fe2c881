//! A few gates on paper: an implementation of a function that is not yet part of any circuit.

use crate::passes::workbench::Workbench;
use crate::{Lit, NodeId};

/// A literal of a sketch: `2 * index + inverted`, where index 0 is the constant false, then come the
/// variables and then the gates.
pub(crate) type Code = u8;

/// Constant, variables and gates of a sketch are at most so many.
const MAX_CODES: usize = 64;

/// The literal of a variable.
pub(crate) const fn variable(var: usize) -> Code {
    2 * (var as Code + 1)
}

/// Gates that compute one function of a few variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sketch {
    n_variables: u8,
    gates: Vec<(Code, Code)>,
    pub(crate) root: Code,
}

impl Sketch {
    /// A sketch without gates.
    pub(crate) fn new(n_variables: usize, root: Code) -> Self {
        Self { n_variables: n_variables as u8, gates: Vec::new(), root }
    }

    pub(crate) fn n_gates(&self) -> usize {
        self.gates.len()
    }

    /// The AND of two literals, as a gate only where it needs one.
    pub(crate) fn and(&mut self, a: Code, b: Code) -> Code {
        let (a, b) = (a.min(b), a.max(b));
        match a {
            0 => return 0,
            1 => return b,
            _ if a == b => return a,
            _ if a == b ^ 1 => return 0,
            _ => {}
        }
        let index = self.gates.iter().position(|&gate| gate == (a, b)).unwrap_or_else(|| {
            self.gates.push((a, b));
            assert!(
                1 + self.n_variables as usize + self.gates.len() <= MAX_CODES,
                "a small sketch"
            );
            self.gates.len() - 1
        });
        2 * (index as Code + 1 + self.n_variables)
    }

    /// Adds the gates of another sketch on the given literals for its variables.
    pub(crate) fn add(&mut self, other: &Self, variables: &[Code]) -> Code {
        let mut codes = vec![0];
        codes.extend(variables);
        let image = |codes: &[Code], code: Code| codes[code as usize / 2] ^ (code & 1);
        for &(a, b) in &other.gates {
            let gate = self.and(image(&codes, a), image(&codes, b));
            codes.push(gate);
        }
        image(&codes, other.root)
    }

    /// The number of gates that this adds to a bench, `None` if it is not below the limit or if the
    /// sketch contains the gate that it is to replace.
    pub(crate) fn count_added(
        &self,
        bench: &Workbench<'_>,
        replaced: NodeId,
        variables: &[Lit],
        limit: usize,
    ) -> Option<usize> {
        let mut added = 0;
        // Called more often than anything else: no allocation here.
        let mut lits = [None; MAX_CODES];
        lits[0] = Some(Lit::FALSE);
        let mut n_lits = 1;
        for &lit in variables {
            lits[n_lits] = Some(lit);
            n_lits += 1;
        }
        let image =
            |lits: &[Option<Lit>], code: Code| Some(lits[code as usize / 2]? ^ (code & 1 == 1));
        for &(a, b) in &self.gates {
            let gate = match (image(&lits, a), image(&lits, b)) {
                (Some(a), Some(b)) => bench.find(a, b),
                _ => None,
            };
            if gate.is_some_and(|gate| gate.node() == replaced) {
                return None;
            }
            added += usize::from(gate.is_none_or(|gate| !bench.is_usable(gate.node())));
            if added >= limit {
                return None;
            }
            lits[n_lits] = gate;
            n_lits += 1;
        }
        (added < limit).then_some(added)
    }

    /// Puts the gates onto a bench, in place of the given one; tells of each.
    pub(crate) fn build(
        &self,
        bench: &mut Workbench<'_>,
        replaced: NodeId,
        variables: &[Lit],
        mut built: impl FnMut(&mut Workbench<'_>, NodeId),
    ) -> Lit {
        let origin = bench.origin(replaced);
        let mut lits = vec![Lit::FALSE];
        lits.extend(variables);
        let image = |lits: &[Lit], code: Code| lits[code as usize / 2] ^ (code & 1 == 1);
        for &(a, b) in &self.gates {
            let gate = bench.and(image(&lits, a), image(&lits, b), origin);
            built(bench, gate.node());
            lits.push(gate);
        }
        image(&lits, self.root)
    }

    /// The truth table, given those of the variables.
    #[cfg(test)]
    pub(crate) fn table(&self, variables: &[u64]) -> u64 {
        let mut tables = vec![0];
        tables.extend(variables);
        let image = |tables: &[u64], code: Code| {
            tables[code as usize / 2] ^ if code & 1 == 1 { !0 } else { 0 }
        };
        for &(a, b) in &self.gates {
            tables.push(image(&tables, a) & image(&tables, b));
        }
        image(&tables, self.root)
    }
}
