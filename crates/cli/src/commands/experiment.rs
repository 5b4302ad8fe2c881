//! `stonegate experiment`: published experiments, again.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::ensure;
use stonegate_players::Resources;
use stonegate_studies::{Part, RunSettings, Thesis, Workshop};
use stonegate_workbench::args::Threads;
use stonegate_workbench::backend::tell_refusal;
use stonegate_workbench::thinking::cache;

use crate::interrupt;

/// Repeat published experiments, beside their numbers
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate experiment thesis --scale 0.0001 --part errors
  stonegate experiment thesis --scale 0.05 --journal thesis --report thesis-report
  stonegate experiment thesis --part matches --part speeds --journal thesis

`thesis` is C. Siwek's on general game playing by FPGA: table 6.1 (states), table 6.2 (errors),
the tuning of C and V (tuning), table 6.3 (matches) and figure 6.1 (speeds). At a scale of 1,
games, times and iterations are those of the thesis, which takes days. With a journal, the same
command goes on where it was.")]
pub(crate) struct Experiment {
    /// Which one: thesis
    name: Name,

    /// How large it is, as a part of the original: games, iterations and times
    #[arg(long, value_name = "PART", default_value_t = 0.01)]
    scale: f64,

    /// Only this part: states, errors, tuning, matches or speeds; as often as there are parts
    #[arg(long = "part", value_name = "NAME")]
    parts: Vec<Part>,

    /// Keep what is finished in files whose names begin so, and go on with what is missing
    #[arg(long, value_name = "PREFIX")]
    journal: Option<PathBuf>,

    /// Write reports into folders of this folder
    #[arg(long, value_name = "FOLDER")]
    report: Option<PathBuf>,

    /// How many matches are played at a time
    #[arg(long, value_name = "N", default_value = "1")]
    concurrency: Threads,

    /// Where the random numbers start
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Do not keep compiled games for the next time
    #[arg(long)]
    no_cache: bool,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum Name {
    /// C. Siwek, Hardware acceleration for General Game Playing using FPGA (2020)
    Thesis,
}

pub(crate) fn run(args: &Experiment) -> anyhow::Result<ExitCode> {
    let is_scale = args.scale > 0.0 && args.scale <= 100.0;
    ensure!(is_scale, "the scale is more than 0, and 1 for the original");
    tell_refusal();
    let stop = interrupt::flag()?;
    let concurrency: NonZeroUsize = args.concurrency.count();
    let workshop = Workshop {
        resources: Resources { cache: cache(args.no_cache), ..Resources::new(args.seed) },
        settings: RunSettings { concurrency, pin: false, records: None },
        journals: args.journal.clone(),
        reports: args.report.clone(),
        stop: &stop,
    };
    let parts = if args.parts.is_empty() { Part::ALL.to_vec() } else { args.parts.clone() };
    let is_complete = match args.name {
        Name::Thesis => {
            let thesis = Thesis { scale: args.scale, seed: args.seed };
            thesis.run(&parts, &workshop, &mut io::stdout())?
        }
    };
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
