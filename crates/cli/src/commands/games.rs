//! `stonegate games`: what can be played.

use std::io::Write;
use std::process::ExitCode;

use anyhow::bail;
use clap::builder::styling::{AnsiColor, Style};
use serde_json::json;
use stonegate_compile::{BUILT_IN, BuiltIn, role_names};
use stonegate_players::Dedicated;
use stonegate_workbench::source::no_sheet;
use stonegate_workbench::suggestion::suggestion;

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
const MACHINES: &str = "Games with a machine of their own, to play and for matches:";
const INDENT: &str = "    ";
const WIDTH: usize = 80;

pub(crate) fn run(args: &Games) -> anyhow::Result<ExitCode> {
    match &args.name {
        Some(name) => {
            let Some(game) = BuiltIn::find(name) else {
                if let Ok(dedicated) = name.parse() {
                    bail!(no_sheet(&dedicated));
                }
                bail!("no built-in game is called `{name}`: {}", suggestion(name));
            };
            std::io::stdout().lock().write_all(game.text.as_bytes())?;
        }
        None if args.json => print_json()?,
        None => print_list()?,
    }
    Ok(ExitCode::SUCCESS)
}

/// A game of the list.
struct Entry {
    name: &'static str,
    title: &'static str,
    roles: Vec<String>,
    description: String,
    /// Whether it is a rule sheet. If not, it has a machine of its own.
    is_sheet: bool,
}

/// The rule sheets, then the games that have a machine of their own. Some are both.
fn entries() -> Vec<Entry> {
    let sheets = BUILT_IN.iter().map(|game| Entry {
        name: game.name,
        title: game.title(),
        roles: roles_of(game),
        description: game.description(),
        is_sheet: true,
    });
    let dedicated = Dedicated::all().into_iter().map(|game| Entry {
        name: game.name(),
        title: game.title(),
        roles: game.referee().roles().to_vec(),
        description: format!("{} Also {}.", game.about(), other_names(&game)),
        is_sheet: false,
    });
    sheets.chain(dedicated).collect()
}

/// What other sizes and rules of a game are called.
fn other_names(game: &Dedicated) -> String {
    let names = game.variants().into_iter().map(|(_, variant)| variant.to_string());
    let names = names.filter(|name| name != game.name()).map(|name| format!("`{name}`"));
    names.collect::<Vec<_>>().join(", ")
}

fn print_list() -> anyhow::Result<()> {
    let entries = entries();
    let width = |text: fn(&Entry) -> &str| {
        entries.iter().map(|game| text(game).len()).max().unwrap_or_default()
    };
    let name_width = width(|game| game.name);
    let title_width = width(|game| game.title);
    let mut out = anstream::stdout().lock();
    let mut is_sheet = true;
    for game in &entries {
        if is_sheet && !game.is_sheet {
            writeln!(out, "\n{MACHINES}")?;
        }
        is_sheet = game.is_sheet;
        let (name, title, roles) = (game.name, game.title, game.roles.join(", "));
        writeln!(out, "{NAME}{name:<name_width$}{NAME:#}  {title:<title_width$}  {roles}")?;
        for line in wrap(&game.description, WIDTH - INDENT.len()) {
            writeln!(out, "{INDENT}{line}")?;
        }
    }
    Ok(())
}

fn print_json() -> anyhow::Result<()> {
    let games = entries().into_iter().map(|game| {
        json!({
            "name": game.name,
            "title": game.title,
            "roles": game.roles,
            "description": game.description,
            "sheet": game.is_sheet,
        })
    });
    let games = games.collect::<Vec<_>>();
    writeln!(std::io::stdout().lock(), "{:#}", json!({ "games": games }))?;
    Ok(())
}

fn roles_of(game: &BuiltIn) -> Vec<String> {
    let (sheet, _) = stonegate_gdl::parse(game.text);
    role_names(&sheet).into_iter().map(str::to_owned).collect()
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
