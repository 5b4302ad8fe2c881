//! Tests of a game in a small text form, so that authors of rules can test them.
//!
//! ```text
//! test the middle is free once
//!   legal white (mark 2 2)
//!   play (mark 2 2) noop
//!   not legal black (mark 2 2)
//!   holds (cell 2 2 white)
//! ```

mod read;

use stonegate_compile::{PerftError, Referee, RefereeError, find_spelling, perft};
use stonegate_gdl::Span;

/// The tests of a file.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Script {
    /// The sheet that is tested, as the file names it.
    pub game: Option<String>,
    pub tests: Vec<Test>,
}

/// Steps from the initial state on.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Test {
    pub name: String,
    pub span: Span,
    pub steps: Vec<Step>,
}

/// A line of a test.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Step {
    pub action: Action,
    pub span: Span,
}

/// What a line does or expects.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Action {
    /// Makes a joint move.
    Play(Vec<String>),
    /// The move of a role is legal, or not.
    Legal { role: String, action: String, is_legal: bool },
    /// A fact is true, or not.
    Holds { fact: String, is_true: bool },
    /// The game is over, or not.
    Terminal(bool),
    /// The goal of a role.
    Value { role: String, value: u8 },
    /// The number of lines of exactly so many joint moves.
    Perft { depth: usize, nodes: u128 },
}

/// What is wrong with a line, or not as it expects.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Complaint {
    pub span: Span,
    pub message: String,
    pub hint: Option<String>,
}

impl Complaint {
    fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), hint: None }
    }

    #[must_use]
    fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }
}

/// Deeper counts are beyond anybody's patience.
const MAX_DEPTH: usize = 20;

impl Script {
    /// Reads a file of tests: all that could be read, and what is wrong with the rest.
    pub fn read(text: &str) -> (Self, Vec<Complaint>) {
        read::read(text)
    }
}

impl Test {
    /// Runs the test on a game, from its first state on. The first line that is not as expected
    /// ends it.
    pub fn run(
        &self,
        referee: &mut dyn Referee,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<(), Complaint> {
        while referee.undo() {}
        for step in &self.steps {
            check(step, referee, stop)?;
        }
        Ok(())
    }
}

fn check(
    step: &Step,
    referee: &mut dyn Referee,
    stop: &mut dyn FnMut() -> bool,
) -> Result<(), Complaint> {
    let broken = |error: RefereeError| Complaint::new(step.span, error.to_string());
    match &step.action {
        Action::Play(joint) => play(step.span, joint, referee),
        Action::Legal { role, action, is_legal } => {
            let at = role_index(step.span, role, referee)?;
            let legal = &referee.legal().map_err(broken)?[at];
            match (find_spelling(legal, action).is_some(), is_legal) {
                (false, true) => Err(illegal(step.span, role, action, legal)),
                (true, false) => {
                    Err(Complaint::new(step.span, format!("`{action}` is legal for {role}")))
                }
                _ => Ok(()),
            }
        }
        Action::Holds { fact, is_true } => {
            let facts = referee.facts().map_err(broken)?;
            match (find_spelling(&facts, fact).is_some(), is_true) {
                (false, true) => {
                    let message = format!("`{fact}` does not hold here");
                    Err(Complaint::new(step.span, message).hint(similar_facts(fact, &facts)))
                }
                (true, false) => Err(Complaint::new(step.span, format!("`{fact}` holds here"))),
                _ => Ok(()),
            }
        }
        Action::Terminal(is_over) => match (referee.is_terminal().map_err(broken)?, is_over) {
            (false, true) => Err(Complaint::new(step.span, "the game is not over here")),
            (true, false) => Err(Complaint::new(step.span, "the game is over here")),
            _ => Ok(()),
        },
        Action::Value { role, value } => {
            let at = role_index(step.span, role, referee)?;
            let found = referee.goals().map_err(broken)?[at];
            if found == Some(*value) {
                return Ok(());
            }
            let found = found.map_or("no goal".to_owned(), |found| format!("a goal of {found}"));
            Err(Complaint::new(step.span, format!("{role} has {found} here, not {value}")))
        }
        Action::Perft { depth, nodes } => {
            let plies = perft(referee, *depth, stop).map_err(|error| match error {
                PerftError::Referee(error) => broken(error),
                error => Complaint::new(step.span, error.to_string()),
            })?;
            let found = plies.last().map_or(0, |ply| ply.nodes);
            if found == *nodes {
                return Ok(());
            }
            let message = format!("there are {found} lines of {depth} joint moves, not {nodes}");
            Err(Complaint::new(step.span, message))
        }
    }
}

fn play(span: Span, joint: &[String], referee: &mut dyn Referee) -> Result<(), Complaint> {
    let broken = |error: RefereeError| Complaint::new(span, error.to_string());
    if referee.is_terminal().map_err(broken)? {
        return Err(Complaint::new(span, "the game is over before this move"));
    }
    let roles = referee.roles().to_vec();
    if joint.len() != roles.len() {
        let message = format!("there are {} moves for {} roles", joint.len(), roles.len());
        let hint = format!("write one move each for {}", roles.join(", "));
        return Err(Complaint::new(span, message).hint(hint));
    }
    let legal = referee.legal().map_err(broken)?;
    for ((role, action), legal) in roles.iter().zip(joint).zip(legal) {
        if find_spelling(legal, action).is_none() {
            return Err(illegal(span, role, action, legal));
        }
    }
    referee.apply(joint).map_err(broken)
}

fn role_index(span: Span, role: &str, referee: &dyn Referee) -> Result<usize, Complaint> {
    let unknown = || {
        Complaint::new(span, format!("`{role}` is not a role of this game"))
            .hint(format!("the roles are {}", referee.roles().join(", ")))
    };
    find_spelling(referee.roles(), role).ok_or_else(unknown)
}

fn illegal(span: Span, role: &str, action: &str, legal: &[String]) -> Complaint {
    let complaint = Complaint::new(span, format!("`{action}` is not legal for {role}"));
    if legal.is_empty() {
        return complaint.hint(format!("{role} has no legal move here"));
    }
    complaint.hint(format!("legal: {}", list(legal.iter().map(String::as_str))))
}

/// The facts that are made with the same name.
fn similar_facts(fact: &str, facts: &[String]) -> String {
    let name = |fact: &str| {
        fact.trim_start_matches('(').split([' ', ')']).next().unwrap_or_default().to_owned()
    };
    let alike = facts.iter().filter(|other| name(other) == name(fact)).map(String::as_str);
    let alike = list(alike);
    if alike.is_empty() {
        return format!("no fact begins with `{}` here", name(fact));
    }
    format!("these hold: {alike}")
}

/// The beginning of a list, if it is long.
fn list<'a>(items: impl Iterator<Item = &'a str>) -> String {
    const MAX: usize = 6;
    let items = items.collect::<Vec<_>>();
    let shown = items[..items.len().min(MAX)].join(", ");
    match items.len().checked_sub(MAX) {
        None | Some(0) => shown,
        Some(n_more) => format!("{shown} and {n_more} more"),
    }
}
