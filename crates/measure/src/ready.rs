//! From a rule sheet to something that plays, with a stopwatch.
//!
//! Compilation comes in tiers: a player starts with the quick circuit, and goes on
//! with the optimized one when that is ready.

use std::sync::Arc;
use std::time::{Duration, Instant};

use stonegate_ground::Machine;
use stonegate_lanes::{Backend, Engine};
use stonegate_workbench::compile::{Limits, compile};
use stonegate_workbench::engine;
use stonegate_workbench::source::Source;

use crate::clock::{cpu_time, since};

/// A compiled game.
#[derive(Debug)]
pub struct Game {
    pub name: String,
    pub machine: Arc<Machine>,
    stages: Stages,
}

/// How long it took to get ready in each tier, from the rules on.
#[derive(Copy, Clone, Debug)]
pub struct Ready {
    /// In the quick tier: the first playout is possible.
    pub first: Stages,
    /// In the tier that is measured; nothing if the game is not compiled.
    pub optimized: Option<Stages>,
}

/// How long the stages of one tier took.
#[derive(Copy, Clone, Default, Debug)]
pub struct Stages {
    pub read: Duration,
    pub ground: Duration,
    pub optimize: Duration,
    pub generate: Duration,
    /// All of it by the clock of the processor, where the system tells.
    pub cpu: Option<Duration>,
}

impl Stages {
    pub fn total(&self) -> Duration {
        self.read + self.ground + self.optimize + self.generate
    }

    /// The stages by name, in their order.
    pub fn named(&self) -> [(&'static str, Duration); 4] {
        [
            ("read", self.read),
            ("ground", self.ground),
            ("optimize", self.optimize),
            ("generate", self.generate),
        ]
    }
}

impl Game {
    pub fn compile(source: &Source, limits: Limits) -> anyhow::Result<Self> {
        let cpu_start = cpu_time();
        let start = Instant::now();
        let rules = engine::rules(source, "play")?.rules;
        let read = start.elapsed();
        let compiled = compile(source, &rules, limits)?;
        let (ground, optimize) = (compiled.ground_time, compiled.optimize_time);
        let cpu = since(cpu_start);
        Ok(Self {
            name: source.name.clone(),
            machine: Arc::new(compiled.optimized.machine),
            stages: Stages { read, ground, optimize, generate: Duration::ZERO, cpu },
        })
    }

    /// The stages of the quick tier on a back end that this machine has.
    pub fn quick_tier(source: &Source, limits: Limits, backend: Backend) -> anyhow::Result<Stages> {
        let game = Self::compile(source, Limits { optimize_seconds: 0.0, ..limits })?;
        Ok(game.engine(backend).1)
    }

    /// Two-input ANDs of the whole circuit.
    pub fn gates(&self) -> usize {
        let machine = &self.machine;
        machine.circuit.gates(machine.core_roots().into_iter().chain(machine.goal_roots()))
    }

    /// Makes the game ready for playouts on a back end that this machine has.
    pub fn engine(&self, backend: Backend) -> (Arc<Engine>, Stages) {
        let (start, cpu_start) = (Instant::now(), cpu_time());
        let engine = Arc::new(Engine::new(Arc::clone(&self.machine), backend));
        let cpu = self.stages.cpu.zip(since(cpu_start)).map(|(before, more)| before + more);
        (engine, Stages { generate: start.elapsed(), cpu, ..self.stages })
    }
}
