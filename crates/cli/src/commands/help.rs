//! `stonegate help`: what there is, or all about one command.

use std::process::ExitCode;

use anyhow::Context;
use clap::CommandFactory;

use super::summary;
use crate::Cli;

/// Show what there is, or the help of a command
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate help
  stonegate help serve
  stonegate help othello solve")]
pub(crate) struct Help {
    /// The command to tell about, and the task of it
    #[arg(value_name = "COMMAND")]
    names: Vec<String>,
}

pub(crate) fn run(args: &Help) -> anyhow::Result<ExitCode> {
    if args.names.is_empty() {
        return summary::run();
    }
    // Built, so that the usage names the program as well.
    let mut cli = Cli::command();
    cli.build();
    let mut command = &mut cli;
    let mut above = "stonegate help".to_owned();
    for name in &args.names {
        command = command
            .find_subcommand_mut(name)
            .with_context(|| format!("there is no command `{name}`: see `{above}`"))?;
        above = format!("{above} {name}");
    }
    command.print_long_help()?;
    Ok(ExitCode::SUCCESS)
}
