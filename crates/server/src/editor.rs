//! What the editor of the page asks about a sheet that somebody is writing.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::body::Body;
use parking_lot::Mutex;
use serde::Deserialize;
use stonegate_arena::MAX_SHEET_BYTES;
use stonegate_authoring::{Document, Figures, Limits, PageAnswer, PageQuestion, Sizes};
use stonegate_tables::Refusal;

use super::Arena;
use super::call::Call;
use super::rest::{Answer, read_json};

/// So many sheets are remembered: who asks once asks again.
const MAX_REMEMBERED: usize = 8;

/// What the figures of a sheet may cost.
const TIME: Duration = Duration::from_secs(1);
const MAX_ROWS: usize = 100_000;
const MAX_BYTES: usize = 64 << 20;

#[derive(Deserialize)]
pub(super) struct Request {
    text: String,
    #[serde(flatten)]
    question: PageQuestion,
}

/// The sheets that were last asked about, the latest at the end.
#[derive(Debug, Default)]
pub(super) struct Desk {
    sheets: Mutex<VecDeque<Arc<Draft>>>,
}

#[derive(Debug)]
struct Draft {
    document: Document,
    /// What the game becomes, or why that is not known.
    figures: OnceLock<Result<Figures, String>>,
}

pub(super) async fn answer(call: Call, body: Body) -> Answer {
    let Request { text, question } = read_json(body).await?;
    if text.len() > MAX_SHEET_BYTES {
        let message = format!("a rule sheet has at most {MAX_SHEET_BYTES} bytes");
        return Err(Refusal::new("too-large", message).into());
    }
    let work = move |arena: &Arena| Ok(arena.desk.answer(text, question));
    call.answer(&call.arena.reading, work).await
}

impl Desk {
    fn answer(&self, text: String, question: PageQuestion) -> PageAnswer {
        let draft = self.draft(text);
        let sizes = if question.wants_figures() { draft.sizes() } else { Sizes::Unknown("") };
        question.answer(&draft.document, sizes)
    }

    fn draft(&self, text: String) -> Arc<Draft> {
        let mut sheets = self.sheets.lock();
        let known = sheets.iter().position(|draft| draft.document.text == text);
        if let Some(draft) = known.and_then(|at| sheets.remove(at)) {
            sheets.push_back(Arc::clone(&draft));
            return draft;
        }
        drop(sheets);
        let draft = Draft { document: Document::new(text), figures: OnceLock::new() };
        let draft = Arc::new(draft);
        let mut sheets = self.sheets.lock();
        sheets.push_back(Arc::clone(&draft));
        while sheets.len() > MAX_REMEMBERED {
            sheets.pop_front();
        }
        draft
    }
}

impl Draft {
    fn sizes(&self) -> Sizes<'_> {
        match self.figures.get_or_init(|| self.work_out()) {
            Ok(figures) => Sizes::Known(figures),
            Err(reason) => Sizes::Unknown(reason),
        }
    }

    fn work_out(&self) -> Result<Figures, String> {
        let analysis = &self.document.analysis;
        if analysis.has_errors() {
            return Err("The figures are shown when the sheet has no errors.".to_owned());
        }
        let start = Instant::now();
        let limits =
            Limits { stop: &|| start.elapsed() > TIME, max_rows: MAX_ROWS, max_bytes: MAX_BYTES };
        Figures::new(&analysis.rules, &limits)
            .map_err(|error| format!("The figures are too much for the page: {error}."))
    }
}
