//! What a manager says to a player.

use stonegate_gdl::Syntax;

use super::error::DecodeError;
use super::list;
use super::rule_text::RuleText;
use super::term::convert;

/// No clock has more seconds than this.
pub const MAX_CLOCK: u32 = 10_000_000;

/// A message. Clocks are in seconds, terms in KIF.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Message {
    /// Who are you, and are you free?
    Info,
    /// Are you there? Some managers ask this instead of `Info`.
    Ping,
    /// A game that may be played later.
    Preview {
        rules: RuleText,
        clock: u32,
    },
    Start {
        id: String,
        role: String,
        rules: RuleText,
        start_clock: u32,
        play_clock: u32,
    },
    Play {
        id: String,
        last: LastMoves,
    },
    /// The match is over.
    Stop {
        id: String,
        last: LastMoves,
    },
    /// The match is given up.
    Abort {
        id: String,
    },
}

/// What a player is told of the last turn.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum LastMoves {
    /// There was none.
    Nil,
    /// The moves of all roles, in the order of the roles.
    Joint(Vec<String>),
    /// In games of imperfect information (GDL-II): the number of the turn, the
    /// player's own move, and what it perceives.
    Own { turn: u32, action: Option<String>, percepts: Vec<String> },
}

impl Message {
    /// Reads a message in whichever syntax it is written, and tells which that is.
    pub fn decode(text: &str) -> Result<(Self, Syntax), DecodeError> {
        let text = text.trim_start_matches('\u{feff}').trim();
        let syntax = match text.find('(') {
            Some(at) if at > 0 => Syntax::Infix,
            _ => Syntax::Kif,
        };
        let (head, arguments) = list::message(text, syntax)?;
        let is = |name: &str| head.eq_ignore_ascii_case(name);
        let message = if is("info") {
            Self::Info
        } else if is("ping") {
            Self::Ping
        } else if is("preview") {
            let arguments = Arguments { message: "preview", list: &arguments, syntax };
            Self::Preview { rules: arguments.rules(0)?, clock: arguments.number(1, "clock")? }
        } else if is("start") {
            let arguments = Arguments { message: "start", list: &arguments, syntax };
            Self::Start {
                id: arguments.id()?,
                role: arguments.term(1, "role")?,
                rules: arguments.rules(2)?,
                start_clock: arguments.number(3, "start clock")?,
                play_clock: arguments.number(4, "play clock")?,
            }
        } else if is("play") {
            let arguments = Arguments { message: "play", list: &arguments, syntax };
            Self::Play { id: arguments.id()?, last: arguments.last_moves()? }
        } else if is("stop") {
            let arguments = Arguments { message: "stop", list: &arguments, syntax };
            Self::Stop { id: arguments.id()?, last: arguments.last_moves()? }
        } else if is("abort") {
            let arguments = Arguments { message: "abort", list: &arguments, syntax };
            Self::Abort { id: arguments.id()? }
        } else {
            return Err(DecodeError::unknown(head));
        };
        Ok((message, syntax))
    }

    pub fn encode(&self, syntax: Syntax) -> String {
        match self {
            Self::Info => list_of("info", &[], syntax),
            Self::Ping => list_of("ping", &[], syntax),
            Self::Preview { rules, clock } => {
                list_of("preview", &[&rules.encode(syntax), &clock.to_string()], syntax)
            }
            Self::Start { id, role, rules, start_clock, play_clock } => {
                let role = encode_term(role, syntax);
                let clocks = [start_clock, play_clock].map(u32::to_string);
                let rules = rules.encode(syntax);
                list_of("start", &[id, &role, &rules, &clocks[0], &clocks[1]], syntax)
            }
            Self::Play { id, last } => encode_turn("play", id, last, syntax),
            Self::Stop { id, last } => encode_turn("stop", id, last, syntax),
            Self::Abort { id } => list_of("abort", &[id], syntax),
        }
    }

    /// The name of the message.
    pub fn head(&self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Ping => "ping",
            Self::Preview { .. } => "preview",
            Self::Start { .. } => "start",
            Self::Play { .. } => "play",
            Self::Stop { .. } => "stop",
            Self::Abort { .. } => "abort",
        }
    }

    /// The match that the message is about.
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Info | Self::Ping | Self::Preview { .. } => None,
            Self::Start { id, .. }
            | Self::Play { id, .. }
            | Self::Stop { id, .. }
            | Self::Abort { id } => Some(id),
        }
    }
}

