//! Steps of positions that stay in the lanes: with moves that somebody has chosen, or at random.

use stonegate_ground::{MoveId, RoleId};

use crate::backend::Kernel;
use crate::block::{AfterEnd, Block, Play};
use crate::engine::Engine;
use crate::lanes::Lanes;
use crate::logic::{STUCK, TERMINAL};
use crate::states::memory_of;
use crate::step::draw;
use crate::word::{LANES, Word};

/// The memory of one set of lanes for blocks, made when it is first used.
#[derive(Clone, Debug, Default)]
pub(crate) struct BlockLanes {
    look: Vec<Word>,
    walk: Vec<Word>,
    /// Is the initial state what a walk puts into lanes that start a game?
    starts_anew: bool,
    /// The planes of the moves are false between calls.
    advance: Vec<Word>,
}

/// The moves of a step, by their numbers. Where the game is over, they do not matter. Chance makes
/// its own.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Moves<'m> {
    /// For each position the move of whoever's turn it is; others have no choice.
    OfMovers(&'m [i32]),
    /// For each position a move of each role; those of roles whose turn it is not do not matter.
    OfRoles(&'m [i32]),
}

/// A move that is not legal.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("in position {position}, role {} has no legal move {action}", .role.index())]
pub struct IllegalMove {
    /// The position within the block.
    pub position: usize,
    pub role: RoleId,
    pub action: i32,
}

/// Moves of a step that may be made.
#[derive(Clone, Debug)]
pub struct CheckedMoves {
    /// For each position the input of the machine that is a move, or none. Of roles that never move at
    /// the same time there is one list.
    inputs: Vec<Vec<u32>>,
    /// For each role, where it makes a move of its own.
    moved: Vec<Word>,
    /// Illegal moves that lose.
    forfeits: Vec<IllegalMove>,
    over: Word,
    step: u64,
}

/// No move.
const NONE: u32 = u32::MAX;

impl Lanes {
    /// A block of up to 512 positions, of which the first has this number.
    pub fn block(&mut self, play: Play, first: u64, n: usize) -> Block {
        let mut block = Block::new(self.engine.machine(), play, first, n);
        self.look(&mut block);
        block.initial_outputs = block.outputs.iter().map(|word| word.lane(0)).collect();
        block
    }

    /// Finds out what holds in the positions, if that is not known.
    pub fn look(&mut self, block: &mut Block) {
        if block.is_known {
            return;
        }
        let kernel = self.engine.look();
        let memory = memory_of(kernel, &mut self.blocks.look);
        memory[..block.registers.len()].copy_from_slice(&block.registers);
        kernel.run(0, memory);
        let n_roles = block.machine.roles.len();
        let n_outputs = block.machine.outputs().n_of_state() + 1 + n_roles;
        let first = kernel.program.layout.outputs as usize;
        block.outputs.clear();
        block.outputs.extend_from_slice(&memory[first..][..n_outputs]);
        block.is_known = true;
    }

    /// Makes so many steps with random moves.
    pub fn random_steps(&mut self, block: &mut Block, n: u32) {
        if !block.percepts.is_empty() {
            // What is perceived depends on the moves, and whose turn it was.
            for _ in 0..n {
                self.look(block);
                let checked = draw_moves(block);
                self.make_checked(block, &checked);
            }
        } else if block.play.after_end == AfterEnd::SameStep {
            for _ in 0..n {
                Walk::new(&self.engine, &mut self.blocks, block).finish(1);
                self.look(block);
                block.restart_at_once();
            }
        } else {
            // What is remembered of a step is put aside between two of them.
            let stride = if block.history.is_empty() { n } else { 1 };
            for _ in 0..n.checked_div(stride).unwrap_or(0) {
                Walk::new(&self.engine, &mut self.blocks, block).finish(stride);
            }
        }
    }

    /// Makes a step with these moves. If one of them is illegal, and that is an error, nothing
    /// happens.
    ///
    /// # Panics
    /// If there are not as many moves as there should be.
    pub fn step(&mut self, block: &mut Block, moves: Moves<'_>) -> Result<(), IllegalMove> {
        let checked = self.check_moves(block, moves)?;
        self.make_checked(block, &checked);
        Ok(())
    }

    /// The first half of a [`step`](Self::step), which changes nothing that can be seen: whoever has
    /// many blocks can look whether all moves are legal before any of them is made.
    pub fn check_moves(
        &mut self,
        block: &mut Block,
        moves: Moves<'_>,
    ) -> Result<CheckedMoves, IllegalMove> {
        self.look(block);
        let over = block.over();
        find_moves(block, moves, over)
    }

    /// The second half of a [`step`](Self::step).
    ///
    /// # Panics
    /// If the moves were checked before another step.
    pub fn make_checked(&mut self, block: &mut Block, checked: &CheckedMoves) {
        assert_eq!(checked.step, block.now, "the moves are those of this step");
        let over = checked.over;
        let mut active = block.lanes() & !over;
        for illegal in &checked.forfeits {
            block.forfeits[illegal.role].set_lane(illegal.position, true);
            active.set_lane(illegal.position, false);
        }
        block.keep();
        self.make_moves(block, checked, active);
        match block.play.after_end {
            AfterEnd::NextStep => {
                block.begin_next(over, block.now + 1);
                block.become_initial(over);
            }
            AfterEnd::Stay => block.idle = over,
            AfterEnd::SameStep => {}
        }
        block.now += 1;
        block.expire();
        (block.is_known, block.last) = (false, None);
        self.look(block);
        if block.play.after_end == AfterEnd::SameStep {
            block.restart_at_once();
        }
    }

    /// Makes moves in some positions. Roles without a move make the only one that they have.
    fn make_moves(&mut self, block: &mut Block, checked: &CheckedMoves, active: Word) {
        let kernel = self.engine.advance();
        let layout = kernel.program.layout;
        let (n_registers, n_moves) = (block.registers.len(), block.machine.n_moves());
        let memory = memory_of(kernel, &mut self.blocks.advance);
        memory[..n_registers].copy_from_slice(&block.registers);
        let does = &mut memory[layout.inputs as usize..][..n_moves];
        for inputs in &checked.inputs {
            for (part, inputs) in inputs.chunks(64).enumerate() {
                for (lane, &input) in inputs.iter().enumerate().filter(|(_, input)| **input != NONE)
                {
                    does[input as usize].0[part] |= 1 << lane;
                }
            }
        }
        for (role, &moved) in RoleId::enumerate(&checked.moved) {
            for input in forced_inputs(&self.engine, role) {
                does[input] = does[input] | block.outputs[input] & active & !moved;
            }
        }
        kernel.run(0, memory);
        let does = &mut memory[layout.inputs as usize..][..n_moves];
        if n_moves <= LANES {
            does.fill(Word::ZERO);
        } else {
            let made = checked.inputs.iter().flatten().filter(|&&input| input != NONE);
            made.for_each(|&input| does[input as usize] = Word::ZERO);
            for role in block.machine.role_ids() {
                forced_inputs(&self.engine, role).for_each(|input| does[input] = Word::ZERO);
            }
        }
        let next = &memory[layout.outputs as usize..][..n_registers];
        for (register, &next) in block.registers.iter_mut().zip(next) {
            *register = active & next | !active & *register;
        }
        let first = layout.outputs as usize + n_registers;
        block.perceive(&memory[first..][..block.percepts.len()], active);
    }
}

/// What moves mean. Illegal ones are an error, unless they lose.
fn find_moves(block: &Block, moves: Moves<'_>, over: Word) -> Result<CheckedMoves, IllegalMove> {
    let machine = &block.machine;
    let (n, n_roles, chance) = (block.len(), machine.roles.len(), machine.chance());
    let (actions, stride) = match moves {
        Moves::OfMovers(actions) => (actions, 1),
        Moves::OfRoles(actions) => (actions, n_roles),
    };
    assert_eq!(actions.len(), n * stride, "a move for each position, and role");
    let turns = match moves {
        Moves::OfMovers(_) => block.turns_of_movers(),
        Moves::OfRoles(_) => machine.role_ids().map(|role| (role, block.turn(role))).collect(),
    };
    let active = block.lanes() & !over;
    let mut all_inputs = vec![vec![NONE; n]; stride];
    let (mut moved, mut forfeits) = (vec![Word::ZERO; n_roles], Vec::new());
    for (role, turn) in turns.into_iter().filter(|&(role, _)| Some(role) != chance) {
        let column = if stride == 1 { 0 } else { role.index() };
        let legal = &block.outputs[machine.outputs().legal(role)];
        let (first, inputs) = (machine.outputs().legal(role).start, &mut all_inputs[column]);
        moved[role] = turn & active;
        for lane in moved[role].lanes() {
            let action = actions[lane * stride + column];
            let is_legal = |number: &usize| legal.get(*number).is_some_and(|it| it.lane(lane));
            let number = match &block.numbering {
                None => Some(action as u32 as usize).filter(is_legal),
                Some(numbering) => {
                    let moves = numbering.moves(role, action as u32 as usize).iter();
                    moves.map(|action| action.index()).find(is_legal)
                }
            };
            match number {
                Some(number) => inputs[lane] = (first + number) as u32,
                None => forfeits.push(IllegalMove { position: lane, role, action }),
            }
        }
    }
    if !block.play.illegal_loses
        && let Some(first) = forfeits.iter().min_by_key(|illegal| illegal.position)
    {
        return Err(*first);
    }
    if let Some(chance) = chance {
        let mut inputs = vec![NONE; n];
        moved[chance] = block.turn(chance) & active;
        for lane in moved[chance].lanes() {
            inputs[lane] = draw_legal(block, lane, chance);
        }
        all_inputs.push(inputs);
    }
    Ok(CheckedMoves { inputs: all_inputs, moved, forfeits, over, step: block.now })
}

/// Random legal moves of all roles.
fn draw_moves(block: &Block) -> CheckedMoves {
    let over = block.over();
    let turn = |role| block.turn(role) & block.lanes() & !over;
    let moved: Vec<Word> = block.machine.role_ids().map(turn).collect();
    let draw = |(role, &moved): (RoleId, &Word)| {
        let mut inputs = vec![NONE; block.len()];
        moved.lanes().for_each(|lane| inputs[lane] = draw_legal(block, lane, role));
        inputs
    };
    let inputs = RoleId::enumerate(&moved).map(draw).collect();
    CheckedMoves { inputs, moved, forfeits: Vec::new(), over, step: block.now }
}

/// The inputs of moves that a role makes without a choice.
fn forced_inputs(engine: &Engine, role: RoleId) -> impl Iterator<Item = usize> {
    let machine = engine.machine();
    let is_only = machine.move_ids(role).len() == 1 && engine.forced(role).is_empty();
    let only = is_only.then_some(MoveId::new(0));
    let forced = engine.forced(role).iter().copied().chain(only);
    forced.map(move |action| machine.does(role, action).index())
}

/// A random legal move of a role, as its input: the very one that a random step would make.
fn draw_legal(block: &Block, lane: usize, role: RoleId) -> u32 {
    let inputs = block.machine.outputs().legal(role);
    let legal: Vec<usize> = inputs.filter(|&input| block.outputs[input].lane(lane)).collect();
    let (step, n_roles) = ((block.now - block.starts[lane]) as u32, block.machine.roles.len());
    let number = block.key(lane).below(legal.len() as u32, step, role, n_roles);
    legal.get(number as usize).map_or(NONE, |&input| input as u32)
}

/// Random steps of a block in the memory of the kernel.
struct Walk<'a> {
    engine: &'a Engine,
    kernel: &'a Kernel,
    memory: &'a mut [Word],
    block: &'a mut Block,
}

