//! Expanding and advancing whole states, one in each lane.

use std::ops::Range;

use stonegate_ground::{MoveId, StateBatch};

use crate::backend::Kernel;
use crate::engine::Engine;
use crate::expansions::Expansions;
use crate::perceptions::Perceptions;
use crate::transpose::{pack, unpack};
use crate::word::{LANES, Word};

/// States after joint moves, and what holds in them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Successors {
    pub states: StateBatch,
    pub expansions: Expansions,
    /// What was perceived on the way.
    pub percepts: Perceptions,
}

/// The memory of one set of lanes for whole states, made when it is first used.
#[derive(Clone, Debug, Default)]
pub(crate) struct StateLanes {
    expand: Vec<Word>,
    /// The planes of the moves are false between calls.
    advance: Vec<Word>,
}

impl StateLanes {
    pub(crate) fn expand(&mut self, engine: &Engine, states: &StateBatch) -> Expansions {
        let n_registers = engine.machine().circuit.registers().len();
        let mut expansions = Expansions::new(engine.machine());
        for batch in batches(states.len()) {
            let memory = memory_of(engine.expand(), &mut self.expand);
            load(states, batch.clone(), &mut memory[..n_registers]);
            self.expand_loaded(engine, batch.len(), &mut expansions);
        }
        expansions
    }

    pub(crate) fn advance(
        &mut self,
        engine: &Engine,
        states: &StateBatch,
        joints: &[MoveId],
    ) -> Successors {
        let machine = engine.machine();
        let kernel = engine.advance();
        let layout = kernel.program.layout;
        let n_registers = machine.circuit.registers().len();
        let n_roles = machine.roles.len();
        assert_eq!(joints.len(), states.len() * n_roles, "one move for each role");
        let first_moves: Vec<usize> =
            machine.role_ids().map(|role| machine.outputs().legal(role).start).collect();
        let mut successors = Successors {
            states: StateBatch::new(states.stride()),
            expansions: Expansions::new(machine),
            percepts: Perceptions::new(machine),
        };
        for batch in batches(states.len()) {
            let memory = memory_of(kernel, &mut self.advance);
            load(states, batch.clone(), &mut memory[..n_registers]);
            let joints = &joints[batch.start * n_roles..batch.end * n_roles];
            let set_moves = |memory: &mut [Word], value: bool| {
                let does = &mut memory[layout.inputs as usize..][..machine.n_moves()];
                for (lane, joint) in joints.chunks_exact(n_roles).enumerate() {
                    for (first, &action) in first_moves.iter().zip(joint) {
                        does[first + action.index()].set_lane(lane, value);
                    }
                }
            };
            set_moves(memory, true);
            kernel.run(0, memory);
            set_moves(memory, false);
            let next = &memory[layout.outputs as usize..][..n_registers];
            unpack(next, states.stride(), successors.states.grow(batch.len()));
            if let Some((rows, stride)) = successors.percepts.grow(batch.len()) {
                let first = layout.outputs as usize + n_registers;
                unpack(&memory[first..][..machine.outputs().all_percepts().len()], stride, rows);
            }
            memory_of(engine.expand(), &mut self.expand)[..n_registers].copy_from_slice(next);
            self.expand_loaded(engine, batch.len(), &mut successors.expansions);
        }
        successors
    }

    /// Expands the states that are in the registers of the first lanes.
    fn expand_loaded(&mut self, engine: &Engine, n_states: usize, expansions: &mut Expansions) {
        let kernel = engine.expand();
        kernel.run(0, &mut self.expand);
        let n_outputs = engine.machine().outputs().n_of_state();
        let outputs = kernel.program.layout.outputs as usize;
        let (rows, stride) = expansions.grow(n_states);
        unpack(&self.expand[outputs..][..n_outputs], stride, rows);
    }
}

/// The memory of a kernel.
pub(crate) fn memory_of<'m>(kernel: &Kernel, memory: &'m mut Vec<Word>) -> &'m mut [Word] {
    if memory.is_empty() {
        *memory = kernel.memory();
    }
    memory
}

/// Puts some of the states into the first lanes of the registers.
fn load(states: &StateBatch, batch: Range<usize>, registers: &mut [Word]) {
    let rows: Vec<(usize, &[u64])> =
        batch.enumerate().map(|(lane, index)| (lane % 64, states.row(index))).collect();
    for (part, rows) in rows.chunks(64).enumerate() {
        pack(part, rows, 0..registers.len(), registers);
    }
}

/// The numbers below `n`, as many at a time as there are lanes.
fn batches(n: usize) -> impl Iterator<Item = Range<usize>> {
    (0..n).step_by(LANES).map(move |first| first..n.min(first + LANES))
}
