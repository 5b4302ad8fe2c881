//! Which value is in which vector register.
//!
//! Belady's rule: when a register is needed, the value goes whose next use is farthest. A value
//! that is not in a register and not needed again is read straight from memory by the instruction
//! that uses it.

use super::assemble::{Assembler, Bitwise, Operand, Vector};
use crate::cover::{VARIABLES, permute};
use crate::program::Op;
use crate::uses::{NEVER, Uses, next_uses};

/// Writes the instructions of a segment.
pub(crate) fn translate(ops: &[Op], assembler: &mut Assembler) {
    let uses = next_uses(ops);
    let mut allocator = Allocator {
        registers: vec![None; usize::from(assembler.n_vectors())],
        places: vec![None; uses.n_planes],
        pinned: 0,
        assembler,
    };
    for (op, uses) in ops.iter().zip(&uses.of_ops) {
        allocator.op(op, uses);
    }
}

/// A value in a register.
#[derive(Copy, Clone)]
struct Held {
    plane: u32,
    next_use: u32,
    /// Is it only here, and not in memory?
    dirty: bool,
}

struct Allocator<'a> {
    registers: Vec<Option<Held>>,
    /// For each plane, the register that holds its value.
    places: Vec<Option<Vector>>,
    /// The registers that the current op needs, a bit each.
    pinned: u32,
    assembler: &'a mut Assembler,
}

