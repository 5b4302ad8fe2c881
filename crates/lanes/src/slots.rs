//! Gives values whose lives do not overlap the same slot.

use crate::program::Program;

/// Replaces the planes from `layout.slots` on, one per value, by slots that are used again as soon
/// as their value is dead; marks the values that outlive their segment.
pub(crate) fn assign_slots(program: &mut Program) {
    let first = program.layout.slots;
    let lives = lives(program);
    let mut slots = vec![u32::MAX; lives.len()];
    let mut free: Vec<u32> = Vec::new();
    let mut next = first;
    let mut dying: Vec<Vec<u32>> = vec![Vec::new(); program.ops.len() + 1];
    for (index, op) in program.ops.iter_mut().enumerate() {
        for input in &mut op.inputs {
            if *input >= first {
                *input = slots[(*input - first) as usize];
            }
        }
        free.append(&mut dying[index]);
        if op.output < first {
            op.escapes = true;
            continue;
        }
        let value = (op.output - first) as usize;
        let slot = free.pop().unwrap_or_else(|| {
            next += 1;
            next - 1
        });
        slots[value] = slot;
        op.output = slot;
        op.escapes = lives[value].escapes;
        dying[lives[value].end.max(index + 1)].push(slot);
    }
    program.layout.len = next;
}

#[derive(Clone, Default)]
struct Life {
    segment: usize,
    /// The last table that reads it.
    end: usize,
    escapes: bool,
}

fn lives(program: &Program) -> Vec<Life> {
    let first = program.layout.slots;
    let n_values =
        program.ops.iter().map(|op| op.output + 1).max().unwrap_or(0).saturating_sub(first);
    let mut lives = vec![Life::default(); n_values as usize];
    for (number, segment) in program.segments.iter().enumerate() {
        for index in segment.ops.clone() {
            let op = &program.ops[index];
            for &input in op.inputs().iter().filter(|&&input| input >= first) {
                let life = &mut lives[(input - first) as usize];
                life.end = index;
                if life.segment != number {
                    life.escapes = true;
                    // A loop reads it again in each round.
                    if !segment.atoms.is_empty() {
                        life.end = segment.ops.end;
                    }
                }
            }
            if op.output >= first {
                lives[(op.output - first) as usize].segment = number;
            }
        }
    }
    lives
}
