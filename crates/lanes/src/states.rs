//! Expanding and advancing whole states, one in each lane.

use stonegate_ground::State;

use crate::backend::Kernel;
use crate::engine::Engine;
use crate::expansions::Expansions;
use crate::transpose::{pack, unpack};
use crate::word::{LANES, Word};

/// States after joint moves, and what holds in them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Successors {
    pub states: Vec<State>,
    pub expansions: Expansions,
}

/// The memory of one set of lanes for whole states, made when it is first used.
#[derive(Clone, Debug, Default)]
pub(crate) struct StateLanes {
    expand: Vec<Word>,
    /// The planes of the moves are false between calls.
    advance: Vec<Word>,
    rows: Vec<u64>,
}

impl StateLanes {
    pub(crate) fn expand<'s>(
        &mut self,
        engine: &Engine,
        states: impl Iterator<Item = &'s State>,
    ) -> Expansions {
        let n_registers = engine.machine().circuit.registers().len();
        let mut expansions = Expansions::new(engine.machine());
        for_each_batch(states, |states| {
            let memory = memory_of(engine.expand(), &mut self.expand);
            load(states.iter().copied(), &mut memory[..n_registers]);
            self.expand_loaded(engine, states.len(), &mut expansions);
        });
        expansions
    }

    pub(crate) fn advance<'s>(
        &mut self,
        engine: &Engine,
        steps: impl Iterator<Item = (&'s State, &'s [u32])>,
    ) -> Successors {
        let machine = engine.machine();
        let kernel = engine.advance();
        let layout = kernel.program.layout;
        let n_registers = machine.circuit.registers().len();
        let stride = n_registers.div_ceil(64);
        let first_moves: Vec<usize> =
            (0..machine.roles.len()).map(|role| machine.first_move(role)).collect();
        let mut successors =
            Successors { states: Vec::new(), expansions: Expansions::new(machine) };
        for_each_batch(steps, |steps| {
            let memory = memory_of(kernel, &mut self.advance);
            load(steps.iter().map(|&(state, _)| state), &mut memory[..n_registers]);
            let set_moves = |memory: &mut [Word], value: bool| {
                let does = &mut memory[layout.inputs as usize..][..machine.n_moves()];
                for (lane, (_, joint)) in steps.iter().enumerate() {
                    assert_eq!(joint.len(), first_moves.len(), "one move for each role");
                    for (first, &action) in first_moves.iter().zip(*joint) {
                        does[first + action as usize].set_lane(lane, value);
                    }
                }
            };
            set_moves(memory, true);
            kernel.run(0, memory);
            set_moves(memory, false);
            let next = &memory[layout.outputs as usize..][..n_registers];
            self.rows.clear();
            self.rows.resize(steps.len() * stride, 0);
            unpack(next, stride, &mut self.rows);
            let rows = (0..steps.len()).map(|index| &self.rows[index * stride..][..stride]);
            successors.states.extend(rows.map(State::from_words));
            memory_of(engine.expand(), &mut self.expand)[..n_registers].copy_from_slice(next);
            self.expand_loaded(engine, steps.len(), &mut successors.expansions);
        });
        successors
    }

    /// Expands the states that are in the registers of the first lanes.
    fn expand_loaded(&mut self, engine: &Engine, n_states: usize, expansions: &mut Expansions) {
        let kernel = engine.expand();
        kernel.run(0, &mut self.expand);
        let n_outputs = engine.machine().circuit.outputs().len();
        let outputs = kernel.program.layout.outputs as usize;
        let (rows, stride) = expansions.grow(n_states);
        unpack(&self.expand[outputs..][..n_outputs], stride, rows);
    }
}

/// The memory of a kernel.
fn memory_of<'m>(kernel: &Kernel, memory: &'m mut Vec<Word>) -> &'m mut [Word] {
    if memory.is_empty() {
        *memory = kernel.memory();
    }
    memory
}

/// Puts states into the first lanes of the registers.
fn load<'s>(states: impl Iterator<Item = &'s State>, registers: &mut [Word]) {
    let rows: Vec<(usize, &[u64])> =
        states.enumerate().map(|(lane, state)| (lane % 64, state.words())).collect();
    for (part, rows) in rows.chunks(64).enumerate() {
        pack(part, rows, 0..registers.len(), registers);
    }
}

/// Calls the function with up to as many elements as there are lanes.
fn for_each_batch<T>(mut items: impl Iterator<Item = T>, mut work: impl FnMut(&[T])) {
    let mut batch = Vec::new();
    loop {
        batch.clear();
        batch.extend(items.by_ref().take(LANES));
        if batch.is_empty() {
            return;
        }
        work(&batch);
    }
}
