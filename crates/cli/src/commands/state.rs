//! `stonegate state`: what holds after some moves.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use clap::builder::styling::{AnsiColor, Style};
use serde_json::json;

use crate::engine::{self, Engine, EngineName};
use crate::source::Source;
use crate::terms;

/// Show the state of a game after some moves
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate state tic-tac-toe
  stonegate state tic-tac-toe --moves opening.txt
  echo '(mark 2 2) noop' | stonegate state tic-tac-toe --moves - --json

A file of moves has a joint move on each line, one move for each role in the order
of the sheet: (mark 2 2) noop")]
pub(crate) struct ShowState {
    /// A file, the name of a built-in game, or - for standard input
    game: PathBuf,

    /// A file with the moves to make first, or - for standard input
    #[arg(long, value_name = "FILE")]
    moves: Option<PathBuf>,

    /// What plays the game [default: circuit, where the game is not too large]
    #[arg(long, value_name = "ENGINE")]
    engine: Option<EngineName>,

    /// Print one JSON object for other programs
    #[arg(long)]
    json: bool,
}

const TITLE: Style = AnsiColor::Cyan.on_default().bold();

pub(crate) fn run(args: &ShowState) -> anyhow::Result<ExitCode> {
    let is_stdin = |path: &Path| path == "-";
    if is_stdin(&args.game) && args.moves.as_deref().is_some_and(is_stdin) {
        bail!("the game and the moves cannot both come from standard input");
    }
    let source = Source::read(&args.game)?;
    let mut engine = engine::open(&source, args.engine, "play")?;
    if let Some(path) = &args.moves {
        let name = if is_stdin(path) { "<stdin>".into() } else { path.to_string_lossy() };
        make_moves(&mut *engine, &name, &read_moves(path)?)?;
    }
    let state = Snapshot::take(&mut *engine)?;
    if args.json {
        state.print_json(engine.roles())?;
    } else {
        state.print(engine.roles())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn read_moves(path: &Path) -> anyhow::Result<String> {
    if path == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).context("reading standard input")?;
        return Ok(text);
    }
    fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))
}

fn make_moves(engine: &mut dyn Engine, name: &str, text: &str) -> anyhow::Result<()> {
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split(';').next().unwrap_or_default();
        if !line.trim().is_empty() {
            make_move(engine, line).with_context(|| format!("{name}, line {number}"))?;
        }
    }
    Ok(())
}

fn make_move(engine: &mut dyn Engine, line: &str) -> anyhow::Result<()> {
    ensure!(!engine.is_terminal()?, "the game is over before this move");
    let roles = engine.roles().to_vec();
    let Some(moves) = terms::read_joint_move(line, roles.len()) else {
        bail!("`{}` is not a joint move: one move each for {}", line.trim(), roles.join(", "));
    };
    let mut places = Vec::new();
    for (role, wanted) in moves.iter().enumerate() {
        let legal = engine.legal(role)?;
        let Some(place) = legal.iter().position(|other| other == wanted) else {
            let choice = if legal.is_empty() { "none".to_owned() } else { terms::list(&legal) };
            bail!("`{wanted}` is not a legal move of {}; legal: {choice}", roles[role]);
        };
        places.push(place);
    }
    engine.apply(&places)
}

/// All that can be said of a state; lists are by role.
struct Snapshot {
    facts: Vec<String>,
    legal: Vec<Vec<String>>,
    is_terminal: bool,
    goals: Vec<Vec<i64>>,
}

impl Snapshot {
    fn take(engine: &mut dyn Engine) -> anyhow::Result<Self> {
        let roles = 0..engine.roles().len();
        Ok(Self {
            facts: engine.facts()?,
            legal: roles.clone().map(|role| engine.legal(role)).collect::<Result<_, _>>()?,
            is_terminal: engine.is_terminal()?,
            goals: roles.map(|role| engine.goals(role)).collect::<Result<_, _>>()?,
        })
    }

    fn print(&self, roles: &[String]) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        let mut print_list = |title: &str, lines: &[String]| {
            writeln!(out, "{TITLE}{title}{TITLE:#}")?;
            lines.iter().try_for_each(|line| writeln!(out, "  {line}"))
        };
        print_list("facts", &self.facts)?;
        for (role, legal) in roles.iter().zip(&self.legal) {
            print_list(&format!("legal moves of {role}"), legal)?;
        }
        print_list("terminal", &[if self.is_terminal { "yes" } else { "no" }.to_owned()])?;
        for (role, goals) in roles.iter().zip(&self.goals) {
            let goals = goals.iter().map(ToString::to_string).collect::<Vec<_>>();
            print_list(&format!("goals of {role}"), &goals)?;
        }
        Ok(())
    }

    fn print_json(&self, roles: &[String]) -> io::Result<()> {
        let object = json!({
            "roles": roles,
            "facts": self.facts,
            "legal": self.legal,
            "terminal": self.is_terminal,
            "goals": self.goals,
        });
        writeln!(io::stdout().lock(), "{object:#}")
    }
}
