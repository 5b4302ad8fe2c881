//! `stonegate match`: players against each other.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use parking_lot::Mutex;
use serde_json::json;
use stonegate_matches::{Adjudication, Record};
use stonegate_players::{Clock, PlayerSpec};
use stonegate_studies::{Conditions, Openings, RandomOpening, RunSettings, Standings, Study};
use stonegate_workbench::args::seconds;
use stonegate_workbench::backend::tell_refusal;
use stonegate_workbench::contest::Contest;
use stonegate_workbench::progress::Progress;
use stonegate_workbench::report::{count, print_note};
use stonegate_workbench::thinking::Thinking;

use crate::interrupt;

/// Let players play against each other
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate match tic-tac-toe random random --start 1 --play 1
  stonegate match reversi mcts http://localhost:9147 --games 10 --record games
  stonegate match connect-four mcts:playouts=8,threads=1 mcts:c=0.7 --scramble
  stonegate match my-game.kif human mcts --play 600
  stonegate match othello othello othello:classic --games 100 --play 0.2 --opening 8

A PLAYER is `mcts`, `alphabeta`, `greedy`, `random`, `human`, or http://host:port for
one that speaks the GGP protocol, and may have options: mcts:c=0.55,playouts=8. All have
`time=`, the seconds that a move takes at most: go:time=0.5. With --games, the players
take turns at the roles. A role named `random` is played by the match itself.

A move that is late, illegal or missing is replaced by a random legal move.")]
pub(crate) struct Match {
    /// A file, the name of a built-in game, or - for standard input
    game: PathBuf,

    /// One for each role
    #[arg(value_name = "PLAYER", required = true)]
    players: Vec<PlayerSpec>,

    /// Seconds before the first move; a player behind an address gets whole ones
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    start: Duration,

    /// Seconds for each move; a player behind an address gets whole ones
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    play: Duration,

    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// Begin each game with N random moves, the same for everybody in turn
    #[arg(long, value_name = "N", default_value_t = 0)]
    opening: usize,

    /// Leave out openings that the machine of the game thinks decided
    #[arg(long, requires = "opening")]
    balanced: bool,

    /// Take openings from this file: records, SGF, PGN, GGF, .. or moves on a line
    #[arg(long, value_name = "FILE", conflicts_with = "opening")]
    openings: Option<PathBuf>,

    /// Tell the players the rules in other words
    #[arg(long)]
    scramble: bool,

    /// A folder for the records of the games, as JSON
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,

    /// Give up a game after so many moves
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    step_limit: usize,

    #[command(flatten)]
    thinking: Thinking,

    /// Print one JSON object for other programs
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Match) -> anyhow::Result<ExitCode> {
    tell_refusal();
    let study = args.study(Contest::open(&args.game, &args.players)?)?;
    let settings =
        RunSettings { concurrency: NonZeroUsize::MIN, pin: false, records: args.record.clone() };
    let stop = interrupt::flag()?;
    let shown =
        Mutex::new(Shown { progress: Progress::new(), printed: Ok(()), records: Vec::new() });
    let watch = |number: u64, record: &Record| {
        let mut shown = shown.lock();
        shown.update(args, number, record);
    };
    let outcome = stonegate_studies::run(&study, None, &settings, &stop, &watch, &mut |_| {})?;
    let names = args.players.iter().map(ToString::to_string).collect();
    let standings = Standings::of(names, &outcome.results);
    let Shown { mut progress, printed, records } = shown.into_inner();
    printed?;
    progress.clear();
    let mut out = io::stdout().lock();
    if args.json {
        let games = records.iter().map(Record::to_summary).collect::<Vec<_>>();
        writeln!(out, "{:#}", json!({ "games": games, "players": standings.to_json() }))?;
    } else if args.games > 1 {
        writeln!(out)?;
        standings.print(&mut out)?;
    } else {
        for record in &records {
            write!(out, "{record}")?;
        }
    }
    let n_completed = records.iter().filter(|record| record.is_completed).count();
    if n_completed < args.games as usize {
        print_note(&format!(
            "{} of {} ended by the rules",
            n_completed,
            count(args.games as usize, "game")
        ));
        return Ok(ExitCode::from(1));
    }
    Ok(ExitCode::SUCCESS)
}

/// What has been shown of the games, and what is kept of them.
struct Shown {
    progress: Progress,
    printed: io::Result<()>,
    records: Vec<Record>,
}

impl Shown {
    fn update(&mut self, args: &Match, number: u64, record: &Record) {
        self.progress.show(|| {
            let moves = count(record.moves.len(), "move");
            format!("game {} of {}, {moves}", number + 1, args.games)
        });
        if !record.is_completed && !record.is_aborted {
            return;
        }
        if args.games > 1 && !args.json && self.printed.is_ok() {
            self.progress.clear();
            // Not locked for long: a person who plays is asked on standard output.
            self.printed = writeln!(io::stdout(), "{}", record.line());
        }
        self.records.push(record.clone());
    }
}

impl Match {
    /// A match is a small study: one game, one group, no journal.
    fn study(&self, contest: Contest) -> anyhow::Result<Study> {
        let is_sheet = contest.ruleset.sheet().is_some();
        anyhow::ensure!(!self.scramble || is_sheet, "only rule sheets can be scrambled");
        let openings = match &self.openings {
            Some(path) => Openings::open(path, &contest.ruleset)?,
            None => Openings::Random(RandomOpening {
                n_moves: self.opening,
                is_balanced: self.balanced,
            }),
        };
        let conditions = Conditions {
            clock: Clock { start: self.start, play: self.play },
            scramble: self.scramble,
            step_limit: self.step_limit,
            adjudication: Adjudication::default(),
            notes_speeds: false,
        };
        let resources = self.thinking.resources();
        let players = &self.players;
        Ok(Study::of_match(contest, players, self.games, openings, conditions, resources))
    }
}
