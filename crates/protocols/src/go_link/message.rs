//! What the ends of a framed link say to each other.

/// The version of the protocol.
pub(super) const VERSION: u8 = 1;

/// Who begins, and who does not.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Side {
    Black,
    White,
}

/// What both ends have to agree on, but for the side.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Settings {
    pub width: u8,
    pub height: u8,
    /// The number of the rules; both ends know what it stands for.
    pub rules: u8,
    /// In half points.
    pub komi: i16,
    /// Which player sits at this end.
    pub side: Side,
}

impl Settings {
    /// Whether two ends can play with each other.
    pub fn fits(&self, other: &Self) -> bool {
        self.side != other.side && Self { side: other.side, ..*self } == *other
    }
}

/// A turn. Columns and rows are counted from 0 at the lower left.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    Place { column: u8, row: u8 },
    Pass,
    Resign,
}

/// Why a move was not accepted.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Refusal {
    /// The positions of both ends are not the same.
    PositionsDiffer,
    OutOfTurn,
    GameOver,
    OffBoard,
    Occupied,
    Ko,
    Suicide,
}

/// What takes effect only if the other end agrees.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Proposal {
    /// To take moves back, so that so many are left.
    Undo { n_moves: u16 },
    /// To begin anew.
    Reset,
}

/// A message. `epoch` counts the proposals that were agreed on: a message of another epoch is
/// about moves that are no more.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Message {
    /// `knows_you` tells whether the sender has heard the receiver's own hello.
    Hello {
        settings: Settings,
        knows_you: bool,
    },
    /// Sent now and then, so that a break and a difference are noticed.
    Heartbeat {
        epoch: u8,
        n_moves: u16,
        hash: u32,
    },
    Move {
        epoch: u8,
        index: u16,
        action: Action,
        hash: u32,
    },
    /// Answers the move with this index and hash.
    Accept {
        epoch: u8,
        index: u16,
        hash: u32,
    },
    Refuse {
        epoch: u8,
        index: u16,
        hash: u32,
        refusal: Refusal,
    },
    /// Asks for the moves from here on.
    Recall {
        epoch: u8,
        from: u16,
    },
    /// Moves in a row, each with the hash of the position behind it.
    Moves {
        epoch: u8,
        from: u16,
        moves: Vec<(Action, u32)>,
    },
    /// `id` tells proposals of one epoch apart.
    Propose {
        epoch: u8,
        id: u8,
        proposal: Proposal,
    },
    Answer {
        epoch: u8,
        id: u8,
        accepts: bool,
    },
}

const PASS: u16 = 0xffff;
const RESIGN: u16 = 0xfffe;

/// All refusals, in the order of their numbers on the wire.
const REFUSALS: [Refusal; 7] = [
    Refusal::OffBoard,
    Refusal::Occupied,
    Refusal::Ko,
    Refusal::Suicide,
    Refusal::GameOver,
    Refusal::OutOfTurn,
    Refusal::PositionsDiffer,
];

impl Message {
    /// The content of the frame: the kind, then the fields, numbers with the lowest byte first.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self {
            Self::Hello { settings, knows_you } => {
                bytes.extend([b'H', VERSION, settings.width, settings.height, settings.rules]);
                bytes.extend(settings.komi.to_le_bytes());
                bytes.push(u8::from(settings.side == Side::White));
                bytes.push(u8::from(*knows_you));
            }
            Self::Heartbeat { epoch, n_moves, hash } => {
                bytes.extend([b'B', *epoch]);
                bytes.extend(n_moves.to_le_bytes());
                bytes.extend(hash.to_le_bytes());
            }
            Self::Move { epoch, index, action, hash } => {
                bytes.extend([b'M', *epoch]);
                bytes.extend(index.to_le_bytes());
                bytes.extend(encode_action(*action, *hash));
            }
            Self::Accept { epoch, index, hash } => {
                bytes.extend([b'A', *epoch]);
                bytes.extend(index.to_le_bytes());
                bytes.extend(hash.to_le_bytes());
            }
            Self::Refuse { epoch, index, hash, refusal } => {
                bytes.extend([b'R', *epoch]);
                bytes.extend(index.to_le_bytes());
                bytes.extend(hash.to_le_bytes());
                let number = REFUSALS.iter().position(|other| other == refusal);
                bytes.push(number.expect("the table has all refusals") as u8);
            }
            Self::Recall { epoch, from } => {
                bytes.extend([b'C', *epoch]);
                bytes.extend(from.to_le_bytes());
            }
            Self::Moves { epoch, from, moves } => {
                bytes.extend([b'L', *epoch]);
                bytes.extend(from.to_le_bytes());
                bytes.extend(moves.iter().flat_map(|&(action, hash)| encode_action(action, hash)));
            }
            Self::Propose { epoch, id, proposal } => {
                let n_moves = match proposal {
                    Proposal::Undo { n_moves } => *n_moves,
                    Proposal::Reset => PASS,
                };
                bytes.extend([b'P', *epoch, *id]);
                bytes.extend(n_moves.to_le_bytes());
            }
            Self::Answer { epoch, id, accepts } => {
                bytes.extend([b'Y', *epoch, *id, u8::from(*accepts)]);
            }
        }
        bytes
    }

    /// `None` if the content is no message of this version.
    pub fn decode(content: &[u8]) -> Option<Self> {
        let (&kind, rest) = content.split_first()?;
        let mut fields = Fields(rest);
        let message = match kind {
            b'H' => Self::Hello { settings: fields.settings()?, knows_you: fields.u8()? != 0 },
            b'B' => {
                Self::Heartbeat { epoch: fields.u8()?, n_moves: fields.u16()?, hash: fields.u32()? }
            }
            b'M' => {
                let (epoch, index) = (fields.u8()?, fields.u16()?);
                let (action, hash) = fields.action()?;
                Self::Move { epoch, index, action, hash }
            }
            b'A' => Self::Accept { epoch: fields.u8()?, index: fields.u16()?, hash: fields.u32()? },
            b'R' => {
                let (epoch, index, hash) = (fields.u8()?, fields.u16()?, fields.u32()?);
                let refusal = *REFUSALS.get(usize::from(fields.u8()?))?;
                Self::Refuse { epoch, index, hash, refusal }
            }
            b'C' => Self::Recall { epoch: fields.u8()?, from: fields.u16()? },
            b'L' => {
                let (epoch, from) = (fields.u8()?, fields.u16()?);
                let mut moves = Vec::new();
                while !fields.0.is_empty() {
                    moves.push(fields.action()?);
                }
                Self::Moves { epoch, from, moves }
            }
            b'P' => {
                let (epoch, id, n_moves) = (fields.u8()?, fields.u8()?, fields.u16()?);
                let proposal =
                    if n_moves == PASS { Proposal::Reset } else { Proposal::Undo { n_moves } };
                Self::Propose { epoch, id, proposal }
            }
            b'Y' => {
                Self::Answer { epoch: fields.u8()?, id: fields.u8()?, accepts: fields.u8()? != 0 }
            }
            _ => return None,
        };
        fields.0.is_empty().then_some(message)
    }
}

