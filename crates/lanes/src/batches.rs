//! The order of evaluation for the interpreter: equal tables in a row.
//!
//! The jump to the code of a table is hard to predict, and costs more than the table. So each
//! segment is sorted into long runs of the same table, as far as values allow: of all tables with
//! inputs ready, the one that most ops wait for comes next.

use crate::program::{Op, Program};

/// Sorts the ops of each segment; values still have planes of their own.
pub(crate) fn sort_into_batches(program: &mut Program) {
    let n_planes = program.ops.iter().map(|op| op.output as usize + 1).max().unwrap_or(0);
    let mut readers = vec![Vec::new(); n_planes];
    for segment in &program.segments {
        let ops = &mut program.ops[segment.ops.clone()];
        let sorted = sort(ops, &mut readers);
        ops.copy_from_slice(&sorted);
    }
}

/// `readers` has an empty list for each plane that is written.
fn sort(ops: &[Op], readers: &mut [Vec<u32>]) -> Vec<Op> {
    for (index, op) in ops.iter().enumerate() {
        for &input in op.inputs() {
            if let Some(readers) = readers.get_mut(input as usize) {
                readers.push(index as u32);
            }
        }
    }
    let mut followers: Vec<Vec<u32>> = vec![Vec::new(); ops.len()];
    let mut n_missing = vec![0; ops.len()];
    for (index, op) in ops.iter().enumerate() {
        let output = op.output as usize;
        for &reader in &readers[output] {
            // A register is overwritten after it has been read, any other plane before.
            let (before, after) = match reader as usize {
                reader if reader == index => continue,
                reader if reader < index => (reader, index),
                reader => (index, reader),
            };
            followers[before].push(after as u32);
            n_missing[after] += 1;
        }
    }
    for op in ops {
        for &plane in op.inputs().iter().chain([&op.output]) {
            if let Some(readers) = readers.get_mut(plane as usize) {
                readers.clear();
            }
        }
    }

    let mut ready: Vec<Vec<u32>> = vec![Vec::new(); 256];
    for (index, op) in ops.iter().enumerate() {
        if n_missing[index] == 0 {
            ready[usize::from(op.table)].push(index as u32);
        }
    }
    let mut sorted = Vec::with_capacity(ops.len());
    while let Some(table) = (0..256).max_by_key(|&table| ready[table].len())
        && !ready[table].is_empty()
    {
        while let Some(index) = ready[table].pop() {
            sorted.push(ops[index as usize]);
            for &follower in &followers[index as usize] {
                n_missing[follower as usize] -= 1;
                if n_missing[follower as usize] == 0 {
                    ready[usize::from(ops[follower as usize].table)].push(follower);
                }
            }
        }
    }
    debug_assert_eq!(sorted.len(), ops.len(), "the order of the ops shows that they can be sorted");
    sorted
}
