//! What somebody says to a table, and what the table says to one of them alone.

use serde::{Deserialize, Serialize};

use crate::view::PositionView;

/// What somebody at a table wants.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Command {
    /// Makes a move in the position with this number.
    Move {
        ply: usize,
        role: String,
        #[serde(rename = "move")]
        action: String,
    },
    Undo,
    Hint {
        role: String,
    },
    Resign {
        role: String,
    },
    /// Ends the game as a draw.
    Draw,
    /// Puts somebody else on a seat.
    Seat {
        role: String,
        #[serde(flatten)]
        seat: SeatRequest,
    },
    /// Moves everybody one seat on.
    Swap,
    /// Says what somebody wants to be called; nothing takes it back.
    Name {
        name: String,
    },
    /// Allows hints and analyses between people, or forbids them.
    Help {
        on: bool,
    },
    /// Accepts what somebody else has asked for.
    Accept {
        #[serde(rename = "wish")]
        request: u64,
    },
    /// Declines it, or takes one's own request back.
    Decline {
        #[serde(rename = "wish")]
        request: u64,
    },
    Pause {
        paused: bool,
    },
    /// Marks the chain of a stone as dead, or takes the mark back.
    Mark {
        stone: String,
    },
    /// Marks what the machine takes for dead.
    Propose,
    /// Agrees to the count.
    Agree {
        role: String,
    },
    /// Plays on instead of counting.
    Resume,
    /// Asks for a past position.
    Position {
        ply: usize,
    },
    /// Thinks about any position; no seconds end it.
    Analyze {
        ply: usize,
        seconds: f64,
    },
    /// Somebody's clock has run out, as far as the page can see.
    Time,
    Ping,
}

/// Who is to sit on a seat.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct SeatRequest {
    pub player: String,
    pub seconds: Option<f64>,
}

/// What one who has asked is told alone.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Reply {
    Position {
        position: Box<PositionView>,
    },
    Hint {
        ply: usize,
        role: String,
        #[serde(rename = "move")]
        action: String,
        value: Option<f64>,
    },
    Error(Refusal),
    /// Why nothing is stored at present, or that everything is again.
    Store {
        problem: Option<String>,
    },
    Pong,
}

/// Why a command was not followed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    pub code: &'static str,
    pub message: String,
}

impl Refusal {
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

impl Command {
    /// Reads a message.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        serde_json::from_str(text)
            .map_err(|error| Refusal::new("bad-message", format!("this is no message: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read() {
        let check = |text: &str, expected: Command| {
            assert_eq!(Command::parse(text), Ok(expected), "{text}");
        };
        check(
            r#"{"type": "move", "ply": 7, "role": "red", "move": "(drop 4)"}"#,
            Command::Move { ply: 7, role: "red".to_owned(), action: "(drop 4)".to_owned() },
        );
        check(r#"{"type": "undo"}"#, Command::Undo);
        check(r#"{"type": "draw"}"#, Command::Draw);
        let stone = "D4".to_owned();
        check(r#"{"type": "mark", "stone": "D4"}"#, Command::Mark { stone });
        check(r#"{"type": "agree", "role": "red"}"#, Command::Agree { role: "red".to_owned() });
        check(
            r#"{"type": "seat", "role": "red", "player": "mcts", "seconds": 2.0}"#,
            Command::Seat {
                role: "red".to_owned(),
                seat: SeatRequest { player: "mcts".to_owned(), seconds: Some(2.0) },
            },
        );
        check(r#"{"type": "pause", "paused": true}"#, Command::Pause { paused: true });
        check(r#"{"type": "help", "on": true}"#, Command::Help { on: true });
        check(r#"{"type": "accept", "wish": 3}"#, Command::Accept { request: 3 });
        check(
            r#"{"type": "analyze", "ply": 3, "seconds": 10}"#,
            Command::Analyze { ply: 3, seconds: 10.0 },
        );
    }

    #[test]
    fn what_is_no_message_is_refused() {
        for text in ["", "[]", "7", r#"{"type": "dance"}"#, r#"{"type": "move", "ply": -1}"#] {
            let refusal = Command::parse(text).expect_err("it is no message");
            assert_eq!(refusal.code, "bad-message", "{text}");
        }
    }

    #[test]
    fn answers_have_a_type() {
        let error = Reply::Error(Refusal::new("illegal-move", "no"));
        let json = serde_json::to_value(error).expect("it is JSON");
        let expected =
            serde_json::json!({ "type": "error", "code": "illegal-move", "message": "no" });
        assert_eq!(json, expected);
    }
}
