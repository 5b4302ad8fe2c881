//! A machine and the protocol that it speaks.

use std::time::Duration;

use anyhow::Context;
use stonegate_go::{Color, GameMachine, Move, NotTaken, Refusal, Setup, Source};
use stonegate_players::go_link::{
    described, from_wire, position_hash, refusal_text, settings, to_wire, to_wire_refusal,
};
use stonegate_protocols::go_link::{Action, Endpoint, Event, Proposal, classic};

/// What who sits here wants to do.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Intent {
    Play(Move),
    Resign,
    /// To take back what was played since the last own turn.
    Undo,
    Reset,
    /// To agree to what the other end proposes, or not.
    Answer(bool),
    Leave,
}

#[derive(Debug)]
pub struct Table {
    pub machine: GameMachine,
    link: Link,
    output: Vec<u8>,
    resigned: Option<Color>,
    /// What the other end proposes and waits for.
    pub proposal: Option<Proposal>,
    /// What there was to tell, the last one last.
    pub notes: Vec<String>,
}

#[derive(Debug)]
enum Link {
    Classic,
    Framed(Box<Endpoint>),
}

impl Table {
    pub fn classic(machine: GameMachine) -> Self {
        let mut table = Self::new(machine, Link::Classic);
        table.note("the byte protocol: make sure that the other end has the other color");
        table
    }

    pub fn framed(machine: GameMachine, setup: Setup) -> anyhow::Result<Self> {
        let settings = settings(setup, machine.color()).context("these rules have no number")?;
        Ok(Self::new(machine, Link::Framed(Box::new(Endpoint::new(settings)))))
    }

    fn new(machine: GameMachine, link: Link) -> Self {
        let (output, notes) = (Vec::new(), Vec::new());
        Self { machine, link, output, resigned: None, proposal: None, notes }
    }

    pub const fn is_classic(&self) -> bool {
        matches!(self.link, Link::Classic)
    }

    pub fn is_over(&self) -> bool {
        self.resigned.is_some() || self.machine.game().is_over()
    }

    pub const fn resigned(&self) -> Option<Color> {
        self.resigned
    }

    /// Whether a move can be made here and now.
    pub fn is_ready(&self) -> bool {
        let is_free = match &self.link {
            Link::Classic => true,
            Link::Framed(endpoint) => endpoint.is_connected() && !endpoint.is_open(),
        };
        is_free && !self.is_over() && self.machine.is_my_turn()
    }

    /// Whether the other end still has to answer.
    pub fn needs_answer(&self) -> bool {
        match &self.link {
            Link::Classic => false,
            Link::Framed(endpoint) => endpoint.is_open(),
        }
    }

    /// How long to stay for the other end after the game.
    pub const fn farewell(&self) -> Duration {
        match self.link {
            // The last byte may still be on its way.
            Link::Classic => Duration::from_secs(1),
            Link::Framed(_) => Duration::MAX,
        }
    }

    pub fn hash(&self) -> u32 {
        position_hash(self.machine.game().board(), self.machine.game().to_move())
    }

    pub fn take_output(&mut self) -> Vec<u8> {
        if let Link::Framed(endpoint) = &mut self.link {
            self.output.extend(endpoint.take_output());
        }
        std::mem::take(&mut self.output)
    }

    pub fn tick(&mut self, now: Duration) {
        if let Link::Framed(endpoint) = &mut self.link
            && let Some(event) = endpoint.tick(now)
        {
            self.respond(&event, now);
        }
    }

    /// Takes a byte from the wire.
    pub fn hear(&mut self, byte: u8, now: Duration) {
        match &mut self.link {
            Link::Classic => self.hear_classic(byte),
            Link::Framed(endpoint) => {
                if let Some(event) = endpoint.receive(byte, now) {
                    self.respond(&event, now);
                }
            }
        }
    }

    fn hear_classic(&mut self, byte: u8) {
        let size = self.machine.game().size();
        let action = classic::decode(byte, size.width() as u8);
        let action = action.and_then(|action| from_wire(action, size));
        let Some(action) = action else {
            self.note(&format!("byte {byte:#04x} is no move and was left out: a move may be lost"));
            return;
        };
        match self.machine.enter(Source::Wire, action) {
            Ok(()) => {}
            Err(NotTaken::OutOfTurn) => {
                self.note(&format!("{action} came out of turn and was left out"));
            }
            Err(problem) => {
                self.note(&format!(
                    "the boards differ: the other end played {action}, but {problem}"
                ));
            }
        }
    }

