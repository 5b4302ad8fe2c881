//! One circuit in a SAT solver, loaded as far as the questions reach.

use std::cell::Cell;
use std::fmt;

use batsat::{Callbacks, ClauseKind, Solver, SolverInterface, SolverOpts, lbool};
use rustc_hash::FxHashMap;

use crate::{Circuit, Constraint, Lit, Node, NodeId};

/// An [`Implies`](Constraint::Implies) pulls at most so many gates into the solver to be of use.
const IMPLIED_GATES: usize = 40;

/// An [`ExactlyOne`](Constraint::ExactlyOne) of up to so many leaves is loaded as a whole.
const WHOLE_GROUP: usize = 256;

/// More variables are not asked about: a single conflict takes the solver seconds then.
const MAX_VARS: u32 = 1 << 20;

/// So many nodes are loaded, and so many decisions of the solver made, between two looks at `stop`.
const LOADS_PER_LOOK: usize = 1 << 12;
const DECISIONS_PER_LOOK: u32 = 1 << 4;

/// The answer to a question about all states and inputs that satisfy the constraints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It holds always.
    Yes,
    /// It fails here.
    No(Assignment),
    /// The budget is spent.
    Unknown,
}

impl Answer {
    /// Is it proven?
    pub fn is_yes(&self) -> bool {
        *self == Self::Yes
    }
}

/// A value for every leaf; those that a question does not depend on are false.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    pub inputs: Vec<bool>,
    pub registers: Vec<bool>,
    pub loops: Vec<bool>,
}

/// Answers questions about the literals of one circuit, incrementally.
///
/// Loop atoms count as free variables: what is proven holds for any values of theirs.
///
/// Only constraints that touch what the questions depend on take part.
/// Leaving one out is sound: a `Yes` may be missed, never wrongly given.
///
/// ```
/// use stonegate_circuit::{Circuit, Constraint};
/// use stonegate_circuit::sat::Prover;
///
/// let mut circuit = Circuit::new();
/// let (a, b) = (circuit.input("a"), circuit.input("b"));
/// let both = circuit.and(a, b);
/// assert!(!Prover::new(&circuit).equal(both, a, 100).is_yes());
/// assert!(Prover::under(&circuit, &[Constraint::Implies(a, b)]).equal(both, a, 100).is_yes());
/// ```
pub struct Prover<'a> {
    circuit: &'a Circuit,
    solver: Solver<Limits<'a>>,
    stop: &'a dyn Fn() -> bool,
    /// For each node, its variable.
    vars: Vec<Option<batsat::Var>>,
    constraints: Vec<Loaded<'a>>,
    /// For each node in a constraint, the constraints and its literals there.
    members: FxHashMap<NodeId, Vec<(usize, Lit)>>,
    /// Nodes that have a variable but no clauses yet.
    pending: Vec<NodeId>,
}

/// A constraint and how much of it the solver knows.
struct Loaded<'a> {
    constraint: &'a Constraint,
    n_known: usize,
    /// Holds if any of the members loaded so far does: the end of the ladder.
    any: Option<batsat::Lit>,
}

impl<'a> Prover<'a> {
    /// A prover that takes all values of inputs, registers and loop atoms for possible.
    pub fn new(circuit: &'a Circuit) -> Self {
        Self::under(circuit, [])
    }

    /// A prover that takes the given facts for granted.
    pub fn under(
        circuit: &'a Circuit,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Self {
        let constraints: Vec<_> = constraints
            .into_iter()
            .map(|constraint| Loaded { constraint, n_known: 0, any: None })
            .collect();
        let mut members: FxHashMap<NodeId, Vec<(usize, Lit)>> = FxHashMap::default();
        for (index, loaded) in constraints.iter().enumerate() {
            for lit in loaded.constraint.lits() {
                members.entry(lit.node()).or_default().push((index, lit));
            }
        }
        // The solver shortens a clause in time quadratic in the circuit, which takes minutes where
        // there are a million gates, and no proof of ours needs it.
        let options = SolverOpts { ccmin_mode: 0, ..SolverOpts::default() };
        let mut prover = Self {
            circuit,
            solver: Solver::new(options, Limits::default()),
            stop: &|| false,
            vars: vec![None; circuit.nodes().len()],
            constraints,
            members,
            pending: Vec::new(),
        };
        let constant = prover.lit(Lit::TRUE);
        prover.clause(&[constant]);
        prover
    }