/// The arguments of a message. Those that nobody asks for are ignored.
struct Arguments<'a> {
    message: &'static str,
    list: &'a [&'a str],
    syntax: Syntax,
}

impl Arguments<'_> {
    fn get(&self, index: usize, argument: &'static str) -> Result<&str, DecodeError> {
        let missing = DecodeError::MissingArgument { message: self.message, argument };
        self.list.get(index).copied().ok_or(missing)
    }

    fn id(&self) -> Result<String, DecodeError> {
        let id = self.get(0, "match id")?;
        if id.contains(|char: char| {
            "()[],;|'%".contains(char) || char.is_whitespace() || char.is_control()
        }) {
            return Err(DecodeError::bad(self.message, "match id", id));
        }
        Ok(id.to_owned())
    }

    fn number(&self, index: usize, argument: &'static str) -> Result<u32, DecodeError> {
        let text = self.get(index, argument)?;
        let number = text.parse().ok().filter(|&number| number <= MAX_CLOCK);
        number.ok_or_else(|| DecodeError::bad(self.message, argument, text))
    }

    fn term(&self, index: usize, argument: &'static str) -> Result<String, DecodeError> {
        let text = self.get(index, argument)?;
        self.read_term(text, argument)
    }

    fn rules(&self, index: usize) -> Result<RuleText, DecodeError> {
        let text = self.get(index, "rules")?;
        RuleText::decode(text, self.syntax)
            .ok_or_else(|| DecodeError::bad(self.message, "rules", text))
    }

    /// The arguments behind the match id.
    fn last_moves(&self) -> Result<LastMoves, DecodeError> {
        if let [_, turn, action, percepts, ..] = self.list
            && let Ok(turn) = turn.parse()
        {
            let action =
                if is_nil(action) { None } else { Some(self.read_term(action, "last move")?) };
            return Ok(LastMoves::Own { turn, action, percepts: self.read_terms(percepts)? });
        }
        let moves = self.get(1, "moves of the last turn")?;
        let joint = self.read_terms(moves)?;
        Ok(if joint.is_empty() { LastMoves::Nil } else { LastMoves::Joint(joint) })
    }

    /// A list of terms, or `nil`.
    fn read_terms(&self, text: &str) -> Result<Vec<String>, DecodeError> {
        let argument = "moves of the last turn";
        if is_nil(text) {
            return Ok(Vec::new());
        }
        let items = list::list(text, self.syntax)
            .ok_or_else(|| DecodeError::bad(self.message, argument, text))?;
        items.into_iter().map(|item| self.read_term(item, argument)).collect()
    }

    fn read_term(&self, text: &str, argument: &'static str) -> Result<String, DecodeError> {
        convert(text, self.syntax, Syntax::Kif)
            .ok_or_else(|| DecodeError::bad(self.message, argument, text))
    }
}

fn is_nil(text: &str) -> bool {
    text.eq_ignore_ascii_case("nil")
}

fn encode_turn(head: &str, id: &str, last: &LastMoves, syntax: Syntax) -> String {
    match last {
        LastMoves::Nil => list_of(head, &[id, "nil"], syntax),
        LastMoves::Joint(moves) => list_of(head, &[id, &encode_terms(moves, syntax)], syntax),
        LastMoves::Own { turn, action, percepts } => {
            let action = action.as_deref().map(|action| encode_term(action, syntax));
            let action = action.unwrap_or_else(|| "nil".to_owned());
            let percepts = match &percepts[..] {
                [] => "nil".to_owned(),
                percepts => encode_terms(percepts, syntax),
            };
            list_of(head, &[id, &turn.to_string(), &action, &percepts], syntax)
        }
    }
}

/// A term in a syntax; what is no term stays as it is.
fn encode_term(term: &str, syntax: Syntax) -> String {
    convert(term, Syntax::Kif, syntax).unwrap_or_else(|| term.to_owned())
}

fn encode_terms(terms: &[String], syntax: Syntax) -> String {
    let terms = terms.iter().map(|term| encode_term(term, syntax)).collect::<Vec<_>>();
    match syntax {
        Syntax::Kif => format!("({})", terms.join(" ")),
        Syntax::Infix => format!("[{}]", terms.join(",")),
    }
}

fn list_of(head: &str, arguments: &[&str], syntax: Syntax) -> String {
    match syntax {
        Syntax::Kif => {
            let arguments = arguments.iter().flat_map(|argument| [" ", argument]);
            format!("({head}{})", arguments.collect::<String>())
        }
        Syntax::Infix => format!("{head}({})", arguments.join(",")),
    }
}
