//! `stonegate test`: what a game should do.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use stonegate_workbench::engine::{self, EngineChoice};
use stonegate_workbench::report::{self, count};
use stonegate_workbench::testing;

/// Run the tests of a rule sheet
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate test my-game.test
  stonegate test --engine reference *.test

A file has tests like this one; my-game.test is about my-game.kif, unless a line `game FILE`
says otherwise:

  test a square can be taken once
    play (take 2 2) noop
    holds (cell 2 2 white)
    not legal black (take 2 2)
    not terminal
    value white 50
    perft 1 15

Exit codes: 0 all passed, 1 some failed, 2 unreadable tests or sheets")]
pub(crate) struct Test {
    /// Files of tests
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    engine: EngineChoice,
}

pub(crate) fn run(args: &Test) -> anyhow::Result<ExitCode> {
    let mut out = anstream::stdout().lock();
    let mut code = ExitCode::SUCCESS;
    for file in &args.files {
        match testing::run(file, &args.engine, &mut out) {
            Ok(outcome) => {
                let passed = format!("{} passed", count(outcome.n_passed, "test"));
                let failed = match outcome.n_failed {
                    0 => String::new(),
                    n_failed => format!(", {n_failed} failed"),
                };
                writeln!(out, "{}: {passed}{failed}", file.display())?;
                if outcome.n_failed > 0 && code == ExitCode::SUCCESS {
                    code = ExitCode::from(1);
                }
            }
            Err(error) => {
                report::print_error(&engine::explain(error));
                code = ExitCode::from(2);
            }
        }
    }
    Ok(code)
}
