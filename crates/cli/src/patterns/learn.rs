//! `stonegate patterns learn`: patterns from lost games.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use stonegate_gomoku::learning::{
    Estimate, Learner, Lesson, Measurement, Opening, draw_curve, score,
};
use stonegate_gomoku::patterns::{PatternFile, max_patterns_in};
use stonegate_players::{PlayerSpec, SparringPartner};
use stonegate_workbench::progress::Progress;

use super::read;
use super::score::HELD_BACK;

/// Learn patterns from lost games, with the strong engine as the teacher
#[derive(clap::Args)]
#[command(after_help = "\
After a lost game the engine finds the positions where a better move would have held. A 5x5
pattern around that move is made more general, cell by cell, as long as it does not cost more
in a corpus of positions; it is placed where it saves most, and kept if regression games say
that the file is better with it. After each game some patterns are tried otherwise: more
general, more special, at another place, aimed elsewhere, with colors swapped, or not at all.
What the file scores from openings that are never learned from is measured on the way, and
the file is written then: who interrupts the program loses no more than that.")]
pub(crate) struct Learn {
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 300)]
    games: u64,

    /// Against whom, by the names that `stonegate match` knows
    #[arg(long, value_name = "PLAYER", default_value = "gomoku:depth=2")]
    against: PlayerSpec,

    /// The file to begin with [default: ten patterns]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Where to write the file
    #[arg(short, value_name = "FILE")]
    output: PathBuf,

    /// Draw how the score rises
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,

    /// The most regression games that a change is tried in
    #[arg(long, value_name = "N", default_value_t = 4000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    regression: u32,

    /// How many positions of other games are studied at first
    #[arg(long, value_name = "N", default_value_t = 1000)]
    corpus: usize,

    /// Measure after so many games
    #[arg(long, value_name = "N", default_value_t = 25)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,

    /// How many games a measurement has
    #[arg(long, value_name = "N", default_value_t = 400)]
    held_back: u64,

    /// How large the memory of the machine is
    #[arg(long, value_name = "KB", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=64))]
    memory: u8,

    /// Fill the memory with patterns that are as special as the mistakes that they are made for, even
    /// if they make no difference in regression games
    #[arg(long)]
    rare: bool,

    /// The openings, and all that is left to chance, depend on it
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &Learn) -> anyhow::Result<ExitCode> {
    let file = args.from.as_deref().map_or_else(|| Ok(PatternFile::minimal()), read)?;
    let mut opponent = SparringPartner::new(args.against.clone())?;
    let mut progress = Progress::new();
    progress.show(|| format!("studying {} positions", args.corpus));
    // A file that was learned already keeps its history.
    let history = args.from.as_ref().map_or_else(Vec::new, |_| file.title.clone());
    let most = max_patterns_in(usize::from(args.memory) << 10);
    let learner = Learner::new(file, most, args.seed, args.regression as usize);
    let mut learner = learner.with_rare_patterns(args.rare);
    learner.prepare(args.corpus);
    let mut curve = Vec::new();
    for game in 0..=args.games {
        if game % args.every == 0 || game == args.games {
            let seed = args.seed | HELD_BACK;
            let score = score(learner.machine(), seed, args.held_back, &mut opponent);
            let n_patterns = learner.file().expand().len();
            curve.push(Measurement { game, estimate: Estimate(score), n_patterns });
            progress.clear();
            writeln!(io::stdout(), "{}", curve[curve.len() - 1])?;
            save(args, &history, &learner, &curve)?;
        }
        if game < args.games {
            let lesson = learner.play(Opening::new(args.seed, game), &mut opponent);
            progress.show(|| format!("game {}: {}", game + 1, describe(&lesson)));
        }
    }
    progress.clear();
    Ok(ExitCode::SUCCESS)
}

/// Writes the file with its history, and the curve.
fn save(
    args: &Learn,
    history: &[String],
    learner: &Learner,
    curve: &[Measurement],
) -> anyhow::Result<()> {
    let n_games = curve.last().map_or(0, |it| it.game);
    let (against, seed, regression) = (&args.against, args.seed, args.regression);
    let rare = if args.rare { ", rare patterns, too" } else { "" };
    let mut file = learner.file().clone();
    file.title = history.to_vec();
    file.title.push(format!(
        "Learned from {n_games} games against {against} (seed {seed}, trials of {regression}{rare})."
    ));
    file.title.push("The score from openings that were not learned from:".to_owned());
    file.title.extend(curve.iter().map(|measurement| format!("  {measurement}")));
    let write = |path: &PathBuf, text: String| {
        fs::write(path, text).with_context(|| format!("writing {}", path.display()))
    };
    write(&args.output, file.to_string())?;
    args.svg.as_ref().map_or(Ok(()), |path| write(path, draw_curve(curve)))
}

fn describe(lesson: &Lesson) -> String {
    let result = if lesson.is_won { "won" } else { "not won" };
    let learned = match lesson.learned {
        Some(number) => format!("learned pattern {}", number + 1),
        None => "learned no pattern".to_owned(),
    };
    format!("{result}, {learned}, took {} other changes", lesson.n_revisions)
}
