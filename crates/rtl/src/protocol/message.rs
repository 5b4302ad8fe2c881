//! Messages: what is asked, and what is answered.

use std::fmt;

use stonegate_ground::{MoveId, State};
use stonegate_lanes::Tally;

use super::IDENTITY_BYTES;
use crate::shape::Shape;

const IDENTIFY: u8 = 0x01;
const RESET: u8 = 0x02;
const EXAMINE: u8 = 0x10;
const EXPAND: u8 = 0x11;
const SELF_TEST: u8 = 0x12;

/// Options of `EXAMINE`.
const MOVE: u8 = 1;
const STATE: u8 = 2;
const LEGAL: u8 = 4;
const PLAYOUTS: u8 = 8;

/// A slot with this bit is followed by the state to put into it.
const INLINE: u8 = 0x80;

/// The job of the self-test.
const SELF_TEST_JOB: Job = Job { playouts: 64, step_limit: 1000, seed: 0 };

/// What can be asked of a unit of a board.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Order {
    /// Of the board itself.
    Identify,
    /// Of the board itself: forget all requests and all states.
    Reset,
    Examine(Examine),
    /// All joint moves, and the states after them, from a given number on.
    Expand {
        slot: u8,
        state: Option<State>,
        first: u32,
    },
    /// Playouts from the initial state.
    SelfTest,
}

/// A look at a state.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Examine {
    /// Where the state is kept, or is to be kept if it is sent along.
    pub slot: u8,
    pub state: Option<State>,
    /// Makes a joint move first, and keeps the state after it in a slot.
    pub joint: Option<(Vec<MoveId>, u8)>,
    pub wants_state: bool,
    pub wants_legal: bool,
    /// Plays random games from there.
    pub job: Option<Job>,
}

/// Random games from a state.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Job {
    pub playouts: u16,
    /// A game that is not over after so many steps is given up.
    pub step_limit: u16,
    pub seed: u64,
}

impl Job {
    /// The job of [`Order::SelfTest`].
    pub const SELF_TEST: Self = SELF_TEST_JOB;
}

impl Order {
    /// The message to a unit.
    pub fn encode(&self, tag: u8, unit: u8, shape: &Shape) -> Vec<u8> {
        let mut bytes = vec![tag, unit];
        match self {
            Self::Identify => bytes.push(IDENTIFY),
            Self::Reset => bytes.push(RESET),
            Self::SelfTest => bytes.push(SELF_TEST),
            Self::Expand { slot, state, first } => {
                bytes.push(EXPAND);
                push_state(&mut bytes, *slot, state.as_ref(), shape);
                bytes.extend(&first.to_le_bytes()[..3]);
            }
            Self::Examine(examine) => {
                bytes.push(EXAMINE);
                push_state(&mut bytes, examine.slot, examine.state.as_ref(), shape);
                let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
                bytes.push(
                    flag(examine.joint.is_some(), MOVE)
                        | flag(examine.wants_state, STATE)
                        | flag(examine.wants_legal, LEGAL)
                        | flag(examine.job.is_some(), PLAYOUTS),
                );
                if let Some((joint, target)) = &examine.joint {
                    for &action in joint {
                        bytes.extend(&u32::from(action).to_le_bytes()[..shape.move_bytes()]);
                    }
                    bytes.push(*target);
                }
                if let Some(job) = &examine.job {
                    bytes.extend(job.playouts.to_le_bytes());
                    bytes.extend(job.step_limit.to_le_bytes());
                    bytes.extend(job.seed.to_le_bytes());
                }
            }
        }
        bytes
    }
}

fn push_state(bytes: &mut Vec<u8>, slot: u8, state: Option<&State>, shape: &Shape) {
    let Some(state) = state else { return bytes.push(slot) };
    bytes.push(slot | INLINE);
    let all = state.words().iter().flat_map(|word| word.to_le_bytes());
    bytes.extend(all.take(shape.state_bytes()));
}

/// How a request ended.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Status {
    Ok,
    /// Other replies to the same request follow.
    More,
    BadFrame,
    NoUnit,
    Busy,
    BadOrder,
    Malformed,
    NoState,
    /// One that this version does not know.
    Unknown(u8),
}

impl Status {
    fn new(byte: u8) -> Self {
        match byte {
            0x00 => Self::Ok,
            0x01 => Self::More,
            0x80 => Self::BadFrame,
            0x81 => Self::NoUnit,
            0x82 => Self::Busy,
            0x83 => Self::BadOrder,
            0x84 => Self::Malformed,
            0x85 => Self::NoState,
            byte => Self::Unknown(byte),
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("all is well"),
            Self::More => f.write_str("there is more"),
            Self::BadFrame => f.write_str("a frame was damaged on the line"),
            Self::NoUnit => f.write_str("there is no such reasoner"),
            Self::Busy => f.write_str("the queue of the reasoner is full"),
            Self::BadOrder => f.write_str("the request is unknown"),
            Self::Malformed => f.write_str("the request is too short or too long"),
            Self::NoState => f.write_str("there is no state in the slot"),
            Self::Unknown(status) => write!(f, "unknown status {status:#04x}"),
        }
    }
}

/// A message from a board.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Reply {
    pub tag: u8,
    pub unit: u8,
    pub status: Status,
    pub content: Vec<u8>,
}

/// A message is not what it should be, although it arrived undamaged.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("a reply of the board has {found} bytes instead of {expected}")]
pub struct BadReply {
    pub expected: usize,
    pub found: usize,
}

