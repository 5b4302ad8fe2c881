//! A program as a WebAssembly module.
//!
//! The function of a segment gets the address of the memory and evaluates the segment for 128 lanes
//! at a time. Long segments are cut into pieces, a function each: browsers optimize a function as a
//! whole, which takes long for long ones. What a piece needs of an earlier one goes through the
//! memory; within a piece values are locals.

use std::ops::Range;

use wasm_encoder::{
    CodeSection, EntityType, ExportKind, ExportSection, Function, FunctionSection, ImportSection,
    InstructionSink, MemArg, MemArgTarget, MemoryType, Module, TypeSection, ValType,
};

use super::formula::{Formula, formula};
use crate::program::{Op, Program};
use crate::uses::{NEVER, Uses, next_uses};
use crate::word::Word;

/// So many tables make a function.
const PIECE: usize = 1500;

/// A value in memory whose next use is farther than this is loaded again. There are 16 to 32 vector
/// registers; what is kept for longer would be stored and loaded all the same.
const NEAR: u32 = 24;

/// How far apart planes are, and how many bytes of one a vector has.
const STRIDE: u64 = size_of::<Word>() as u64;
const VECTOR: u64 = 16;

/// The names of what the module imports; functions are exported under the numbers of their segments.
pub(super) const MEMORY: (&str, &str) = ("env", "memory");

/// A memory has at most so many pages.
const MAX_PAGES: u64 = 1 << 16;

/// The first parameter of every function.
const ADDRESS: u32 = 0;

/// The functions of all segments.
pub(super) fn module(program: &Program) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], []);
    // Memory that is shared has to have a bound: all that there is.
    let shared = cfg!(target_feature = "atomics");
    let maximum = shared.then_some(MAX_PAGES);
    let memory = MemoryType { minimum: 0, maximum, memory64: false, shared, page_size_log2: None };
    let mut imports = ImportSection::new();
    imports.import(MEMORY.0, MEMORY.1, EntityType::Memory(memory));
    let (mut functions, mut exports, mut code) =
        (FunctionSection::new(), ExportSection::new(), CodeSection::new());
    let mut n_functions = 0;
    for (number, segment) in program.segments.iter().enumerate() {
        let ops = &program.ops[segment.ops.clone()];
        let uses = next_uses(ops);
        let first = n_functions;
        for start in (0..ops.len()).step_by(PIECE) {
            let piece = start..ops.len().min(start + PIECE);
            functions.function(0);
            code.function(&Writer::piece(ops, &uses.of_ops, uses.n_planes, piece));
            n_functions += 1;
        }
        functions.function(0);
        code.function(&all_lanes(first..n_functions));
        exports.export(&number.to_string(), ExportKind::Func, n_functions);
        n_functions += 1;
    }
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&exports).section(&code);
    module.finish()
}

/// Calls each piece of a segment for all parts of the words, so that what it reads and writes is
/// still near when the next part follows.
fn all_lanes(pieces: Range<u32>) -> Function {
    let mut function = Function::new([]);
    let mut code = function.instructions();
    for piece in pieces {
        for part in (0..STRIDE).step_by(VECTOR as usize) {
            code.local_get(ADDRESS).i32_const(part as i32).i32_add().call(piece);
        }
    }
    code.end();
    function
}

/// A value in a local.
#[derive(Copy, Clone)]
struct Held {
    local: u32,
    /// Whether it is in memory as well.
    is_stored: bool,
}

/// Writes the instructions of a piece.
struct Writer<'a> {
    code: InstructionSink<'a>,
    /// For each plane, its value if that is in a local.
    held: Vec<Option<Held>>,
    free: Vec<u32>,
    n_locals: u32,
    piece: Range<usize>,
}