impl Allocator<'_> {
    fn op(&mut self, op: &Op, uses: &Uses) {
        self.pinned = 0;
        for &input in op.inputs() {
            if let Some(vector) = self.places[input as usize] {
                self.pin(vector);
            }
        }
        let result = match (op.n_inputs, op.table) {
            (0, table) => {
                let to = self.free_vector();
                self.assembler.constant(to, table != 0);
                to
            }
            (1, table) => {
                let from = self.vector_of(op.inputs[0]);
                self.note_use(op, uses, 0);
                if table == VARIABLES[0] {
                    self.finish_copy(op, uses, from);
                    return;
                }
                self.release_dead(op);
                let to = self.free_vector();
                self.assembler.not(to, from);
                to
            }
            (2, table) => self.binary(op, uses, table),
            _ => self.ternary(op, uses),
        };
        self.release_dead(op);
        self.set_result(op, uses, result);
    }

    /// A copy is a store, or a register under a second name.
    fn finish_copy(&mut self, op: &Op, uses: &Uses, from: Vector) {
        if op.escapes {
            self.assembler.store(op.output, from);
            self.release_dead(op);
        } else {
            let to = self.free_vector();
            self.assembler.copy(to, from);
            self.release_dead(op);
            self.set_result(op, uses, to);
        }
    }

    fn binary(&mut self, op: &Op, uses: &Uses, table: u8) -> Vector {
        let [a, b, _] = VARIABLES;
        let (kind, first, second) = match table {
            t if t == a & b => (Bitwise::And, 0, 1),
            t if t == a | b => (Bitwise::Or, 0, 1),
            t if t == a ^ b => (Bitwise::Xor, 0, 1),
            t if t == !a & b => (Bitwise::AndNot, 0, 1),
            t if t == a & !b => (Bitwise::AndNot, 1, 0),
            _ => return self.ternary(op, uses),
        };
        // All but AND NOT may change their inputs.
        let swap = kind != Bitwise::AndNot
            && self.is_read_from_memory(op, uses, first)
            && !self.is_read_from_memory(op, uses, second);
        let (first, second) = if swap { (second, first) } else { (first, second) };
        let x = self.vector_of(op.inputs[first]);
        let y = self.operand_of(op, uses, second);
        self.note_use(op, uses, first);
        self.note_use(op, uses, second);
        self.release_dead(op);
        let to = self.free_vector();
        self.assembler.bitwise(kind, to, x, y);
        to
    }

    /// A table by `vpternlogq`, which overwrites its first input.
    fn ternary(&mut self, op: &Op, uses: &Uses) -> Vector {
        assert!(self.assembler.has_ternary(), "the program has been made for tables of two inputs");
        let n = usize::from(op.n_inputs);
        // The last input may come from memory, the first one goes: best one that dies here anyway.
        let mut order: Vec<usize> = (0..n).collect();
        let last = (0..n).find(|&place| self.is_read_from_memory(op, uses, place));
        let dies = |this: &Self, place: usize| {
            uses.inputs[place] == NEVER && this.places[op.inputs[place] as usize].is_some()
        };
        let first = (0..n)
            .filter(|&place| Some(place) != last)
            .min_by_key(|&place| {
                let held = self.places[op.inputs[place] as usize].is_some();
                (!dies(self, place), held)
            })
            .expect("there are at least two inputs");
        order.sort_by_key(|&place| (place != first, Some(place) == last));
        let (first, last) = (order[0], order[n - 1]);

        let b = self.vector_of(op.inputs[order[1]]);
        let (b, c) = if n == 2 {
            // Two inputs: the second one counts twice.
            (b, Operand::Vector(b))
        } else {
            (b, self.operand_of(op, uses, last))
        };
        let a = self.overwritable(op, uses, first);
        let mut places = [0; 3];
        for (position, &place) in order.iter().enumerate() {
            places[place] = position;
        }
        let table = permute(op.table, &places[..n]);
        self.assembler.ternary(table, a, b, c);
        for place in order {
            self.note_use(op, uses, place);
        }
        a
    }

    /// A register with the value of an input, and nobody else's.
    fn overwritable(&mut self, op: &Op, uses: &Uses, place: usize) -> Vector {
        let plane = op.inputs[place];
        match self.places[plane as usize] {
            Some(vector) if uses.inputs[place] == NEVER => {
                self.release(vector);
                self.pin(vector);
                vector
            }
            Some(vector) => {
                let copy = self.free_vector();
                self.assembler.copy(copy, vector);
                copy
            }
            None if uses.inputs[place] == NEVER => {
                let vector = self.free_vector();
                self.assembler.load(vector, plane);
                vector
            }
            None => {
                let vector = self.vector_of(plane);
                let copy = self.free_vector();
                self.assembler.copy(copy, vector);
                copy
            }
        }
    }

    /// Is the input best read from memory?
    fn is_read_from_memory(&self, op: &Op, uses: &Uses, place: usize) -> bool {
        if self.places[op.inputs[place] as usize].is_some() {
            return false;
        }
        let next_use = uses.inputs[place];
        next_use == NEVER
            || self.registers.iter().all(|held| held.is_some_and(|held| held.next_use <= next_use))
    }

    fn operand_of(&mut self, op: &Op, uses: &Uses, place: usize) -> Operand {
        let plane = op.inputs[place];
        if self.is_read_from_memory(op, uses, place) {
            Operand::Plane(plane)
        } else {
            Operand::Vector(self.vector_of(plane))
        }
    }

    /// The register that holds a plane's value, loaded if need be, and pinned.
    fn vector_of(&mut self, plane: u32) -> Vector {
        if let Some(vector) = self.places[plane as usize] {
            return vector;
        }
        let vector = self.free_vector();
        self.assembler.load(vector, plane);
        self.hold(vector, Held { plane, next_use: 0, dirty: false });
        vector
    }

    /// A pinned register that holds nothing.
    fn free_vector(&mut self) -> Vector {
        let mut numbers = 0..self.registers.len();
        let free = numbers
            .find(|&number| self.registers[number].is_none() && self.pinned >> number & 1 == 0);
        let vector = match free {
            Some(number) => Vector(number as u8),
            None => self.evict(),
        };
        self.pin(vector);
        vector
    }

    /// Empties the register whose value is needed last.
    fn evict(&mut self) -> Vector {
        let (number, held) = self
            .registers
            .iter()
            .enumerate()
            .filter(|&(number, _)| self.pinned >> number & 1 == 0)
            .filter_map(|(number, held)| Some((number, (*held)?)))
            .max_by_key(|(_, held)| (held.next_use, !held.dirty))
            .expect("an op pins only a few registers");
        let vector = Vector(number as u8);
        if held.dirty {
            self.assembler.store(held.plane, vector);
        }
        self.release(vector);
        vector
    }

    fn hold(&mut self, vector: Vector, held: Held) {
        self.places[held.plane as usize] = Some(vector);
        self.registers[usize::from(vector.0)] = Some(held);
        self.pin(vector);
    }

    fn release(&mut self, vector: Vector) {
        if let Some(held) = self.registers[usize::from(vector.0)].take() {
            self.places[held.plane as usize] = None;
        }
    }

    fn pin(&mut self, vector: Vector) {
        self.pinned |= 1 << vector.0;
    }

    /// Sets the next use of an input that is held.
    fn note_use(&mut self, op: &Op, uses: &Uses, place: usize) {
        if let Some(vector) = self.places[op.inputs[place] as usize]
            && let Some(held) = &mut self.registers[usize::from(vector.0)]
        {
            held.next_use = uses.inputs[place];
        }
    }

    /// Frees the registers of inputs that are not used again, for the result to go there.
    fn release_dead(&mut self, op: &Op) {
        for &input in op.inputs() {
            if let Some(vector) = self.places[input as usize]
                && self.registers[usize::from(vector.0)].is_some_and(|held| held.next_use == NEVER)
            {
                self.release(vector);
                self.pinned &= !(1 << vector.0);
            }
        }
    }

    fn set_result(&mut self, op: &Op, uses: &Uses, vector: Vector) {
        if op.escapes {
            self.assembler.store(op.output, vector);
        }
        if uses.output != NEVER {
            let held = Held { plane: op.output, next_use: uses.output, dirty: !op.escapes };
            self.hold(vector, held);
        }
    }
}
