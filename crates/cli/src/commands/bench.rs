//! `stonegate bench`: how fast a game is played.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::Value;
use stonegate_fpga::BoardBench;
use stonegate_lanes::{Backend, LANES, Settings};
use stonegate_measure::{
    Agreement, Amount, Bed, Circuit, Errors, Game, JobReport, LanesPlayer, Plot, Profile, Ready,
    ReferencePlayer, Report, SearchReport, Table, Trial, start_states,
};
use stonegate_players::BoardAddress;
use stonegate_search::Options;
use stonegate_workbench::args::{Threads, seconds};
use stonegate_workbench::backend::{BackendName, best_backend};
use stonegate_workbench::compile::Limits;
use stonegate_workbench::source::Source;

/// Measure how fast a game is played at random
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate bench tic-tac-toe --seconds 0.5
  stonegate bench reversi --profile
  stonegate bench connect-four --jobs 512 --json
  stonegate bench pentago --search --seconds 5
  stonegate bench --all
  stonegate bench --plot cost.svg games/*.kif
  stonegate bench --verify games/*.kif

A state is one joint move made in one game. Gates are two-input ANDs; tables are
lookup tables of up to three inputs, which is what the lanes evaluate. The same
seed gives the same games on any number of threads and lanes and any back end.")]
// Each is a switch of the command line.
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct Bench {
    /// A file, the name of a built-in game, or - for standard input
    #[arg(value_name = "GAME", required_unless_present = "all")]
    games: Vec<PathBuf>,

    /// Measure the six games of the FPGA thesis, beside its numbers
    #[arg(long, conflicts_with_all = ["games", "plot", "jobs", "profile", "backend"])]
    all: bool,

    /// With --all, measure the public sheets of the games in this folder too
    #[arg(long, value_name = "FOLDER", requires = "all", conflicts_with = "games")]
    sheets: Option<PathBuf>,

    /// Measure many sheets on one thread and draw tables against time
    #[arg(long, value_name = "FILE.svg", conflicts_with_all = ["jobs", "profile", "threads"])]
    plot: Option<PathBuf>,

    /// Compare every back end with the reference evaluator on many sheets
    #[arg(long, conflicts_with_all = ["all", "plot", "jobs", "profile", "threads", "backend"])]
    #[arg(conflicts_with_all = ["lanes", "playouts", "json"])]
    verify: bool,

    /// How long to play [default: 2, for each sheet of a plot 0.2]
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<Duration>,

    /// Play so many games instead of some seconds
    #[arg(long, value_name = "N", conflicts_with_all = ["seconds", "all", "plot", "jobs"])]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,

    /// How many threads play [default: one for each processor]
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,

    /// What plays the game [default: native, where there is native code]
    #[arg(long, value_name = "BACKEND")]
    backend: Option<BackendName>,

    /// How many games a thread plays side by side
    #[arg(long, value_name = "N", default_value_t = LANES as u16)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=LANES as i64))]
    lanes: u16,

    /// Also play from N different states that random play reaches
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// With --jobs, how many games of each state are asked for at a time
    #[arg(long, value_name = "N", default_value_t = 16, requires = "jobs")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    job_playouts: u64,

    /// Show where the time of a step goes
    #[arg(long)]
    profile: bool,

    /// Search the first position instead of playing at random; OPTIONS as in c=0.7,wave=64
    #[arg(long, value_name = "OPTIONS", num_args = 0..=1, default_missing_value = "")]
    #[arg(conflicts_with_all = ["all", "plot", "jobs", "profile", "playouts", "verify"])]
    search: Option<Options>,

    /// With --search, how far the values of the moves are from those of a long search
    #[arg(long, requires = "search", conflicts_with = "seconds")]
    errors: bool,

    /// Let a board play that was made by `stonegate rtl`: /dev/ttyUSB1, /dev/ttyUSB1@115200
    #[arg(long, value_name = "PORT")]
    #[arg(conflicts_with_all = ["all", "plot", "jobs", "profile", "playouts", "verify", "search"])]
    board: Option<BoardAddress>,

    /// Where the random numbers start
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Give up a game after so many steps
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    step_limit: u32,

    /// Print one JSON object for other programs
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(args: &Bench) -> anyhow::Result<ExitCode> {
    let trial = args.trial();
    let backend = match args.backend {
        Some(name) => name.lanes()?,
        None => Some(best_backend()),
    };
    if args.all {
        let table = Table::measure(args.sheets.as_deref(), &trial, args.limits)?;
        return args.print(|| table.to_json(), |out| table.print(out));
    }
    if args.verify {
        let agreement = Agreement {
            seconds: args.seconds_or(2.0),
            settings: trial.settings,
            limits: args.limits,
        };
        return agreement.run(&args.games, &mut io::stdout().lock());
    }
    if let Some(file) = &args.plot {
        let backend = backend.context("a plot needs lanes: the reference evaluator has none")?;
        let writing = || format!("writing {}", file.display());
        // Before the sheets are measured, which takes long.
        let mut svg = File::create(file).with_context(writing)?;
        let plot = Plot::measure(&args.games, backend, &trial, args.limits);
        svg.write_all(plot.to_svg().as_bytes()).with_context(writing)?;
        return args.print(|| plot.to_json(), |out| plot.print(out));
    }
    let [game] = &args.games[..] else {
        bail!("several games make a plot or a comparison: see --plot and --verify");
    };
    if let Some(address) = &args.board {
        let (source, seconds) = (Source::read(game)?, args.seconds_or(2.0));
        let bench = BoardBench::measure(&source, address, seconds, args.seed, args.limits)?;
        return args.print(|| bench.to_json(), |out| bench.print(out));
    }
    if let Some(options) = &args.search {
        let backend = backend.context("search needs lanes: the reference evaluator has none")?;
        return args.measure_search(game, backend, options, &trial);
    }
    let report = match backend {
        Some(backend) => args.measure(game, backend, &trial)?,
        None => args.measure_reference(game, &trial)?,
    };
    args.print(|| report.to_json(), |out| report.print(out))
}

impl Bench {
    /// How long to measure.
    fn seconds_or(&self, default: f64) -> f64 {
        self.seconds.map_or(default, |time| time.as_secs_f64())
    }

    fn trial(&self) -> Trial {
        let (threads, seconds) = match self.plot {
            Some(_) => (Threads::ONE, 0.2),
            None => (self.threads.unwrap_or_else(Threads::all), 2.0),
        };
        let amount = match self.playouts {
            Some(games) => Amount::Games(games),
            None => Amount::Seconds(self.seconds_or(seconds)),
        };
        let settings = Settings {
            seed: self.seed,
            step_limit: self.step_limit,
            lanes: usize::from(self.lanes),
        };
        Trial { amount, games_per_call: None, threads: threads.count().get(), settings }
    }

    fn measure(&self, game: &Path, backend: Backend, trial: &Trial) -> anyhow::Result<Report> {
        let source = Source::read(game)?;
        let first = Game::quick_tier(&source, self.limits, backend)?;
        let game = Game::compile(&source, self.limits)?;
        let (engine, optimized) = game.engine(backend);
        let starts = [game.machine.initial()];
        let measure = LanesPlayer::measure(&engine, &starts, trial, &game.name)?;
        let jobs = self.jobs.map(|n_jobs| {
            let max_steps = measure.mean_length() as u32;
            let starts = start_states(&engine, usize::from(n_jobs), max_steps, self.seed);
            let games_per_call = self.job_playouts;
            let trial = Trial { games_per_call: Some(games_per_call), ..*trial };
            let measure = LanesPlayer::measure(&engine, &starts, &trial, &game.name)?;
            Ok::<_, anyhow::Error>(JobReport { measure, games_per_call })
        });
        Ok(Report {
            backend: backend.to_string(),
            trial: *trial,
            roles: game.machine.roles.iter().map(|role| role.name.clone()).collect(),
            ready: Ready { first, optimized: Some(optimized) },
            measure,
            circuit: Some(Circuit { gates: game.gates(), size: engine.size() }),
            jobs: jobs.transpose()?,
            profile: self.profile.then(|| Profile::of(&engine, &trial.settings)),
            game: game.name,
        })
    }

    fn measure_search(
        &self,
        game: &Path,
        backend: Backend,
        options: &Options,
        trial: &Trial,
    ) -> anyhow::Result<ExitCode> {
        let game = Game::compile(&Source::read(game)?, self.limits)?;
        let (engine, _) = game.engine(backend);
        let bed = Bed::new(game.name, engine, trial.threads);
        if self.errors {
            let errors = Errors::measure(&bed, options, 1.0);
            return self.print(|| errors.to_json(), |out| errors.print(out));
        }
        let report = SearchReport::measure(&bed, options, self.seconds_or(2.0));
        self.print(|| report.to_json(), |out| report.print(out))
    }

    fn measure_reference(&self, game: &Path, trial: &Trial) -> anyhow::Result<Report> {
        if self.jobs.is_some() || self.profile {
            bail!("the reference evaluator has neither jobs nor a profile");
        }
        let source = Source::read(game)?;
        let (roles, first, measure) = ReferencePlayer::measure(&source, trial)?;
        Ok(Report {
            game: source.name,
            backend: "reference".to_owned(),
            trial: *trial,
            roles,
            ready: Ready { first, optimized: None },
            measure,
            circuit: None,
            jobs: None,
            profile: None,
        })
    }

    fn print(
        &self,
        json: impl FnOnce() -> Value,
        text: impl FnOnce(&mut io::StdoutLock<'static>) -> io::Result<()>,
    ) -> anyhow::Result<ExitCode> {
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{:#}", json())?;
        } else {
            text(&mut out)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
