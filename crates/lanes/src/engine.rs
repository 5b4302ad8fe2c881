//! A machine compiled for the lanes.

use std::fmt;
use std::sync::{Arc, OnceLock};

use stonegate_circuit::{Lit, Node, RegisterId};
use stonegate_ground::{Machine, MoveId, RoleId, State};

use crate::alternation::takes_turns;
use crate::backend::{Backend, Kernel};
use crate::census::Census;
use crate::logic::{self, Chooser, all_registers, play_registers};
use crate::plan::Plan;
use crate::turns::turn_marks;

/// The programs of a machine for one back end. Immutable: threads share it, each with [`Lanes`] of
/// its own.
///
/// [`Lanes`]: crate::Lanes
pub struct Engine {
    machine: Arc<Machine>,
    backend: Backend,
    pub(crate) play: Kernel,
    pub(crate) choosers: Vec<Chooser>,
    /// The registers that play needs, in the order of the planes.
    pub(crate) registers: Vec<RegisterId>,
    pub(crate) goals: Goals,
    plan: Plan,
    expand: OnceLock<Kernel>,
    advance: OnceLock<Kernel>,
    look: OnceLock<Kernel>,
    walk: OnceLock<Kernel>,
    turn_marks: OnceLock<Vec<Lit>>,
    takes_turns: OnceLock<bool>,
    census: OnceLock<Option<Census>>,
}

/// Where the goals are evaluated.
#[derive(Debug)]
pub(crate) enum Goals {
    /// In every step, at these outputs of the play program.
    InPlace { first_output: usize },
    /// In a side batch of finished games: the planes of the play program that it takes over.
    Deferred { kernel: Box<Kernel>, planes: Vec<u32> },
}

/// The size of a compiled machine.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Size {
    /// Lookup tables that tell legal moves, their counts, and the end (and goals, if in place).
    pub legal: usize,
    /// Lookup tables that find the chosen moves and make them.
    pub next: usize,
    /// Lookup tables of goals that are evaluated for finished games only.
    pub deferred_goals: usize,
    /// Registers that play carries along.
    pub registers: usize,
    /// Bytes of generated code for playouts.
    pub code: usize,
    /// Words of 64 bytes that one set of lanes works on.
    pub memory: usize,
    /// How many times per step numbers are drawn in all lanes.
    pub choosers: usize,
}

impl Engine {
    /// Compiles what playouts need; the rest is compiled when it is first used.
    ///
    /// # Panics
    /// If the back end is not available on this machine.
    pub fn new(machine: Arc<Machine>, backend: Backend) -> Self {
        let plan = Plan::new(&machine);
        let deferred = defers_goals(&machine);
        let play = logic::play(&machine, &plan, play_registers(&machine), !deferred);
        let goals = if let Some(first_output) = play.goals {
            Goals::InPlace { first_output }
        } else {
            let (logic, read) = logic::goals(&machine);
            let plane = |id: &RegisterId| {
                play.registers.binary_search(id).expect("play carries what goals read") as u32
            };
            let kernel = Box::new(Kernel::new(&logic, backend));
            Goals::Deferred { kernel, planes: read.iter().map(plane).collect() }
        };
        Self {
            backend,
            play: Kernel::new(&play.logic, backend),
            choosers: play.choosers,
            registers: play.registers,
            goals,
            plan,
            expand: OnceLock::new(),
            advance: OnceLock::new(),
            look: OnceLock::new(),
            walk: OnceLock::new(),
            turn_marks: OnceLock::new(),
            takes_turns: OnceLock::new(),
            census: OnceLock::new(),
            machine,
        }
    }

    /// Compiles what [`Lanes::advance`](crate::Lanes::advance) needs, which is otherwise done when
    /// it is first called.
    pub fn compile_advance(&self) {
        self.advance();
    }

    pub fn machine(&self) -> &Arc<Machine> {
        &self.machine
    }

    pub fn backend(&self) -> Backend {
        self.backend
    }

