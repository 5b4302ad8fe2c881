//! From atoms to gates: a literal for every atom that can hold.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use stonegate_circuit::{Circuit, Lit, LoopId, Origin, RegisterId};
use stonegate_gdl::{Goal, RelationId, Rules, Symbol, TermId};

use crate::compile::GATE_BYTES;
use crate::eliminate::{Limits, Parts, Test, eliminate};
use crate::error::{Budget, GroundError, GroundErrorKind, Progress};
use crate::factor::Factor;
use crate::filter::position_of;
use crate::gates::Gates;
use crate::loops::{NegativeLoop, resolve_loops};
use crate::order::sort_terms;
use crate::pattern::{Clause, Condition};
use crate::reach::Reach;
use crate::row_set::ROWS_PER_LOOK;

/// The ground network: the circuit, and what its parts mean. The outputs are the
/// legal moves role by role, `terminal`, the goal values role by role, and what each role
/// perceives of a step.
pub(crate) struct Network {
    pub(crate) circuit: Circuit,
    pub(crate) roles: Vec<TermId>,
    /// The moves of each role, in order: the inputs, role by role.
    pub(crate) moves: Vec<Vec<TermId>>,
    /// The facts that can be true, in order: the registers.
    pub(crate) facts: Vec<TermId>,
    /// The values that `goal` can have for each role, ascending.
    pub(crate) goals: Vec<Vec<Goal>>,
    /// What each role can perceive, in order.
    pub(crate) percepts: Vec<Vec<TermId>>,
    /// How many instances of rules the gates were made of.
    pub(crate) n_instances: usize,
}

pub(crate) fn network(
    rules: &Rules,
    reach: &mut Reach,
    budget: &Budget<'_>,
) -> Result<Network, GroundError> {
    let clauses = std::mem::take(&mut reach.clauses);
    let mut builder = Builder::new(rules, reach, budget)?;
    let mut clauses_of = vec![Vec::new(); rules.relations.len()];
    for clause in &clauses {
        clauses_of[clause.head.relation.index()].push(clause);
    }
    for component in rules.dependencies.components() {
        builder.component(component, &clauses_of)?;
    }
    builder.finish()
}

struct Builder<'a> {
    rules: &'a Rules,
    reach: &'a mut Reach,
    budget: &'a Budget<'a>,
    /// How many nodes the circuit may have, and how many rows a table.
    max_nodes: usize,
    gates: Gates,
    /// The literal of each tuple; nothing for static relations, which all hold.
    lits: Vec<Vec<Lit>>,
    /// For each loop atom, a rule of its relation.
    atom_rules: Vec<usize>,
    roles: Vec<TermId>,
    moves: Vec<Vec<TermId>>,
    facts: Vec<TermId>,
    n_instances: usize,
}

impl<'a> Builder<'a> {
    fn new(
        rules: &'a Rules,
        reach: &'a mut Reach,
        budget: &'a Budget<'a>,
    ) -> Result<Self, GroundError> {
        let room = budget.max_bytes.saturating_sub(reach.store.bytes());
        let mut builder = Self {
            rules,
            reach,
            budget,
            max_nodes: budget.max_rows.min(room / GATE_BYTES),
            gates: Gates::new(Circuit::new(), Vec::new()),
            lits: vec![Vec::new(); rules.relations.len()],
            atom_rules: Vec::new(),
            roles: Vec::new(),
            moves: Vec::new(),
            facts: Vec::new(),
            n_instances: 0,
        };
        builder.roles = builder.tuples(Symbol::ROLE, 1).iter().map(|tuple| tuple[0]).collect();
        if builder.roles.is_empty() {
            return Err(GroundError::no_roles(rules));
        }
        let mut circuit = Circuit::new();
        let ranges = builder.add_inputs(&mut circuit);
        builder.add_registers(&mut circuit);
        builder.gates = Gates::new(circuit, ranges);
        Ok(builder)
    }

