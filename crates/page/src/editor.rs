//! What the editor of the page asks about a sheet that somebody is writing.

use std::time::Duration;

use stonegate_authoring::{Document, Figures, Limits, PageAnswer, PageQuestion, Sizes};

use crate::host::Host;

/// What the figures of a sheet may cost.
const TIME: Duration = Duration::from_secs(1);
const MAX_ROWS: usize = 100_000;
const MAX_BYTES: usize = 64 << 20;

/// The sheet that was asked about last: who asks once asks again.
#[derive(Debug, Default)]
pub(crate) struct Editor {
    draft: Option<Draft>,
}

#[derive(Debug)]
struct Draft {
    document: Document,
    /// What the game becomes, or why that is not known.
    figures: Option<Result<Figures, String>>,
}

impl Editor {
    pub(crate) fn answer(
        &mut self,
        text: String,
        question: PageQuestion,
        host: Host,
    ) -> PageAnswer {
        let mut draft = match self.draft.take() {
            Some(draft) if draft.document.text == text => draft,
            _ => Draft { document: Document::new(text), figures: None },
        };
        if question.wants_figures() && draft.figures.is_none() {
            draft.figures = Some(work_out(&draft.document, host));
        }
        let sizes = match &draft.figures {
            Some(Ok(figures)) => Sizes::Known(figures),
            Some(Err(reason)) => Sizes::Unknown(reason),
            None => Sizes::Unknown(""),
        };
        let answer = question.answer(&draft.document, sizes);
        self.draft = Some(draft);
        answer
    }
}

fn work_out(document: &Document, host: Host) -> Result<Figures, String> {
    let analysis = &document.analysis;
    if analysis.has_errors() {
        return Err("The figures are shown when the sheet has no errors.".to_owned());
    }
    let start = (host.now)();
    let stop = || (host.now)().saturating_sub(start) > TIME;
    let limits = Limits { stop: &stop, max_rows: MAX_ROWS, max_bytes: MAX_BYTES };
    Figures::new(&analysis.rules, &limits)
        .map_err(|error| format!("The figures are too much for the page: {error}."))
}
