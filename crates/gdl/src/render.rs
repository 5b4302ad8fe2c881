//! Drawing a diagnostic into its source.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Severity};
use crate::span::{Span, line_column};

/// Longer lines are cut on both sides of what is shown.
const MAX_LINE: usize = 240;
const CONTEXT: usize = 80;

/// Something to be said about a place in a text.
#[derive(Copy, Clone, Debug)]
pub struct Remark<'a> {
    pub severity: Severity,
    /// What kind of remark it is, in a word.
    pub id: &'a str,
    pub span: Span,
    pub message: &'a str,
    pub hint: Option<&'a str>,
    /// Other places that matter, each with a few words.
    pub related: &'a [(Span, String)],
}

/// Draws a diagnostic: its message, the source lines with the place marked, the
/// hint. `path` is the name of the source; `color` asks for ANSI colors.
pub fn render(diagnostic: &Diagnostic, path: &str, text: &str, color: bool) -> String {
    let remark = Remark {
        severity: diagnostic.code.severity(),
        id: diagnostic.code.as_str(),
        span: diagnostic.span,
        message: &diagnostic.message,
        hint: diagnostic.hint.as_deref(),
        related: &diagnostic.related,
    };
    render_remark(remark, path, text, color)
}

/// Draws a remark on any text in the same way.
pub fn render_remark(remark: Remark<'_>, path: &str, text: &str, color: bool) -> String {
    let level = match remark.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let is_about_the_sheet = remark.span == Span { start: 0, end: 0 };
    let excerpts = if is_about_the_sheet { Vec::new() } else { excerpts(remark, text) };
    let mut group = Group::with_title(level.primary_title(remark.message).id(remark.id));
    if is_about_the_sheet {
        group = group.element(Origin::path(path));
    }
    for excerpt in &excerpts {
        let mut snippet =
            Snippet::source(&*excerpt.text).path(path).line_start(excerpt.place.0).fold(true);
        for (kind, span, label) in &excerpt.marks {
            let annotation = kind.span(span.clone());
            snippet = snippet.annotation(match label {
                Some(label) => annotation.label(*label),
                None => annotation,
            });
        }
        group = group.element(snippet);
    }
    // The renderer counts columns from where the line is cut.
    for excerpt in excerpts.iter().filter(|excerpt| excerpt.cut) {
        let (line, column) = excerpt.place;
        group = group.element(
            Level::NOTE.message(format!("line {line} is cut here: this is column {column}")),
        );
    }
    if let Some(hint) = remark.hint {
        group = group.element(Level::HELP.message(hint));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut drawing = renderer.render(&[group]);
    drawing.push('\n');
    drawing
}

/// A line of the source, or a part of it, and what to mark in it.
struct Excerpt<'a> {
    /// The part of the source that is shown.
    window: Range<usize>,
    /// The line and column of the first mark.
    place: (usize, usize),
    /// Whether only a part of the line is shown.
    cut: bool,
    text: String,
    /// Where the window starts in `text`.
    offset: usize,
    marks: Vec<(AnnotationKind, Range<usize>, Option<&'a str>)>,
}

/// The lines that a remark speaks of. Only these go to the renderer, so that
/// a large sheet, or one on a single line, costs no more than a small one.
fn excerpts<'a>(remark: Remark<'a>, text: &str) -> Vec<Excerpt<'a>> {
    let primary = (AnnotationKind::Primary, remark.span, None);
    let related = remark
        .related
        .iter()
        .filter(|&&(span, _)| span != remark.span)
        .map(|(span, label)| (AnnotationKind::Context, *span, Some(label.as_str())));
    let mut excerpts = Vec::<Excerpt<'_>>::new();
    for (kind, span, label) in std::iter::once(primary).chain(related) {
        let new = Excerpt::new(text, span);
        let index = excerpts.iter().position(|old| old.window == new.window);
        let index = index.unwrap_or_else(|| {
            excerpts.push(new);
            excerpts.len() - 1
        });
        excerpts[index].mark(kind, span, label);
    }
    excerpts
}

impl<'a> Excerpt<'a> {
    /// The line in which a span starts.
    fn new(text: &str, span: Span) -> Self {
        let start = text.floor_char_boundary(span.start as usize);
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
        let mut window = line_start..line_end;
        if window.len() > MAX_LINE {
            window.start = text.floor_char_boundary(start.saturating_sub(CONTEXT).max(line_start));
            window.end = text.floor_char_boundary((start + CONTEXT).min(line_end));
        }
        let left = if window.start > line_start { "... " } else { "" };
        let right = if window.end < line_end { " ..." } else { "" };
        // Control characters would garble the drawing; each becomes one blank, so
        // that the marks stay in place.
        let line = text[window.clone()].trim_end_matches('\r');
        let line = line.replace(|char: char| char.is_ascii_control() && char != '\t', " ");
        Self {
            window,
            place: line_column(text, span.start),
            cut: !left.is_empty() || !right.is_empty(),
            text: format!("{left}{line}{right}"),
            offset: left.len(),
            marks: Vec::new(),
        }
    }

    /// Marks a span, or of a long one what is shown of it.
    fn mark(&mut self, kind: AnnotationKind, span: Span, label: Option<&'a str>) {
        let place = |at: u32| {
            let at = (at as usize).clamp(self.window.start, self.window.end);
            self.text.floor_char_boundary(at - self.window.start + self.offset)
        };
        self.marks.push((kind, place(span.start)..place(span.end), label));
    }
}
