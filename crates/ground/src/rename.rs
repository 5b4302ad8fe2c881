//! The same machine under other names.

use std::cmp::Ordering;
use std::sync::Arc;

use stonegate_circuit::{Circuit, InputId, RegisterId};
use stonegate_gdl::{MoveId, RoleId};

use crate::machine::{Fact, FactValue, Machine, Provenance, Role};
use crate::order::compare;
use crate::rebuild::{Images, copy_logic};

impl Machine {
    /// The machine with every name replaced by what `rename` makes of it: terms, and
    /// lists of terms without parentheses around them. Different names must stay
    /// different.
    ///
    /// Moves and facts stand in the order of their texts again, and the inputs,
    /// registers and outputs of the circuit with them.
    #[must_use]
    pub fn renamed(&self, rename: &dyn Fn(&str) -> String) -> Self {
        let mut roles = Vec::new();
        // For each move of the result, role by role, its place in this machine.
        let mut moves = Vec::new();
        // The same for percepts.
        let mut percepts = Vec::new();
        for (id, role) in RoleId::enumerate(&self.roles) {
            let names = sorted(role.moves.iter().map(|name| rename(name)));
            let old_moves = names.iter().map(|&(old, _)| self.does(id, MoveId::new(old)));
            moves.extend(old_moves.map(InputId::index));
            let seen = sorted(role.percepts.iter().map(|name| rename(name)));
            let first = self.outputs.percepts(id).start;
            percepts.extend(seen.iter().map(|&(old, _)| first + old));
            roles.push(Role {
                name: rename(&role.name),
                moves: names.into_iter().map(|(_, name)| name).collect(),
                goals: role.goals.clone(),
                percepts: seen.into_iter().map(|(_, name)| name).collect(),
            });
        }
        let names = self.circuit.registers().iter().map(|register| rename(&register.name));
        let registers = sorted(names);
        let mut new_ids = vec![RegisterId::new(0); registers.len()];
        for (new, (old, _)) in registers.iter().enumerate() {
            new_ids[*old] = RegisterId::new(new);
        }
        let facts = sorted(self.facts.iter().map(|fact| rename(&fact.name)));
        let facts = facts.into_iter().map(|(old, name)| {
            let value = match self.facts[old].value {
                FactValue::Register { register, inverted } => {
                    FactValue::Register { register: new_ids[register.index()], inverted }
                }
                constant @ FactValue::Constant(_) => constant,
            };
            Fact { name, value }
        });
        let provenance = self.provenance.iter().map(|provenance| Provenance {
            relation: rename(&provenance.relation),
            span: provenance.span,
        });
        Self {
            roles,
            facts: facts.collect(),
            circuit: self.reordered(&moves, &percepts, &registers, rename),
            provenance: provenance.collect(),
            proofs: self.proofs.clone(),
            outputs: Arc::clone(&self.outputs),
        }
    }

    /// The circuit with its inputs, registers and outputs in another order, given by
    /// their places in this machine.
    fn reordered(
        &self,
        moves: &[usize],
        percepts: &[usize],
        registers: &[(usize, String)],
        rename: &dyn Fn(&str) -> String,
    ) -> Circuit {
        let old = &self.circuit;
        let mut new = Circuit::new();
        let mut images = Images::new(old);
        for &at in moves {
            let input = &old.inputs()[at];
            images.set(input.node, new.input(rename(&input.name)));
        }
        for (at, name) in registers {
            let register = &old.registers()[*at];
            images.set(register.node, new.register(name.as_str(), register.init));
        }
        copy_logic(old, &mut new, &mut images, rename);
        let others = moves.len()..self.outputs.n_of_state();
        for at in moves.iter().copied().chain(others).chain(percepts.iter().copied()) {
            let output = &old.outputs()[at];
            new.output(rename(&output.name), images.of(output.lit));
        }
        for (index, (at, _)) in registers.iter().enumerate() {
            new.set_next(RegisterId::new(index), images.of(old.registers()[*at].next));
        }
        new
    }
}

/// Names in the order of their text, with their places in the list.
fn sorted(names: impl Iterator<Item = String>) -> Vec<(usize, String)> {
    let mut names = names.enumerate().collect::<Vec<_>>();
    let by_text = |(_, left): &(usize, String), (_, right): &(usize, String)| -> Ordering {
        compare(left, right)
    };
    names.sort_by(by_text);
    names
}
