//! When values are read: what generated code needs to know to keep them at hand.

use crate::program::Op;

/// The next use of a value that is not used again.
pub(crate) const NEVER: u32 = u32::MAX;

/// When the values of an op are read, by number of op.
#[derive(Copy, Clone, Default, Debug)]
pub(crate) struct Uses {
    /// When each input is read next.
    pub(crate) inputs: [u32; 3],
    /// When the output is read first.
    pub(crate) output: u32,
    /// When the output is read last.
    #[cfg(any(test, target_arch = "wasm32"))]
    pub(crate) last: u32,
}

/// The uses of all values of a segment.
pub(crate) struct NextUses {
    pub(crate) of_ops: Vec<Uses>,
    pub(crate) n_planes: usize,
}

pub(crate) fn next_uses(ops: &[Op]) -> NextUses {
    let planes = ops.iter().flat_map(|op| op.inputs().iter().chain([&op.output]));
    let n_planes = planes.max().map_or(0, |&plane| plane as usize + 1);
    let mut next = vec![NEVER; n_planes];
    #[cfg(any(test, target_arch = "wasm32"))]
    let mut last = vec![NEVER; n_planes];
    let mut of_ops = vec![Uses::default(); ops.len()];
    for (index, op) in ops.iter().enumerate().rev() {
        of_ops[index].output = std::mem::replace(&mut next[op.output as usize], NEVER);
        #[cfg(any(test, target_arch = "wasm32"))]
        {
            of_ops[index].last = std::mem::replace(&mut last[op.output as usize], NEVER);
            for &input in op.inputs() {
                let last = &mut last[input as usize];
                *last = if *last == NEVER { index as u32 } else { *last };
            }
        }
        for (place, &input) in op.inputs().iter().enumerate() {
            of_ops[index].inputs[place] = next[input as usize];
        }
        for &input in op.inputs() {
            next[input as usize] = index as u32;
        }
    }
    NextUses { of_ops, n_planes }
}
