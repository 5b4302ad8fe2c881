//! Executable memory.
#![allow(unsafe_code)]

use std::fmt;
use std::mem;

use memmap2::{Mmap, MmapMut};

use super::allocate::translate;
use super::assemble::{Assembler, BIAS, Isa};
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
    pub(crate) fn new(program: &Program, isa: Isa) -> Self {
        let mut bytes = Vec::new();
        let mut entries = Vec::with_capacity(program.segments.len());
        for segment in &program.segments {
            bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0xcc);
            entries.push(bytes.len());
            let mut assembler = Assembler::new(isa, bytes, program.layout.len);
            translate(&program.ops[segment.ops.clone()], &mut assembler);
            bytes = assembler.finish();
        }
        let pages = (!bytes.is_empty()).then(|| {
            let mut pages = MmapMut::map_anon(bytes.len()).expect("there is memory for the code");
            pages.copy_from_slice(&bytes);
            pages.make_exec().expect("the system lets a process run code that it made")
        });
        Self { isa, pages, entries, size: bytes.len(), n_words: program.layout.len as usize }
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
        // and writes only planes of the program, which all lie in `memory`, relative to `base`.
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
