//! What happens at a table, and what is to be done about it.

use serde::{Deserialize, Serialize};
use stonegate_gdl::RoleId;

use crate::message::{Command, Refusal, Reply};
use crate::people::Guest;
use crate::stored::{StoredMove, StoredStatus};

/// One of those who speak to a table, by a number that the driver has chosen.
pub type Page = u64;

/// A question to an engine, by its number.
pub type QuestionId = u64;

/// Something that happens at a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// Somebody wants something. It may have had to wait since it came.
    Command { guest: Guest, page: Page, command: Command, came: f64 },
    /// An engine has thought, or there is a reason why it has no answer.
    Answer { question: QuestionId, answer: Result<Answer, String> },
    /// The driver has nobody who could think about this.
    Declined { question: QuestionId, refusal: Refusal },
    /// The game can be played on something better.
    Improved,
    /// Somebody has come to look.
    Came(Guest),
    /// Somebody has left.
    Left,
    /// The table goes on, as it has asked for.
    GoOn,
    /// What had to wait for the store is stored.
    Stored,
}

/// The circumstances in which something happens.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Circumstances {
    /// The time, in seconds since some moment that the driver has chosen.
    pub now: f64,
    /// Whether somebody looks at the table. Engines play for those alone.
    pub is_watched: bool,
    /// Whether what changes can be stored. If not, nothing that happens can be shown: engines wait
    /// and no time passes.
    pub is_storing: bool,
}

/// Something to be done, in the order in which it is said.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Have an engine think.
    Think(Question),
    /// Nobody wants the answer to a question any more.
    Cancel(QuestionId),
    /// What an engine thinks about a hidden question may be seen from here on.
    Reveal(QuestionId),
    /// Tell one page alone.
    Tell { page: Page, reply: Reply },
    /// Tell everybody that something is wrong.
    Complain(Refusal),
    /// Store what has changed, and show the table when it is stored: keep the first `keep` moves,
    /// add the others, replace the status.
    Publish { keep: usize, moves: Vec<StoredMove>, status: StoredStatus },
    /// Come back with [`Event::GoOn`], after others who want to be dealt with: there may be moves
    /// that nobody has to think about.
    GoOn,
}

/// A question about a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    pub id: QuestionId,
    /// The joint moves that lead to the position; none in a game with hidden information.
    pub line: Vec<Vec<String>>,
    /// In a game with hidden information, all that the role was told.
    pub sights: Option<Vec<Sight>>,
    pub role: RoleId,
    pub aim: Aim,
    /// The description of who is asked; nobody in particular for hints and analyses.
    pub player: Option<String>,
    pub seconds: f64,
    /// Whether nobody may see what the engine thinks until it is revealed.
    pub is_hidden: bool,
}

/// What a role was told of a turn: its own move and what it perceived.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sight {
    pub action: String,
    pub percepts: Vec<String>,
}

/// What thoughts are for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    Move,
    Hint,
    Analysis,
}

/// What came of a question.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    pub action: String,
    /// What the move is worth to the role.
    pub value: Option<f64>,
    /// What the position is worth to each role.
    pub values: Option<Vec<f64>>,
}
