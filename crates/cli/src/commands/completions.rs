//! `stonegate completions`: scripts that let a shell complete our commands.

use std::io::Write;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Cli;

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate completions bash
  stonegate completions fish > ~/.config/fish/completions/stonegate.fish")]
pub(crate) struct Completions {
    shell: Shell,
}

pub(crate) fn run(args: &Completions) -> anyhow::Result<ExitCode> {
    // `generate` panics when it cannot write, as into a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "stonegate", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
