//! `stonegate othello solve`: perfect play of endgames.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use stonegate_othello::{Limits, Move, ObfLine, Report};
use stonegate_workbench::args::seconds;

use super::{Setup, peculiarities, read_obf, think};

/// Solve the endgames of an OBF file
#[derive(clap::Args)]
#[command(after_help = "\
A line of an OBF file is a position, the player to move and, if known, moves with their
scores, which are then compared:
  O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; % FFO 40

Scores are discs for the player to move, where the winner gets the empty squares.
Every board that a move or a pass leads to and that has an empty square is a node.
The exit code is 1 if a score is not what the file says, or is not found in time.")]
pub(crate) struct Solve {
    /// A file of positions
    #[arg(value_name = "FILE.obf")]
    file: PathBuf,

    /// Give a position up after this time
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<Duration>,

    #[command(flatten)]
    setup: Setup,
}

pub(crate) fn run(args: &Solve) -> anyhow::Result<ExitCode> {
    let lines = read_obf(&args.file)?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "line  empties  score  move         nodes   seconds  million nodes/s")?;
    let limits = Limits { exact_from: 64, ..Limits::default() };
    let mut total = Total::default();
    for (number, line) in &lines {
        // What is known of one position shall not help with the next.
        let engine = args.setup.engine()?;
        let start = Instant::now();
        let crew = args.setup.crew();
        let report = think(&engine, &line.position, &limits, crew, args.seconds, &mut |_| {});
        let time = start.elapsed();
        let remark = remark(line, &report);
        total.add(&report, time, remark.is_wrong);
        writeln!(
            out,
            "{number:>4}  {:>7}  {:>5}  {:<4}  {:>12}  {:>8.3}  {:>15.1}{}",
            line.position.n_empties(),
            if report.is_exact { format!("{:+}", report.value) } else { "?".to_owned() },
            report.best.map_or_else(|| "-".to_owned(), |square| square.to_string()),
            report.n_nodes,
            time.as_secs_f64(),
            report.n_nodes as f64 / time.as_secs_f64() / 1e6,
            remark.text,
        )?;
    }
    writeln!(
        out,
        "{} positions, {} nodes, {:.3} s, {:.1} million nodes/s, {} wrong or not solved",
        lines.len(),
        total.n_nodes,
        total.time.as_secs_f64(),
        total.n_nodes as f64 / total.time.as_secs_f64().max(1e-9) / 1e6,
        total.n_wrong,
    )?;
    Ok(if total.n_wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[derive(Default)]
struct Total {
    n_nodes: u64,
    time: Duration,
    n_wrong: usize,
}

impl Total {
    fn add(&mut self, report: &Report, time: Duration, is_wrong: bool) {
        self.n_nodes += report.n_nodes;
        self.time += time;
        self.n_wrong += usize::from(is_wrong);
    }
}

/// What there is to say about a result.
struct Remark {
    text: String,
    is_wrong: bool,
}

fn remark(line: &ObfLine, report: &Report) -> Remark {
    let mut texts = Vec::new();
    let mut is_wrong = false;
    if !report.is_exact {
        texts.push("not solved in time".to_owned());
        is_wrong = true;
    } else if let Some(score) = line.score() {
        let best = report.best.map_or(Move::Pass, Move::Place);
        if score != report.value {
            texts.push(format!("the file says {score:+}"));
            is_wrong = true;
        } else if !line.best_moves().any(|action| action == best) {
            texts.push("the file has other moves".to_owned());
        }
    }
    texts.extend(peculiarities(&line.position));
    let text = if texts.is_empty() { String::new() } else { format!("  {}", texts.join("; ")) };
    Remark { text, is_wrong }
}