impl Writer<'_> {
    fn piece(ops: &[Op], uses: &[Uses], n_planes: usize, piece: Range<usize>) -> Function {
        let mut bytes = Vec::new();
        let mut writer = Writer {
            code: InstructionSink::new(&mut bytes),
            held: vec![None; n_planes],
            free: Vec::new(),
            n_locals: 0,
            piece: piece.clone(),
        };
        for index in piece {
            writer.op(index, &ops[index], &uses[index]);
        }
        writer.code.end();
        let mut function = Function::new([(writer.n_locals, ValType::V128)]);
        function.raw(bytes);
        function
    }

    fn op(&mut self, index: usize, op: &Op, uses: &Uses) {
        let mut locals = [0; 3];
        for (place, &plane) in op.inputs().iter().enumerate() {
            locals[place] = self.load(plane);
        }
        let is_kept_in_memory = op.escapes || self.is_outside(uses.last);
        let is_at_hand = self.is_kept(index, uses.output, is_kept_in_memory);
        if is_kept_in_memory && !is_at_hand {
            self.code.local_get(ADDRESS);
        }
        self.evaluate(op.table, locals);
        for (place, &plane) in op.inputs().iter().enumerate() {
            if let Some(held) = self.held[plane as usize]
                && !self.is_kept(index, uses.inputs[place], held.is_stored)
            {
                self.release(plane);
            }
        }
        self.release(op.output);
        if is_at_hand {
            let local = self.hold(op.output, is_kept_in_memory);
            self.code.local_set(local);
            if is_kept_in_memory {
                self.code.local_get(ADDRESS).local_get(local).v128_store(place_of(op.output));
            }
        } else if is_kept_in_memory {
            self.code.v128_store(place_of(op.output));
        } else {
            // Nobody reads it.
            self.code.drop();
        }
    }

    /// A local with the value of a plane.
    fn load(&mut self, plane: u32) -> u32 {
        if let Some(held) = self.held[plane as usize] {
            return held.local;
        }
        let local = self.hold(plane, true);
        self.code.local_get(ADDRESS).v128_load(place_of(plane)).local_set(local);
        local
    }

    /// Whether a value stays in its local until it is used next.
    fn is_kept(&self, index: usize, next_use: u32, is_stored: bool) -> bool {
        let is_near = next_use.saturating_sub(index as u32) <= NEAR;
        next_use != NEVER && !self.is_outside(next_use) && (is_near || !is_stored)
    }

    /// Whether a use is in another piece.
    fn is_outside(&self, index: u32) -> bool {
        index != NEVER && index as usize >= self.piece.end
    }

    fn hold(&mut self, plane: u32, is_stored: bool) -> u32 {
        let local = self.free.pop().unwrap_or_else(|| {
            self.n_locals += 1;
            self.n_locals
        });
        self.held[plane as usize] = Some(Held { local, is_stored });
        local
    }

    fn release(&mut self, plane: u32) {
        if let Some(held) = self.held[plane as usize].take() {
            self.free.push(held.local);
        }
    }

    /// Puts the value of a table onto the stack.
    fn evaluate(&mut self, table: u8, inputs: [u32; 3]) {
        let mut operands = |tables: &[u8]| {
            for &table in tables {
                self.evaluate(table, inputs);
            }
        };
        match formula(table) {
            Formula::Constant(value) => self.code.v128_const(if value { -1 } else { 0 }),
            Formula::Input(number) => self.code.local_get(inputs[number]),
            Formula::Not(a) => {
                operands(&[a]);
                self.code.v128_not()
            }
            Formula::And(a, b) => {
                operands(&[a, b]);
                self.code.v128_and()
            }
            Formula::Or(a, b) => {
                operands(&[a, b]);
                self.code.v128_or()
            }
            Formula::Xor(a, b) => {
                operands(&[a, b]);
                self.code.v128_xor()
            }
            Formula::AndNot(a, b) => {
                operands(&[a, b]);
                self.code.v128_andnot()
            }
            Formula::Select(a, b, mask) => {
                operands(&[a, b, mask]);
                self.code.v128_bitselect()
            }
        };
    }
}

fn place_of(plane: u32) -> MemArg {
    let offset = u64::from(plane) * STRIDE;
    MemArg { offset, align: VECTOR.ilog2(), target: MemArgTarget::Memory(0), ordering: None }
}
