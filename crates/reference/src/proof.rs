//! The proof of a call.
//!
//! Calls are proved depth-first on an explicit stack, so that deep recursion
//! takes memory that is counted, and not the stack of the thread. Each call is
//! proved once; its answers are kept in its table.
//!
//! A call that meets itself, still open further down the stack, reads the answers
//! found so far. Calls that depend on each other in this way form a loop. Its
//! lowest open call, the leader, repeats the proof of the loop until a round adds
//! no answer; then all of them are complete. This is the least fixpoint, found by
//! linear tabling (Zhou and Sato, "Efficient Fixpoint Computation in Linear
//! Tabling", 2003).

use std::iter;
use std::sync::Arc;

use stonegate_gdl::{RelationId, TermId};

use crate::bindings::Bindings;
use crate::budget::{Budget, EvaluateError, Meter};
use crate::calls::{self, Cell, Fit};
use crate::facts::Candidates;
use crate::knowledge::Knowledge;
use crate::program::{Atom, Clause, FactsId, Goal, Pattern, Program, Source};
use crate::stack::{Alternatives, Choice, Frame, Frames, NONE};
use crate::tables::{Status, TableId};

pub(crate) struct Proof<'a> {
    program: &'a Program,
    knowledge: &'a mut Knowledge,
    frames: Frames,
    choices: Vec<Choice>,
    bindings: Bindings,
    /// The tables that are [`Status::Partial`], in the order of their proofs.
    partial: Vec<TableId>,
    /// How many answers have been found in all.
    n_answers: u64,
    scratch: Scratch,
}

/// Space for a call, its free variables, the values of its arguments, and an
/// answer.
#[derive(Default)]
struct Scratch {
    cells: Vec<Cell>,
    free: Vec<usize>,
    values: Vec<Option<TermId>>,
    row: Vec<TermId>,
}

/// What the top frame does next.
#[derive(Copy, Clone)]
enum Step {
    /// Try the next clause.
    Clause,
    /// Prove this goal of the clause, with what the goals before it have bound.
    Goal(usize),
    /// Take the next alternative of the last choice.
    Retry,
}

impl<'a> Proof<'a> {
    pub(crate) fn new(program: &'a Program, knowledge: &'a mut Knowledge) -> Self {
        Self {
            program,
            knowledge,
            frames: Frames::default(),
            choices: Vec::new(),
            bindings: Bindings::default(),
            partial: Vec::new(),
            n_answers: 0,
            scratch: Scratch::default(),
        }
    }

    /// Completes a table.
    pub(crate) fn run(mut self, table: TableId, budget: &Budget<'_>) -> Result<(), EvaluateError> {
        let mut meter = Meter::new(budget);
        let mut step = self.open(table);
        while !self.frames.is_empty() {
            meter.step(|| self.bytes())?;
            step = match step {
                Step::Clause => self.next_clause(),
                Step::Goal(goal) => self.prove_goal(goal)?,
                Step::Retry => self.retry(),
            };
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        const FRAME_BYTES: usize = 200;
        self.knowledge.bytes() + (self.frames.len() + self.choices.len()) * FRAME_BYTES
    }

    /// Starts the proof of a call.
    fn open(&mut self, table: TableId) -> Step {
        let call = Arc::clone(&self.knowledge.tables.get(table).call);
        self.knowledge.tables.set_status(table, Status::Open { depth: self.frames.len() });
        self.frames.push(Frame {
            table,
            call: Arc::clone(&call),
            n_tried: 0,
            goal: 0,
            low: NONE,
            bindings: self.bindings.top(),
            n_choices: self.choices.len(),
            n_partial: self.partial.len(),
            n_answers: self.n_answers,
        });
        self.read_facts(table, &call);
        if self.is_settled(table) { self.settle() } else { Step::Clause }
    }

    /// Takes the answers that are plain facts of the relation.
    fn read_facts(&mut self, table: TableId, call: &[Cell]) {
        let Knowledge { terms, facts, tables } = &mut *self.knowledge;
        let Scratch { values, row, .. } = &mut self.scratch;
        let facts = &mut facts[Program::facts_of(table.relation).index()];
        calls::ground_args(call, values);
        let mut candidates = facts.candidates(values);
        while let Some(fact) = facts.next(&mut candidates) {
            if calls::answer_of_fact(terms, fact, call, row) && tables.insert(table, row) {
                self.n_answers += 1;
            }
        }
    }

    fn clause(&self, frame: &Frame) -> &'a Clause {
        &self.program.clauses(frame.table.relation)[frame.n_tried - 1]
    }

    fn next_clause(&mut self) -> Step {
        let frame = self.frames.top_mut();
        let Some(clause) = self.program.clauses(frame.table.relation).get(frame.n_tried) else {
            return self.close();
        };
        frame.n_tried += 1;
        self.bindings.start_clause(frame.bindings, clause.n_variables);
        let terms = &self.knowledge.terms;
        if calls::match_head(&mut self.bindings, terms, &clause.head, &frame.call) {
            Step::Goal(0)
        } else {
            Step::Clause
        }
    }

