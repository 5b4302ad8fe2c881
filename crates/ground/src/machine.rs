//! What a compiled game is.

use std::sync::Arc;

use stonegate_circuit::passes::read_registers;
use stonegate_circuit::{Circuit, InputId, Lit, Node, NodeId, Origin, RegisterId};
use stonegate_gdl::{Goal, MoveId, PerceptId, RoleId, Rules, Span};

use crate::outputs::Outputs;
use crate::proofs::Proofs;
use crate::state::{State, StateBatch};

/// A game as a circuit.
///
/// The order of everything is fixed: roles stand as in the sheet, the moves of a
/// role and the facts by their text, with runs of digits compared by value.
/// The inputs of the circuit are the moves, role by role. What its outputs say is
/// told by [`outputs`](Self::outputs): the legal moves, role by role, then whether
/// the game is over, then the goal values, role by role, and last what each role
/// perceives of a step. Its registers are the facts that can change, in the order
/// of the facts.
///
/// What is proven of the game belongs to the machine: [`groups`](Self::groups) of facts
/// that exclude each other, [`is_zero_sum`](Self::is_zero_sum) and
/// [`takes_turns`](Self::takes_turns).
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Machine {
    pub roles: Vec<Role>,
    pub facts: Vec<Fact>,
    pub circuit: Circuit,
    /// Where gates come from, see [`Machine::provenance`].
    pub(crate) provenance: Vec<Provenance>,
    /// What is known besides, see [`Machine::prove`].
    pub(crate) proofs: Proofs,
    /// Follows from the roles.
    pub(crate) outputs: Arc<Outputs>,
}

/// The rule that a gate comes from.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Provenance {
    /// The relation that the rule defines.
    pub relation: String,
    /// The head of the rule in the sheet.
    pub span: Span,
}

#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Role {
    pub name: String,
    pub moves: Vec<String>,
    /// The values that `goal` can have, ascending.
    pub goals: Vec<Goal>,
    /// What the role can perceive of a step; nothing in games without hidden information.
    pub percepts: Vec<String>,
}

/// A fact of the state: `(cell 1 1 b)`.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Fact {
    pub name: String,
    pub value: FactValue,
}

/// Where the value of a fact comes from.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum FactValue {
    /// It is the same in every state.
    Constant(bool),
    /// It is in a register, perhaps inverted.
    Register { register: RegisterId, inverted: bool },
}

impl Machine {
    pub fn initial(&self) -> State {
        State::from_bits(self.circuit.registers().iter().map(|register| register.init))
    }

    /// The rule that a gate comes from, if it comes from one.
    pub fn provenance(&self, gate: NodeId) -> Option<&Provenance> {
        let Origin(rule) = self.circuit.origin(gate);
        self.provenance.get((rule as usize).checked_sub(1)?)
    }

    /// Says that the machine comes from these rules, which differ from those that it
    /// was made of in their places in a sheet at most.
    pub fn trace_to(&mut self, rules: &Rules) {
        let provenance = rules.rules.iter().map(|rule| Provenance {
            relation: rules.relation_name(rule.head.relation).to_owned(),
            span: rule.head.span,
        });
        self.provenance = provenance.collect();
    }

    /// The facts that hold in a state, in order.
    pub fn facts_of<'a>(&'a self, state: &'a State) -> impl Iterator<Item = &'a str> {
        let holds = |fact: &&Fact| match fact.value {
            FactValue::Constant(value) => value,
            FactValue::Register { register, inverted } => state.bit(register) != inverted,
        };
        self.facts.iter().filter(holds).map(|fact| fact.name.as_str())
    }

