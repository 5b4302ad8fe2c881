//! The `stonegate` program: a thin shell over the crates that do the work.
//!
//! Exit codes: 0 all is well, 1 the answer is no (`check --strict` found
//! warnings), 2 something is wrong (a bad rule sheet, file or argument), 130 Ctrl-C has ended
//! the command.

#![forbid(unsafe_code)]

mod commands;

mod go;
mod othello;
mod patterns;

mod interrupt;

use std::io;
use std::process::ExitCode;

use clap::{ColorChoice, Parser};

use commands::Command;

/// Engines come and go in many threads, and their trees are millions of small pieces: the allocator
/// of the system keeps half as much again as is in use, this one gives it back.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
    let result = if stonegate_frontends::gomocup::is_called_as_brain() {
        commands::gomocup::run(&commands::gomocup::Gomocup {})
    } else {
        run(Cli::parse())
    };
    match result {
        Ok(code) => interrupt::exit_code(code),
        // Whoever reads our output has enough of it: `stonegate games | head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            stonegate_workbench::report::print_error(&error);
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
    stonegate_workbench::old_names::note(std::env::args_os());
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    /// Calls `visit` on each command with its name and the global options from above.
    fn walk<'a>(
        command: &'a clap::Command,
        name: &str,
        global: &mut Vec<&'a clap::Arg>,
        visit: &mut impl FnMut(&str, &clap::Command, &[&clap::Arg]),
    ) {
        visit(name, command, global);
        let n_above = global.len();
        global.extend(command.get_arguments().filter(|arg| arg.is_global_set()));
        for sub in command.get_subcommands() {
            walk(sub, &format!("{name} {}", sub.get_name()), global, visit);
        }
        global.truncate(n_above);
    }

    fn is_named_alike(left: &clap::Arg, right: &clap::Arg) -> bool {
        let [left_longs, right_longs] =
            [left, right].map(|arg| arg.get_long_and_visible_aliases().unwrap_or_default());
        let [left_shorts, right_shorts] =
            [left, right].map(|arg| arg.get_short_and_visible_aliases().unwrap_or_default());
        left.get_id() == right.get_id()
            || left_longs.iter().any(|long| right_longs.contains(long))
            || left_shorts.iter().any(|short| right_shorts.contains(short))
    }

    #[test]
    fn the_options_of_each_command_agree() {
        Cli::command().debug_assert();
    }

    /// The parser does not notice that: a command that reads its own option then panics.
    #[test]
    fn no_command_has_an_option_named_like_a_global_one() {
        let mut n_commands = 0;
        walk(&Cli::command(), "stonegate", &mut Vec::new(), &mut |name, command, global| {
            n_commands += 1;
            for arg in command.get_arguments() {
                let twin = global.iter().find(|other| is_named_alike(arg, other));
                assert!(twin.is_none(), "{name}: `{}` is a global option", arg.get_id());
            }
        });
        assert!(n_commands > 30, "commands of commands are looked at as well");
    }
}
