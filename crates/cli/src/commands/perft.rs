//! `stonegate perft`: how many lines of play there are.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::ensure;
use serde_json::json;
use stonegate_compile::{PerftError, Ply, perft};
use stonegate_players::Dedicated;
use stonegate_stones::Lines;
use stonegate_workbench::contest;
use stonegate_workbench::engine::{self, EngineChoice};
use stonegate_workbench::progress::Progress;
use stonegate_workbench::report::print_note;
use stonegate_workbench::source::Source;

/// Count the lines of play up to a number of joint moves
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate perft tic-tac-toe 3
  stonegate perft my-game.kif 5 --json
  stonegate perft othello 11

For each depth: `nodes` are the lines of exactly so many joint moves, `ended` the
shorter ones that end in a terminal state or leave a role without a move. Othello, Go, Gomoku
and Connect6 are played on their own boards; a forced pass of Othello is a move.")]
pub(crate) struct Perft {
    /// A file, the name of a built-in game, or - for standard input
    game: PathBuf,

    /// How many joint moves
    depth: usize,

    #[command(flatten)]
    engine: EngineChoice,

    /// Print one JSON object for other programs
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Perft) -> anyhow::Result<ExitCode> {
    let plies = match contest::dedicated(&args.game, false)? {
        Some(game) => count_dedicated(&game, args.depth)?,
        None => count(args)?,
    };
    if args.json {
        print_json(&plies)?;
    } else {
        print_table(&plies)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Deeper, the numbers of lines are beyond 64 bits, and far beyond anybody's patience.
const MAX_DEPTH: usize = 20;

/// The lines of a game that has a board of its own, and how fast they were counted.
fn count_dedicated(game: &Dedicated, depth: usize) -> anyhow::Result<Vec<Ply>> {
    ensure!(depth <= MAX_DEPTH, "lines of more than {MAX_DEPTH} moves are too many to count");
    let start = Instant::now();
    let lines = (1..=depth as u32).map(|depth| game.count_lines(depth)).collect::<Vec<_>>();
    let seconds = start.elapsed().as_secs_f64();
    let n_lines = lines.iter().map(|lines| lines.all).sum::<u64>();
    let rate = n_lines as f64 / seconds.max(1e-9) / 1e6;
    print_note(&format!("{n_lines} lines in {seconds:.3} s, {rate:.0} million a second"));
    let ply = |Lines { all, ended }| Ply { nodes: (all - ended).into(), ended: ended.into() };
    Ok(lines.into_iter().map(ply).collect())
}

/// The lines of a rule sheet.
fn count(args: &Perft) -> anyhow::Result<Vec<Ply>> {
    let source = Source::read(&args.game)?;
    let mut referee = engine::open(&source, &args.engine, "play")?;
    let mut progress = Progress::new();
    let mut n_states: u64 = 0;
    let counted = perft(&mut *referee, args.depth, &mut || {
        n_states += 1;
        progress.show(|| format!("{n_states} states"));
        false
    });
    counted.map_err(|error| match error {
        PerftError::Referee(error) => engine::explain(error.into()),
        error => error.into(),
    })
}

fn print_table(plies: &[Ply]) -> anyhow::Result<()> {
    let width = |count: fn(&Ply) -> u128| {
        plies.iter().map(|ply| count(ply).to_string().len()).max().unwrap_or_default().max(5)
    };
    let (nodes_width, ended_width) = (width(|ply| ply.nodes), width(|ply| ply.ended));
    let mut out = std::io::stdout().lock();
    writeln!(out, "depth  {:>nodes_width$}  {:>ended_width$}", "nodes", "ended")?;
    for (depth, Ply { nodes, ended }) in (1..).zip(plies) {
        writeln!(out, "{depth:>5}  {nodes:>nodes_width$}  {ended:>ended_width$}")?;
    }
    Ok(())
}

fn print_json(plies: &[Ply]) -> anyhow::Result<()> {
    // Counts can be larger than the numbers that JSON readers can hold.
    let plies = (1..).zip(plies).map(|(depth, ply): (usize, _)| {
        json!({ "depth": depth, "nodes": ply.nodes.to_string(), "ended": ply.ended.to_string() })
    });
    let plies = plies.collect::<Vec<_>>();
    writeln!(std::io::stdout().lock(), "{:#}", json!({ "perft": plies }))?;
    Ok(())
}
