//! The `stonegate` program: a thin shell over the crates that do the work.
//!
//! Exit codes: 0 all is well, 1 the answer is no (`check --strict` found
//! warnings), 2 something is wrong (a bad rule sheet, file or argument).

#![forbid(unsafe_code)]

mod commands;

mod compile;
mod contest;
mod source;

mod builtin;

mod engine;
mod perft;
mod record;
mod terms;

mod ggp;
mod matches;

mod serve;

mod go;
mod gomocup;
mod gtp;
mod link;
mod othello;
mod patterns;

mod rtl;

mod vision;

mod bench;
mod play;

mod memory;
mod thinking;

mod progress;
mod report;

use std::io;
use std::process::ExitCode;

use clap::{ColorChoice, Parser};

use commands::Command;

/// The rules of a board game as a logic circuit
#[derive(Parser)]
#[command(name = "stonegate", version, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    /// When to use colors
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
}

fn main() -> ExitCode {
    let result = if gomocup::is_called_as_brain() {
        commands::gomocup::run(&commands::gomocup::Gomocup {})
    } else {
        run(Cli::parse())
    };
    match result {
        Ok(code) => code,
        // Whoever reads our output has enough of it: `stonegate games | head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            report::print_error(&error);
            ExitCode::from(2)
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.color {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    if let Some(command) = cli.command {
        return command.run();
    }
    // Who says nothing in particular gets the page, and is told what else there is.
    commands::summary::run()?;
    commands::serve::run(&commands::serve::Serve::default())
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
