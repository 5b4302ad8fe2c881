//! One end of a framed link.

use std::time::Duration;

use super::frame::{FrameReader, encode_frame};
use super::message::{Action, Message, Proposal, Refusal, Settings};

/// How often something is sent again that was not answered.
const RETRY: Duration = Duration::from_secs(1);

/// How often a sign of life is sent.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// After this long without a sign of life the other end is taken for lost.
const SILENCE: Duration = Duration::from_secs(10);

/// How many moves fit into one message.
const MOVES_PER_MESSAGE: usize = 100;

/// One end of a link: it keeps the moves that both ends agree on.
///
/// The caller gives it the bytes that come in and the time, and sends the bytes that go out.
#[derive(Clone, Debug)]
pub struct Endpoint {
    settings: Settings,
    reader: FrameReader,
    output: Vec<u8>,
    is_connected: bool,
    is_silent: bool,
    epoch: u8,
    /// Moves, and the hashes of the positions behind them.
    moves: Vec<(Action, u32)>,
    /// Whether the last move was made here and is not accepted yet.
    is_open: bool,
    /// The other end's move that the caller has to judge.
    asked: Option<(Action, u32)>,
    /// How many moves the other end has said to have, if it has.
    n_there: Option<usize>,
    /// What this end has proposed, and what the other end has, with its id.
    proposed: Option<Proposal>,
    n_proposed: u8,
    asked_proposal: Option<(u8, Proposal)>,
    /// The last answer given, with epoch and id, in case it was lost.
    answered: Option<(u8, u8, bool)>,
    last_sent: Option<Duration>,
    last_heartbeat: Option<Duration>,
    last_heard: Duration,
}

/// What the caller has to know.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Event {
    /// The other end is there and has fitting settings.
    Connected,
    /// The other end has settings that do not fit.
    SettingsDiffer(Settings),
    /// A move of the other end, or one that both ends knew before a break. The caller judges it
    /// and calls [`Endpoint::accept`] or [`Endpoint::refuse`].
    Asked { index: usize, action: Action, hash: u32 },
    /// The other end has accepted the move.
    Accepted { index: usize },
    /// The other end does not accept the move: it is taken back.
    Refused { index: usize, refusal: Refusal },
    /// The lists of moves contradict each other from some move on.
    Contradiction,
    /// The other end proposes something. The caller calls [`Endpoint::answer`].
    Proposed(Proposal),
    /// The proposal is agreed on and takes effect here.
    Agreed(Proposal),
    /// The other end does not agree.
    Declined(Proposal),
    /// Nothing was heard for long.
    Silent,
    /// The other end is heard again.
    Back,
}

/// The action is not possible at the moment.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("the other end has not answered yet")]
pub struct NotNow;

