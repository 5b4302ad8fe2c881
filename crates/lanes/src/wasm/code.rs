//! The functions of a program, in the table of functions of this one.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::mem;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::encode::module;
use crate::program::Program;
use crate::word::Word;

/// What the surroundings of this program do for it: they can compile modules, it cannot.
#[derive(Copy, Clone, Debug)]
pub struct WasmHost {
    /// Compiles a module that imports the memory of this program as `memory` of `env`, and puts the
    /// functions that it exports as `0`, `1` and so on, so many, into the table of this program's
    /// functions, from a place on. Says whether that was possible.
    pub install: fn(module: &[u8], first: usize, n_functions: usize) -> bool,
    /// Takes so many functions from that place on out of the table.
    pub remove: fn(first: usize, n_functions: usize),
    /// How many functions the table has of its own.
    pub n_own: usize,
}

static HOST: OnceLock<WasmHost> = OnceLock::new();

/// Lets the surroundings compile modules from here on; says whether they are the first.
///
/// # Safety
/// What `install` gives must be true.
pub unsafe fn set_wasm_host(host: WasmHost) -> bool {
    HOST.set(host).is_ok()
}

/// Threads share memory, but each has a table of functions of its own.
const IS_SHARED: bool = cfg!(target_feature = "atomics");

/// The functions of all segments of a program.
pub(crate) struct Code {
    host: WasmHost,
    module: Vec<u8>,
    place: Place,
    n_functions: usize,
    /// How many words a memory must have.
    n_words: usize,
}

thread_local! {
    /// What this thread has in its table, by the place of the first function.
    static INSTALLED: RefCell<HashMap<usize, u64>> = RefCell::default();
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
        let n_functions = program.segments.len();
        let code = Self {
            host,
            module: module(program),
            place: Place::take(host.n_own, n_functions),
            n_functions,
            n_words: n_planes as usize,
        };
        code.install().then_some(code)
    }

    /// Puts the functions into the table of this thread; says whether they are there.
    fn install(&self) -> bool {
        let Place { first, number } = self.place;
        INSTALLED.with_borrow_mut(|installed| {
            let is_there = installed.get(&first) == Some(&number)
                || (self.host.install)(&self.module, first, self.n_functions);
            if is_there {
                installed.insert(first, number);
            }
            is_there
        })
    }

    /// Runs the function of a segment.
    pub(crate) fn run(&self, segment: usize, memory: &mut [Word]) {
        assert!(memory.len() >= self.n_words, "a memory of this program");
        assert!(segment < self.n_functions, "a segment of this program");
        // Another thread may have made it.
        assert!(!IS_SHARED || self.install(), "what one thread compiles others compile too");
        // SAFETY: in WebAssembly a pointer to a function is its place in the table, where the host
        // has put a function of this type, and it is there as long as `self`.
        let function = unsafe {
            mem::transmute::<usize, unsafe extern "C" fn(*mut Word)>(self.place.first + segment)
        };
        // SAFETY: the function reads and writes only planes of the program, and `new` has checked
        // that these all lie in `memory`.
        unsafe { function(memory.as_mut_ptr()) }
    }

    pub(crate) fn size(&self) -> usize {
        self.module.len()
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        INSTALLED.with_borrow_mut(|installed| installed.remove(&self.place.first));
        (self.host.remove)(self.place.first, self.n_functions);
        self.place.give_back(self.n_functions);
    }
}

/// Where functions are in the tables of all threads.
struct Place {
    first: usize,
    /// Places are used again, numbers are not.
    number: u64,
}

/// What is known of all tables.
struct Places {
    n_given: u64,
    /// So many functions have had a place at a time.
    n_functions: usize,
    /// What is free again: the first, and how many.
    free: Vec<(usize, usize)>,
}

static PLACES: Mutex<Places> = Mutex::new(Places { n_given: 0, n_functions: 0, free: Vec::new() });

fn places() -> MutexGuard<'static, Places> {
    PLACES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Place {
    /// So many places next to each other, behind those that the tables have of their own.
    fn take(n_own: usize, n_functions: usize) -> Self {
        let mut places = places();
        places.n_given += 1;
        let number = places.n_given;
        let found = places.free.iter().position(|&(_, len)| len >= n_functions);
        let first = match found {
            Some(found) => {
                let (first, len) = places.free.swap_remove(found);
                if len > n_functions {
                    places.free.push((first + n_functions, len - n_functions));
                }
                first
            }
            None => {
                let first = n_own + places.n_functions;
                places.n_functions += n_functions;
                first
            }
        };
        Self { first, number }
    }

    fn give_back(&self, n_functions: usize) {
        places().free.push((self.first, n_functions));
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code").field("size", &self.size()).finish_non_exhaustive()
    }
}
