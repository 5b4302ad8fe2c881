//! What a player answers.

use stonegate_gdl::Syntax;

use super::list;
use super::term::convert;

#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Reply {
    /// To `info`.
    Description(Description),
    /// To `start`, `preview` and `ping`.
    Ready,
    /// A match is being played, and it is another one.
    Busy,
    /// To `play`: a term in KIF.
    Move(String),
    /// To `play`, when there is no move to make.
    Nil,
    /// To `stop`.
    Done,
    /// To `abort`.
    Aborted,
}

/// Who a player is.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Description {
    /// Unknown for players that only say whether they are free.
    pub name: Option<String>,
    pub available: bool,
}

impl Reply {
    pub fn encode(&self, syntax: Syntax) -> String {
        match self {
            Self::Description(description) => description.encode(syntax),
            Self::Ready => "ready".to_owned(),
            Self::Busy => "busy".to_owned(),
            Self::Move(action) => {
                convert(action, Syntax::Kif, syntax).unwrap_or_else(|| action.clone())
            }
            Self::Nil => "nil".to_owned(),
            Self::Done => "done".to_owned(),
            Self::Aborted => "aborted".to_owned(),
        }
    }

    /// Reads the answer to `play`, in the syntax that the question had: a term in
    /// KIF, or `None` if the answer is none.
    pub fn decode_move(text: &str, syntax: Syntax) -> Option<String> {
        convert(text.trim(), syntax, Syntax::Kif)
    }
}

impl Description {
    fn encode(&self, syntax: Syntax) -> String {
        let status = if self.available { "available" } else { "busy" };
        match (&self.name, syntax) {
            (None, _) => status.to_owned(),
            (Some(name), Syntax::Kif) => format!("((name {name}) (status {status}))"),
            (Some(name), Syntax::Infix) => format!("[[name,{name}],[status,{status}]]"),
        }
    }

    /// Reads the answer to `info`: a list of pairs in either syntax, or one word.
    pub fn decode(text: &str) -> Option<Self> {
        let text = text.trim();
        let syntax = if text.starts_with('[') { Syntax::Infix } else { Syntax::Kif };
        let Some(pairs) = list::list(text, syntax) else {
            return Some(Self { name: None, available: is_available(text)? });
        };
        let mut name = None;
        let mut available = None;
        for pair in pairs {
            match list::list(pair, syntax)?[..] {
                [key, value, ..] if key.eq_ignore_ascii_case("name") => {
                    name = Some(value.to_owned());
                }
                [key, value, ..] if key.eq_ignore_ascii_case("status") => {
                    available = is_available(value);
                }
                _ => {}
            }
        }
        Some(Self { name, available: available? })
    }
}

fn is_available(status: &str) -> Option<bool> {
    let is = |name: &str| status.eq_ignore_ascii_case(name);
    match () {
        () if is("available") || is("ready") || is("nil") => Some(true),
        () if is("busy") => Some(false),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_have_two_shapes_in_two_syntaxes() {
        let named = Description { name: Some("stonegate".to_owned()), available: true };
        let bare = Description { name: None, available: false };
        for description in [named, bare] {
            for syntax in [Syntax::Kif, Syntax::Infix] {
                let text = Reply::Description(description.clone()).encode(syntax);
                assert_eq!(Description::decode(&text), Some(description.clone()), "{text}");
            }
        }
        let text = "( ( Name GamerX ) ( species alien ) ( STATUS Busy ) )";
        let expected = Description { name: Some("GamerX".to_owned()), available: false };
        assert_eq!(Description::decode(text), Some(expected));
        for text in ["", "what", "((name x))", "((status maybe))", "(name", "[[name]"] {
            assert_eq!(Description::decode(text), None, "{text}");
        }
    }

    #[test]
    fn moves_are_read_in_the_syntax_of_the_question() {
        let action = Some("(mark 1 1)".to_owned());
        assert_eq!(Reply::decode_move(" ( mark 1 1 )\n", Syntax::Kif), action);
        assert_eq!(Reply::decode_move("mark(1,1)", Syntax::Infix), action);
        assert_eq!(Reply::decode_move("<html>oh no</html> (", Syntax::Kif), None);
    }
}
