//! `stonegate solve`: perfect play.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::builder::styling::{AnsiColor, Style};
use serde_json::json;
use stonegate_ground::{Machine, MoveId};
use stonegate_lanes::Engine;
use stonegate_search::{Solution, SolveBudget, Unsolved, Value, solve};
use stonegate_workbench::args::{Memory, seconds_or_zero};
use stonegate_workbench::backend::best_backend;
use stonegate_workbench::compile::{Limits, compile};
use stonegate_workbench::engine;
use stonegate_workbench::progress::Progress;
use stonegate_workbench::report::count;
use stonegate_workbench::source::Source;

use crate::interrupt;

/// Solve a game: what each role can force, and how
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate solve tic-tac-toe
  stonegate solve eight-puzzle --seconds 60
  stonegate solve my-game.kif --memory 8G --json

A game is solved by looking at every position that can be reached. Games of one role
are, and games of two roles who take turns and of whom one gains what the other loses,
if their positions fit into the memory. The exit code is 0 if the game is solved, 1 if it
is not, and 130 if Ctrl-C ended it.")]
pub(crate) struct Solve {
    /// A file, the name of a built-in game, or - for standard input
    game: PathBuf,

    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = seconds_or_zero)]
    seconds: Duration,

    /// Give up when positions take more memory
    #[arg(long, value_name = "BYTES", default_value_t = Memory(2 << 30))]
    memory: Memory,

    /// Print one JSON object for other programs
    #[arg(long)]
    json: bool,
}

const TITLE: Style = AnsiColor::Cyan.on_default().bold();

pub(crate) fn run(args: &Solve) -> anyhow::Result<ExitCode> {
    let source = Source::read(&args.game)?;
    let rules = engine::rules(&source, "solve")?.rules;
    let compiled = compile(&source, &rules, Limits::default())?;
    let machine = Arc::new(compiled.optimized.machine);
    let engine = Arc::new(Engine::new(Arc::clone(&machine), best_backend()));

    let is_interrupted = interrupt::flag()?;
    let start = Instant::now();
    let mut progress = Progress::new();
    let mut budget = SolveBudget {
        max_bytes: args.memory.0,
        stop: &mut |found| {
            progress.show(|| format!("{} positions, {} done", found.n_found, found.n_expanded));
            is_interrupted.load(Ordering::Relaxed) || start.elapsed() > args.seconds
        },
    };
    let solved = solve(&engine, &mut budget);
    progress.clear();
    match (&solved, args.json) {
        (Ok(solution), false) => print(&machine, solution)?,
        (Ok(solution), true) => print_json(&machine, solution)?,
        (Err(unsolved), false) => {
            let advice = match unsolved {
                Unsolved::Stopped(_) if is_interrupted.load(Ordering::Relaxed) => String::new(),
                Unsolved::Stopped(_) => {
                    format!("; the limit is {} s, see --seconds", args.seconds.as_secs_f64())
                }
                Unsolved::OutOfMemory(_) => format!("; the limit is {}, see --memory", args.memory),
                _ => String::new(),
            };
            writeln!(anstream::stdout(), "not solved: {unsolved}{advice}")?;
        }
        (Err(unsolved), true) => {
            let object = json!({ "solved": false, "reason": unsolved.to_string() });
            writeln!(io::stdout().lock(), "{object:#}")?;
        }
    }
    Ok(if solved.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn print(machine: &Machine, solution: &Solution) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    let title = |title: &str| format!("{TITLE}{title}{TITLE:#}");
    writeln!(out, "{} after {} positions", title("solved"), solution.n_states)?;
    for (role, goal) in machine.roles.iter().zip(&solution.value.goals) {
        let what = if solution.value.is_decided { "gets" } else { "can force" };
        writeln!(out, "  {} {what} {}", role.name, goal_text(*goal))?;
    }
    if !solution.value.is_decided {
        writeln!(out, "  nobody can force more: with best play the game goes on forever")?;
    }
    let mover = &machine.roles[solution.mover];
    writeln!(out, "{}", title(&format!("first moves of {}", mover.name)))?;
    let texts = solution.moves.iter().map(|rated| &mover.moves[rated.action]);
    let width = texts.clone().map(String::len).max().unwrap_or_default();
    for (rated, text) in solution.moves.iter().zip(texts) {
        let value = value_text(&rated.value);
        writeln!(out, "  {text:width$}  {value}{}", if rated.is_best { "  best" } else { "" })?;
    }
    if solution.value.is_decided {
        let length = count(solution.line.len(), "move");
        writeln!(out, "{} in {length}", title("perfect play"))?;
        for (number, joint) in (1..).zip(&solution.line) {
            let joint = joint_move(machine, joint).join("  ");
            writeln!(out, "  {number:>3}. {joint}")?;
        }
    }
    Ok(())
}

/// What the roles can force, in their order.
fn value_text(value: &Value) -> String {
    let goals = value.goals.iter().map(|&goal| goal_text(goal)).collect::<Vec<_>>();
    let goals = goals.join(" : ");
    if value.is_decided { goals } else { format!("{goals}, or no end") }
}

fn goal_text(goal: Option<u8>) -> String {
    goal.map_or_else(|| "no end".to_owned(), |goal| goal.to_string())
}

fn joint_move<'a>(machine: &'a Machine, joint: &[MoveId]) -> Vec<&'a str> {
    let moves = machine.roles.iter().zip(joint);
    moves.map(|(role, &action)| role.moves[action].as_str()).collect()
}

fn print_json(machine: &Machine, solution: &Solution) -> io::Result<()> {
    let mover = &machine.roles[solution.mover];
    let moves = solution.moves.iter().map(|rated| {
        json!({
            "move": mover.moves[rated.action],
            "goals": rated.value.goals,
            "ends": rated.value.is_decided,
            "best": rated.is_best,
        })
    });
    let moves = moves.collect::<Vec<_>>();
    let line = solution.line.iter().map(|joint| joint_move(machine, joint)).collect::<Vec<_>>();
    let object = json!({
        "solved": true,
        "positions": solution.n_states,
        "roles": machine.roles.iter().map(|role| &role.name).collect::<Vec<_>>(),
        "goals": solution.value.goals,
        "ends": solution.value.is_decided,
        "mover": mover.name,
        "moves": moves,
        "line": line,
    });
    writeln!(io::stdout().lock(), "{object:#}")
}
