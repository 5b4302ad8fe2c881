//! Telling the user what is wrong.

use std::cmp::Reverse;
use std::fmt;
use std::io::{self, Write};

use anyhow::anyhow;
use clap::builder::styling::{AnsiColor, Style};
use stonegate_gdl::{Diagnostic, render};

use crate::source::Source;

const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
const WARNING: Style = AnsiColor::BrightYellow.on_default().bold();
const NOTE: Style = AnsiColor::BrightCyan.on_default().bold();

/// Nobody reads more drawings than this at a time.
const MAX_DRAWINGS: usize = 50;

/// How many errors and warnings there are.
#[derive(Debug)]
pub struct Counts {
    pub errors: usize,
    pub warnings: usize,
}

impl Counts {
    pub fn of(diagnostics: &[Diagnostic]) -> Self {
        let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
        Self { errors, warnings: diagnostics.len() - errors }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.errors, self.warnings) {
            (errors, 0) => f.write_str(&count(errors, "error")),
            (0, warnings) => f.write_str(&count(warnings, "warning")),
            (errors, warnings) => {
                write!(f, "{}, {}", count(errors, "error"), count(warnings, "warning"))
            }
        }
    }
}

/// `1 error`, `2 errors`.
pub fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// Draws diagnostics into their source. `out` takes away the colors where they
/// are not wanted.
pub fn draw(out: &mut impl Write, source: &Source, diagnostics: &[Diagnostic]) -> io::Result<()> {
    let mut drawn = diagnostics.iter().collect::<Vec<_>>();
    if drawn.len() > MAX_DRAWINGS {
        // An error must not be lost behind warnings.
        drawn.sort_by_key(|diagnostic| Reverse(diagnostic.code.severity()));
        drawn.truncate(MAX_DRAWINGS);
    }
    for diagnostic in &drawn {
        writeln!(out, "{}", render(diagnostic, &source.name, &source.text, true))?;
    }
    if diagnostics.len() > drawn.len() {
        writeln!(out, "... and {} more\n", diagnostics.len() - drawn.len())?;
    }
    Ok(())
}

/// Draws what makes a sheet useless for a command (`convert`) on standard error,
/// and returns the error that says so.
pub fn refuse(source: &Source, errors: &[Diagnostic], command: &str) -> io::Result<anyhow::Error> {
    draw(&mut anstream::stderr().lock(), source, errors)?;
    Ok(anyhow!("cannot {command} {}: {}", source.name, Counts::of(errors)))
}

/// Prints an error and its causes on one line.
pub fn print_error(error: &anyhow::Error) {
    // Where standard error is closed, there is nobody left to tell.
    let _ = writeln!(anstream::stderr(), "{ERROR}error{ERROR:#}: {error:#}");
}

/// Prints something that somebody should look after.
pub fn print_warning(warning: &str) {
    let _ = writeln!(anstream::stderr(), "{WARNING}warning{WARNING:#}: {warning}");
}

/// Prints something that is good to know.
pub fn print_note(note: &str) {
    let _ = writeln!(anstream::stderr(), "{NOTE}note{NOTE:#}: {note}");
}
