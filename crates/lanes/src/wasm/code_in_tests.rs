//! The functions of a program in an interpreter of WebAssembly, so that every test of a back end is
//! one of the generated modules as well.

use std::fmt;
use std::sync::Mutex;

use wasmi::{Engine, Instance, Linker, Memory, MemoryType, Module, Store, TypedFunc};

use super::encode::{MEMORY, module};
use crate::program::Program;
use crate::word::{PARTS, Word};

pub(crate) struct Code {
    machine: Box<Mutex<Machine>>,
    size: usize,
}

struct Machine {
    store: Store<()>,
    memory: Memory,
    functions: Vec<TypedFunc<i32, ()>>,
}

impl Code {
    pub(crate) fn is_available() -> bool {
        !cfg!(miri)
    }

    #[expect(clippy::unnecessary_wraps, reason = "a browser may refuse")]
    pub(crate) fn new(program: &Program) -> Option<Self> {
        let bytes = module(program);
        let engine = Engine::default();
        let module = Module::new(&engine, &bytes).expect("the module is valid");
        let mut store = Store::new(&engine, ());
        let n_pages = (program.layout.len as usize * size_of::<Word>()).div_ceil(1 << 16) as u32;
        let memory = Memory::new(&mut store, MemoryType::new(n_pages, None));
        let memory = memory.expect("there is memory");
        let mut linker = Linker::new(&engine);
        linker.define(MEMORY.0, MEMORY.1, memory).expect("it is the only one");
        let instance: Instance =
            linker.instantiate_and_start(&mut store, &module).expect("the imports are there");
        let function = |number: usize| {
            let function = instance.get_typed_func(&store, &number.to_string());
            function.expect("every segment has a function")
        };
        let functions = (0..program.segments.len()).map(function).collect();
        let machine = Box::new(Mutex::new(Machine { store, memory, functions }));
        Some(Self { machine, size: bytes.len() })
    }

    pub(crate) fn run(&self, segment: usize, memory: &mut [Word]) {
        let machine = &mut *self.machine.lock().expect("no test has panicked here");
        let bytes = machine.memory.data_mut(&mut machine.store);
        for (place, word) in bytes.as_chunks_mut::<64>().0.iter_mut().zip(&*memory) {
            for (bytes, part) in place.as_chunks_mut::<8>().0.iter_mut().zip(word.0) {
                *bytes = part.to_le_bytes();
            }
        }
        machine.functions[segment].call(&mut machine.store, 0).expect("it does not trap");
        let bytes = machine.memory.data(&machine.store);
        for (place, word) in bytes.as_chunks::<64>().0.iter().zip(memory) {
            let parts = place.as_chunks::<8>().0;
            *word =
                Word(std::array::from_fn::<_, PARTS, _>(|part| u64::from_le_bytes(parts[part])));
        }
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code").field("size", &self.size).finish_non_exhaustive()
    }
}
