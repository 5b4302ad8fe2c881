//! `stonegate state`: what holds after some moves.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use clap::builder::styling::{AnsiColor, Style};
use serde_json::json;
use stonegate_compile::Referee;
use stonegate_gdl::RoleId;
use stonegate_matches::{Record, notation, reading, terms};
use stonegate_workbench::contest;
use stonegate_workbench::engine::{self, EngineChoice};

/// Show the state of a game after some moves
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate state tic-tac-toe
  stonegate state tic-tac-toe --moves opening.txt
  echo '(mark 2 2) noop' | stonegate state tic-tac-toe --moves - --json

A file of moves has a joint move on each line, one move for each role in the order
of the sheet: (mark 2 2) noop. The record of a match, as `stonegate match --record` and the page
write it, has moves as well, and so has a game in SGF, PGN, GGF or PSQ.")]
pub(crate) struct ShowState {
    /// A file, the name of a built-in game, or - for standard input
    game: PathBuf,

    /// A file with the moves to make first, or the record of a match; - for standard input
    #[arg(long, value_name = "FILE")]
    moves: Option<PathBuf>,

    #[command(flatten)]
    engine: EngineChoice,

    /// Print one JSON object for other programs
    #[arg(long)]
    json: bool,
}

const TITLE: Style = AnsiColor::Cyan.on_default().bold();

pub(crate) fn run(args: &ShowState) -> anyhow::Result<ExitCode> {
    show(args).map_err(engine::explain)?;
    Ok(ExitCode::SUCCESS)
}

fn show(args: &ShowState) -> anyhow::Result<()> {
    let is_stdin = |path: &Path| path == "-";
    if is_stdin(&args.game) && args.moves.as_deref().is_some_and(is_stdin) {
        bail!("the game and the moves cannot both come from standard input");
    }
    let moves = args.moves.as_deref().map(read_moves).transpose()?;
    let is_dedicated = moves.as_ref().is_some_and(Moves::is_dedicated);
    let mut referee = engine::open_game(&args.game, is_dedicated, &args.engine, "play")?;
    match (&args.moves, &moves) {
        (Some(path), Some(Moves::Game(text))) => {
            let dedicated = contest::dedicated(&args.game, is_dedicated)?;
            let line = notation::read_line(text, dedicated.as_ref(), &mut *referee)
                .with_context(|| name_of(path).into_owned())?;
            while referee.undo() {}
            line.moves.iter().try_for_each(|joint| referee.apply(joint))?;
        }
        (Some(path), Some(Moves::Lines(text))) => make_lines(&mut *referee, &name_of(path), text)?,
        (Some(path), Some(Moves::Match(record))) => {
            make_moves(&mut *referee, &name_of(path), record)?;
        }
        _ => {}
    }
    let state = Snapshot::take(&mut *referee)?;
    if args.json {
        state.print_json(referee.roles())?;
    } else {
        state.print(referee.roles())?;
    }
    Ok(())
}

/// What a file of moves is.
enum Moves {
    /// A joint move on each line.
    Lines(String),
    /// The record of a match.
    Match(Box<Record>),
    /// A game as other programs write it.
    Game(String),
}

impl Moves {
    fn is_dedicated(&self) -> bool {
        match self {
            Self::Lines(_) => false,
            Self::Match(record) => reading::is_dedicated(record),
            Self::Game(text) => notation::ruleset_of(text)
                .is_ok_and(|told| told.is_some_and(|told| told.dedicated().is_some())),
        }
    }
}

fn name_of(path: &Path) -> Cow<'_, str> {
    if path == "-" { "<stdin>".into() } else { path.to_string_lossy() }
}

fn read_moves(path: &Path) -> anyhow::Result<Moves> {
    let reading = || format!("reading {}", name_of(path));
    let text = if path == "-" {
        reading::read_all(io::stdin().lock())
    } else {
        File::open(path).and_then(reading::read_all)
    };
    let text = text.with_context(reading)?;
    // No move begins with a brace.
    if text.trim_start().starts_with('{') {
        return Ok(Moves::Match(reading::read_match(&text).with_context(reading)?.into()));
    }
    Ok(if notation::is_format(&text) { Moves::Game(text) } else { Moves::Lines(text) })
}

fn make_moves(referee: &mut dyn Referee, name: &str, record: &Record) -> anyhow::Result<()> {
    for (number, joint) in (1..).zip(&record.moves) {
        make_move(referee, &joint.join(" "))
            .with_context(|| format!("{name}, joint move {number}"))?;
    }
    Ok(())
}

fn make_lines(referee: &mut dyn Referee, name: &str, text: &str) -> anyhow::Result<()> {
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split(';').next().unwrap_or_default();
        if !line.trim().is_empty() {
            make_move(referee, line).with_context(|| format!("{name}, line {number}"))?;
        }
    }
    Ok(())
}

fn make_move(referee: &mut dyn Referee, line: &str) -> anyhow::Result<()> {
    ensure!(!referee.is_terminal()?, "the game is over before this move");
    let roles = referee.roles().to_vec();
    let Some(moves) = terms::read_joint_move(line, roles.len()) else {
        bail!("`{}` is not a joint move: one move each for {}", line.trim(), roles.join(", "));
    };
    for (role, wanted) in RoleId::enumerate(&moves) {
        if !engine::can_make(referee, role, wanted)? {
            let mut legal = referee.legal()?[role].clone();
            legal.sort_unstable();
            let choice = if legal.is_empty() { "none".to_owned() } else { terms::list(&legal) };
            bail!("`{wanted}` is not a legal move of {}; legal: {choice}", roles[role]);
        }
    }
    Ok(referee.apply(&moves)?)
}

/// All that can be said of a state; lists are by role.
struct Snapshot {
    facts: Vec<String>,
    legal: Vec<Vec<String>>,
    is_terminal: bool,
    goals: Vec<Vec<u8>>,
}

impl Snapshot {
    fn take(referee: &mut dyn Referee) -> anyhow::Result<Self> {
        let mut facts = referee.facts()?;
        facts.sort_unstable();
        let mut legal = referee.legal()?.to_vec();
        for moves in &mut legal {
            moves.sort_unstable();
        }
        let goals = referee.goal_values()?.into_iter();
        let goals = goals.map(|goals| goals.iter().map(|goal| goal.value()).collect());
        Ok(Self { facts, legal, is_terminal: referee.is_terminal()?, goals: goals.collect() })
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
