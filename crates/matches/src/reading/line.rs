//! Records of which each line is a JSON object.

use anyhow::{Context, bail};
use serde_json::Value;

use crate::terms;

/// A line of a record.
#[derive(Debug)]
pub enum Line {
    /// The header.
    Game { roles: Vec<String> },
    /// What follows starts at the initial state.
    Playout,
    /// A state, and the moves that are made in it, one for each role.
    State(Moment, Vec<String>),
    /// A terminal state.
    End(Moment),
    /// A state in which the record breaks off.
    Cut(Moment),
    /// How many lines of 1, 2, .. joint moves there are.
    Perft(Vec<u128>),
    /// The recorder could not go on.
    Error,
}

#[derive(Debug)]
pub struct Moment {
    pub facts: Vec<String>,
    /// For each role, if it is recorded.
    pub legal: Option<Vec<Vec<String>>>,
    /// All goal values of each role, sorted, if they are recorded.
    pub goals: Option<Vec<Vec<i64>>>,
    /// What each role got in the end, if that is all that is recorded.
    pub result: Option<Vec<u8>>,
}

impl Line {
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let object: Value = serde_json::from_str(text).context("this is not JSON")?;
        let field = |name: &str| {
            let value = object.get(name);
            value.with_context(|| format!("the field `{name}` is missing"))
        };
        Ok(match field("t")?.as_str() {
            Some("game") => Self::Game { roles: texts(field("roles")?)? },
            Some("playout") => Self::Playout,
            Some("s") => {
                let moment = Moment::parse(field)?;
                let legal = list(field("legal")?)?.iter().map(texts).collect::<Result<_, _>>()?;
                Self::State(Moment { legal: Some(legal), ..moment }, texts(field("move")?)?)
            }
            Some("end") => Self::End(Moment::parse(field)?),
            Some("cut") => Self::Cut(Moment::parse(field)?),
            Some("perft") => {
                let counts = list(field("d")?)?.iter().map(|count| count.as_u64().map(u128::from));
                Self::Perft(counts.collect::<Option<_>>().context("a count is no number")?)
            }
            Some("error") => Self::Error,
            _ => bail!("the type of this line is unknown: {}", field("t")?),
        })
    }
}

impl Moment {
    fn parse<'a>(field: impl Fn(&str) -> anyhow::Result<&'a Value>) -> anyhow::Result<Self> {
        let goals = list(field("goals")?)?.iter().map(numbers).collect::<Result<_, _>>()?;
        let facts = texts(field("true")?)?;
        Ok(Self { facts, legal: None, goals: Some(goals), result: None })
    }
}

fn list(value: &Value) -> anyhow::Result<&Vec<Value>> {
    value.as_array().with_context(|| format!("this is not a list: {value}"))
}

/// Terms, in the spelling of the engines.
fn texts(value: &Value) -> anyhow::Result<Vec<String>> {
    let texts = list(value)?.iter().map(Value::as_str).collect::<Option<Vec<_>>>();
    let terms = texts.and_then(|texts| {
        let terms = terms::read(&texts.join(" "))?;
        (terms.len() == texts.len()).then_some(terms)
    });
    terms.with_context(|| format!("this is not a list of terms: {value}"))
}

fn numbers(value: &Value) -> anyhow::Result<Vec<i64>> {
    let numbers = list(value)?.iter().map(Value::as_i64).collect::<Option<Vec<_>>>();
    let mut numbers = numbers.with_context(|| format!("this is not a list of numbers: {value}"))?;
    numbers.sort_unstable();
    Ok(numbers)
}