impl Endpoint {
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            reader: FrameReader::default(),
            output: Vec::new(),
            is_connected: false,
            is_silent: false,
            epoch: 0,
            moves: Vec::new(),
            is_open: false,
            asked: None,
            n_there: None,
            proposed: None,
            n_proposed: 0,
            asked_proposal: None,
            answered: None,
            last_sent: None,
            last_heartbeat: None,
            last_heard: Duration::ZERO,
        }
    }

    /// Takes up a game that was broken off.
    #[must_use]
    pub fn with_moves(mut self, epoch: u8, moves: Vec<(Action, u32)>) -> Self {
        self.epoch = epoch;
        self.moves = moves;
        self
    }

    pub const fn is_connected(&self) -> bool {
        self.is_connected
    }

    /// Whether a move of this end is on its way.
    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    /// Whether the other end has told how many moves it has, and we know all of them.
    pub fn has_caught_up(&self) -> bool {
        self.is_connected && self.n_there.is_some_and(|n_there| self.moves.len() >= n_there)
    }

    /// Whether something has to be answered before the next move or proposal, at one end or the
    /// other.
    pub const fn is_waiting(&self) -> bool {
        self.is_open || self.asked.is_some() || self.proposed.is_some()
    }

    pub const fn epoch(&self) -> u8 {
        self.epoch
    }

    /// The moves so far with the hashes of the positions behind them.
    pub fn moves(&self) -> &[(Action, u32)] {
        &self.moves
    }

    /// What is to be sent.
    pub fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    /// Makes a move of this end. The caller has found it legal.
    pub fn play(&mut self, action: Action, hash: u32, now: Duration) -> Result<(), NotNow> {
        let is_free = self.is_connected && !self.is_open && self.asked.is_none();
        if !is_free || self.proposed.is_some() || self.moves.len() >= usize::from(u16::MAX) {
            return Err(NotNow);
        }
        self.moves.push((action, hash));
        self.is_open = true;
        self.send_open(now);
        Ok(())
    }

    /// Accepts the move that was asked about, with the hash of the position behind it.
    pub fn accept(&mut self, hash: u32, now: Duration) {
        let Some((action, expected)) = self.asked else { return };
        if hash != expected {
            self.refuse(Refusal::PositionsDiffer);
            return;
        }
        self.asked = None;
        self.moves.push((action, hash));
        self.send_accept(self.moves.len() - 1, hash);
        self.last_heard = now;
        if self.n_there.is_some_and(|n_there| self.moves.len() < n_there) {
            self.send_recall();
        }
    }

    /// Refuses the move that was asked about.
    pub fn refuse(&mut self, refusal: Refusal) {
        if let Some((_, hash)) = self.asked.take() {
            let index = self.moves.len() as u16;
            self.send(&Message::Refuse { epoch: self.epoch, index, hash, refusal });
        }
    }

    /// Proposes something to the other end.
    pub fn propose(&mut self, proposal: Proposal, now: Duration) -> Result<(), NotNow> {
        if !self.is_connected || self.is_open || self.asked.is_some() || self.proposed.is_some() {
            return Err(NotNow);
        }
        self.proposed = Some(proposal);
        self.n_proposed = self.n_proposed.wrapping_add(1);
        self.send_open(now);
        Ok(())
    }

    /// Answers what the other end proposes. If both agree, it takes effect here: see the result.
    pub fn answer(&mut self, accepts: bool) -> Option<Event> {
        let (id, proposal) = self.asked_proposal.take()?;
        self.answered = Some((self.epoch, id, accepts));
        self.send(&Message::Answer { epoch: self.epoch, id, accepts });
        accepts.then(|| self.agree(proposal))
    }

    /// Sends what is due.
    pub fn tick(&mut self, now: Duration) -> Option<Event> {
        let is_due = |last: Option<Duration>, interval| {
            last.is_none_or(|last| now.saturating_sub(last) >= interval)
        };
        if self.is_connected {
            if is_due(self.last_heartbeat, HEARTBEAT) {
                self.last_heartbeat = Some(now);
                self.send_heartbeat();
            }
            if (self.is_open || self.proposed.is_some()) && is_due(self.last_sent, RETRY) {
                self.send_open(now);
            }
        } else if is_due(self.last_heartbeat, RETRY) {
            self.last_heartbeat = Some(now);
            self.send_hello();
        }
        let is_silent = self.is_connected && now.saturating_sub(self.last_heard) >= SILENCE;
        let fell_silent = is_silent && !self.is_silent;
        self.is_silent |= is_silent;
        fell_silent.then_some(Event::Silent)
    }

    /// Takes a byte from the wire.
    pub fn receive(&mut self, byte: u8, now: Duration) -> Option<Event> {
        let content = self.reader.push(byte)?;
        let message = Message::decode(&content)?;
        self.last_heard = now;
        let was_silent = std::mem::take(&mut self.is_silent);
        let event = self.answer_to(message, now);
        event.or_else(|| was_silent.then_some(Event::Back))
    }

    fn answer_to(&mut self, message: Message, now: Duration) -> Option<Event> {
        if let Message::Hello { settings, knows_you } = message {
            return self.meet(settings, knows_you);
        }
        if !self.is_connected {
            return None;
        }
        match message {
            Message::Heartbeat { epoch, n_moves, hash } => {
                self.compare(epoch, usize::from(n_moves), hash)
            }
            Message::Move { epoch, index, action, hash } if epoch == self.epoch => {
                self.hear_move(usize::from(index), action, hash)
            }
            Message::Accept { epoch, index, hash } if epoch == self.epoch => {
                self.close(usize::from(index), hash)
            }
            Message::Refuse { epoch, index, hash, refusal } if epoch == self.epoch => {
                self.take_back(usize::from(index), hash, refusal)
            }
            Message::Recall { epoch, from } if epoch == self.epoch => {
                self.send_moves(usize::from(from));
                None
            }
            Message::Moves { epoch, from, moves } if epoch == self.epoch => {
                self.catch_up(usize::from(from), &moves)
            }
            Message::Propose { epoch, id, proposal } => self.hear_proposal(epoch, id, proposal),
            Message::Answer { epoch, id, accepts }
                if epoch == self.epoch && id == self.n_proposed =>
            {
                let proposal = self.proposed.take()?;
                self.last_sent = Some(now);
                Some(if accepts { self.agree(proposal) } else { Event::Declined(proposal) })
            }
            _ => None,
        }
    }

    fn meet(&mut self, settings: Settings, knows_us: bool) -> Option<Event> {
        if !self.settings.fits(&settings) {
            return Some(Event::SettingsDiffer(settings));
        }
        let is_first = !self.is_connected;
        self.is_connected = true;
        if !knows_us {
            self.send_hello();
        }
        self.send_heartbeat();
        is_first.then_some(Event::Connected)
    }

    /// Looks whether the other end has the same moves.
    fn compare(&mut self, epoch: u8, n_moves: usize, hash: u32) -> Option<Event> {
        // After a restart an end without moves takes over the epoch of the other.
        if self.moves.is_empty() && epoch != self.epoch && self.proposed.is_none() {
            self.epoch = epoch;
        }
        if epoch != self.epoch || self.asked.is_some() {
            return None;
        }
        self.n_there = Some(n_moves);
        if n_moves > self.moves.len() {
            self.send_recall();
            return None;
        }
        if n_moves == self.moves.len() && self.is_open && self.hash() == hash {
            return self.close(n_moves - 1, hash);
        }
        let ours = n_moves.checked_sub(1).map_or(0, |last| self.moves[last].1);
        (ours != hash).then_some(Event::Contradiction)
    }

    fn hear_move(&mut self, index: usize, action: Action, hash: u32) -> Option<Event> {
        if let Some(&known) = self.moves.get(index) {
            if known == (action, hash) {
                self.send_accept(index, hash);
                return None;
            }
            let (index, refusal) = (index as u16, Refusal::PositionsDiffer);
            self.send(&Message::Refuse { epoch: self.epoch, index, hash, refusal });
            return Some(Event::Contradiction);
        }
        if index > self.moves.len() {
            self.send_recall();
            return None;
        }
        if self.asked.is_some() {
            return None;
        }
        // Who answers our move has accepted it.
        self.is_open = false;
        self.asked = Some((action, hash));
        Some(Event::Asked { index, action, hash })
    }

    fn close(&mut self, index: usize, hash: u32) -> Option<Event> {
        let is_last = self.is_open && index + 1 == self.moves.len() && hash == self.hash();
        if is_last {
            self.is_open = false;
        }
        is_last.then_some(Event::Accepted { index })
    }

    fn take_back(&mut self, index: usize, hash: u32, refusal: Refusal) -> Option<Event> {
        let is_last = self.is_open && index + 1 == self.moves.len() && hash == self.hash();
        if is_last {
            self.is_open = false;
            self.moves.pop();
        }
        is_last.then_some(Event::Refused { index, refusal })
    }

    /// Takes the first move over that is not known here; accepting it asks for the next.
    fn catch_up(&mut self, from: usize, moves: &[(Action, u32)]) -> Option<Event> {
        let index = self.moves.len();
        let &(action, hash) = index.checked_sub(from).and_then(|skipped| moves.get(skipped))?;
        self.hear_move(index, action, hash)
    }

    fn hear_proposal(&mut self, epoch: u8, id: u8, proposal: Proposal) -> Option<Event> {
        if let Some((answered, answered_id, accepts)) = self.answered
            && (answered, answered_id) == (epoch, id)
        {
            self.send(&Message::Answer { epoch, id, accepts });
            return None;
        }
        let is_possible = match proposal {
            Proposal::Undo { n_moves } => usize::from(n_moves) <= self.moves.len(),
            Proposal::Reset => true,
        };
        let is_free = self.asked_proposal.is_none() && self.proposed.is_none();
        if epoch != self.epoch || !is_possible || !is_free {
            return None;
        }
        self.is_open = false;
        self.asked_proposal = Some((id, proposal));
        Some(Event::Proposed(proposal))
    }

    fn agree(&mut self, proposal: Proposal) -> Event {
        self.epoch = self.epoch.wrapping_add(1);
        self.n_there = Some(0);
        self.is_open = false;
        self.asked = None;
        match proposal {
            Proposal::Undo { n_moves } => self.moves.truncate(usize::from(n_moves)),
            Proposal::Reset => self.moves.clear(),
        }
        Event::Agreed(proposal)
    }

    fn hash(&self) -> u32 {
        self.moves.last().map_or(0, |&(_, hash)| hash)
    }

    /// Sends what waits for an answer.
    fn send_open(&mut self, now: Duration) {
        self.last_sent = Some(now);
        let epoch = self.epoch;
        if let Some(proposal) = self.proposed {
            self.send(&Message::Propose { epoch, id: self.n_proposed, proposal });
        } else if let Some(&(action, hash)) = self.moves.last() {
            let index = (self.moves.len() - 1) as u16;
            self.send(&Message::Move { epoch, index, action, hash });
        }
    }

    fn send_accept(&mut self, index: usize, hash: u32) {
        self.send(&Message::Accept { epoch: self.epoch, index: index as u16, hash });
    }

    /// Asks for the moves that are missing here.
    fn send_recall(&mut self) {
        self.send(&Message::Recall { epoch: self.epoch, from: self.moves.len() as u16 });
    }

    fn send_hello(&mut self) {
        let (settings, knows_you) = (self.settings, self.is_connected);
        self.send(&Message::Hello { settings, knows_you });
    }

    fn send_heartbeat(&mut self) {
        let (epoch, n_moves, hash) = (self.epoch, self.moves.len() as u16, self.hash());
        self.send(&Message::Heartbeat { epoch, n_moves, hash });
    }

    fn send_moves(&mut self, from: usize) {
        let moves = self.moves.iter().skip(from).take(MOVES_PER_MESSAGE).copied().collect();
        self.send(&Message::Moves { epoch: self.epoch, from: from as u16, moves });
    }

    fn send(&mut self, message: &Message) {
        self.output.extend(encode_frame(&message.encode()));
    }
}
