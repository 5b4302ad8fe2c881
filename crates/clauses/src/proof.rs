//! The proof of a query.
//!
//! Plans are followed depth-first on an explicit stack, so that deep recursion takes memory that is
//! counted, and not the stack of the thread. Each entry is proved once; its answers are kept.
//!
//! An entry that is asked for while it is being proved gives the answers found so far. Entries that
//! depend on each other in this way form a loop. Its lowest open entry, the leader, repeats the proof
//! of the loop until a round adds no answer; then all of them are complete (Zhou and Sato,
//! "Efficient Fixpoint Computation in Linear Tabling", 2003).

use stonegate_gdl::TermId;
use stonegate_reference::{Budget, EvaluateError};

use crate::answers::Status;
use crate::facts;
use crate::memory::Memory;
use crate::plan::{Ask, Clause, Query, QueryId, Scan, Step, Value};
use crate::registers::Registers;

/// The stacks of a proof, kept for the next one.
#[derive(Default, Debug)]
pub(crate) struct Stacks {
    frames: Vec<Frame>,
    choices: Vec<Choice>,
    registers: Registers,
    /// The entries that are [`Status::Partial`], in the order of their proofs.
    partial: Vec<(QueryId, usize)>,
    row: Vec<TermId>,
}

/// An entry that is being proved.
#[derive(Debug)]
struct Frame {
    query: QueryId,
    entry: usize,
    /// How many clauses have been tried.
    n_tried: usize,
    /// The step of the last clause that waits for the frame above.
    step: usize,
    /// The lowest frame whose unfinished answers were read, by this frame or above it.
    low: usize,
    /// The heights of the other stacks below this frame.
    registers: usize,
    n_choices: usize,
    n_partial: usize,
    /// How many answers there were when the round of the proof began.
    n_answers: u64,
}

/// [`Frame::low`] of a frame that read no unfinished answers.
const NONE: usize = usize::MAX;

/// A step with alternatives left.
#[derive(Debug)]
struct Choice {
    step: usize,
    /// The next fact or answer.
    next: u32,
    /// Whose answers they are.
    entry: usize,
}

/// What comes next in the top frame.
#[derive(Copy, Clone)]
enum Go {
    /// The next clause.
    Clause,
    /// This step of the clause.
    Step(usize),
    /// The next alternative of the last choice.
    Retry,
}

pub(crate) struct Proof<'a> {
    queries: &'a [Query],
    memory: &'a mut Memory,
    stacks: &'a mut Stacks,
    /// How many answers have been found in all.
    n_answers: u64,
}

/// Steps between two looks at the stop check and the memory.
const CHECK_INTERVAL: u64 = 1 << 12;

impl<'a> Proof<'a> {
    pub(crate) fn new(
        queries: &'a [Query],
        memory: &'a mut Memory,
        stacks: &'a mut Stacks,
    ) -> Self {
        stacks.frames.clear();
        stacks.choices.clear();
        stacks.registers.clear();
        stacks.partial.clear();
        Self { queries, memory, stacks, n_answers: 0 }
    }

    /// Completes an entry.
    pub(crate) fn run(
        mut self,
        query: QueryId,
        entry: usize,
        budget: &Budget<'_>,
    ) -> Result<(), EvaluateError> {
        let mut n_steps = 0;
        let mut go = self.open(query, entry);
        while !self.stacks.frames.is_empty() {
            if n_steps % CHECK_INTERVAL == 0 {
                self.look_at(budget)?;
            }
            if n_steps >= budget.max_steps {
                return Err(EvaluateError::OutOfSteps);
            }
            n_steps += 1;
            go = match go {
                Go::Clause => self.next_clause(),
                Go::Step(step) => self.step(step)?,
                Go::Retry => self.retry(),
            };
        }
        Ok(())
    }

    fn look_at(&self, budget: &Budget<'_>) -> Result<(), EvaluateError> {
        let Stacks { frames, choices, .. } = &*self.stacks;
        let stacks = size_of_val(&frames[..]) + size_of_val(&choices[..]);
        if (budget.stop)() {
            Err(EvaluateError::Stopped)
        } else if self.memory.bytes() + stacks > budget.max_bytes {
            Err(EvaluateError::OutOfMemory)
        } else {
            Ok(())
        }
    }

    fn top(&mut self) -> &mut Frame {
        self.stacks.frames.last_mut().expect("a proof runs while it has frames")
    }

