//! A board that is asked about states.

use std::io::{Read, Write};
use std::sync::Arc;

use stonegate_ground::{Machine, MoveId, State};

use crate::link::{Link, LinkError, Statistics};
use crate::model;
use crate::protocol::{
    BOARD, Examine, Examined, Identity, Job, Order, Successor, VERSION, decode_examined,
    decode_identity, decode_successor, decode_total,
};
use crate::shape::Shape;
use crate::slots::Slots;
use crate::top::layout_hash;

/// Enumerations that bring nothing before one is given up.
const MAX_VAIN: u32 = 10;

/// A board with reasoners for a machine.
#[derive(Debug)]
pub struct Board<T> {
    link: Link<T>,
    machine: Arc<Machine>,
    shape: Shape,
    identity: Identity,
    /// What the reasoners keep.
    slots: Vec<Slots>,
}

/// A question about a state.
#[derive(Copy, Clone, Debug)]
pub struct Look<'a> {
    pub state: &'a State,
    /// The question is about the state after this joint move, which has to be legal.
    pub joint: Option<&'a [MoveId]>,
    pub job: Option<Job>,
}

impl<T: Read + Write> Board<T> {
    /// Starts a board anew and makes sure that it is the right one.
    ///
    /// It is given up after so many silences in a row.
    pub fn connect(line: T, machine: Arc<Machine>, patience: u32) -> Result<Self, LinkError> {
        let shape = Shape::of(&machine).map_err(|_| LinkError::WrongGame)?;
        let mut link = Link::new(line, patience);
        link.exchange(&[(BOARD, Order::Reset)], &shape)?;
        let replies = link.exchange(&[(BOARD, Order::Identify)], &shape)?;
        let identity = decode_identity(&last(&replies[0])?)?;
        if identity.version != VERSION {
            return Err(LinkError::Version(identity.version));
        }
        if identity.layout != layout_hash(&machine) || identity.units == 0 {
            return Err(LinkError::WrongGame);
        }
        let slots = vec![Slots::new(shape.slots()); usize::from(identity.units)];
        Ok(Self { link, machine, shape, identity, slots })
    }

    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    pub fn statistics(&self) -> Statistics {
        self.link.statistics()
    }

    /// Lets every reasoner play games, and compares them with what they should be.
    pub fn self_test(&mut self) -> Result<(), LinkError> {
        let orders: Vec<(u8, Order)> =
            (0..self.identity.units).map(|unit| (unit, Order::SelfTest)).collect();
        let initial = self.machine.initial();
        let expected = model::tally(&self.machine, &self.shape, &initial, &Job::SELF_TEST);
        for replies in self.link.exchange(&orders, &self.shape)? {
            let examined = decode_examined(&last(&replies)?, &Order::SelfTest, &self.shape)?;
            if examined.tally.as_ref() != Some(&expected) {
                return Err(LinkError::Wrong("the games of its self-test"));
            }
        }
        Ok(())
    }

    /// Answers questions about states: what holds there, the legal moves, the state itself if a move
    /// led to it, the tally of the games.
    pub fn examine(&mut self, looks: &[Look<'_>]) -> Result<Vec<Examined>, LinkError> {
        let mut all = Vec::with_capacity(looks.len());
        // A question takes two slots at most.
        let batch = self.slots.len() * (self.shape.slots() / 2);
        for looks in looks.chunks(batch) {
            match self.examine_batch(looks) {
                Ok(examined) => all.extend(examined),
                Err(error) => {
                    // Nobody knows what has been done.
                    self.slots.iter_mut().for_each(Slots::forget);
                    return Err(error);
                }
            }
        }
        Ok(all)
    }

    /// So few questions that there are slots for all of them.
    fn examine_batch(&mut self, looks: &[Look<'_>]) -> Result<Vec<Examined>, LinkError> {
        let n_units = self.slots.len();
        self.slots.iter_mut().for_each(Slots::release);
        let mut orders = Vec::with_capacity(looks.len());
        for (number, look) in looks.iter().enumerate() {
            let unit = number % n_units;
            let slots = &mut self.slots[unit];
            let (slot, is_kept) = slots.source(look.state);
            let joint = look.joint.map(|joint| (joint.to_vec(), slots.target()));
            orders.push((
                unit as u8,
                Order::Examine(Examine {
                    slot,
                    state: (!is_kept).then(|| look.state.clone()),
                    wants_state: joint.is_some(),
                    joint,
                    wants_legal: true,
                    job: look.job,
                }),
            ));
        }
        let replies = self.link.exchange(&orders, &self.shape)?;
        let mut all = Vec::with_capacity(looks.len());
        for ((unit, order), replies) in orders.iter().zip(replies) {
            let examined = decode_examined(&last(&replies)?, order, &self.shape)?;
            if let (Order::Examine(examine), slots) = (order, &mut self.slots[usize::from(*unit)]) {
                if let Some(state) = &examine.state {
                    slots.keep(examine.slot, state.clone());
                }
                if let (Some((_, target)), Some(state)) = (&examine.joint, &examined.state) {
                    slots.keep(*target, state.clone());
                }
            }
            all.push(examined);
        }
        Ok(all)
    }

    /// All joint moves from a state and what comes after them, in the order of the board: the last
    /// role's moves change first.
    pub fn expand(&mut self, state: &State) -> Result<Vec<Successor>, LinkError> {
        let mut found: Vec<Successor> = Vec::new();
        let mut n_vain = 0;
        loop {
            let first = found.len() as u32;
            let order = Order::Expand { slot: 0, state: Some(state.clone()), first };
            self.slots[0].forget();
            let replies = self.link.exchange(&[(0, order)], &self.shape)?;
            let (total, successors) = replies[0].split_last().ok_or(MISSING)?;
            let total = decode_total(total)?;
            let mut more = Vec::with_capacity(successors.len());
            for content in successors {
                more.push(decode_successor(content, &self.shape)?);
            }
            // Some may have been lost on the way, others come twice.
            more.sort_by_key(|successor| successor.number);
            let before = found.len();
            for successor in more {
                if successor.number as usize == found.len() {
                    found.push(successor);
                }
            }
            if found.len() as u32 == total {
                return Ok(found);
            }
            n_vain += u32::from(found.len() == before);
            if n_vain == MAX_VAIN {
                return Err(LinkError::Noise);
            }
        }
    }
}

/// A request that was answered has a reply: only a link that is broken says otherwise.
const MISSING: LinkError = LinkError::Wrong("the number of its replies");

/// The content of the last reply.
fn last(replies: &[Vec<u8>]) -> Result<Vec<u8>, LinkError> {
    replies.last().cloned().ok_or(MISSING)
}
