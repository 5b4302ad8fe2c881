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
  stonegate help serve")]
pub(crate) struct Help {
    /// The command to tell about
    command: Option<String>,
}

pub(crate) fn run(args: &Help) -> anyhow::Result<ExitCode> {
    let Some(name) = &args.command else { return summary::run() };
    // Built, so that the usage names the program as well.
    let mut cli = Cli::command();
    cli.build();
    let command = cli.find_subcommand_mut(name);
    let command =
        command.with_context(|| format!("there is no command `{name}`: see `stonegate help`"))?;
    command.print_long_help()?;
    Ok(ExitCode::SUCCESS)
}
