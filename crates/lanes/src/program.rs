//! A program: lookup tables in the order in which they are evaluated, and where their values live.
//!
//! All back ends run the same program over a memory of [`Word`](crate::Word)s. The memory starts
//! with the planes that have a fixed place (see [`Layout`]); behind them lie the slots, which
//! values share whose lives do not overlap.

use std::ops::Range;

use stonegate_circuit::{Circuit, Lit};

use crate::batches::sort_into_batches;
use crate::cover::Cover;
use crate::schedule::schedule;
use crate::slots::assign_slots;

/// What a program is made from: a circuit and the literals wanted of it, phase by phase.
///
/// Inputs may change between phases: a phase must not depend on inputs that are set later.
#[derive(Clone, Debug)]
pub(crate) struct Logic {
    pub(crate) circuit: Circuit,
    pub(crate) phases: Vec<Vec<Root>>,
}

/// A wanted literal.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Root {
    /// Goes to the output plane with this number.
    Output { lit: Lit, output: usize },
    /// Becomes the value of a register, except in lanes that restart: those take the staged value.
    Next { lit: Lit, register: usize },
}

impl Root {
    pub(crate) fn lit(&self) -> Lit {
        match *self {
            Self::Output { lit, .. } | Self::Next { lit, .. } => lit,
        }
    }
}

/// The most inputs a table has on a back end.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Tables {
    Two,
    Three,
}

/// The order of evaluation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// Values are used soon after they are made.
    DepthFirst,
    /// Equal tables follow each other.
    Batches,
}

/// Generated code evaluates tables that are at most so high once for each phase that needs them,
/// in place of a store and a load. Of 0 to 4 and 6, this was the fastest for Breakthrough and
/// Reversi; Connect Four does not care.
const LOW: u32 = 3;

/// One table: the rows are numbered by the inputs, the first one being the highest bit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Op {
    pub(crate) table: u8,
    pub(crate) n_inputs: u8,
    /// Is the value read by another segment, or by no table at all?
    pub(crate) escapes: bool,
    /// Planes; those beyond `n_inputs` repeat an earlier one or are 0.
    pub(crate) inputs: [u32; 3],
    pub(crate) output: u32,
}

impl Op {
    /// The planes that matter.
    pub(crate) fn inputs(&self) -> &[u32] {
        &self.inputs[..usize::from(self.n_inputs)]
    }
}

/// A run of tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Segment {
    pub(crate) ops: Range<usize>,
    /// The loop atoms that the run iterates to their fixpoint; empty if it runs once.
    pub(crate) atoms: Range<usize>,
}

/// Where the planes of each kind begin.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    /// The values that registers take in lanes that restart.
    pub(crate) staged: u32,
    /// The lanes that restart.
    pub(crate) restart: u32,
    /// The other lanes.
    pub(crate) keep: u32,
    pub(crate) inputs: u32,
    pub(crate) outputs: u32,
    pub(crate) atoms: u32,
    /// What the atoms are after another round.
    pub(crate) fed: u32,
    pub(crate) slots: u32,
    pub(crate) len: u32,
}

/// Tables in order, in segments, in phases. Registers are the first planes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Program {
    pub(crate) ops: Vec<Op>,
    pub(crate) segments: Vec<Segment>,
    /// The segments of each phase.
    pub(crate) phases: Vec<Range<usize>>,
    /// For each place in a segment's range of atoms, the number of the atom.
    pub(crate) atoms: Vec<u32>,
    pub(crate) layout: Layout,
}

impl Program {
    pub(crate) fn new(logic: &Logic, tables: Tables, order: Order) -> Self {
        let circuit = &logic.circuit;
        let n_outputs = logic.phases.iter().flatten().map(|root| match root {
            Root::Output { output, .. } => output + 1,
            Root::Next { .. } => 0,
        });
        let n_registers = circuit.registers().len() as u32;
        let n_loops = circuit.loops().len() as u32;
        let inputs = 2 * n_registers + 2;
        let outputs = inputs + circuit.inputs().len() as u32;
        let atoms = outputs + n_outputs.max().unwrap_or(0) as u32;
        let fed = atoms + n_loops;
        let slots = fed + n_loops;
        let layout = Layout {
            staged: n_registers,
            restart: 2 * n_registers,
            keep: 2 * n_registers + 1,
            inputs,
            outputs,
            atoms,
            fed,
            slots,
            len: slots,
        };
        let mut roots: Vec<Lit> = logic.phases.iter().flatten().map(Root::lit).collect();
        roots.extend(circuit.loops().iter().map(|atom| atom.feed));
        let k = match tables {
            Tables::Two => 2,
            Tables::Three => 3,
        };
        let low = match order {
            Order::DepthFirst => LOW,
            Order::Batches => 0,
        };
        let cover = Cover::new(circuit, &roots, k);
        let mut program = schedule(logic, &cover, tables, layout, low);
        if order == Order::Batches {
            sort_into_batches(&mut program);
        }
        assign_slots(&mut program);
        program
    }

    /// The tables of a phase.
    pub(crate) fn n_ops(&self, phase: usize) -> usize {
        self.segments[self.phases[phase].clone()].iter().map(|segment| segment.ops.len()).sum()
    }
}