    fn prove_goal(&mut self, goal: usize) -> Result<Step, EvaluateError> {
        let frame = self.frames.top();
        let clause = self.clause(frame);
        Ok(match clause.body.get(goal) {
            None => self.conclude(clause)?,
            Some(Goal::Holds(Atom { source: Source::Facts(id), args })) => {
                self.look_up(goal, *id, args)
            }
            Some(Goal::Holds(Atom { source: Source::Rules(relation), args })) => {
                self.call(goal, *relation, args)
            }
            Some(Goal::Fails(Atom { source: Source::Facts(id), args })) => {
                proceed(goal, !self.is_fact(*id, args))
            }
            Some(Goal::Fails(Atom { source: Source::Rules(relation), args })) => {
                self.refute(goal, *relation, args)?
            }
            Some(Goal::Distinct(left, right)) => proceed(goal, self.differ(left, right)),
        })
    }

    /// Records the answer of a clause whose body is proved.
    fn conclude(&mut self, clause: &Clause) -> Result<Step, EvaluateError> {
        let frame = self.frames.top();
        let Knowledge { terms, tables, .. } = &mut *self.knowledge;
        let row = &mut self.scratch.row;
        match calls::answer(&self.bindings, terms, &clause.head, &frame.call, row) {
            Fit::Answer => {
                let table = frame.table;
                if tables.insert(table, row) {
                    self.n_answers += 1;
                }
                Ok(if self.is_settled(table) { self.settle() } else { Step::Retry })
            }
            Fit::Mismatch => Ok(Step::Retry),
            Fit::Unbound => {
                let relation = self.program.name(frame.table.relation).to_owned();
                Err(EvaluateError::UnboundVariable { relation, clause: clause.index })
            }
        }
    }

    /// Goes on with the facts that match.
    fn look_up(&mut self, goal: usize, id: FactsId, args: &[Pattern]) -> Step {
        let (is_ground, candidates) = self.candidates(id, args);
        if is_ground {
            return proceed(goal, self.any_equal(id, candidates));
        }
        let alternatives = Alternatives::Facts(id, candidates);
        self.choices.push(Choice { goal, mark: self.bindings.mark(), alternatives });
        Step::Retry
    }

    fn is_fact(&mut self, id: FactsId, args: &[Pattern]) -> bool {
        let (_, candidates) = self.candidates(id, args);
        self.any_equal(id, candidates)
    }

    /// The facts that may match, and whether the arguments are ground.
    fn candidates(&mut self, id: FactsId, args: &[Pattern]) -> (bool, Candidates) {
        let Knowledge { terms, facts, .. } = &mut *self.knowledge;
        let values = &mut self.scratch.values;
        values.clear();
        values.extend(args.iter().map(|arg| self.bindings.resolve(terms, arg)));
        (values.iter().all(Option::is_some), facts[id.index()].candidates(values))
    }

    /// Whether one of the facts has exactly the values last looked for.
    fn any_equal(&self, id: FactsId, mut candidates: Candidates) -> bool {
        let facts = &self.knowledge.facts[id.index()];
        let values = &self.scratch.values;
        iter::from_fn(|| facts.next(&mut candidates))
            .any(|fact| fact.iter().zip(values).all(|(&term, &value)| Some(term) == value))
    }

    /// Goes on with the answers to a call, once they are known.
    fn call(&mut self, goal: usize, relation: RelationId, args: &[Pattern]) -> Step {
        let table = self.table(relation, args);
        let low = match self.knowledge.tables.get(table).status {
            Status::Fresh => return self.wait(goal, table),
            Status::Open { depth } => depth,
            Status::Partial { position } => {
                // It was proved for the frame in whose part of the list it is,
                // and what it depends on, that frame does.
                self.frames.owner(position).low
            }
            Status::Complete => NONE,
        };
        let frame = self.frames.top_mut();
        frame.low = frame.low.min(low);
        let free = &self.scratch.free;
        if free.is_empty() {
            return proceed(goal, self.has_answers(table));
        }
        let alternatives = Alternatives::Answers { table, next: 0, free: free[..].into() };
        self.choices.push(Choice { goal, mark: self.bindings.mark(), alternatives });
        Step::Retry
    }

    /// Goes on if a call has no answer.
    fn refute(
        &mut self,
        goal: usize,
        relation: RelationId,
        args: &[Pattern],
    ) -> Result<Step, EvaluateError> {
        let table = self.table(relation, args);
        match self.knowledge.tables.get(table).status {
            Status::Fresh => Ok(self.wait(goal, table)),
            Status::Complete => Ok(proceed(goal, !self.has_answers(table))),
            // What is missing to complete it waits for its failure.
            Status::Open { .. } | Status::Partial { .. } => {
                let relation = self.program.name(relation).to_owned();
                Err(EvaluateError::NegativeLoop { relation })
            }
        }
    }

