//! The rules inside of a message.

use stonegate_gdl::{Diagnostic, Sheet, Syntax, parse_as};

use super::list;

/// A rule sheet as it came, not looked at any further.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RuleText {
    pub text: String,
    pub syntax: Syntax,
}

impl RuleText {
    /// The sheet, and its syntax errors.
    pub fn parse(&self) -> (Sheet, Vec<Diagnostic>) {
        parse_as(&self.text, self.syntax)
    }

    /// The rules of an argument that is a list of them.
    pub(super) fn decode(argument: &str, syntax: Syntax) -> Option<Self> {
        let text = match syntax {
            Syntax::Kif => list::list_body(argument, syntax)?.trim().to_owned(),
            Syntax::Infix => {
                let clauses = list::list(argument, syntax)?;
                clauses.iter().flat_map(|clause| [clause, ".\n"]).collect()
            }
        };
        Some(Self { text, syntax })
    }

    /// The rules as a list, without comments.
    pub(super) fn encode(&self, syntax: Syntax) -> String {
        let (mut sheet, _) = self.parse();
        sheet.comments.clear();
        match syntax {
            Syntax::Kif => format!("({})", sheet.print(syntax).trim_end()),
            Syntax::Infix => {
                let mut clauses = Vec::with_capacity(sheet.clauses.len());
                for clause in std::mem::take(&mut sheet.clauses) {
                    sheet.clauses = vec![clause];
                    let text = sheet.print(syntax);
                    clauses.push(text.trim_end().trim_end_matches('.').to_owned());
                }
                format!("[{}]", clauses.join(","))
            }
        }
    }
}
