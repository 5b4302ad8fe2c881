//! `stonegate games`: the built-in games.

use std::io::Write;
use std::process::ExitCode;

use anyhow::bail;
use clap::builder::styling::{AnsiColor, Style};
use serde_json::json;

use crate::builtin::{self, Builtin};
use crate::source::roles;

/// List the built-in games, or print the rules of one
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate games
  stonegate games tic-tac-toe
  stonegate games hex > my-hex.kif")]
pub(crate) struct Games {
    /// Print the rule sheet of this game
    name: Option<String>,

    /// Print the list as JSON for other programs
    #[arg(long, conflicts_with = "name")]
    json: bool,
}

const NAME: Style = AnsiColor::Cyan.on_default().bold();
const INDENT: &str = "    ";
const WIDTH: usize = 80;

pub(crate) fn run(args: &Games) -> anyhow::Result<ExitCode> {
    match &args.name {
        Some(name) => {
            let Some(game) = builtin::find(name) else {
                bail!("no built-in game is called `{name}`: {}", builtin::suggestion(name));
            };
            std::io::stdout().lock().write_all(game.text.as_bytes())?;
        }
        None if args.json => print_json()?,
        None => print_list()?,
    }
    Ok(ExitCode::SUCCESS)
}

fn print_list() -> anyhow::Result<()> {
    let width = |text: fn(&Builtin) -> &str| {
        builtin::GAMES.iter().map(|game| text(game).len()).max().unwrap_or_default()
    };
    let name_width = width(|game| game.name);
    let title_width = width(Builtin::title);
    let mut out = anstream::stdout().lock();
    for game in builtin::GAMES {
        let (name, title, roles) = (game.name, game.title(), roles_of(game).join(", "));
        writeln!(out, "{NAME}{name:<name_width$}{NAME:#}  {title:<title_width$}  {roles}")?;
        for line in wrap(&game.description(), WIDTH - INDENT.len()) {
            writeln!(out, "{INDENT}{line}")?;
        }
    }
    Ok(())
}

fn print_json() -> anyhow::Result<()> {
    let games = builtin::GAMES.iter().map(|game| {
        json!({
            "name": game.name,
            "title": game.title(),
            "roles": roles_of(game),
            "description": game.description(),
        })
    });
    let games = games.collect::<Vec<_>>();
    writeln!(std::io::stdout().lock(), "{:#}", json!({ "games": games }))?;
    Ok(())
}

fn roles_of(game: &Builtin) -> Vec<String> {
    let (sheet, _) = stonegate_gdl::parse(game.text);
    roles(&sheet).into_iter().map(str::to_owned).collect()
}

/// Breaks a text between words into lines of at most `width` bytes.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