    /// All tuples of a keyword's relation.
    fn tuples(&self, name: Symbol, arity: usize) -> Vec<Vec<TermId>> {
        let relation = self.rules.relations.get(name, arity);
        let tuples = relation.map(|relation| self.reach.store.tuples(relation));
        tuples.map_or(Vec::new(), |tuples| tuples.rows().map(<[_]>::to_vec).collect())
    }

    fn text(&self, term: TermId) -> String {
        self.reach.store.terms.display(&self.rules.symbols, term).to_string()
    }

    /// One input for each legal move of each role.
    fn add_inputs(&mut self, circuit: &mut Circuit) -> Vec<Range<u32>> {
        let legal = self.tuples(Symbol::LEGAL, 2);
        let mut inputs = FxHashMap::default();
        let mut ranges = Vec::new();
        for &role in &self.roles.clone() {
            let moves = legal.iter().filter(|tuple| tuple[0] == role).map(|tuple| tuple[1]);
            let moves = sort_terms(&self.reach.store.terms, &self.rules.symbols, moves.collect());
            let start = circuit.inputs().len() as u32;
            for &action in &moves {
                let lit = circuit.input(self.atom_text(Symbol::DOES, &[role, action]));
                inputs.insert((role, action), lit);
            }
            ranges.push(start..circuit.inputs().len() as u32);
            self.moves.push(moves);
        }
        if let Some(does) = self.rules.relations.get(Symbol::DOES, 2) {
            let tuples = self.tuples(Symbol::DOES, 2);
            let lits = tuples.iter().map(|tuple| inputs[&(tuple[0], tuple[1])]);
            self.lits[does.index()] = lits.collect();
        }
        ranges
    }

    /// One register for each fact that is initial or can come next.
    fn add_registers(&mut self, circuit: &mut Circuit) {
        let initial = self.tuples(Symbol::INIT, 1).concat();
        let mut facts = self.tuples(Symbol::NEXT, 1).concat();
        facts.extend(&initial);
        self.facts = sort_terms(&self.reach.store.terms, &self.rules.symbols, facts);
        let initial = initial.into_iter().collect::<FxHashSet<_>>();
        let registers = self
            .facts
            .iter()
            .map(|&fact| (fact, circuit.register(self.text(fact), initial.contains(&fact))));
        let registers = registers.collect::<FxHashMap<_, _>>();
        if let Some(relation) = self.rules.relations.get(Symbol::TRUE, 1) {
            let tuples = self.tuples(Symbol::TRUE, 1);
            let lits = tuples.iter().map(|tuple| registers[&tuple[0]]);
            self.lits[relation.index()] = lits.collect();
        }
    }

    /// Computes the literals of all relations of a component.
    fn component(
        &mut self,
        component: &[RelationId],
        clauses_of: &[Vec<&Clause>],
    ) -> Result<(), GroundError> {
        let given = [Symbol::TRUE, Symbol::DOES];
        let wanted = component.iter().copied().filter(|&relation| {
            self.reach.needed[relation.index()]
                && !self.reach.is_static[relation.index()]
                && !given.contains(&self.rules.relations.name(relation))
        });
        let wanted = wanted.collect::<Vec<_>>();
        let recursive =
            wanted.iter().any(|&relation| self.rules.dependencies.is_recursive(relation));
        let mut first_atom = self.gates.circuit.loops().len();
        if recursive {
            for &relation in &wanted {
                let atoms = self.loop_atoms(relation);
                if let Some(clause) = clauses_of[relation.index()].first() {
                    self.atom_rules.extend(atoms.iter().map(|_| clause.rule));
                }
                self.lits[relation.index()] = atoms;
            }
        }
        for &relation in &wanted {
            let lits = self.relation(relation, &clauses_of[relation.index()])?;
            if recursive {
                for lit in lits {
                    self.gates.circuit.set_feed(LoopId::new(first_atom), lit);
                    first_atom += 1;
                }
            } else {
                self.lits[relation.index()] = lits;
            }
        }
        Ok(())
    }

