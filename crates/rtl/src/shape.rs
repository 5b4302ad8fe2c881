//! The numbers that the hand-written Verilog is parametrized by.

use stonegate_ground::{Goal, Machine};

/// How large the parts of a machine are.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Shape {
    pub roles: usize,
    /// Of the role that has most.
    pub moves: usize,
    /// Enough for the number of any move.
    pub move_bits: u32,
    pub state_bits: usize,
    /// Enough for the highest goal value.
    pub score_bits: u32,
    /// A reasoner keeps two to the power of this many states.
    pub slot_bits: u32,
}

/// Why a machine cannot be put onto a board.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Unfit {
    /// A role has no move at all.
    #[error("a role has no moves")]
    NoMoves,
    /// Every state is the same.
    #[error("there is only one state")]
    NoState,
    /// The numbers of moves take more than two bytes.
    #[error("a role has {0} moves, and a board can tell 65,535 apart")]
    TooManyMoves(usize),
    /// Roles are numbered by a byte, and some numbers have a meaning.
    #[error("{0} roles are too many: a board knows 64")]
    TooManyRoles(usize),
}

/// States a reasoner keeps in a block of memory of 4 kilobits or so.
const SLOT_MEMORY_BYTES: usize = 512;

/// More slots would take more logic than they are worth.
const MAX_SLOT_BITS: u32 = 4;

impl Shape {
    pub fn of(machine: &Machine) -> Result<Self, Unfit> {
        let moves = machine.roles.iter().map(|role| role.moves.len());
        let (fewest, moves) = (moves.clone().min().unwrap_or(0), moves.max().unwrap_or(0));
        let state_bits = machine.circuit.registers().len();
        let goals = machine.roles.iter().flat_map(|role| &role.goals).copied();
        let highest = Goal::of_role(goals).value();
        if fewest == 0 {
            return Err(Unfit::NoMoves);
        }
        if state_bits == 0 {
            return Err(Unfit::NoState);
        }
        if moves >= 1 << 16 {
            return Err(Unfit::TooManyMoves(moves));
        }
        if machine.roles.len() > 64 {
            return Err(Unfit::TooManyRoles(machine.roles.len()));
        }
        let mut shape = Self {
            roles: machine.roles.len(),
            moves,
            move_bits: bits_to_count(moves),
            state_bits,
            score_bits: bits_to_count(usize::from(highest) + 1),
            slot_bits: 0,
        };
        let n_slots = (SLOT_MEMORY_BYTES >> shape.address_bits()).max(2);
        shape.slot_bits = n_slots.ilog2().min(MAX_SLOT_BITS);
        Ok(shape)
    }

    pub fn state_bytes(&self) -> usize {
        self.state_bits.div_ceil(8)
    }

    /// Enough for the number of any byte of a state.
    pub fn address_bits(&self) -> u32 {
        bits_to_count(self.state_bytes())
    }

    /// Of the number of a move in a message.
    pub fn move_bytes(&self) -> usize {
        self.move_bits.div_ceil(8) as usize
    }

    /// Of the legal moves of a role in a message.
    pub fn legal_bytes(&self) -> usize {
        self.moves.div_ceil(8)
    }

    /// The states that a reasoner keeps.
    pub fn slots(&self) -> usize {
        1 << self.slot_bits
    }

    /// The bytes of the longest request.
    pub fn request_bytes(&self) -> usize {
        // Tag, operation, slot, state, options, moves, target, job.
        3 + self.state_bytes() + 1 + self.roles * self.move_bytes() + 1 + 12
    }

    /// The queue of a reasoner has room for two requests at least, and their markers.
    pub fn queue_bits(&self) -> u32 {
        bits_to_count(2 * (self.request_bytes() + 1) + 1).max(8)
    }
}

/// The bits of the numbers below `n`, at least one.
fn bits_to_count(n: usize) -> u32 {
    n.next_power_of_two().ilog2().max(1)
}
