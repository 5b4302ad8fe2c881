//! Reading a sheet that somebody brought.

use serde::Serialize;
use sha2::{Digest, Sha256};
use stonegate_compile::{
    EvaluatorReferee, GameRules, Patience, Referee, RefereeError, UnplayableSheet, role_names,
};
use stonegate_gdl::{Analysis, Severity, Sheet, analyze};
use stonegate_tables::{BROUGHT, Place, Ruler, hex};

/// A sheet has at most so many bytes.
pub const MAX_SHEET_BYTES: usize = 1 << 20;

/// A table has at most so many seats.
const MAX_ROLES: usize = 32;

/// A title is at most so long.
pub const MAX_TITLE_CHARS: usize = 60;

const ERROR: &str = "error";

/// What is to be said about a sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    pub diagnostics: Vec<DiagnosticView>,
    /// Why it cannot be played, if the diagnostics do not tell.
    pub problem: Option<String>,
    /// Whether clauses were lost.
    is_broken: bool,
}

/// A diagnostic as a browser gets it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DiagnosticView {
    pub severity: &'static str,
    pub code: &'static str,
    pub message: String,
    pub help: Option<String>,
    pub place: Place,
}

/// What can be done with a sheet.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It can be played.
    Ready,
    /// The machine can play it, but it breaks the rules of the language.
    Errors,
    Unplayable,
}

impl Reading {
    /// Reads a sheet and tries whether it can be played.
    pub fn of(text: &str, patience: Patience) -> Self {
        if text.len() > MAX_SHEET_BYTES {
            let problem = format!("a rule sheet has at most {MAX_SHEET_BYTES} bytes");
            return Self { diagnostics: Vec::new(), problem: Some(problem), is_broken: false };
        }
        let analysis = analyze(text);
        let ruler = Ruler::new(text);
        let diagnostics = analysis.diagnostics.iter().map(|diagnostic| DiagnosticView {
            severity: match diagnostic.code.severity() {
                Severity::Warning => "warning",
                Severity::Error => ERROR,
            },
            code: diagnostic.code.as_str(),
            message: diagnostic.message.clone(),
            help: diagnostic.hint.clone(),
            place: ruler.place(diagnostic.span),
        });
        let diagnostics = diagnostics.collect();
        let is_broken = matches!(GameRules::read(text), Err(UnplayableSheet::Errors(_)));
        let problem = if is_broken { None } else { problem(&analysis, patience) };
        Self { diagnostics, problem, is_broken }
    }

    pub fn verdict(&self) -> Verdict {
        let has_errors = self.diagnostics.iter().any(|one| one.severity == ERROR);
        match (self.is_broken || self.problem.is_some(), has_errors) {
            (true, _) => Verdict::Unplayable,
            (false, true) => Verdict::Errors,
            (false, false) => Verdict::Ready,
        }
    }
}

/// How many errors a sheet has.
pub fn n_errors(text: &str) -> usize {
    let diagnostics = analyze(text).diagnostics;
    diagnostics.iter().filter(|one| one.code.severity() == Severity::Error).count()
}

/// Why a game cannot be played, although its sheet can be read.
fn problem(analysis: &Analysis, patience: Patience) -> Option<String> {
    let n_roles = role_names(&analysis.sheet).len();
    if !(1..=MAX_ROLES).contains(&n_roles) {
        return Some(format!("a table has 1 to {MAX_ROLES} roles, and this game has {n_roles}"));
    }
    let first_question = || -> Result<bool, RefereeError> {
        let mut referee = EvaluatorReferee::new(&analysis.rules, patience)?;
        Ok(referee.is_terminal()? || referee.legal()?.iter().all(|moves| !moves.is_empty()))
    };
    match first_question() {
        Ok(true) => None,
        Ok(false) => Some("a role has no legal move in the initial position".to_owned()),
        Err(error) => Some(format!("the initial position cannot be worked out: {error}")),
    }
}

/// The title of a sheet and what it is about: its first comments.
pub fn title(sheet: &Sheet) -> (Option<String>, String) {
    let mut lines = sheet.comments.iter().map(|comment| {
        comment.text.trim_matches(|char: char| !char.is_alphanumeric() && char != ')').to_owned()
    });
    let is_title = |line: &String| !line.is_empty() && line.chars().count() <= MAX_TITLE_CHARS;
    let title = lines.by_ref().find(|line| !line.is_empty()).filter(is_title);
    let about = lines.find(|line| line.contains(' ')).unwrap_or_default();
    (title, about.chars().take(200).collect())
}

/// What a sheet is called: the same for the same text.
pub fn sheet_id(text: &str) -> String {
    format!("{BROUGHT}{}", hex(&Sha256::digest(text)[..8]))
}
