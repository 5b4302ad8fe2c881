//! What the workers, the page and the browser's storage say to each other.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stonegate_tables::{Aim, Refusal, Sight, StoredTable};

use crate::stored::StoredSheet;

/// What an arena is told.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToArena {
    /// What the browser has kept, and the cards of the built-in games. It is the first message.
    Start {
        tables: Vec<Value>,
        sheets: Vec<Value>,
        cards: Vec<Value>,
        /// How many thinkers there are.
        thinkers: usize,
    },
    /// The page asks, as it would ask a server.
    Request {
        id: u64,
        method: String,
        path: String,
        body: Option<Value>,
    },
    /// The page opens a socket, says something there, and closes it.
    Open {
        socket: u64,
        path: String,
    },
    Message {
        socket: u64,
        text: String,
    },
    Close {
        socket: u64,
    },
    Machine(CompiledGame),
    Thoughts(Interim),
    Answer(Conclusion),
    /// A table goes on, as it has asked for.
    GoOn {
        table: String,
    },
}

/// What an arena says.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromArena {
    /// The answer to a request of the page.
    Response {
        id: u64,
        status: u16,
        body: Value,
    },
    /// Something that a socket hears.
    Message {
        socket: u64,
        text: String,
    },
    /// There is no such table, or it is gone.
    Closed {
        socket: u64,
    },
    /// The machine of a built-in game is needed; then the message that was to be dealt with is to
    /// come again.
    Need {
        game: String,
    },
    /// To the storage of the browser: what has changed, nothing for what is gone.
    StoreTable {
        id: String,
        table: Option<StoredTable>,
    },
    StoreSheet {
        id: String,
        sheet: Option<StoredSheet>,
    },
    /// Come back with [`ToArena::GoOn`] after others.
    GoOn {
        table: String,
    },
    #[serde(untagged)]
    Thinker(Order),
}

/// What an arena wants of a thinker.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Order {
    Think {
        question: ThinkerQuestion,
    },
    Cancel {
        table: String,
        question: u64,
    },
    Compile {
        game: String,
        text: String,
    },
    /// Nobody looks at a table any more.
    Forget {
        table: String,
    },
}

/// What a thinker is told.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToThinker {
    /// A built-in game, compiled.
    Machine { game: String, machine: String },
    /// Plays random games of a machine, for tests and figures: by generated code, or by the
    /// interpreter.
    Playouts { machine: String, games: u64, seed: u64, is_generated: bool },
    #[serde(untagged)]
    Order(Order),
}

/// What a thinker says.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromThinker {
    Thoughts(Interim),
    Answer(Conclusion),
    Machine(CompiledGame),
    /// The machine of a built-in game is needed, before it thinks about it.
    Need {
        game: String,
    },
    /// What came of random games, and how long they took, or why there were none.
    Playouts {
        tally: String,
        steps: u64,
        ms: f64,
    },
}

/// A game has been compiled, in so many milliseconds, or there is a reason why not.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CompiledGame {
    pub game: String,
    pub machine: Option<String>,
    pub problem: Option<String>,
    pub ms: f64,
}

/// An engine thinks this.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Interim {
    pub table: String,
    pub question: u64,
    pub thinker: usize,
    pub text: String,
}

/// An engine has thought.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Conclusion {
    pub table: String,
    pub question: u64,
    pub thinker: usize,
    pub answer: Option<ThinkerAnswer>,
    pub problem: String,
}

/// What is played: a rule sheet, or a game that has an engine of its own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sheet {
    BuiltIn,
    Text(String),
    Dedicated(String),
}

/// A question about a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ThinkerQuestion {
    pub table: String,
    pub question: u64,
    /// Who thinks about it, by its number. The first one gives the answer, and what others think
    /// meanwhile makes it better.
    pub thinker: usize,
    /// The id of the game, and what that is.
    pub game: String,
    pub sheet: Sheet,
    /// The joint moves that lead to the position.
    pub line: Vec<Vec<String>>,
    /// All that the role was told, in a game with hidden information.
    pub sights: Option<Vec<Sight>>,
    pub role: usize,
    pub role_name: String,
    pub aim: AimName,
    /// Who is asked, if it is somebody in particular.
    pub player: Option<String>,
    pub seconds: f64,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ThinkerAnswer {
    pub action: String,
    pub value: Option<f64>,
    pub values: Option<Vec<f64>>,
}

/// What thoughts are for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AimName {
    Move,
    Hint,
    Analysis,
}

impl From<Aim> for AimName {
    fn from(aim: Aim) -> Self {
        match aim {
            Aim::Move => Self::Move,
            Aim::Hint => Self::Hint,
            Aim::Analysis => Self::Analysis,
        }
    }
}

impl From<AimName> for Aim {
    fn from(aim: AimName) -> Self {
        match aim {
            AimName::Move => Self::Move,
            AimName::Hint => Self::Hint,
            AimName::Analysis => Self::Analysis,
        }
    }
}

/// Why a request comes to nothing.
#[derive(Debug)]
pub(crate) enum Failure {
    Refused(Refusal),
    /// The machine of this game has to be there first.
    Needs(String),
    /// This game is being compiled, and the answer depends on what becomes of it.
    Waits(String),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
