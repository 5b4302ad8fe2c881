//! `stonegate train`: learn what positions are worth.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Context;
use stonegate_gdl::Canonical;
use stonegate_lanes::Engine;
use stonegate_learning::{Stage, Trainer};
use stonegate_players::{Stopwatch, weights_file};
use stonegate_workbench::args::seconds;
use stonegate_workbench::backend::best_backend;
use stonegate_workbench::compile::{Limits, compile};
use stonegate_workbench::engine;
use stonegate_workbench::progress::Progress;
use stonegate_workbench::source::Source;

use crate::interrupt;

/// Learn a game by playing it, and write what positions are worth
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate train tic-tac-toe --out tic-tac-toe.weights --games 4096
  stonegate train breakthrough --out breakthrough.weights --seconds 300
  stonegate match breakthrough mcts:weights=breakthrough.weights mcts
  stonegate train reversi && stonegate match reversi mcts:weights=auto mcts

The program plays against itself on the circuit of the game, one step ahead, and learns from
what comes of it. After each stage it plays 512 games against the best of the stages before, and
what it scores is shown. It ends when several stages have brought nothing, after so much
work or so many games, or by Ctrl-C. Beside the weights stands what is needed to go on: the same
command continues, and one that was interrupted ends with the same weights as one that was not.")]
pub(crate) struct Train {
    /// A file, the name of a built-in game, or - for standard input
    game: PathBuf,

    /// Where the weights go; without it, to the library, where `weights=auto` finds them
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Learn for so many seconds of work at most
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = seconds)]
    seconds: Duration,

    /// Learn from so many games at most, those of earlier runs included
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    games: u64,

    /// Where the random numbers start
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &Train) -> anyhow::Result<ExitCode> {
    let source = Source::read(&args.game)?;
    let canonical = Canonical::new(&engine::rules(&source, "learn")?.rules);
    let compiled = compile(&source, &canonical.rules, Limits::default())?;
    let machine = Arc::new(compiled.optimized.machine);
    let engine = Arc::new(Engine::new(machine, best_backend()));
    let out = match &args.out {
        Some(out) => out.clone(),
        None => weights_file(canonical.fingerprint())
            .context("there is no folder for caches: say where the weights go, with --out FILE")?,
    };
    if let Some(folder) = out.parent() {
        fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    }
    let kept = kept_beside(&out);
    let mut trainer = match fs::read(&kept) {
        Ok(bytes) => Trainer::resume(&bytes, &canonical, &engine).with_context(|| {
            format!("going on with {}; without this file, training begins anew", kept.display())
        })?,
        Err(_) => Trainer::new(&canonical, &compiled.grounded.machine, &engine, args.seed),
    };

    let is_interrupted = interrupt::flag()?;
    let work = Stopwatch::start();
    let stop = || is_interrupted.load(Ordering::Relaxed) || work.elapsed() > args.seconds;
    let mut progress = Progress::new();
    for stage in trainer.curve() {
        print_stage(stage)?;
    }
    while trainer.n_games() < args.games && !trainer.is_over() {
        let n_stages = trainer.curve().len();
        if !trainer.round(&stop) {
            break;
        }
        progress.show(|| format!("{} games", trainer.n_games()));
        if let Some(stage) = trainer.curve().get(n_stages) {
            progress.clear();
            print_stage(stage)?;
            write(&kept, &trainer.to_bytes())?;
        }
    }
    progress.clear();
    write(&kept, &trainer.to_bytes())?;
    let bytes = trainer.weights().to_bytes();
    write(&out, &bytes)?;
    let why = if trainer.is_over() { ", and the last stages brought nothing" } else { "" };
    writeln!(
        anstream::stdout(),
        "{} weights ({} kB) from {} games in {:.1} s{why}: {}",
        trainer.weights().len(),
        bytes.len() / 1000,
        trainer.n_games(),
        work.elapsed().as_secs_f64(),
        out.display(),
    )?;
    Ok(ExitCode::SUCCESS)
}

fn print_stage(stage: &Stage) -> anyhow::Result<()> {
    let Stage { games, score, elo } = stage;
    let score = 100.0 * score;
    writeln!(
        anstream::stdout(),
        "{games:>9} games: {score:5.1} % against the best before, {elo:5.0} Elo above the start"
    )?;
    Ok(())
}

/// The file that has what is needed to go on.
fn kept_beside(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".training");
    name.into()
}

/// Writes a file that is there as a whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    fs::write(&name, bytes)
        .and_then(|()| fs::rename(&name, path))
        .with_context(|| format!("writing {}", path.display()))
}
