//! The functions of a program, in the table of functions of this one.
#![allow(unsafe_code)]

use std::fmt;
use std::mem;
use std::sync::OnceLock;

use super::encode::module;
use crate::program::Program;
use crate::word::Word;

/// What the surroundings of this program do for it: they can compile modules, it cannot.
#[derive(Copy, Clone, Debug)]
pub struct WasmHost {
    /// Compiles a module that imports the memory of this program as `memory` of `env`, and puts the
    /// functions that it exports as `0`, `1` and so on, so many, into the table of this program's
    /// functions, next to each other. Gives the place of the first, or nothing if that is not
    /// possible.
    pub install: fn(module: &[u8], n_functions: usize) -> Option<usize>,
    /// Takes so many functions from that place on out of the table.
    pub remove: fn(first: usize, n_functions: usize),
}

static HOST: OnceLock<WasmHost> = OnceLock::new();

/// Lets the surroundings compile modules from here on; says whether they are the first.
///
/// # Safety
/// What `install` gives must be true.
pub unsafe fn set_wasm_host(host: WasmHost) -> bool {
    HOST.set(host).is_ok()
}

/// The functions of all segments of a program.
pub(crate) struct Code {
    host: WasmHost,
    first: usize,
    n_functions: usize,
    size: usize,
    /// How many words a memory must have.
    n_words: usize,
}

impl Code {
    /// Whether there is somebody to compile modules.
    pub(crate) fn is_available() -> bool {
        HOST.get().is_some()
    }

    /// Nothing if the module is not compiled, for want of memory or because that is forbidden.
    pub(crate) fn new(program: &Program) -> Option<Self> {
        // The functions themselves check nothing.
        let n_planes = program.layout.len;
        let mut planes = program.ops.iter().flat_map(|op| op.inputs.iter().chain([&op.output]));
        assert!(planes.all(|&plane| plane < n_planes), "every plane is below {n_planes}");
        let host = *HOST.get()?;
        let module = module(program);
        let n_functions = program.segments.len();
        let first = (host.install)(&module, n_functions)?;
        Some(Self { host, first, n_functions, size: module.len(), n_words: n_planes as usize })
    }

    /// Runs the function of a segment.
    pub(crate) fn run(&self, segment: usize, memory: &mut [Word]) {
        assert!(memory.len() >= self.n_words, "a memory of this program");
        assert!(segment < self.n_functions, "a segment of this program");
        // SAFETY: in WebAssembly a pointer to a function is its place in the table, where the host
        // has put a function of this type, and it is there as long as `self`.
        let function = unsafe {
            mem::transmute::<usize, unsafe extern "C" fn(*mut Word)>(self.first + segment)
        };
        // SAFETY: the function reads and writes only planes of the program, and `new` has checked
        // that these all lie in `memory`.
        unsafe { function(memory.as_mut_ptr()) }
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        (self.host.remove)(self.first, self.n_functions);
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code").field("size", &self.size).finish_non_exhaustive()
    }
}