    fn respond(&mut self, event: &Event, now: Duration) {
        match *event {
            Event::Connected => self.note("the other end is there"),
            Event::SettingsDiffer(other) => {
                self.note(&format!("the other end does not fit: {}", described(other)));
            }
            Event::Asked { index, action, .. } => self.judge(index, action, now),
            Event::Accepted { .. } => {}
            Event::Refused { refusal, .. } => {
                self.resigned = None;
                self.machine.undo();
                self.note(&format!("the other end refuses the move: {}", refusal_text(refusal)));
            }
            Event::Contradiction => {
                self.note("the boards differ: agree to begin anew");
            }
            Event::Proposed(proposal) => {
                self.proposal = Some(proposal);
                self.note(match proposal {
                    Proposal::Undo { .. } => "the other end asks to take back; agree?",
                    Proposal::Reset => "the other end asks to begin anew; agree?",
                });
            }
            Event::Agreed(proposal) => self.agree(proposal),
            Event::Declined(_) => self.note("the other end does not agree"),
            Event::Silent => self.note("the other end is silent"),
            Event::Back => self.note("the other end is back"),
        }
    }

    /// Judges a move of the other end, or one of a list of moves after a break.
    fn judge(&mut self, index: usize, action: Action, now: Duration) {
        let is_next = index == self.machine.game().n_moves() && self.resigned.is_none();
        let verdict = match action {
            _ if !is_next => Err(Refusal::GameOver),
            Action::Resign => {
                self.resigned = Some(self.machine.game().to_move());
                Ok(())
            }
            action => match from_wire(action, self.machine.game().size()) {
                None => Err(Refusal::OffBoard),
                Some(action) => self.machine.replay(action),
            },
        };
        let hash = self.hash();
        if let Link::Framed(endpoint) = &mut self.link {
            match verdict {
                Ok(()) => endpoint.accept(hash, now),
                Err(refusal) => endpoint.refuse(to_wire_refusal(refusal)),
            }
        }
    }

    /// Does what who sits here wants.
    pub fn carry_out(&mut self, intent: Intent, now: Duration) {
        match intent {
            Intent::Play(action) => self.play(action, now),
            Intent::Resign => self.resign(now),
            Intent::Undo => self.propose_undo(now),
            Intent::Reset => self.propose(Proposal::Reset, now),
            Intent::Answer(accepts) => {
                self.proposal = None;
                if let Link::Framed(endpoint) = &mut self.link
                    && let Some(event) = endpoint.answer(accepts)
                {
                    self.respond(&event, now);
                }
            }
            Intent::Leave => {}
        }
    }

    fn play(&mut self, action: Move, now: Duration) {
        if !self.is_ready() {
            self.note("it is not your turn");
            return;
        }
        if let Err(problem) = self.machine.enter(Source::Person, action) {
            self.note(&format!("{action}: {problem}"));
            return;
        }
        let hash = self.hash();
        match &mut self.link {
            Link::Classic => {
                let side = self.machine.game().size().width() as u8;
                self.output.extend(classic::encode(to_wire(action), side));
            }
            Link::Framed(endpoint) => {
                if let Err(problem) = endpoint.play(to_wire(action), hash, now) {
                    self.machine.undo();
                    self.note(&problem.to_string());
                }
            }
        }
    }

    fn resign(&mut self, now: Duration) {
        let hash = self.hash();
        match &mut self.link {
            Link::Classic => self.note("the byte protocol has no resignation"),
            Link::Framed(endpoint) if self.machine.is_my_turn() && self.resigned.is_none() => {
                match endpoint.play(Action::Resign, hash, now) {
                    Ok(()) => self.resigned = Some(self.machine.color()),
                    Err(problem) => self.note(&problem.to_string()),
                }
            }
            Link::Framed(_) => self.note("it is not your turn"),
        }
    }

    /// Asks for the own last move back, with the answer to it.
    fn propose_undo(&mut self, now: Duration) {
        let n_moves = self.machine.game().n_moves();
        let n_back = if self.machine.is_my_turn() { 2 } else { 1 };
        match n_moves.checked_sub(n_back) {
            Some(n_left) => self.propose(Proposal::Undo { n_moves: n_left as u16 }, now),
            None => self.note("there is no move to take back"),
        }
    }

    fn propose(&mut self, proposal: Proposal, now: Duration) {
        match &mut self.link {
            Link::Classic => self.note("the byte protocol cannot take back or begin anew"),
            Link::Framed(endpoint) => match endpoint.propose(proposal, now) {
                Ok(()) => self.note("the other end is asked"),
                Err(problem) => self.note(&problem.to_string()),
            },
        }
    }

    fn agree(&mut self, proposal: Proposal) {
        self.resigned = None;
        match proposal {
            Proposal::Reset => self.machine.reset(),
            Proposal::Undo { n_moves } => {
                while self.machine.game().n_moves() > usize::from(n_moves) {
                    self.machine.undo();
                }
            }
        }
        self.note("agreed");
    }

