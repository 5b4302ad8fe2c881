//! The documents that an editor has open.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use lsp_types::{TextDocumentContentChangeEvent, Uri};
use stonegate_authoring::{Document, Encoding, Lines};

use crate::answers::Known;
use crate::outlook::Outlook;

/// Heavy work begins when nobody has typed for so long.
const QUIET: Duration = Duration::from_millis(300);

/// A document as the editor has it.
#[derive(Debug)]
pub(crate) struct Open {
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    text: String,
    /// What is known of the text, once somebody has asked.
    document: Option<Arc<Document>>,
    /// Whether the findings were sent.
    pub(crate) is_published: bool,
    pub(crate) outlook: OutlookState,
    changed_at: Instant,
}

/// How far the figures of a document are.
#[derive(Debug)]
pub(crate) enum OutlookState {
    Wanted,
    /// The flag calls it off.
    Working(Arc<AtomicBool>),
    Ready(Arc<Outlook>),
    /// Why there are none.
    None(String),
}

impl Open {
    pub(crate) fn new(uri: Uri, version: i32, text: String) -> Self {
        Self {
            uri,
            version,
            text,
            document: None,
            is_published: false,
            outlook: OutlookState::Wanted,
            changed_at: Instant::now(),
        }
    }

    /// Makes the changes of the editor, in their order.
    pub(crate) fn change(
        &mut self,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) {
        for change in changes {
            match change.range {
                None => self.text = change.text,
                Some(range) => {
                    let lines = Lines::new(&self.text);
                    let offset = |at: lsp_types::Position| {
                        lines.offset(&self.text, (at.line, at.character), encoding) as usize
                    };
                    let (start, end) = (offset(range.start), offset(range.end));
                    self.text.replace_range(start..end.max(start), &change.text);
                }
            }
        }
        self.version = version;
        self.document = None;
        self.is_published = false;
        self.call_off();
        self.outlook = OutlookState::Wanted;
        self.changed_at = Instant::now();
    }

    /// The document, read when it is first asked for.
    pub(crate) fn document(&mut self) -> Arc<Document> {
        let text = &self.text;
        let read = || Arc::new(Document::new(text.clone()));
        Arc::clone(self.document.get_or_insert_with(read))
    }

    /// What is known of the game. A sheet with errors may be anything.
    pub(crate) fn known(&self) -> Known<'_> {
        match &self.outlook {
            OutlookState::Ready(outlook) => Known::Outlook(outlook),
            OutlookState::None(reason) => Known::Nothing(reason),
            OutlookState::Wanted | OutlookState::Working(_) => {
                Known::Nothing("The figures are being worked out.")
            }
        }
    }

    /// When the heavy work is to begin, if it is wanted.
    pub(crate) fn due(&self) -> Option<Instant> {
        matches!(self.outlook, OutlookState::Wanted).then(|| self.changed_at + QUIET)
    }

    /// Has heavy work that is under way end soon.
    pub(crate) fn call_off(&self) {
        if let OutlookState::Working(is_off) = &self.outlook {
            is_off.store(true, Ordering::Relaxed);
        }
    }
}
