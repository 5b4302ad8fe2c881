//! What can be done about a finding, as edits of the text.
//!
//! Each family of findings has a file that proposes. A proposal is a fix if the sheet that it makes
//! lacks the finding and has no other one instead: this is tried out, so that no fix does harm.

mod habits;
mod keywords;
mod missing;
mod syntax;
mod variables;
mod writing;

use rustc_hash::FxHashMap;
use stonegate_gdl::{Code, Diagnostic, analyze};

use crate::document::Document;
use crate::edit::{Edit, apply};

/// A change of the text that removes a finding and adds none.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Fix {
    /// What it does, as an order: "Close the parenthesis".
    pub title: String,
    pub edits: Vec<Edit>,
}

impl Fix {
    fn new(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), edits }
    }
}

/// So many fixes are offered at most.
const MAX_FIXES: usize = 3;

/// Trying out costs as much as reading the sheet: of a large one fewer proposals are tried.
const MAX_TRIED: usize = 64;
const MAX_TRIED_BYTES: usize = 4 << 20;

/// Where syntax errors hide clauses, these findings wait until all are read.
const WAITING: [Code; 7] = [
    Code::MissingRole,
    Code::MissingLegal,
    Code::MissingGoal,
    Code::MissingTerminal,
    Code::UndefinedRelation,
    Code::UnusedRelation,
    Code::UnknownRole,
];

/// The fixes for a finding of a document, the best first.
pub(crate) fn fixes(document: &Document, finding: &Diagnostic) -> Vec<Fix> {
    let proposals = match finding.code {
        Code::InvalidText
        | Code::Unbalanced
        | Code::UnexpectedToken
        | Code::UnclosedQuote
        | Code::NotASentence
        | Code::MisusedOperator => syntax::propose(document, finding),
        Code::KeywordArity
        | Code::KeywordInHead
        | Code::KeywordInBody
        | Code::PerceptInBody
        | Code::KeywordAsFunction
        | Code::RoleRule
        | Code::GoalValue
        | Code::DoesTooEarly => keywords::propose(document, finding),
        Code::VariableInFact | Code::UnsafeVariable => variables::propose(document, finding),
        Code::MissingRole | Code::MissingLegal | Code::MissingGoal | Code::MissingTerminal => {
            missing::propose(document, finding)
        }
        Code::NegatedFormula
        | Code::RelationArity
        | Code::FunctionArity
        | Code::UndefinedRelation
        | Code::UnusedRelation
        | Code::UnknownRole
        | Code::CaseVariants
        | Code::EmptyBody
        | Code::OddAlternatives
        | Code::NegatedDistinct => habits::propose(document, finding),
        // These take thought.
        Code::TooDeep
        | Code::TooLarge
        | Code::TooManyErrors
        | Code::TooManyWarnings
        | Code::NegativeCycle
        | Code::UnboundedRecursion
        | Code::StateTooEarly
        | Code::NegatedGoal
        | Code::GrowingTerm => Vec::new(),
    };
    let max_tried = (MAX_TRIED_BYTES / document.text.len().max(1)).clamp(1, MAX_TRIED);
    let mut fixes = Vec::<Fix>::new();
    for proposal in proposals.into_iter().take(max_tried) {
        let is_new = fixes.iter().all(|fix| fix.title != proposal.title);
        if is_new && helps(document, finding, &proposal.edits) {
            fixes.push(proposal);
        }
        if fixes.len() == MAX_FIXES {
            break;
        }
    }
    fixes
}

/// Whether edits remove a finding and add none.
fn helps(document: &Document, finding: &Diagnostic, edits: &[Edit]) -> bool {
    let after = analyze(&apply(&document.text, edits));
    let mut left = FxHashMap::<(Code, &str), i32>::default();
    for one in &document.analysis.diagnostics {
        *left.entry((one.code, &one.message)).or_default() += 1;
    }
    *left.entry((finding.code, &finding.message)).or_default() -= 1;
    // What is removed may be what others ask for.
    let is_loss = |edit: &Edit| {
        edit.text.is_empty() && document.name_text(edit.span).contains(char::is_alphanumeric)
    };
    let others_may_come = finding.code <= Code::MisusedOperator && !edits.iter().any(is_loss);
    after.diagnostics.iter().all(|one| {
        let n_left = left.entry((one.code, &one.message)).or_default();
        *n_left -= 1;
        *n_left >= 0 || others_may_come && WAITING.contains(&one.code)
    })
}