    pub fn size(&self) -> Size {
        let deferred = match &self.goals {
            Goals::InPlace { .. } => None,
            Goals::Deferred { kernel, .. } => Some(kernel),
        };
        Size {
            legal: self.play.program.n_ops(0),
            next: self.play.program.n_ops(1),
            deferred_goals: deferred.map_or(0, |kernel| kernel.program.n_ops(0)),
            registers: self.registers.len(),
            code: self.play.code_size() + deferred.map_or(0, |kernel| kernel.code_size()),
            memory: self.play.program.layout.len as usize
                + deferred.map_or(0, |kernel| kernel.program.layout.len as usize),
            choosers: self.choosers.len(),
        }
    }

    pub(crate) fn expand(&self) -> &Kernel {
        self.expand.get_or_init(|| Kernel::new(&logic::expand(&self.machine), self.backend))
    }

    /// Like `expand`, with the turns.
    pub(crate) fn look(&self) -> &Kernel {
        self.look.get_or_init(|| {
            let logic = logic::look(&self.machine, &self.plan, self.turn_marks());
            Kernel::new(&logic, self.backend)
        })
    }

    /// Random steps that carry all registers along; goals are not evaluated.
    pub(crate) fn walk(&self) -> &Kernel {
        self.walk.get_or_init(|| {
            let registers = all_registers(&self.machine);
            let play = logic::play(&self.machine, &self.plan, registers, false);
            Kernel::new(&play.logic, self.backend)
        })
    }

    fn turn_marks(&self) -> &[Lit] {
        self.turn_marks.get_or_init(|| turn_marks(&self.machine, &self.plan))
    }

    /// Whose turn it is in a state with these legal moves: of the roles that have a choice, or where
    /// nobody has one, of the role that is to move.
    pub fn turns(&self, state: &State, legal: &[Vec<MoveId>]) -> Vec<bool> {
        let chooses = |(role, legal): (RoleId, &Vec<MoveId>)| {
            let is_free = |action: &MoveId| !self.forced(role).contains(action);
            self.plan.chooses(role) && legal.iter().any(is_free)
        };
        let turns: Vec<bool> = RoleId::enumerate(legal).map(chooses).collect();
        if turns.contains(&true) {
            return turns;
        }
        let holds = |mark: &Lit| match self.machine.circuit.node(mark.node()) {
            Node::Register(register) => state.bit(register) != mark.is_inverted(),
            _ => *mark == Lit::TRUE,
        };
        self.turn_marks().iter().map(holds).collect()
    }

    /// Do players (chance is none) always move one after the other, as far as could be proven? The
    /// proof is tried once, which takes a moment.
    pub fn takes_turns(&self) -> bool {
        *self.takes_turns.get_or_init(|| {
            takes_turns(&self.machine, &self.plan)
                || self.census().is_some_and(|census| census.takes_turns)
        })
    }

    /// Are there two players whose goals sum up to 100 whenever the game is over, as far as could be
    /// proven? The proof is tried once, which takes a moment.
    pub fn is_zero_sum(&self) -> bool {
        self.machine.is_zero_sum() || self.census().is_some_and(|census| census.is_zero_sum)
    }

    /// What holds in all states of a small game.
    fn census(&self) -> Option<Census> {
        *self.census.get_or_init(|| Census::take(self))
    }

    /// The moves of a role that are its only ones whenever they are legal, such as `noop`.
    pub(crate) fn forced(&self, role: RoleId) -> &[MoveId] {
        &self.plan.forced[role]
    }

    pub(crate) fn advance(&self) -> &Kernel {
        self.advance.get_or_init(|| Kernel::new(&logic::advance(&self.machine), self.backend))
    }
}

/// Are the goals better evaluated for finished games only?
///
/// In place they cost their gates in every step. Deferred they cost a load, a merge and a store
/// per register that they read in every step, and their gates once in a game, give or take. The
/// weights are a guess at what these cost.
fn defers_goals(machine: &Machine) -> bool {
    let circuit = &machine.circuit;
    let (core, goals) = (machine.core_roots(), machine.goal_roots());
    let core_gates = circuit.gates(core.iter().copied());
    let more = circuit.gates(core.into_iter().chain(goals.iter().copied())) - core_gates;
    let cone = circuit.cone(goals);
    let read = cone.into_iter().filter(|&node| matches!(circuit.node(node), Node::Register(_)));
    more > 64 + 3 * read.count()
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("backend", &self.backend)
            .field("size", &self.size())
            .finish_non_exhaustive()
    }
}