impl Reply {
    pub fn decode(message: &[u8]) -> Result<Self, BadReply> {
        let [tag, unit, status, content @ ..] = message else {
            return Err(BadReply { expected: 3, found: message.len() });
        };
        let (tag, unit, status) = (*tag, *unit, Status::new(*status));
        Ok(Self { tag, unit, status, content: content.to_vec() })
    }
}

/// Who a board is.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Identity {
    pub version: u8,
    pub units: u8,
    pub roles: u8,
    pub slot_bits: u8,
    /// The queue of a unit has room for two to the power of this many bytes.
    pub queue_bits: u8,
    pub state_bytes: u16,
    pub moves: u16,
    pub clock_hz: u32,
    pub game: [u8; 8],
    pub layout: [u8; 8],
}

/// Reads what [`Order::Identify`] is answered with.
pub fn decode_identity(content: &[u8]) -> Result<Identity, BadReply> {
    let mut fields = Fields::new(content, IDENTITY_BYTES)?;
    Ok(Identity {
        version: fields.byte(),
        units: fields.byte(),
        roles: fields.byte(),
        slot_bits: fields.byte(),
        queue_bits: fields.byte(),
        state_bytes: fields.number(2) as u16,
        moves: fields.number(2) as u16,
        clock_hz: fields.number(4) as u32,
        game: fields.number(8).to_le_bytes(),
        layout: fields.number(8).to_le_bytes(),
    })
}

/// What holds in a state.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Examined {
    pub terminal: bool,
    /// Some role has several goals, or none.
    pub flawed: bool,
    pub scores: Vec<u8>,
    pub state: Option<State>,
    /// The legal moves of each role, ascending.
    pub legal: Option<Vec<Vec<MoveId>>>,
    pub tally: Option<Tally>,
}

/// Reads what [`Order::Examine`] or [`Order::SelfTest`] is answered with.
pub fn decode_examined(content: &[u8], order: &Order, shape: &Shape) -> Result<Examined, BadReply> {
    let (wants_state, wants_legal, wants_tally) = match order {
        Order::Examine(examine) => {
            (examine.wants_state, examine.wants_legal, examine.job.is_some())
        }
        _ => (false, false, true),
    };
    let optional = |is_there: bool, length: usize| if is_there { length } else { 0 };
    let length = 1
        + shape.roles
        + optional(wants_state, shape.state_bytes())
        + optional(wants_legal, shape.roles * shape.legal_bytes())
        + optional(wants_tally, 12 + 7 * shape.roles);
    let mut fields = Fields::new(content, length)?;
    let flags = fields.byte();
    Ok(Examined {
        terminal: flags & 1 != 0,
        flawed: flags & 2 != 0,
        scores: (0..shape.roles).map(|_| fields.byte()).collect(),
        state: wants_state.then(|| fields.state(shape)),
        legal: wants_legal.then(|| (0..shape.roles).map(|_| fields.legal(shape)).collect()),
        tally: wants_tally.then(|| fields.tally(shape)),
    })
}

/// A joint move and what comes after it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Successor {
    pub number: u32,
    pub joint: Vec<MoveId>,
    pub terminal: bool,
    pub flawed: bool,
    pub scores: Vec<u8>,
    pub state: State,
}

/// Reads one of the replies to [`Order::Expand`] but the last.
pub fn decode_successor(content: &[u8], shape: &Shape) -> Result<Successor, BadReply> {
    let length = 3 + shape.roles * shape.move_bytes() + 1 + shape.roles + shape.state_bytes();
    let mut fields = Fields::new(content, length)?;
    let number = fields.number(3) as u32;
    let mut action = || MoveId::from(fields.number(shape.move_bytes()) as u32);
    let joint = (0..shape.roles).map(|_| action()).collect();
    let flags = fields.byte();
    Ok(Successor {
        number,
        joint,
        terminal: flags & 1 != 0,
        flawed: flags & 2 != 0,
        scores: (0..shape.roles).map(|_| fields.byte()).collect(),
        state: fields.state(shape),
    })
}

/// Reads the last reply to [`Order::Expand`]: the number of joint moves.
pub fn decode_total(content: &[u8]) -> Result<u32, BadReply> {
    Ok(Fields::new(content, 3)?.number(3) as u32)
}

/// The bytes of a reply that has the length it should have.
struct Fields<'a> {
    left: &'a [u8],
}

impl<'a> Fields<'a> {
    fn new(content: &'a [u8], expected: usize) -> Result<Self, BadReply> {
        if content.len() == expected {
            return Ok(Self { left: content });
        }
        Err(BadReply { expected, found: content.len() })
    }

    fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, left) = self.left.split_at(length);
        self.left = left;
        taken
    }

    fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    fn number(&mut self, length: usize) -> u64 {
        self.take(length).iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    fn state(&mut self, shape: &Shape) -> State {
        let bytes = self.take(shape.state_bytes());
        State::from_bits((0..shape.state_bits).map(|bit| bytes[bit / 8] >> (bit % 8) & 1 == 1))
    }

    fn legal(&mut self, shape: &Shape) -> Vec<MoveId> {
        let bytes = self.take(shape.legal_bytes());
        let is_set = |action: &MoveId| bytes[action.index() / 8] >> (action.index() % 8) & 1 == 1;
        MoveId::first(shape.moves).filter(is_set).collect()
    }

    fn tally(&mut self, shape: &Shape) -> Tally {
        Tally {
            finished: self.number(2),
            unfinished: self.number(2),
            stuck: self.number(2),
            flawed: self.number(2),
            steps: self.number(4),
            goals: (0..shape.roles).map(|_| self.number(3)).collect(),
            squares: (0..shape.roles).map(|_| self.number(4)).collect(),
        }
    }
}