    /// An atom of a loop for each tuple; those that turn out to be in none are
    /// replaced by their gates later.
    fn loop_atoms(&mut self, relation: RelationId) -> Vec<Lit> {
        let name = self.rules.relations.name(relation);
        let tuples = self.reach.store.tuples(relation).rows();
        let names = tuples.map(|tuple| self.atom_text(name, tuple)).collect::<Vec<_>>();
        names.into_iter().map(|name| self.gates.circuit.loop_atom(name, 0)).collect()
    }

    /// An atom without parentheses: `legal red (move a b)`.
    fn atom_text(&self, name: Symbol, tuple: &[TermId]) -> String {
        let mut text = self.rules.symbols.name(name).to_owned();
        for &term in tuple {
            text.push(' ');
            text.push_str(&self.text(term));
        }
        text
    }

    /// The literals of a relation's tuples: the OR of what its rules give.
    fn relation(
        &mut self,
        relation: RelationId,
        clauses: &[&Clause],
    ) -> Result<Vec<Lit>, GroundError> {
        (self.budget.progress)(Progress::Building {
            relation: self.rules.relation_name(relation),
            n_gates: self.gates.circuit.n_ands(),
        });
        let mut alternatives = vec![Vec::new(); self.reach.store.tuples(relation).len()];
        for clause in clauses {
            self.gates.circuit.set_origin(Origin(clause.rule as u32 + 1));
            let heads = self.clause(clause).map_err(|kind| self.error(clause, kind))?;
            self.n_instances += heads.len();
            let mut tuple = Vec::new();
            for (number, (row, lit)) in heads.iter().enumerate() {
                if number.is_multiple_of(ROWS_PER_LOOK) && (self.budget.stop)() {
                    return Err(self.error(clause, GroundErrorKind::Stopped));
                }
                tuple.clear();
                for pattern in &clause.head.patterns {
                    let value = |var| row[position_of(&heads.vars, var)];
                    tuple.push(pattern.instance(&mut self.reach.store.terms, &value));
                }
                let found = self.reach.store.tuples(relation).get(&tuple);
                alternatives[found.expect("what holds was reached")].push(lit);
            }
            if self.gates.circuit.nodes().len() > self.max_nodes {
                return Err(self.error(clause, GroundErrorKind::TooLarge));
            }
            if (self.budget.stop)() {
                return Err(self.error(clause, GroundErrorKind::Stopped));
            }
        }
        let lits = self.gates.or_each(&alternatives, self.budget.stop);
        lits.ok_or_else(|| {
            let rule = clauses.last().map_or(0, |clause| clause.rule);
            GroundError::at_rule(self.rules, rule, GroundErrorKind::Stopped)
        })
    }

    fn clause(&mut self, clause: &Clause) -> Result<Factor, GroundErrorKind> {
        let factors = clause.positive.iter().map(|condition| self.factor(condition));
        let factors = factors.collect::<Result<Vec<_>, _>>()?;
        let is_asked = self.reach.asked[clause.head.relation.index()];
        let guard = is_asked.then(|| self.rows(&clause.head, |_| Lit::TRUE)).transpose()?;
        let negated = clause.negative.iter().map(|condition| self.factor(condition));
        let negated = negated.collect::<Result<Vec<_>, _>>()?;
        let distinct = (0..clause.distinct.len()).map(Test::Distinct);
        let tests = distinct.chain(negated.iter().map(Test::Negation)).collect();
        let limits =
            Limits { max_rows: self.max_nodes, max_nodes: self.max_nodes, stop: self.budget.stop };
        let parts = Parts { factors, tests, guard };
        eliminate(&mut self.gates, &self.reach.store, clause, parts, &limits)
    }

    /// What a condition gives its variables, and by which literals.
    fn factor(&mut self, condition: &Condition) -> Result<Factor, GroundErrorKind> {
        let is_static = self.reach.is_static[condition.relation.index()];
        let lits = std::mem::take(&mut self.lits[condition.relation.index()]);
        let factor = self.rows(condition, |tuple| if is_static { Lit::TRUE } else { lits[tuple] });
        self.lits[condition.relation.index()] = lits;
        factor
    }

