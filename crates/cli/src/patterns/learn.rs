//! `stonegate patterns learn`: patterns from lost games.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Context;
use stonegate_arena::{
    Briefing, Clock, Dedicated, Player, PlayerSpec, Resources, Ruleset, Turn, WAIT,
};
use stonegate_gomoku::learning::{Learner, Lesson, Opening, score};
use stonegate_gomoku::patterns::PatternFile;
use stonegate_gomoku::{Color, Point, Position, Setup};

use super::curve::{Measurement, draw};
use super::read;
use crate::progress::Progress;

/// Learn patterns from lost games, with the strong engine as the teacher
#[derive(clap::Args)]
#[command(after_help = "\
After a lost game the engine finds the positions where a better move would have held. A 5x5
pattern around that move is made more general, cell by cell, as long as it does not cost more
in a corpus of positions; it is placed where it saves most, and kept if it wins at least as
many regression games as the file without it. What the file scores from openings that are
never learned from is measured on the way.")]
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

    /// How many positions of other games are studied at first
    #[arg(long, value_name = "N", default_value_t = 2000)]
    corpus: usize,

    /// Measure after so many games
    #[arg(long, value_name = "N", default_value_t = 25)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,

    /// How many games a measurement has
    #[arg(long, value_name = "N", default_value_t = 100)]
    held_back: u64,

    /// The openings and the choice of windows depend on it
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Openings with this bit in their seed are never learned from.
const HELD_BACK: u64 = 1 << 63;

pub(crate) fn run(args: &Learn) -> anyhow::Result<ExitCode> {
    let file = args.from.as_deref().map_or_else(|| Ok(PatternFile::minimal()), read)?;
    let mut player = args.against.player(&Resources::new(args.seed))?;
    let mut opponent = |position: &Position| ask(player.as_mut(), position);
    let mut progress = Progress::new();
    progress.show(|| format!("studying {} positions", args.corpus));
    let mut learner = Learner::new(file, args.seed);
    learner.prepare(args.corpus);
    let mut curve = Vec::new();
    for game in 0..=args.games {
        if game % args.every == 0 || game == args.games {
            let seed = args.seed | HELD_BACK;
            let score = score(learner.machine(), seed, args.held_back, &mut opponent);
            let n_patterns = learner.file().expand().len();
            curve.push(Measurement { game, score, n_patterns });
            progress.clear();
            writeln!(io::stdout(), "{}", curve[curve.len() - 1])?;
            save(args, &learner, &curve)?;
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
fn save(args: &Learn, learner: &Learner, curve: &[Measurement]) -> anyhow::Result<()> {
    let mut file = learner.file().clone();
    file.title = vec![
        format!(
            "Learned from {} games against {}.",
            curve.last().map_or(0, |it| it.game),
            args.against
        ),
        "The score from openings that were not learned from:".to_owned(),
    ];
    file.title.extend(curve.iter().map(|measurement| format!("  {measurement}")));
    let write = |path: &PathBuf, text: String| {
        fs::write(path, text).with_context(|| format!("writing {}", path.display()))
    };
    write(&args.output, file.to_string())?;
    args.svg.as_ref().map_or(Ok(()), |path| write(path, draw(curve)))
}

fn describe(lesson: &Lesson) -> String {
    match lesson {
        Lesson::Held => "won".to_owned(),
        Lesson::Nothing => "lost, nothing to learn".to_owned(),
        Lesson::Rejected => "lost, the new pattern does not stand the test".to_owned(),
        Lesson::Learned(place) => format!("lost, a new pattern at place {}", place + 1),
    }
}

/// Asks a player of the arena for a move.
fn ask(player: &mut dyn Player, position: &Position) -> Option<Point> {
    const TIME: Duration = Duration::from_secs(1);
    let setup = Setup { size: position.size(), rule: position.rule() };
    let joint = |&(point, color): &(Point, Color)| {
        let mut joint = [WAIT.to_owned(), WAIT.to_owned()];
        joint[usize::from(color == Color::White)] = point.to_string();
        joint.to_vec()
    };
    let briefing = Briefing {
        match_id: "learning".to_owned(),
        role: position.turn().to_string().to_lowercase(),
        ruleset: Ruleset::Dedicated(Dedicated::Gomoku(setup)),
        opening: position.moves().iter().map(joint).collect(),
        clock: Clock { start: TIME, play: TIME },
    };
    let canceled = AtomicBool::new(false);
    let deadline = Instant::now() + TIME;
    let turn = Turn { deadline, canceled: &canceled, thoughts: &|_| {} };
    player.start(&briefing, &turn).ok()?;
    player.play(None, &turn).ok()?.parse().ok()
}