    /// Gives up when `stop` says so: what is asked from then on is not known.
    #[must_use]
    pub fn unless(mut self, stop: &'a dyn Fn() -> bool) -> Self {
        self.stop = stop;
        self.solver.cb_mut().stop = stop;
        self
    }

    /// Is the literal always true?
    pub fn always(&mut self, lit: Lit, conflicts: u32) -> Answer {
        self.refute(&[!lit], conflicts)
    }

    /// Are the two literals always equal?
    pub fn equal(&mut self, a: Lit, b: Lit, conflicts: u32) -> Answer {
        match self.implies(a, b, conflicts) {
            Answer::Yes => self.implies(b, a, conflicts),
            other => other,
        }
    }

    /// Is the second literal always true where the first is?
    pub fn implies(&mut self, a: Lit, b: Lit, conflicts: u32) -> Answer {
        self.refute(&[a, !b], conflicts)
    }

    /// Can the given literals never all be true together?
    pub fn refute(&mut self, lits: &[Lit], conflicts: u32) -> Answer {
        let assumptions: Vec<_> = lits.iter().map(|&lit| self.lit(lit)).collect();
        if !self.load() {
            return Answer::Unknown;
        }
        self.solver.cb_mut().begin(conflicts);
        let result = self.solver.solve_limited(&assumptions);
        if result == lbool::FALSE {
            Answer::Yes
        } else if result == lbool::TRUE {
            Answer::No(self.model())
        } else {
            Answer::Unknown
        }
    }

    /// Adds a fact, which the prover takes for granted from here on: at least one literal holds.
    pub fn assume(&mut self, lits: &[Lit]) {
        let clause: Vec<_> = lits.iter().map(|&lit| self.lit(lit)).collect();
        self.clause(&clause);
    }

    /// Lets all constraints take part, whatever the questions.
    pub fn load_constraints(&mut self) {
        for index in 0..self.constraints.len() {
            for lit in self.constraints[index].constraint.lits() {
                self.lit(lit);
            }
        }
        // What is not loaded is when the first question is asked.
        let _ = self.load();
    }

    /// How many variables the solver has, a measure of what an answer costs.
    pub fn n_vars(&self) -> usize {
        self.solver.num_vars() as usize
    }

    /// How much the solver has propagated so far, a measure of work that is the same everywhere.
    pub fn work(&self) -> u64 {
        self.solver.num_propagations()
    }

    fn lit(&mut self, lit: Lit) -> batsat::Lit {
        batsat::Lit::new(self.var(lit.node()), !lit.is_inverted())
    }

    fn var(&mut self, node: NodeId) -> batsat::Var {
        if let Some(var) = self.vars[node.index()] {
            return var;
        }
        let var = self.solver.new_var_default();
        self.vars[node.index()] = Some(var);
        self.pending.push(node);
        var
    }

    fn clause(&mut self, lits: &[batsat::Lit]) {
        self.solver.add_clause_reuse(&mut lits.to_vec());
    }

    /// Gives the solver the clauses of all nodes that have got a variable, and tells whether it has
    /// them all.
    fn load(&mut self) -> bool {
        let mut n_loaded = 0;
        while let Some(node) = self.pending.pop() {
            n_loaded += 1;
            let is_stopped = || n_loaded % LOADS_PER_LOOK == 0 && (self.stop)();
            if self.solver.num_vars() > MAX_VARS || is_stopped() {
                // The others are loaded if there is a next time.
                self.pending.push(node);
                return false;
            }
            if let Node::And(a, b) = self.circuit.node(node) {
                let (gate, a, b) = (self.lit(node.into()), self.lit(a), self.lit(b));
                self.clause(&[!gate, a]);
                self.clause(&[!gate, b]);
                self.clause(&[gate, !a, !b]);
            }
            for (index, member) in self.members.get(&node).cloned().unwrap_or_default() {
                self.load_member(index, member);
            }
        }
        true
    }