    /// A batch of states.
    pub fn batch<'s>(&self, states: impl IntoIterator<Item = &'s State>) -> StateBatch {
        let mut batch = StateBatch::new(self.circuit.registers().len().div_ceil(64));
        batch.extend(states);
        batch
    }

    /// What the outputs of the circuit say.
    pub fn outputs(&self) -> &Arc<Outputs> {
        &self.outputs
    }

    pub fn n_moves(&self) -> usize {
        self.outputs.all_legal().len()
    }

    /// The numbers of the roles.
    pub fn role_ids(&self) -> impl ExactSizeIterator<Item = RoleId> + Clone + use<> {
        RoleId::first(self.roles.len())
    }

    /// The numbers of the moves of a role.
    pub fn move_ids(&self, role: RoleId) -> impl ExactSizeIterator<Item = MoveId> + Clone + use<> {
        MoveId::first(self.roles[role].moves.len())
    }

    /// The input that says that a role makes a move.
    pub fn does(&self, role: RoleId, action: MoveId) -> InputId {
        InputId::new(self.outputs.legal(role).start + action.index())
    }

    /// What says that a move of a role is legal.
    pub fn legal(&self, role: RoleId, action: MoveId) -> Lit {
        self.circuit.outputs()[self.outputs.legal(role)][action].lit
    }

    /// What says that the game is over.
    pub fn terminal(&self) -> Lit {
        self.circuit.outputs()[self.outputs.terminal()].lit
    }

    /// What says that the goal of a role has its value of this number.
    pub fn goal(&self, role: RoleId, value: usize) -> Lit {
        self.circuit.outputs()[self.outputs.goals(role)][value].lit
    }

    /// What says that a role perceives something of a step, a function of the state and the moves.
    pub fn percept(&self, role: RoleId, percept: PerceptId) -> Lit {
        self.circuit.outputs()[self.outputs.percepts(role)][percept].lit
    }

    /// The numbers of what a role can perceive.
    pub fn percept_ids(
        &self,
        role: RoleId,
    ) -> impl ExactSizeIterator<Item = PerceptId> + Clone + use<> {
        PerceptId::first(self.roles[role].percepts.len())
    }

    /// Whether players see only what they perceive, and not all moves. They may never perceive
    /// anything.
    pub fn has_percepts(&self) -> bool {
        self.provenance.iter().any(|rule| rule.relation == "sees")
            || self.roles.iter().any(|role| !role.percepts.is_empty())
    }

    /// What the moves are chosen by, a function of the state: legal and terminal.
    pub fn phase1_roots(&self) -> Vec<Lit> {
        let outputs = &self.circuit.outputs()[self.outputs.all_legal()];
        let mut roots = outputs.iter().map(|output| output.lit).collect::<Vec<_>>();
        roots.push(self.terminal());
        self.with_feeds(&mut roots);
        roots
    }

    /// What play needs: both phases.
    pub fn core_roots(&self) -> Vec<Lit> {
        let mut roots = self.phase1_roots();
        roots.extend(self.phase2_roots());
        self.with_feeds(&mut roots);
        roots
    }

    /// The next values of the registers that some output depends on, functions of
    /// the state and the moves. The other registers are only there to be shown.
    pub fn phase2_roots(&self) -> Vec<Lit> {
        let read = read_registers(&self.circuit);
        let nexts = self.circuit.registers().iter().zip(read).filter(|(_, read)| *read);
        let mut roots = nexts.map(|(register, _)| register.next).collect();
        self.with_feeds(&mut roots);
        roots
    }

    /// What the goals need.
    pub fn goal_roots(&self) -> Vec<Lit> {
        let outputs = &self.circuit.outputs()[self.outputs.all_goals()];
        let mut roots = outputs.iter().map(|output| output.lit).collect();
        self.with_feeds(&mut roots);
        roots
    }

    /// Adds the feeds of all loop atoms that the roots depend on.
    fn with_feeds(&self, roots: &mut Vec<Lit>) {
        let mut included = vec![false; self.circuit.loops().len()];
        loop {
            let before = roots.len();
            let cone = self.circuit.cone(roots.iter().copied());
            for node in cone {
                if let Node::Loop(atom) = self.circuit.node(node)
                    && !std::mem::replace(&mut included[atom.index()], true)
                {
                    roots.push(self.circuit.loops()[atom.index()].feed);
                }
            }
            if roots.len() == before {
                return;
            }
        }
    }
}
