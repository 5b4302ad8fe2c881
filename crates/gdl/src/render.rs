//! Drawing a diagnostic into its source.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Severity};
use crate::span::{Span, floor_char_boundary, line_column};

/// Longer lines are cut on both sides of what is shown.
const MAX_LINE: usize = 240;
const CONTEXT: usize = 80;

/// Draws a diagnostic: its message, the source lines with the place marked, the
/// hint. `path` is the name of the source; `color` asks for ANSI colors.
pub fn render(diagnostic: &Diagnostic, path: &str, text: &str, color: bool) -> String {
    let level = match diagnostic.code.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let excerpts = excerpts(diagnostic, text);
    let mut group =
        Group::with_title(level.primary_title(&*diagnostic.message).id(diagnostic.code.as_str()));
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
    for excerpt in excerpts.iter().filter(|excerpt| excerpt.cut) {
        let (line, column) = excerpt.place;
        group = group.element(
            Level::NOTE.message(format!("line {line} is cut here: this is column {column}")),
        );
    }
    if let Some(hint) = &diagnostic.hint {
        group = group.element(Level::HELP.message(&**hint));
    }
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut drawing = renderer.render(&[group]);
    drawing.push('\n');
    drawing
}

/// A line of the source, and what to mark in it.
struct Excerpt<'a> {
    /// The line and column of the mark.
    place: (usize, usize),
    /// Whether `text` is only a part of the line.
    cut: bool,
    text: String,
    marks: Vec<(AnnotationKind, std::ops::Range<usize>, Option<&'a str>)>,
}

/// The lines that a diagnostic speaks of. Only these go to the renderer, so that
/// a large sheet, or one on a single line, costs no more than a small one.
fn excerpts<'a>(diagnostic: &'a Diagnostic, text: &str) -> Vec<Excerpt<'a>> {
    let primary = (AnnotationKind::Primary, diagnostic.span, None);
    let related = diagnostic
        .related
        .iter()
        .map(|(span, label)| (AnnotationKind::Context, *span, Some(label.as_str())));
    let mut marks = std::iter::once(primary).chain(related).collect::<Vec<_>>();
    marks.dedup_by_key(|&mut (_, span, _)| span);
    marks.into_iter().map(|(kind, span, label)| excerpt(text, kind, span, label)).collect()
}

fn excerpt<'a>(
    text: &str,
    kind: AnnotationKind,
    span: Span,
    label: Option<&'a str>,
) -> Excerpt<'a> {
    let start = floor_char_boundary(text, span.start as usize);
    // Of a long span the first line is enough.
    let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
    let end = floor_char_boundary(text, span.end as usize).clamp(start, line_end);
    let (mut from, mut to) = (line_start, line_end);
    if line_end - line_start > MAX_LINE {
        from = floor_char_boundary(text, start.saturating_sub(CONTEXT).max(line_start));
        to = floor_char_boundary(text, (start + CONTEXT).min(line_end));
    }
    let end = end.min(to);
    let (left, right) =
        (if from > line_start { "... " } else { "" }, if to < line_end { " ..." } else { "" });
    // Control characters would garble the drawing; each becomes one blank, so
    // that the marks stay in place.
    let line = text[from..to].trim_end_matches('\r');
    let line = line.replace(|char: char| char.is_ascii_control() && char != '\t', " ");
    let offset = left.len();
    let end = end.min(from + line.len()).max(start.min(from + line.len()));
    Excerpt {
        place: line_column(text, span.start),
        cut: !left.is_empty() || !right.is_empty(),
        marks: vec![(
            kind,
            start.min(from + line.len()) - from + offset..end - from + offset,
            label,
        )],
        text: format!("{left}{line}{right}"),
    }
}