impl<'a> Walk<'a> {
    fn new(engine: &'a Engine, lanes: &'a mut BlockLanes, block: &'a mut Block) -> Self {
        let kernel = engine.walk();
        let memory = memory_of(kernel, &mut lanes.walk);
        let n_registers = block.registers.len();
        memory[..n_registers].copy_from_slice(&block.registers);
        let starts_anew = block.play.after_end == AfterEnd::NextStep;
        if starts_anew && !lanes.starts_anew {
            let staged = &mut memory[kernel.program.layout.staged as usize..][..n_registers];
            for (word, register) in staged.iter_mut().zip(block.machine.circuit.registers()) {
                *word = Word::splat(register.init);
            }
        }
        lanes.starts_anew = starts_anew;
        Self { engine, kernel, memory, block }
    }

    /// Makes so many steps and puts the positions back into the block.
    fn finish(mut self, n: u32) {
        self.block.keep();
        for _ in 0..n {
            self.step();
        }
        let n_registers = self.block.registers.len();
        self.block.registers.copy_from_slice(&self.memory[..n_registers]);
        (self.block.is_known, self.block.last) = (false, None);
    }

    fn step(&mut self) {
        let Self { engine, kernel, memory, block } = self;
        let layout = kernel.program.layout;
        kernel.run(0, memory);
        let outputs = layout.outputs as usize;
        let given_up = block.forfeits.iter().fold(block.expired, |all, &word| all | word);
        let over = memory[outputs + TERMINAL] | memory[outputs + STUCK] | given_up;
        let over = over & block.lanes();
        memory[layout.restart as usize] = over;
        memory[layout.keep as usize] = !over;
        match block.play.after_end {
            AfterEnd::NextStep => block.begin_next(over, block.now + 1),
            AfterEnd::Stay | AfterEnd::SameStep => {
                if over.any() {
                    let n_registers = block.registers.len();
                    memory.copy_within(..n_registers, layout.staged as usize);
                }
                block.idle = over;
            }
        }
        draw(engine, kernel, memory, &block.keys, block.now);
        kernel.run(1, memory);
        block.now += 1;
        block.expire();
    }
}