fn encode_action(action: Action, hash: u32) -> [u8; 6] {
    let code = match action {
        Action::Pass => PASS,
        Action::Resign => RESIGN,
        Action::Place { column, row } => u16::from_le_bytes([column, row]),
    };
    let ([a, b], [c, d, e, f]) = (code.to_le_bytes(), hash.to_le_bytes());
    [a, b, c, d, e, f]
}

/// What is left to read.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn u8(&mut self) -> Option<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn action(&mut self) -> Option<(Action, u32)> {
        let action = match self.u16()? {
            PASS => Action::Pass,
            RESIGN => Action::Resign,
            code => {
                let [column, row] = code.to_le_bytes();
                Action::Place { column, row }
            }
        };
        Some((action, self.u32()?))
    }

    fn settings(&mut self) -> Option<Settings> {
        let [version, width, height, rules] = self.take()?;
        let komi = self.take().map(i16::from_le_bytes)?;
        let side = match self.u8()? {
            0 => Side::Black,
            1 => Side::White,
            _ => return None,
        };
        (version == VERSION).then_some(Settings { width, height, rules, komi, side })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_back() {
        let settings = Settings { width: 9, height: 7, rules: 2, komi: -13, side: Side::White };
        let place = Action::Place { column: 3, row: 18 };
        let mut messages = vec![
            Message::Hello { settings, knows_you: true },
            Message::Heartbeat { epoch: 3, n_moves: 300, hash: 0xdead_beef },
            Message::Accept { epoch: 0, index: 258, hash: 9 },
            Message::Recall { epoch: 1, from: 0 },
            Message::Moves { epoch: 0, from: 4, moves: vec![(place, 1), (Action::Pass, 2)] },
            Message::Moves { epoch: 0, from: 4, moves: Vec::new() },
            Message::Propose { epoch: 255, id: 1, proposal: Proposal::Undo { n_moves: 3 } },
            Message::Propose { epoch: 0, id: 2, proposal: Proposal::Reset },
            Message::Answer { epoch: 9, id: 3, accepts: true },
        ];
        for action in [place, Action::Pass, Action::Resign] {
            messages.push(Message::Move { epoch: 1, index: 2, action, hash: 7 });
        }
        for refusal in REFUSALS {
            messages.push(Message::Refuse { epoch: 1, index: 2, hash: 3, refusal });
        }
        for message in messages {
            let bytes = message.encode();
            assert_eq!(Message::decode(&bytes), Some(message.clone()), "{message:?}");
            assert_eq!(Message::decode(&bytes[..bytes.len() - 1]), None, "{message:?}");
        }
    }

    #[test]
    fn no_messages() {
        let hello = b"H\x02\x09\x09\x00\x00\x00\x00\x00";
        for bytes in [
            &b""[..],
            b"?",
            b"A",
            b"A\x00\x00\x00\x00",
            b"R\x00\x00\x00\x00\x00\x00\x00\x63",
            hello,
        ] {
            assert_eq!(Message::decode(bytes), None, "{bytes:?}");
        }
    }
}