    /// The rows of a condition with the literals of their tuples, but for those that never hold.
    fn rows(
        &mut self,
        condition: &Condition,
        lit: impl Fn(usize) -> Lit,
    ) -> Result<Factor, GroundErrorKind> {
        let id = self.reach.store.view_of(condition);
        let view = self.reach.store.view(id);
        let mut factor = Factor::empty(&condition.vars);
        for row in 0..view.len() {
            if row.is_multiple_of(ROWS_PER_LOOK) && (self.budget.stop)() {
                return Err(GroundErrorKind::Stopped);
            }
            let lit = lit(view.tuple(row));
            if lit != Lit::FALSE {
                factor.push(view.row(row), lit);
            }
        }
        Ok(factor)
    }

    fn error(&self, clause: &Clause, kind: GroundErrorKind) -> GroundError {
        GroundError::at_rule(self.rules, clause.rule, kind)
    }

    fn finish(mut self) -> Result<Network, GroundError> {
        self.gates.circuit.set_origin(Origin::NONE);
        for (index, fact) in self.facts.clone().into_iter().enumerate() {
            let next = self.lit(Symbol::NEXT, &[fact]);
            self.gates.circuit.set_next(RegisterId::new(index), next);
        }
        let roles = self.roles.clone();
        for (&role, moves) in roles.iter().zip(self.moves.clone()) {
            for action in moves {
                self.output(Symbol::LEGAL, &[role, action]);
            }
        }
        self.output(Symbol::TERMINAL, &[]);
        let goals = roles.iter().map(|&role| self.goal_outputs(role)).collect();
        let percepts = roles.iter().map(|&role| self.percept_outputs(role)).collect();
        let circuit = resolve_loops(self.gates.circuit).map_err(|NegativeLoop(atom)| {
            let rule = self.atom_rules[atom.index()];
            GroundError::at_rule(self.rules, rule, GroundErrorKind::NegativeCycle)
        })?;
        Ok(Network {
            circuit,
            roles: self.roles,
            moves: self.moves,
            facts: self.facts,
            goals,
            percepts,
            n_instances: self.n_instances,
        })
    }

    /// Adds the outputs for the goal values of a role, ascending.
    fn goal_outputs(&mut self, role: TermId) -> Vec<Goal> {
        let tuples = self.tuples(Symbol::GOAL, 2).into_iter().filter(|tuple| tuple[0] == role);
        let values = tuples.filter_map(|tuple| Some((self.text(tuple[1]).parse().ok()?, tuple)));
        let mut values = values.collect::<Vec<(Goal, _)>>();
        values.sort_unstable();
        for (_, tuple) in &values {
            self.output(Symbol::GOAL, tuple);
        }
        values.into_iter().map(|(value, _)| value).collect()
    }

    /// Adds the outputs for what a role can perceive.
    fn percept_outputs(&mut self, role: TermId) -> Vec<TermId> {
        let tuples = self.tuples(Symbol::SEES, 2).into_iter().filter(|tuple| tuple[0] == role);
        let percepts = tuples.map(|tuple| tuple[1]).collect();
        let percepts = sort_terms(&self.reach.store.terms, &self.rules.symbols, percepts);
        for &percept in &percepts {
            self.output(Symbol::SEES, &[role, percept]);
        }
        percepts
    }

    fn output(&mut self, name: Symbol, tuple: &[TermId]) {
        let text = self.atom_text(name, tuple);
        let lit = self.lit(name, tuple);
        self.gates.circuit.output(text, lit);
    }

    /// The literal of an atom: false if it can never hold.
    fn lit(&self, name: Symbol, tuple: &[TermId]) -> Lit {
        let Some(relation) = self.rules.relations.get(name, tuple.len()) else {
            return Lit::FALSE;
        };
        match self.reach.store.tuples(relation).get(tuple) {
            None => Lit::FALSE,
            Some(_) if self.reach.is_static[relation.index()] => Lit::TRUE,
            Some(found) => self.lits[relation.index()][found],
        }
    }
}