    /// Tells the solver what a constraint says of the members that it knows.
    fn load_member(&mut self, index: usize, member: Lit) {
        let constraint = self.constraints[index].constraint;
        self.constraints[index].n_known += 1;
        let n_known = self.constraints[index].n_known;
        match constraint {
            &Constraint::Implies(a, b) => {
                let other = if member == a { b } else { a };
                if n_known == 2 || self.is_cheap(other) {
                    let (a, b) = (self.lit(a), self.lit(b));
                    self.clause(&[!a, b]);
                }
            }
            Constraint::AtMostOne(_) => self.extend_ladder(index, member),
            Constraint::ExactlyOne(lits) => {
                self.extend_ladder(index, member);
                if n_known == lits.len() {
                    let clause: Vec<_> = lits.iter().map(|&lit| self.lit(lit)).collect();
                    self.clause(&clause);
                } else if n_known == 2
                    && lits.len() <= WHOLE_GROUP
                    && lits.iter().all(|&lit| self.circuit.fanins(lit.node()).is_none())
                {
                    for &lit in lits {
                        self.lit(lit);
                    }
                }
            }
        }
    }

    /// At most one of the members so far and this one: the sequential counter of Sinz (CP 2005),
    /// which grows by one rung per member, whatever their order.
    fn extend_ladder(&mut self, index: usize, member: Lit) {
        let member = self.lit(member);
        let any = match self.constraints[index].any {
            None => member,
            Some(before) => {
                self.clause(&[!before, !member]);
                let any = batsat::Lit::new(self.solver.new_var_default(), true);
                self.clause(&[!before, any]);
                self.clause(&[!member, any]);
                any
            }
        };
        self.constraints[index].any = Some(any);
    }

    /// Would loading this literal bring in only a few gates?
    fn is_cheap(&self, lit: Lit) -> bool {
        let mut stack = vec![lit.node()];
        let mut visits = 0;
        while let Some(node) = stack.pop() {
            if self.vars[node.index()].is_none()
                && let Some((a, b)) = self.circuit.fanins(node)
            {
                visits += 1;
                if visits > IMPLIED_GATES {
                    return false;
                }
                stack.extend([a.node(), b.node()]);
            }
        }
        true
    }

    fn model(&self) -> Assignment {
        let value = |node: NodeId| {
            self.vars[node.index()].is_some_and(|var| self.solver.value_var(var) == lbool::TRUE)
        };
        Assignment {
            inputs: self.circuit.inputs().iter().map(|input| value(input.node)).collect(),
            registers: self
                .circuit
                .registers()
                .iter()
                .map(|register| value(register.node))
                .collect(),
            loops: self.circuit.loops().iter().map(|atom| value(atom.node)).collect(),
        }
    }
}

impl fmt::Debug for Prover<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prover").field("n_vars", &self.n_vars()).finish_non_exhaustive()
    }
}

/// Stops the solver after a number of conflicts, or when the caller wants to.
struct Limits<'a> {
    conflicts: u32,
    stop: &'a dyn Fn() -> bool,
    /// How often the solver has asked, which is once per decision.
    n_asked: Cell<u32>,
    /// The solver asks again before it gives up.
    is_stopped: Cell<bool>,
}

impl Limits<'_> {
    fn begin(&mut self, conflicts: u32) {
        self.conflicts = conflicts;
        self.is_stopped.set(false);
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { conflicts: 0, stop: &|| false, n_asked: Cell::new(0), is_stopped: Cell::new(false) }
    }
}

impl Callbacks for Limits<'_> {
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.conflicts = self.conflicts.saturating_sub(1);
        }
    }

    fn stop(&self) -> bool {
        self.n_asked.set(self.n_asked.get().wrapping_add(1));
        if self.n_asked.get().is_multiple_of(DECISIONS_PER_LOOK) && (self.stop)() {
            self.is_stopped.set(true);
        }
        self.conflicts == 0 || self.is_stopped.get()
    }
}
