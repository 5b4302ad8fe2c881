//! The back ends, and a program made ready for one of them.

use std::fmt;
use std::str::FromStr;

use crate::interpret::{self, Width};
#[cfg(target_arch = "x86_64")]
use crate::native::{Code, Isa, refusal as native_refusal};
use crate::program::{Logic, Order, Program, Tables};
#[cfg(any(test, target_arch = "wasm32"))]
use crate::wasm;
use crate::word::Word;

/// What evaluates the tables.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Backend {
    /// The interpreter, compiled for any machine.
    Portable,
    /// The interpreter with AVX2.
    Avx2,
    /// The interpreter with AVX-512.
    Avx512,
    /// Generated code with AVX2.
    NativeAvx2,
    /// Generated code with AVX-512.
    NativeAvx512,
    /// Generated WebAssembly with 128-bit vectors.
    Wasm,
}

impl Backend {
    /// All back ends, the simplest first.
    pub const ALL: [Self; 6] = [
        Self::Portable,
        Self::Avx2,
        Self::Avx512,
        Self::Wasm,
        Self::NativeAvx2,
        Self::NativeAvx512,
    ];

    /// Does this machine have what it takes, and does the system allow it?
    pub fn is_available(self) -> bool {
        // Miri runs neither generated code nor most instructions of AVX-512.
        match self {
            Self::Portable => true,
            Self::Avx2 => has_avx2(),
            Self::Avx512 => has_avx512() && !cfg!(miri),
            Self::NativeAvx2 => has_avx2() && runs_own_code(),
            Self::NativeAvx512 => has_avx512() && runs_own_code(),
            Self::Wasm => has_wasm(),
        }
    }

    /// Why there is no native code although the processor could run it, if the system forbids it:
    /// the interpreter takes its place.
    pub fn refusal() -> Option<&'static str> {
        if has_avx2() { native_refusal() } else { None }
    }

    /// The fastest one that is available.
    pub fn best() -> Self {
        let mut all = Self::ALL.into_iter().rev();
        all.find(|backend| backend.is_available()).expect("the portable one is")
    }

    /// The fastest interpreter that this machine has.
    pub fn best_interpreter() -> Self {
        let mut all = [Self::Avx512, Self::Avx2, Self::Portable].into_iter();
        all.find(|backend| backend.is_available()).expect("the portable one is")
    }

    fn is_generated(self) -> bool {
        matches!(self, Self::NativeAvx2 | Self::NativeAvx512 | Self::Wasm)
    }
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512dq")
}

#[cfg(not(target_arch = "x86_64"))]
fn native_refusal() -> Option<&'static str> {
    None
}

fn runs_own_code() -> bool {
    !cfg!(miri) && native_refusal().is_none()
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx512() -> bool {
    false
}

#[cfg(any(test, target_arch = "wasm32"))]
fn has_wasm() -> bool {
    wasm::Code::is_available()
}

#[cfg(not(any(test, target_arch = "wasm32")))]
fn has_wasm() -> bool {
    false
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Portable => "interpreter",
            Self::Avx2 => "interpreter-avx2",
            Self::Avx512 => "interpreter-avx512",
            Self::NativeAvx2 => "native-avx2",
            Self::NativeAvx512 => "native-avx512",
            Self::Wasm => "wasm",
        })
    }
}

/// The name is none of a back end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a back end is one of {all}", all = Backend::ALL.map(|backend| backend.to_string()).join(", "))]
pub struct ParseBackendError;

impl FromStr for Backend {
    type Err = ParseBackendError;

    fn from_str(name: &str) -> Result<Self, ParseBackendError> {
        let mut all = Self::ALL.into_iter();
        all.find(|backend| backend.to_string() == name).ok_or(ParseBackendError)
    }
}

/// A program and the means to run it.
#[derive(Debug)]
pub(crate) struct Kernel {
    pub(crate) program: Program,
    engine: Engine,
}

