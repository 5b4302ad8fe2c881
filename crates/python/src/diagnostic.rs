//! What is wrong with a rule sheet, as objects and as exceptions.

use pyo3::import_exception;
use pyo3::prelude::*;
use stonegate_gdl::{Analysis, Severity, Span, analyze, line_column, render};

import_exception!(stonegate.errors, SheetError);
import_exception!(stonegate.errors, CompileError);

/// A finding about a rule sheet.
#[pyclass(frozen, get_all, module = "stonegate")]
#[derive(Clone, Debug)]
pub(crate) struct Diagnostic {
    /// The kind of finding, such as `unsafe-variable`.
    code: String,
    /// `error` or `warning`.
    severity: &'static str,
    /// What is wrong.
    message: String,
    /// What to do about it.
    hint: Option<String>,
    /// Where it begins, counted from 1.
    line: usize,
    column: usize,
    /// The place in the text, in characters.
    start: usize,
    end: usize,
    drawing: String,
}

#[pymethods]
impl Diagnostic {
    /// The finding, drawn into the sheet.
    fn __str__(&self) -> &str {
        &self.drawing
    }

    fn __repr__(&self) -> String {
        let Self { code, line, column, message, .. } = self;
        format!("<Diagnostic {code} at {line}:{column}: {message}>")
    }
}

impl Diagnostic {
    fn new(diagnostic: &stonegate_gdl::Diagnostic, name: &str, text: &str) -> Self {
        let Span { start, end } = diagnostic.span;
        let (line, column) = line_column(text, start);
        // Python counts characters.
        let characters = |end: u32| text.get(..end as usize).map_or(0, |text| text.chars().count());
        Self {
            code: diagnostic.code.as_str().to_owned(),
            severity: match diagnostic.code.severity() {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: diagnostic.message.clone(),
            hint: diagnostic.hint.clone(),
            line,
            column,
            start: characters(start),
            end: characters(end),
            drawing: render(diagnostic, name, text, false),
        }
    }
}

/// All that is wrong with the text of a rule sheet: a list of diagnostics.
#[pyfunction]
#[pyo3(signature = (text, name = "<text>"))]
pub(crate) fn check(py: Python<'_>, text: &str, name: &str) -> Vec<Diagnostic> {
    py.detach(|| {
        let Analysis { diagnostics, .. } = analyze(text);
        diagnostics.iter().map(|found| Diagnostic::new(found, name, text)).collect()
    })
}

/// The exception for a sheet with these errors.
pub(crate) fn sheet_error(
    py: Python<'_>,
    errors: &[stonegate_gdl::Diagnostic],
    name: &str,
    text: &str,
) -> PyErr {
    let errors: Vec<Diagnostic> =
        errors.iter().map(|error| Diagnostic::new(error, name, text)).collect();
    let drawings: Vec<&str> = errors.iter().map(|error| error.drawing.trim_end()).collect();
    let error = SheetError::new_err(format!("{name} cannot be played\n{}", drawings.join("\n")));
    // Without the attribute the message still says it all.
    let _ = error.value(py).setattr("diagnostics", errors);
    error
}
