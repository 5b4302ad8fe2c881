//! One set of lanes: what a thread works with.

use std::sync::Arc;

use stonegate_circuit::RegisterId;
use stonegate_ground::State;

use crate::backend::Kernel;
use crate::engine::{Engine, append_bits};
use crate::job::{Job, Settings, Tally};
use crate::playouts;
use crate::step::{self, PlayLanes};
use crate::transpose::{pack, unpack};
use crate::word::{LANES, Word};

/// The memory of 512 games, and the calls that work in it.
#[derive(Clone, Debug)]
pub struct Lanes {
    engine: Arc<Engine>,
    play: PlayLanes,
    expand: Vec<Word>,
    advance: Vec<Word>,
}

/// A part of a step, for those who measure where the time goes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// Legal moves, their counts and the end, and the goals if they are evaluated in every step.
    Legal,
    /// The draws of all lanes.
    Choice,
    /// Finding the chosen moves and making them.
    Next,
    /// The goals, if they are evaluated in a side batch.
    Goals,
}

/// What holds in a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expansion {
    /// The legal moves of each role, ascending.
    pub legal: Vec<Vec<usize>>,
    pub terminal: bool,
    /// The goal values of each role, ascending; a sound game has one.
    pub goals: Vec<Vec<u32>>,
}

impl Lanes {
    pub fn new(engine: Arc<Engine>) -> Self {
        let play = PlayLanes::new(&engine);
        Self { engine, play, expand: Vec::new(), advance: Vec::new() }
    }

    /// Plays the games of all jobs; one tally for each job.
    ///
    /// The results depend on the machine, the jobs, the seed and the step limit and on nothing else.
    pub fn playouts(&mut self, jobs: &[Job], settings: &Settings) -> Vec<Tally> {
        playouts::play(&self.engine, &mut self.play, jobs, settings)
    }

    /// Does a part of a step `n` times over, on what the last playouts have left in the lanes.
    pub fn repeat(&mut self, part: Part, n: u32) {
        for _ in 0..n {
            step::repeat(&self.engine, &mut self.play, part);
        }
    }

    /// The legal moves, the terminal flag and the goals of each state.
    pub fn expand<'s>(&mut self, states: impl IntoIterator<Item = &'s State>) -> Vec<Expansion> {
        let kernel = self.engine.expand();
        if self.expand.is_empty() {
            self.expand = kernel.memory();
        }
        let machine = self.engine.machine();
        let n_outputs = machine.circuit.outputs().len();
        let stride = n_outputs.div_ceil(64);
        let mut expansions = Vec::new();
        for_each_batch(states, |states| {
            let rows = evaluate(&self.engine, kernel, &mut self.expand, states, &[], n_outputs);
            for row in rows.chunks_exact(stride) {
                let mut bits = (0..n_outputs).map(|at| row[at / 64] >> (at % 64) & 1 == 1);
                let mut take = |n: usize| -> Vec<usize> {
                    let bits = bits.by_ref().take(n).enumerate();
                    bits.filter(|&(_, bit)| bit).map(|(at, _)| at).collect()
                };
                let legal = machine.roles.iter().map(|role| take(role.moves.len())).collect();
                let terminal = !take(1).is_empty();
                let goals = machine.roles.iter().map(|role| {
                    take(role.goals.len()).into_iter().map(|at| role.goals[at]).collect()
                });
                expansions.push(Expansion { legal, terminal, goals: goals.collect() });
            }
        });
        expansions
    }

    /// The states after joint moves, one move for each role.
    pub fn advance<'s>(
        &mut self,
        steps: impl IntoIterator<Item = (&'s State, &'s [usize])>,
    ) -> Vec<State> {
        let kernel = self.engine.advance();
        if self.advance.is_empty() {
            self.advance = kernel.memory();
        }
        let machine = self.engine.machine();
        let n_registers = machine.circuit.registers().len();
        let stride = n_registers.div_ceil(64);
        let first_moves: Vec<usize> =
            (0..machine.roles.len()).map(|role| machine.first_move(role)).collect();
        let mut successors = Vec::new();
        for_each_batch(steps, |steps| {
            let mut does = vec![Word::ZERO; machine.n_moves()];
            for (lane, (_, moves)) in steps.iter().enumerate() {
                assert_eq!(moves.len(), first_moves.len(), "one move for each role");
                for (first, action) in first_moves.iter().zip(*moves) {
                    does[first + action].set_lane(lane, true);
                }
            }
            let states: Vec<&State> = steps.iter().map(|&(state, _)| state).collect();
            let rows =
                evaluate(&self.engine, kernel, &mut self.advance, &states, &does, n_registers);
            for index in 0..states.len() {
                let row = &rows[index * stride..];
                let bit = |at: usize| row[at / 64] >> (at % 64) & 1 == 1;
                successors.push(State::from_bits((0..n_registers).map(bit)));
            }
        });
        successors
    }
}

/// Calls the function with up to as many elements as there are lanes.
fn for_each_batch<T>(items: impl IntoIterator<Item = T>, mut work: impl FnMut(&[T])) {
    let mut items = items.into_iter();
    loop {
        let batch: Vec<T> = items.by_ref().take(LANES).collect();
        if batch.is_empty() {
            return;
        }
        work(&batch);
    }
}

/// Runs a kernel of one phase on whole states; gives its outputs, one row of bits for each state.
fn evaluate(
    engine: &Engine,
    kernel: &Kernel,
    memory: &mut [Word],
    states: &[&State],
    inputs: &[Word],
    n_outputs: usize,
) -> Vec<u64> {
    let n_registers = engine.machine().circuit.registers().len();
    let mut rows = Vec::with_capacity(states.len() * n_registers.div_ceil(64));
    for state in states {
        append_bits((0..n_registers).map(|index| state.bit(RegisterId::new(index))), &mut rows);
    }
    pack(&rows, n_registers.div_ceil(64), &mut memory[..n_registers]);
    let layout = kernel.program.layout;
    memory[layout.inputs as usize..][..inputs.len()].copy_from_slice(inputs);
    kernel.run(0, memory);
    let stride = n_outputs.div_ceil(64);
    let mut rows = vec![0; states.len() * stride];
    unpack(&memory[layout.outputs as usize..][..n_outputs], stride, &mut rows);
    rows
}