    pub fn note(&mut self, text: &str) {
        self.notes.push(text.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use stonegate_go::{Game, Rules, Size};

    use super::*;

    const NOW: Duration = Duration::ZERO;

    fn machine(color: Color) -> GameMachine {
        GameMachine::new(Game::new(Size::NINE, Rules::FPGA), color)
    }

    fn place(text: &str) -> Intent {
        Intent::Play(text.parse().expect("it is a move"))
    }

    fn last_note(table: &Table) -> &str {
        table.notes.last().map_or("", String::as_str)
    }

    fn hear_all(table: &mut Table, bytes: &[u8]) {
        bytes.iter().copied().for_each(|byte| table.hear(byte, NOW));
    }

    #[test]
    fn classic_moves_are_single_bytes() {
        let mut table = Table::classic(machine(Color::Black));
        table.carry_out(place("E5"), NOW);
        assert_eq!(table.take_output(), [0x44]);
        table.hear(0x00, NOW);
        assert_eq!(table.machine.game().board().at("A9".parse().unwrap()), Some(Color::White));
        table.carry_out(place("pass"), NOW);
        assert_eq!(table.take_output(), [0xff]);
    }

    /// Defects 1, 2, 3 and 5 of the FPGA machine.
    #[test]
    fn classic_bytes_are_judged() {
        let mut table = Table::classic(machine(Color::Black));
        table.hear(0x45, NOW);
        assert!(last_note(&table).contains("out of turn"));
        table.carry_out(place("E5"), NOW);
        for byte in [0x49, 0x94, 0xf0, 0xfe] {
            table.hear(byte, NOW);
            assert!(last_note(&table).contains("no move"), "{byte:#x}");
        }
        table.hear(0x44, NOW);
        assert!(last_note(&table).starts_with("the boards differ"));
        assert_eq!(table.machine.game().n_moves(), 1);
        table.hear(0x45, NOW);
        table.carry_out(place("E5"), NOW);
        assert!(last_note(&table).contains("a stone already"));
        assert_eq!(table.take_output(), [0x44], "a refused move is not sent");
    }

    /// Carries bytes between two tables until there are none.
    fn settle(a: &mut Table, b: &mut Table) {
        loop {
            let (from_a, from_b) = (a.take_output(), b.take_output());
            if from_a.is_empty() && from_b.is_empty() {
                return;
            }
            hear_all(b, &from_a);
            hear_all(a, &from_b);
        }
    }

    fn pair() -> (Table, Table) {
        let setup = Setup::even(Size::NINE, Rules::FPGA);
        let table = |color| Table::framed(machine(color), setup).expect("the rules are known");
        let (mut black, mut white) = (table(Color::Black), table(Color::White));
        black.tick(NOW);
        white.tick(NOW);
        settle(&mut black, &mut white);
        (black, white)
    }

    #[test]
    fn framed_moves_resignations_and_agreements() {
        let (mut black, mut white) = pair();
        black.carry_out(place("E5"), NOW);
        settle(&mut black, &mut white);
        white.carry_out(place("D4"), NOW);
        settle(&mut black, &mut white);
        assert_eq!((black.machine.game().n_moves(), black.hash()), (2, white.hash()));
        black.carry_out(Intent::Undo, NOW);
        settle(&mut black, &mut white);
        assert_eq!(white.proposal, Some(Proposal::Undo { n_moves: 0 }));
        white.carry_out(Intent::Answer(true), NOW);
        settle(&mut black, &mut white);
        assert_eq!((black.machine.game().n_moves(), white.machine.game().n_moves()), (0, 0));
        black.carry_out(Intent::Resign, NOW);
        settle(&mut black, &mut white);
        assert_eq!((white.resigned(), black.resigned()), (Some(Color::Black), Some(Color::Black)));
        white.carry_out(Intent::Reset, NOW);
        settle(&mut black, &mut white);
        black.carry_out(Intent::Answer(true), NOW);
        settle(&mut black, &mut white);
        assert!(!white.is_over() && !black.is_over());
    }

    #[test]
    fn a_machine_that_was_switched_off_catches_up() {
        let (mut black, mut white) = pair();
        for (n, text) in ["E5", "D4", "C3", "F6"].into_iter().enumerate() {
            let table = if n % 2 == 0 { &mut black } else { &mut white };
            table.carry_out(place(text), NOW);
            settle(&mut black, &mut white);
        }
        let setup = Setup::even(Size::NINE, Rules::FPGA);
        let mut again = Table::framed(machine(Color::White), setup).expect("the rules are known");
        again.tick(NOW);
        settle(&mut black, &mut again);
        assert_eq!(again.machine.game().n_moves(), 4);
        assert_eq!(again.hash(), black.hash());
    }

    #[test]
    fn equal_colors_are_noticed() {
        let setup = Setup::even(Size::NINE, Rules::FPGA);
        let table = || Table::framed(machine(Color::Black), setup).expect("the rules are known");
        let (mut one, mut other) = (table(), table());
        one.tick(NOW);
        settle(&mut one, &mut other);
        assert!(last_note(&other).contains("does not fit: it plays Black"));
        assert!(!other.is_ready());
    }
}