    fn table(&mut self, relation: RelationId, args: &[Pattern]) -> TableId {
        let Knowledge { terms, tables, .. } = &mut *self.knowledge;
        let Scratch { cells, free, .. } = &mut self.scratch;
        cells.clear();
        free.clear();
        for arg in args {
            calls::write(&self.bindings, terms, arg, cells, free);
        }
        tables.of_call(relation, cells)
    }

    /// Proves another call first; then the goal is tried again.
    fn wait(&mut self, goal: usize, table: TableId) -> Step {
        let frame = self.frames.top_mut();
        frame.goal = goal;
        self.open(table)
    }

    fn differ(&mut self, left: &Pattern, right: &Pattern) -> bool {
        let terms = &mut self.knowledge.terms;
        self.bindings.resolve(terms, left) != self.bindings.resolve(terms, right)
    }

    fn retry(&mut self) -> Step {
        let frame = self.frames.top();
        let clause = self.clause(frame);
        let Knowledge { terms, facts, tables } = &*self.knowledge;
        while self.choices.len() > frame.n_choices
            && let Some(choice) = self.choices.last_mut()
        {
            self.bindings.undo(choice.mark);
            match &mut choice.alternatives {
                Alternatives::Facts(id, candidates) => {
                    let Goal::Holds(atom) = &clause.body[choice.goal] else {
                        unreachable!("only conditions have alternatives")
                    };
                    while let Some(fact) = facts[id.index()].next(candidates) {
                        if self.bindings.match_all(terms, &atom.args, fact) {
                            return Step::Goal(choice.goal + 1);
                        }
                        self.bindings.undo(choice.mark);
                    }
                }
                Alternatives::Answers { table, next, free } => {
                    let answers = &tables.get(*table).answers;
                    if *next < answers.len() {
                        for (&variable, &value) in free.iter().zip(answers.row(*next)) {
                            self.bindings.bind(variable, value);
                        }
                        *next += 1;
                        return Step::Goal(choice.goal + 1);
                    }
                }
            }
            self.choices.pop();
        }
        Step::Clause
    }

    fn has_answers(&self, table: TableId) -> bool {
        self.knowledge.tables.get(table).answers.len() > 0
    }

    /// Whether no further answer can come: a call without variables has one.
    fn is_settled(&self, table: TableId) -> bool {
        let answers = &self.knowledge.tables.get(table).answers;
        answers.width() == 0 && answers.len() > 0
    }

    /// Ends the proof of a call that needs no more answers.
    fn settle(&mut self) -> Step {
        let frame = self.frames.top();
        let (table, n_partial) = (frame.table, frame.n_partial);
        // The proofs that this one has started and that wait for a call further
        // down are of no use to it: whoever needs them starts them again.
        self.release(n_partial, Status::Fresh);
        self.knowledge.tables.set_status(table, Status::Complete);
        self.pop()
    }

    /// Ends the proof of a call all of whose clauses have been tried.
    fn close(&mut self) -> Step {
        let depth = self.frames.len() - 1;
        let frame = self.frames.top_mut();
        let (table, low, n_partial) = (frame.table, frame.low, frame.n_partial);
        if low == depth && self.n_answers > frame.n_answers {
            // The leader of a loop, with new answers: another round.
            frame.n_tried = 0;
            frame.low = NONE;
            frame.n_answers = self.n_answers;
            self.release(n_partial, Status::Fresh);
            return Step::Clause;
        }
        if low < depth {
            let position = self.partial.len();
            self.partial.push(table);
            self.knowledge.tables.set_status(table, Status::Partial { position });
            let step = self.pop();
            let below = self.frames.top_mut();
            below.low = below.low.min(low);
            return step;
        }
        self.release(n_partial, Status::Complete);
        self.knowledge.tables.set_status(table, Status::Complete);
        self.pop()
    }

    /// Gives a new status to the partial tables above a height.
    fn release(&mut self, n_partial: usize, status: Status) {
        for table in self.partial.drain(n_partial..) {
            self.knowledge.tables.set_status(table, status);
        }
    }

    /// Drops the top frame and goes on with the goal that waited for it.
    fn pop(&mut self) -> Step {
        let frame = self.frames.pop();
        self.choices.truncate(frame.n_choices);
        let below = self.frames.last();
        self.bindings.leave_clause(frame.bindings, below.map_or(0, |below| below.bindings.0));
        Step::Goal(below.map_or(0, |below| below.goal))
    }
}

/// The step after a goal that binds nothing.
fn proceed(goal: usize, holds: bool) -> Step {
    if holds { Step::Goal(goal + 1) } else { Step::Retry }
}
