//! What there is, with an example of each command.

use std::io::Write;
use std::process::ExitCode;

use clap::CommandFactory;
use clap::builder::styling::{AnsiColor, Style};

use crate::Cli;

const TITLE: Style = Style::new().bold();
const NAME: Style = AnsiColor::Cyan.on_default().bold();
const EXAMPLE: Style = AnsiColor::Green.on_default();

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let cli = Cli::command();
    let mut out = anstream::stdout().lock();
    let about = cli.get_about().map(ToString::to_string).unwrap_or_default();
    let version = cli.get_version().unwrap_or_default();
    writeln!(out, "{TITLE}Stonegate {version}{TITLE:#}: {}\n", lower_first(&about))?;
    for command in cli.get_subcommands() {
        let name = command.get_name();
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        writeln!(out, "  {NAME}{name:<12}{NAME:#} {about}")?;
        // The first example is enough here.
        let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        if let Some(example) = examples.lines().find(|line| line.starts_with("  stonegate")) {
            writeln!(out, "  {:<12} {EXAMPLE}{}{EXAMPLE:#}", "", example.trim_start())?;
        }
    }
    writeln!(
        out,
        "\nA GAME is the name of a built-in game, a file in KIF or infix syntax, or - for\n\
         standard input. More about a command: {EXAMPLE}stonegate check --help{EXAMPLE:#}"
    )?;
    Ok(ExitCode::SUCCESS)
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}
