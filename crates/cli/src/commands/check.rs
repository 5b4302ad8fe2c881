//! `stonegate check`: what is wrong with rule sheets.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::{Value, json};
use stonegate_compile::role_names;
use stonegate_gdl::{Analysis, Diagnostic, Span, Syntax, line_column};
use stonegate_workbench::report::{self, Counts};
use stonegate_workbench::source::Source;

/// Find the mistakes in rule sheets
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate check tic-tac-toe
  stonegate check my-game.kif --strict
  stonegate check --json - < my-game.kif

Exit codes: 0 fine, 1 warnings (with --strict), 2 errors or unreadable files")]
pub(crate) struct Check {
    /// Files, names of built-in games, or - for standard input
    #[arg(required = true, value_name = "GAME")]
    games: Vec<PathBuf>,

    /// Let warnings fail, too
    #[arg(long)]
    strict: bool,

    /// Print one JSON object for other programs
    #[arg(long)]
    json: bool,
}

/// How a sheet fares, from good to bad.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd)]
enum Verdict {
    Fine,
    Warnings,
    Errors,
}

pub(crate) fn run(args: &Check) -> anyhow::Result<ExitCode> {
    let verdict = if args.json { check_as_json(args)? } else { check_as_text(args)? };
    Ok(match verdict {
        Verdict::Errors => ExitCode::from(2),
        Verdict::Warnings if args.strict => ExitCode::from(1),
        Verdict::Warnings | Verdict::Fine => ExitCode::SUCCESS,
    })
}

fn check_as_text(args: &Check) -> anyhow::Result<Verdict> {
    let mut out = anstream::stdout().lock();
    let mut worst = Verdict::Fine;
    for game in &args.games {
        let verdict = match Source::read(game) {
            Ok(source) => {
                let analysis = source.analyze();
                report::draw(&mut out, &source, &analysis.diagnostics)?;
                writeln!(out, "{}: {}", source.name, outcome(&analysis))?;
                verdict(&analysis)
            }
            Err(error) => {
                report::print_error(&error);
                Verdict::Errors
            }
        };
        worst = worst.max(verdict);
    }
    Ok(worst)
}

/// The summary line of a sheet.
fn outcome(analysis: &Analysis) -> String {
    let counts = Counts::of(&analysis.diagnostics);
    if counts.errors > 0 {
        return counts.to_string();
    }
    let size = format!(
        "{}, {}",
        report::count(role_names(&analysis.sheet).len(), "role"),
        report::count(analysis.sheet.clauses.len(), "clause"),
    );
    if counts.warnings > 0 { format!("{counts} ({size})") } else { format!("fine ({size})") }
}

fn verdict(analysis: &Analysis) -> Verdict {
    if analysis.has_errors() {
        Verdict::Errors
    } else if analysis.diagnostics.is_empty() {
        Verdict::Fine
    } else {
        Verdict::Warnings
    }
}

fn check_as_json(args: &Check) -> anyhow::Result<Verdict> {
    let mut files = Vec::new();
    let mut worst = Verdict::Fine;
    for game in &args.games {
        let (file, verdict) = match Source::read(game) {
            Ok(source) => {
                let analysis = source.analyze();
                (sheet_as_json(&source, &analysis), verdict(&analysis))
            }
            Err(error) => {
                let path = game.to_string_lossy();
                (json!({ "path": path, "error": format!("{error:#}") }), Verdict::Errors)
            }
        };
        files.push(file);
        worst = worst.max(verdict);
    }
    writeln!(std::io::stdout().lock(), "{:#}", json!({ "files": files }))?;
    Ok(worst)
}

fn sheet_as_json(source: &Source, analysis: &Analysis) -> Value {
    let counts = Counts::of(&analysis.diagnostics);
    let diagnostics =
        analysis.diagnostics.iter().map(|diagnostic| diagnostic_as_json(source, diagnostic));
    json!({
        "path": source.name,
        "syntax": match analysis.sheet.syntax {
            Syntax::Kif => "kif",
            Syntax::Infix => "infix",
        },
        "clauses": analysis.sheet.clauses.len(),
        "roles": role_names(&analysis.sheet),
        "errors": counts.errors,
        "warnings": counts.warnings,
        "diagnostics": diagnostics.collect::<Vec<_>>(),
    })
}

fn diagnostic_as_json(source: &Source, diagnostic: &Diagnostic) -> Value {
    let related = diagnostic
        .related
        .iter()
        .map(|(span, message)| json!({ "message": message, "span": span_as_json(source, *span) }));
    json!({
        "code": diagnostic.code.as_str(),
        "severity": diagnostic.code.severity().to_string(),
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "rule": diagnostic.code.rule(),
        "span": span_as_json(source, diagnostic.span),
        "related": related.collect::<Vec<_>>(),
    })
}

fn span_as_json(source: &Source, span: Span) -> Value {
    let (line, column) = line_column(&source.text, span.start);
    let (end_line, end_column) = line_column(&source.text, span.end);
    json!({
        "start": span.start,
        "end": span.end,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    })
}