#[derive(Debug)]
enum Engine {
    Interpreter(Width),
    #[cfg(target_arch = "x86_64")]
    Native(Code),
    #[cfg(any(test, target_arch = "wasm32"))]
    Wasm(wasm::Code),
}

impl Kernel {
    /// Compiles the logic; the machine must have the back end.
    pub(crate) fn new(logic: &Logic, backend: Backend) -> Self {
        assert!(backend.is_available(), "this machine has no {backend}");
        let tables = if backend == Backend::NativeAvx2 { Tables::Two } else { Tables::Three };
        let order = if backend.is_generated() { Order::DepthFirst } else { Order::Batches };
        let program = Program::new(logic, tables, order);
        let engine = match backend {
            Backend::Portable => Engine::Interpreter(Width::Portable),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => Engine::Interpreter(Width::Avx2),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => Engine::Interpreter(Width::Avx512),
            #[cfg(target_arch = "x86_64")]
            Backend::NativeAvx2 => Engine::Native(Code::new(&program, Isa::Avx2)),
            #[cfg(target_arch = "x86_64")]
            Backend::NativeAvx512 => Engine::Native(Code::new(&program, Isa::Avx512)),
            #[cfg(any(test, target_arch = "wasm32"))]
            Backend::Wasm => match wasm::Code::new(&program) {
                Some(code) => Engine::Wasm(code),
                // The interpreter runs every program, if not as fast as one that is made for it.
                None => Engine::Interpreter(Width::Portable),
            },
            #[cfg(not(all(test, target_arch = "x86_64")))]
            _ => unreachable!("not available"),
        };
        Self { program, engine }
    }

    /// A memory for one set of lanes, all false.
    pub(crate) fn memory(&self) -> Vec<Word> {
        vec![Word::ZERO; self.program.layout.len.max(1) as usize]
    }

    /// Evaluates all tables of a phase.
    pub(crate) fn run(&self, phase: usize, memory: &mut [Word]) {
        assert!(memory.len() >= self.program.layout.len as usize, "a memory of this kernel");
        for number in self.program.phases[phase].clone() {
            let segment = &self.program.segments[number];
            let layout = &self.program.layout;
            if segment.atoms.is_empty() {
                self.run_segment(number, memory);
                continue;
            }
            // The least fixpoint, from below. A component gains an atom in some lane in each round
            // but the last; the bound only matters in lanes that hold no reachable state.
            let atoms = &self.program.atoms[segment.atoms.clone()];
            for &atom in atoms {
                memory[(layout.atoms + atom) as usize] = Word::ZERO;
            }
            for _ in 0..=atoms.len() {
                self.run_segment(number, memory);
                let mut changed = Word::ZERO;
                for &atom in atoms {
                    let fed = memory[(layout.fed + atom) as usize];
                    let atom = &mut memory[(layout.atoms + atom) as usize];
                    changed = changed | *atom ^ fed;
                    *atom = fed;
                }
                if !changed.any() {
                    break;
                }
            }
        }
    }

    fn run_segment(&self, number: usize, memory: &mut [Word]) {
        match &self.engine {
            Engine::Interpreter(width) => {
                let ops = self.program.segments[number].ops.clone();
                interpret::run(*width, &self.program.ops[ops], memory);
            }
            #[cfg(target_arch = "x86_64")]
            Engine::Native(code) => code.run(number, memory),
            #[cfg(any(test, target_arch = "wasm32"))]
            Engine::Wasm(code) => code.run(number, memory),
        }
    }

    /// Bytes of generated code.
    pub(crate) fn code_size(&self) -> usize {
        match &self.engine {
            Engine::Interpreter(_) => 0,
            #[cfg(target_arch = "x86_64")]
            Engine::Native(code) => code.size(),
            #[cfg(any(test, target_arch = "wasm32"))]
            Engine::Wasm(code) => code.size(),
        }
    }
}
