//! The functions of a program, ready to be called.
#![allow(unsafe_code)]

use std::fmt;
use std::mem;

use memmap2::Mmap;

use super::allocate::translate;
use super::assemble::{Assembler, BIAS, Isa};
use super::pages::executable;
use crate::program::Program;
use crate::word::Word;

/// Functions start at multiples of this.
const ALIGNMENT: usize = 64;

/// The functions of all segments of a program, in pages that are executable and not writable.
pub(crate) struct Code {
    isa: Isa,
    /// Nothing for a program without segments.
    pages: Option<Mmap>,
    /// Where the function of each segment begins.
    entries: Vec<usize>,
    size: usize,
    /// How many words a memory must have.
    n_words: usize,
}

impl Code {
    /// # Panics
    /// If a table reads or writes behind the memory that the layout of the program promises.
    pub(crate) fn new(program: &Program, isa: Isa) -> Self {
        // The functions themselves check nothing.
        let n_planes = program.layout.len;
        let mut planes = program.ops.iter().flat_map(|op| op.inputs.iter().chain([&op.output]));
        assert!(planes.all(|&plane| plane < n_planes), "every plane is below {n_planes}");
        let mut bytes = Vec::new();
        let mut entries = Vec::with_capacity(program.segments.len());
        for segment in &program.segments {
            bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0xcc);
            entries.push(bytes.len());
            let mut assembler = Assembler::new(isa, bytes, n_planes);
            translate(&program.ops[segment.ops.clone()], &mut assembler);
            bytes = assembler.finish();
        }
        let pages = (!bytes.is_empty())
            .then(|| executable(&bytes).expect("the system has granted executable memory before"));
        Self { isa, pages, entries, size: bytes.len(), n_words: n_planes as usize }
    }

    /// Runs the function of a segment.
    pub(crate) fn run(&self, segment: usize, memory: &mut [Word]) {
        assert!(memory.len() >= self.n_words, "a memory of this program");
        let pages = self.pages.as_ref().expect("a segment has code");
        // SAFETY: the bytes at the entry are a function of this type, made by the assembler, and
        // the pages live as long as `self`.
        let function = unsafe {
            let entry = pages.as_ptr().add(self.entries[segment]);
            mem::transmute::<*const u8, unsafe extern "sysv64" fn(*mut u8)>(entry)
        };
        let base = memory.as_mut_ptr().cast::<u8>().wrapping_add(BIAS as usize);
        // SAFETY: `Kernel` has checked that the machine has the instructions. The function reads
        // and writes only planes of the program, relative to `base`, and `new` has checked that
        // these all lie in `memory`.
        unsafe {
            function(base);
            if self.isa == Isa::Avx2 {
                // The second half of each word.
                function(base.wrapping_add(mem::size_of::<Word>() / 2));
            }
        }
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code")
            .field("isa", &self.isa)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Layout, Op, Segment};

    #[test]
    #[should_panic(expected = "every plane is below 3")]
    fn a_plane_behind_the_memory_is_refused() {
        let op = Op { table: 0b1000, n_inputs: 2, escapes: true, inputs: [0, 3, 0], output: 1 };
        let layout = Layout {
            staged: 0,
            restart: 0,
            keep: 0,
            inputs: 0,
            outputs: 1,
            atoms: 2,
            fed: 2,
            slots: 2,
            len: 3,
        };
        let program = Program {
            ops: vec![op],
            segments: vec![Segment { ops: 0..1, atoms: 0..0 }],
            phases: std::iter::once(0..1).collect(),
            atoms: Vec::new(),
            layout,
        };
        Code::new(&program, Isa::Avx2);
    }
}
