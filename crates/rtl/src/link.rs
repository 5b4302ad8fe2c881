//! The host's end of the serial line: requests out, replies in, whatever the line does to them.
//!
//! Every request carries a tag that its replies repeat. What is not answered is asked again, under
//! another tag; so a late reply is not taken for that to another request. All requests may be asked
//! twice without harm.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};

use crate::protocol::{BadReply, Deframer, Order, Reply, Status, frame};
use crate::shape::Shape;

/// How many requests a unit may have at a time: one that it works on, one that waits.
const WINDOW: usize = 2;

/// A line that damages a request so often is of no use.
const MAX_REPETITIONS: u32 = 50;

/// A line to a board.
///
/// Reading gives what has arrived, or fails with [`ErrorKind::TimedOut`] when nothing has for as
/// long as a board may take; the end of the stream means that the board is gone.
#[derive(Debug)]
pub struct Link<T> {
    line: T,
    deframer: Deframer,
    next_tag: u8,
    /// How many silences in a row are one too many.
    patience: u32,
    statistics: Statistics,
}

/// What happened on a line.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug)]
pub struct Statistics {
    pub requests: u64,
    /// Requests that were made again.
    pub repeated: u64,
    /// Frames from the board that arrived damaged.
    pub damaged: u64,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    #[error("the board cannot be reached: {0}")]
    Line(io::Error),
    /// The board is silent.
    #[error("the board does not answer")]
    NoAnswer,
    /// Hardly anything comes through undamaged.
    #[error("the line to the board damages nearly everything")]
    Noise,
    /// The board answers that it cannot do what is asked.
    #[error("the board refuses: {0}")]
    Refused(Status),
    #[error("{0}")]
    BadReply(BadReply),
    /// Another version of the protocol.
    #[error("the board speaks version {0} of the protocol, which is unknown")]
    Version(u8),
    /// Another game, or the same with its parts in another order.
    #[error("the board was made for another game, or by another version: make it again")]
    WrongGame,
    /// What the board says cannot be: it was compared with the rules.
    #[error("the board is wrong about {0}")]
    Wrong(&'static str),
}

/// What comes from the line.
enum Event {
    Reply(Reply),
    /// A message that cannot be read.
    Damaged,
    Silence,
}

/// A request that is not answered yet.
struct Outstanding {
    tag: u8,
    order: usize,
    tries: u32,
}

impl<T: Read + Write> Link<T> {
    /// The line is given up after so many silences in a row.
    pub fn new(line: T, patience: u32) -> Self {
        let statistics = Statistics::default();
        Self { line, deframer: Deframer::default(), next_tag: 1, patience, statistics }
    }

    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Makes all requests, and gives the contents of the replies to each of them, in their order.
    /// Only some requests have several.
    pub fn exchange(
        &mut self,
        orders: &[(u8, Order)],
        shape: &Shape,
    ) -> Result<Vec<Vec<Vec<u8>>>, LinkError> {
        let mut replies: Vec<Vec<Vec<u8>>> = vec![Vec::new(); orders.len()];
        let mut waiting: VecDeque<(usize, u32)> = (0..orders.len()).map(|n| (n, 0)).collect();
        let mut outstanding: Vec<Outstanding> = Vec::new();
        let mut silences = 0;
        while !waiting.is_empty() || !outstanding.is_empty() {
            self.send_some(orders, shape, &mut waiting, &mut outstanding)?;
            let reply = match self.receive()? {
                Event::Reply(reply) => reply,
                event => {
                    // Nobody knows what was on its way: it is asked for again.
                    silences += u32::from(matches!(event, Event::Silence));
                    if silences >= self.patience {
                        return Err(LinkError::NoAnswer);
                    }
                    let lost = outstanding.drain(..);
                    waiting.extend(lost.map(|lost| (lost.order, lost.tries)));
                    continue;
                }
            };
            silences = 0;
            let Some(at) = outstanding.iter().position(|request| request.tag == reply.tag) else {
                continue;
            };
            match reply.status {
                Status::More => replies[outstanding[at].order].push(reply.content),
                Status::Ok => {
                    let request = outstanding.swap_remove(at);
                    replies[request.order].push(reply.content);
                }
                Status::Busy => {
                    let request = outstanding.swap_remove(at);
                    waiting.push_back((request.order, request.tries));
                }
                status => return Err(LinkError::Refused(status)),
            }
        }
        Ok(replies)
    }

    /// Sends requests to the units that have room for them.
    fn send_some(
        &mut self,
        orders: &[(u8, Order)],
        shape: &Shape,
        waiting: &mut VecDeque<(usize, u32)>,
        outstanding: &mut Vec<Outstanding>,
    ) -> Result<(), LinkError> {
        for _ in 0..waiting.len() {
            let Some((number, tries)) = waiting.pop_front() else { break };
            let (unit, order) = &orders[number];
            let of_unit = outstanding.iter().filter(|request| orders[request.order].0 == *unit);
            if of_unit.count() >= WINDOW {
                waiting.push_back((number, tries));
                continue;
            }
            if tries >= MAX_REPETITIONS {
                return Err(LinkError::Noise);
            }
            let tag = self.next_tag;
            self.next_tag = self.next_tag.checked_add(1).unwrap_or(1);
            self.statistics.requests += 1;
            self.statistics.repeated += u64::from(tries > 0);
            let message = order.encode(tag, *unit, shape);
            self.line.write_all(&frame(&message)).map_err(LinkError::Line)?;
            outstanding.push(Outstanding { tag, order: number, tries: tries + 1 });
        }
        self.line.flush().map_err(LinkError::Line)
    }

    /// Waits for something to happen on the line.
    fn receive(&mut self) -> Result<Event, LinkError> {
        let mut byte = [0];
        loop {
            match self.line.read(&mut byte) {
                Ok(0) => return Err(LinkError::Line(ErrorKind::UnexpectedEof.into())),
                Ok(_) => match self.deframer.push(byte[0]) {
                    None => {}
                    Some(Err(_)) => {
                        self.statistics.damaged += 1;
                        return Ok(Event::Damaged);
                    }
                    Some(Ok(message)) => {
                        let reply = Reply::decode(&message)?;
                        let is_damaged = reply.status == Status::BadFrame;
                        return Ok(if is_damaged { Event::Damaged } else { Event::Reply(reply) });
                    }
                },
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error)
                    if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock) =>
                {
                    return Ok(Event::Silence);
                }
                Err(error) => return Err(LinkError::Line(error)),
            }
        }
    }
}

impl From<BadReply> for LinkError {
    fn from(error: BadReply) -> Self {
        Self::BadReply(error)
    }
}
