//! `stonegate convert`: a rule sheet in the other syntax.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use stonegate_gdl::Syntax;
use stonegate_workbench::report;
use stonegate_workbench::source::Source;

/// Print a rule sheet in KIF or infix syntax
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate convert tic-tac-toe --to infix
  stonegate convert my-game.txt --to kif --output my-game.kif")]
pub(crate) struct Convert {
    /// A file, the name of a built-in game, or - for standard input
    game: PathBuf,

    /// The syntax to print
    #[arg(long, value_name = "SYNTAX")]
    to: SyntaxName,

    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum SyntaxName {
    /// (<= (legal ?p noop) (not (true (control ?p))))
    Kif,
    /// legal(P,noop) :- ~true(control(P)).
    Infix,
}

pub(crate) fn run(args: &Convert) -> anyhow::Result<ExitCode> {
    let source = Source::read(&args.game)?;
    let (sheet, syntax_errors) = source.parse();
    // Clauses that could not be read would be missing in the result.
    if !syntax_errors.is_empty() {
        return Err(report::refuse(&source, &syntax_errors, "convert")?);
    }
    let text = sheet.print(match args.to {
        SyntaxName::Kif => Syntax::Kif,
        SyntaxName::Infix => Syntax::Infix,
    });
    match &args.output {
        Some(path) => {
            fs::write(path, text).with_context(|| format!("writing {}", path.display()))?;
        }
        None => std::io::stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}