    /// The clause at hand.
    fn clause(&mut self) -> &'a Clause {
        let queries = self.queries;
        let frame = self.top();
        &queries[frame.query.0].clauses[frame.n_tried - 1]
    }

    /// Starts the proof of an entry.
    fn open(&mut self, query: QueryId, entry: usize) -> Go {
        let Stacks { frames, choices, registers, partial, .. } = &mut *self.stacks;
        self.memory.answers[query.0].set_status(entry, Status::Open(frames.len()));
        frames.push(Frame {
            query,
            entry,
            n_tried: 0,
            step: 0,
            low: NONE,
            registers: registers.len(),
            n_choices: choices.len(),
            n_partial: partial.len(),
            n_answers: self.n_answers,
        });
        Go::Clause
    }

    fn next_clause(&mut self) -> Go {
        let queries = self.queries;
        let frame = self.top();
        let (query, entry, base) = (frame.query, frame.entry, frame.registers);
        let Some(clause) = queries[query.0].clauses.get(frame.n_tried) else {
            return self.close();
        };
        frame.n_tried += 1;
        let registers = &mut self.stacks.registers;
        registers.start(base, clause.n_registers);
        let Memory { terms, answers, .. } = &*self.memory;
        let mut args = clause.given.iter().zip(answers[query.0].key(entry));
        if args.all(|(shape, &term)| registers.matches(terms, shape, term)) {
            Go::Step(0)
        } else {
            Go::Clause
        }
    }

    fn step(&mut self, number: usize) -> Result<Go, EvaluateError> {
        let clause = self.clause();
        Ok(match clause.body.get(number) {
            None => self.conclude(clause)?,
            Some(Step::Scan(scan)) => self.scan(number, scan),
            Some(Step::Ask(ask)) => self.ask(number, ask),
            Some(Step::HasFact { facts, index, key, wanted }) => {
                self.build(key);
                let table = &mut self.memory.facts[facts.0];
                let has = table.first_with(*index, &self.stacks.row) != facts::NONE;
                proceed(number, has == *wanted)
            }
            Some(Step::HasAnswer { query, key, wanted }) => {
                self.test(number, *query, key, *wanted)?
            }
            Some(Step::Differ(left, right)) => {
                let Stacks { registers, row, .. } = &mut *self.stacks;
                let terms = &mut self.memory.terms;
                let left = registers.build(terms, left, row);
                proceed(number, left != registers.build(terms, right, row))
            }
        })
    }

    /// Writes values into the row.
    fn build(&mut self, values: &[Value]) {
        let Stacks { registers, row, .. } = &mut *self.stacks;
        row.clear();
        registers.push_all(&mut self.memory.terms, values, row);
    }

    /// Records the answer of a clause whose body is proved.
    fn conclude(&mut self, clause: &Clause) -> Result<Go, EvaluateError> {
        let &mut Frame { query, entry, .. } = self.top();
        let Some(free) = &clause.free else {
            let relation = self.queries[query.0].name.clone();
            return Err(EvaluateError::UnboundVariable { relation, clause: clause.place });
        };
        self.build(free);
        let answers = &mut self.memory.answers[query.0];
        self.n_answers += u64::from(answers.insert(entry, &self.stacks.row));
        Ok(if answers.is_settled(entry) { self.settle() } else { Go::Retry })
    }

    fn scan(&mut self, step: usize, scan: &Scan) -> Go {
        self.build(&scan.key);
        let table = &mut self.memory.facts[scan.facts.0];
        let next = match scan.index {
            Some(index) => table.first_with(index, &self.stacks.row),
            None => table.first(),
        };
        self.stacks.choices.push(Choice { step, next, entry: 0 });
        Go::Retry
    }

    /// Goes on with the answers to a query, once they are known.
    fn ask(&mut self, step: usize, ask: &Ask) -> Go {
        self.build(&ask.key);
        let entry = self.memory.entry(ask.query, &self.stacks.row);
        if let Some(go) = self.wait(step, ask.query, entry) {
            return go;
        }
        self.stacks.choices.push(Choice { step, next: 0, entry });
        Go::Retry
    }

    /// Goes on if a query without free arguments has an answer, or if it has none.
    fn test(
        &mut self,
        step: usize,
        query: QueryId,
        key: &[Value],
        wanted: bool,
    ) -> Result<Go, EvaluateError> {
        self.build(key);
        let entry = self.memory.entry(query, &self.stacks.row);
        let status = self.memory.answers[query.0].status(entry);
        if !wanted && matches!(status, Status::Open(_) | Status::Partial(_)) {
            // What is missing to complete it waits for its failure.
            let relation = self.queries[query.0].name.clone();
            return Err(EvaluateError::NegativeLoop { relation });
        }
        Ok(self.wait(step, query, entry).unwrap_or_else(|| {
            proceed(step, (self.memory.answers[query.0].len(entry) > 0) == wanted)
        }))
    }

    /// Proves an entry first that is fresh; the step is tried again then.
    fn wait(&mut self, step: usize, query: QueryId, entry: usize) -> Option<Go> {
        let low = match self.memory.answers[query.0].status(entry) {
            Status::Complete => return None,
            Status::Fresh => {
                self.top().step = step;
                return Some(self.open(query, entry));
            }
            Status::Open(depth) => depth,
            Status::Partial(position) => self.low_of_partial(position),
        };
        let frame = self.top();
        frame.low = frame.low.min(low);
        None
    }

    /// What a partial entry depends on: what the frame does for which it was proved, the highest one
    /// in whose part of the list it is.
    fn low_of_partial(&self, position: usize) -> usize {
        let frames = &self.stacks.frames;
        let n_below = frames.partition_point(|frame| frame.n_partial <= position);
        frames[n_below - 1].low
    }

    fn retry(&mut self) -> Go {
        let clause = self.clause();
        let n_below = self.top().n_choices;
        let Memory { terms, facts, answers, .. } = &*self.memory;
        let Stacks { choices, registers, .. } = &mut *self.stacks;
        while choices.len() > n_below
            && let Some(choice) = choices.last_mut()
        {
            let step = choice.step;
            let (found, once) = match &clause.body[step] {
                Step::Scan(scan) => {
                    let table = &facts[scan.facts.0];
                    let mut found = false;
                    while !found && choice.next != facts::NONE {
                        let row = table.row(choice.next);
                        let mut shapes = scan.shapes.iter();
                        found = shapes
                            .all(|(column, shape)| registers.matches(terms, shape, row[*column]));
                        choice.next = match scan.index {
                            Some(index) => table.next_with(index, choice.next),
                            None => table.after(choice.next),
                        };
                    }
                    (found, scan.once || choice.next == facts::NONE)
                }
                Step::Ask(ask) => {
                    let answers = &answers[ask.query.0];
                    let mut found = false;
                    while !found && (choice.next as usize) < answers.len(choice.entry) {
                        let row = answers.row(choice.entry, choice.next as usize);
                        let mut shapes = ask.shapes.iter().zip(row);
                        found = shapes.all(|(shape, &term)| registers.matches(terms, shape, term));
                        choice.next += 1;
                    }
                    (found, ask.once)
                }
                _ => unreachable!("tests have no alternatives"),
            };
            if !found || once {
                choices.pop();
            }
            if found {
                return Go::Step(step + 1);
            }
        }
        Go::Clause
    }

    /// Ends the proof of an entry that needs no more answers.
    fn settle(&mut self) -> Go {
        let &mut Frame { query, entry, n_partial, .. } = self.top();
        // The proofs that this one has started and that wait for an entry further down are of no use
        // to it: whoever needs them starts them again.
        self.release(n_partial, Status::Fresh);
        self.memory.answers[query.0].set_status(entry, Status::Complete);
        self.pop()
    }

    /// Ends the proof of an entry all of whose clauses have been tried.
    fn close(&mut self) -> Go {
        let depth = self.stacks.frames.len() - 1;
        let n_answers = self.n_answers;
        let frame = self.top();
        let (query, entry, low, n_partial) = (frame.query, frame.entry, frame.low, frame.n_partial);
        if low == depth && n_answers > frame.n_answers {
            // The leader of a loop, with new answers: another round.
            frame.n_tried = 0;
            frame.low = NONE;
            frame.n_answers = n_answers;
            self.release(n_partial, Status::Fresh);
            return Go::Clause;
        }
        if low < depth {
            let position = self.stacks.partial.len();
            self.stacks.partial.push((query, entry));
            self.memory.answers[query.0].set_status(entry, Status::Partial(position));
            let go = self.pop();
            let below = self.top();
            below.low = below.low.min(low);
            return go;
        }
        self.release(n_partial, Status::Complete);
        self.memory.answers[query.0].set_status(entry, Status::Complete);
        self.pop()
    }

    /// Gives a new status to the partial entries above a height.
    fn release(&mut self, n_partial: usize, status: Status) {
        for (query, entry) in self.stacks.partial.drain(n_partial..) {
            self.memory.answers[query.0].set_status(entry, status);
        }
    }

    /// Drops the top frame and goes on with the step that waited for it.
    fn pop(&mut self) -> Go {
        let Stacks { frames, choices, registers, .. } = &mut *self.stacks;
        let Some(frame) = frames.pop() else { return Go::Clause };
        choices.truncate(frame.n_choices);
        let below = frames.last();
        registers.leave(frame.registers, below.map_or(0, |below| below.registers));
        Go::Step(below.map_or(0, |below| below.step))
    }
}

/// The step after one that binds nothing.
fn proceed(step: usize, holds: bool) -> Go {
    if holds { Go::Step(step + 1) } else { Go::Retry }
}
