//! The experiments of C. Siwek, "Hardware acceleration for General Game Playing using FPGA"
//! (Wrocław 2020), again, beside the published numbers.
//!
//! The two players of the thesis are our search held to the iterations that each of them managed in
//! a second; our own player, with the same time, stands beside them.

mod speeds;

use std::fmt;
use std::io::Write;
use std::path::Path;
use std::str::FromStr;

use stonegate_lanes::{LANES, Settings};
use stonegate_measure::{Amount, Bed, Errors, Game, Table, Trial};
use stonegate_search::Options;
use stonegate_workbench::backend::best_backend;
use stonegate_workbench::compile::Limits;
use stonegate_workbench::source::Source;

use crate::file::{GameFile, PlayerFile, StudyFile};
use crate::perform::Workshop;
use crate::results::Results;
use crate::study::Study;
use crate::tune::{Method, Tuning};

/// The experiments, at some scale.
#[derive(Clone, PartialEq, Debug)]
pub struct Thesis {
    /// One is as large as in the thesis; times, iterations and numbers of games are so much of that.
    pub scale: f64,
    pub seed: u64,
}

/// One of the experiments.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Part {
    /// Table 6.1: how many states a second are played at random.
    States,
    /// Table 6.2: how far the values of moves are from those of a long search.
    Errors,
    /// How V and C were tuned.
    Tuning,
    /// Table 6.3: matches of both players.
    Matches,
    /// Figure 6.1: how fast both players search in the course of a match.
    Speeds,
}

/// A row of table 6.3.
struct Row {
    /// What the journal is called by.
    stage: &'static str,
    title: &'static str,
    game: &'static str,
    /// Iterations a second of the player in software and of the one on the FPGA.
    software: f64,
    fpga: f64,
    /// Random games that the FPGA plays from a leaf, and leaves at a time.
    playouts: u32,
    reasoners: u32,
    /// Points in 40 games, two for a victory.
    points: [u32; 2],
}

#[rustfmt::skip]
const ROWS: [Row; 7] = [
    Row { stage: "reversi", title: "Reversi", game: "reversi", software: 43.0, fpga: 3_207.0, playouts: 10, reasoners: 2, points: [0, 80] },
    Row { stage: "breakthrough", title: "Breakthrough", game: "breakthrough", software: 390.0, fpga: 1_052.0, playouts: 10, reasoners: 1, points: [20, 60] },
    Row { stage: "pentago", title: "Pentago", game: "pentago", software: 2_189.0, fpga: 6_122.0, playouts: 10, reasoners: 4, points: [23, 57] },
    Row { stage: "joint", title: "Joint Connect Four", game: "joint-connect-four", software: 6_825.0, fpga: 2_860.0, playouts: 10, reasoners: 4, points: [40, 40] },
    Row { stage: "joint-one-reasoner", title: "  one reasoner", game: "joint-connect-four", software: 6_825.0, fpga: 1_580.0, playouts: 10, reasoners: 1, points: [58, 22] },
    Row { stage: "joint-one-playout", title: "  one playout", game: "joint-connect-four", software: 6_825.0, fpga: 3_698.0, playouts: 1, reasoners: 4, points: [48, 32] },
    Row { stage: "connect-four", title: "Connect Four", game: "connect-four", software: 14_239.0, fpga: 9_685.0, playouts: 10, reasoners: 4, points: [58, 22] },
];

/// Table 6.2: build, seconds, iterations, mean error.
const ERRORS: [(&str, u32, u32, f64); 6] = [
    ("one thread", 2, 1_314, 26.06),
    ("one thread", 19, 11_742, 4.76),
    ("parallel", 2, 2_879, 9.93),
    ("parallel", 19, 25_153, 2.21),
    ("one thread", 41, 25_255, 2.17),
    ("parallel, optimized", 7, 23_843, 2.71),
];

/// Seconds for a move, games of a row of table 6.3, of a setting of the tuning and of figure 6.1.
const CLOCK: f64 = 5.0;
const GAMES: f64 = 40.0;
const TUNING_GAMES: f64 = 20.0;
const SPEED_GAMES: f64 = 560.0;

/// Where the thesis began to tune, and the ranges that its 14 settings are taken from here: it does
/// not tell them.
const GUESSED: [(&str, f64); 2] = [("c", 0.707), ("v", 0.85)];
const RANGES: [&str; 2] = ["c=0.3..1.2/7", "v=0.85..1/2"];

/// What was published is not searched any other way than it was: by the logarithm of all visits.
const LOG_VISITS: u32 = 1 << 31;

impl Thesis {
    /// Does some of the experiments, or what is missing of them. Says whether all have come to an
    /// end.
    pub fn run(
        &self,
        parts: &[Part],
        workshop: &Workshop<'_>,
        out: &mut dyn Write,
    ) -> anyhow::Result<bool> {
        let mut is_complete = true;
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            is_complete &= match part {
                Part::States => self.states(out)?,
                Part::Errors => self.errors(out)?,
                Part::Tuning => self.tuning(workshop, out)?,
                Part::Matches => self.matches(workshop, out)?,
                Part::Speeds => self.speeds(workshop, out)?,
            };
        }
        Ok(is_complete)
    }

    fn states(&self, out: &mut dyn Write) -> anyhow::Result<bool> {
        writeln!(out, "Table 6.1: states a second\n")?;
        let settings = Settings::new(self.seed);
        let trial = Trial {
            amount: Amount::Seconds((2.0 * self.scale).max(0.05)),
            games_per_call: None,
            threads: 1,
            settings,
        };
        let mut text = Vec::new();
        Table::measure(None, &trial, Limits::default())?.print(&mut text)?;
        out.write_all(&text)?;
        Ok(true)
    }

    fn errors(&self, out: &mut dyn Write) -> anyhow::Result<bool> {
        writeln!(out, "Table 6.2: errors of the values of moves in Pentago\n")?;
        writeln!(out, "The thesis, against 200,000 iterations:")?;
        writeln!(out, "{:22} {:>10} {:>8} {:>8}", "", "iterations", "seconds", "mean")?;
        for (build, seconds, iterations, error) in ERRORS {
            writeln!(out, "{build:22} {iterations:>10} {seconds:>8} {error:>8.2}")?;
        }
        let game = Game::compile(&Source::read(Path::new("pentago"))?, Limits::default())?;
        let (engine, _) = game.engine(best_backend());
        let bed = Bed::new(game.name, engine, 2);
        let options =
            Options { seed: self.seed, playouts: 1, log_visits: LOG_VISITS, ..Options::default() };
        let mut text = Vec::new();
        Errors::measure(&bed, &options, self.scale).print(&mut text)?;
        writeln!(out, "\nHere:")?;
        out.write_all(&text)?;
        Ok(true)
    }

    fn tuning(&self, workshop: &Workshop<'_>, out: &mut dyn Write) -> anyhow::Result<bool> {
        writeln!(out, "6.3: the tuning of C and V on Joint Connect Four, 14 settings, twice")?;
        writeln!(
            out,
            "The thesis: from c=0.707, v=0.85 to c=0.55, v=0.985, with about 20 % more victories\n"
        )?;
        let row = &ROWS[3];
        let file = StudyFile {
            name: "tuning".to_owned(),
            rounds: self.pairs(TUNING_GAMES),
            ..self.file(&[row.game])
        };
        let guessed = GUESSED.map(|(name, value)| format!("{name}={value}")).join(",");
        let player = format!("{},{guessed}", self.limited(row.fpga, row.playouts, row.reasoners));
        let ranges = RANGES.iter().map(|range| range.parse()).collect::<Result<_, String>>();
        let ranges = ranges.map_err(anyhow::Error::msg)?;
        let method = Method::Grid { n_steps: 2 };
        let tuning = Tuning::of(file, player, self.software(row), ranges, method)?;
        tuning.run(workshop, self.pairs(GAMES), out)
    }

    fn matches(&self, workshop: &Workshop<'_>, out: &mut dyn Write) -> anyhow::Result<bool> {
        let n_games = 2 * self.pairs(GAMES);
        let clock = self.clock();
        writeln!(out, "Table 6.3: points of the player in software and of the one on the FPGA")?;
        writeln!(
            out,
            "The thesis: {GAMES} games of {CLOCK} s a move; here {n_games} of {clock:.3} s\n"
        )?;
        writeln!(
            out,
            "{:20} {:>15} {:>9} {:>9}   {:>16}",
            "", "iterations/s", "thesis", "here", "software : ours"
        )?;
        let mut is_complete = true;
        for row in &ROWS {
            let study = self.row(workshop, row)?;
            let outcome = workshop.perform(row.stage, &study)?;
            is_complete &= outcome.is_complete;
            let [software, fpga] = row.points;
            writeln!(
                out,
                "{:20} {:>15} {:>9} {:>9}   {:>16}",
                row.title,
                format!("{} : {}", row.software, row.fpga),
                format!("{software} : {fpga}"),
                points(&outcome.results, 1),
                points(&outcome.results, 2),
            )?;
        }
        Ok(is_complete)
    }

    /// The study of a row of table 6.3: the player in software against both others.
    fn row(&self, workshop: &Workshop<'_>, row: &Row) -> anyhow::Result<Study> {
        let fpga = self.limited(row.fpga, row.playouts, row.reasoners) + ",c=0.55,v=0.985";
        let ours = format!("mcts:time={}", self.clock());
        let players = [("software", self.software(row)), ("FPGA", fpga), ("ours", ours)];
        let file = StudyFile {
            name: row.stage.to_owned(),
            schedule: "gauntlet".to_owned(),
            rounds: self.pairs(GAMES),
            players: players.map(named).into(),
            ..self.file(&[row.game])
        };
        file.open(workshop.resources.clone())
    }

    /// The player of GGP-Base's kind: a random game a leaf, one after the other.
    fn software(&self, row: &Row) -> String {
        self.limited(row.software, 1, 1)
    }

    /// Our search, with what another one manages in the time for a move.
    fn limited(&self, speed: f64, playouts: u32, reasoners: u32) -> String {
        let iterations = ((speed * self.clock()) as u64).max(10);
        let wave = (playouts * reasoners).min(LANES as u32);
        format!(
            "mcts:iterations={iterations},playouts={playouts},wave={wave},log-visits={LOG_VISITS}"
        )
    }

    /// A study of these games without players.
    fn file(&self, games: &[&str]) -> StudyFile {
        let games = games.iter().map(|game| GameFile { game: game.into(), ..GameFile::default() });
        StudyFile {
            seed: self.seed,
            // A long start would leave a tree behind that no move could add much to.
            start: self.clock(),
            // Who is held to iterations or to a time of its own need not look at the clock.
            play: 600.0,
            games: games.collect(),
            ..StudyFile::default()
        }
    }

    fn clock(&self) -> f64 {
        (CLOCK * self.scale).max(0.01)
    }

    /// Half of some games: each is played twice, with roles swapped.
    fn pairs(&self, n_games: f64) -> u32 {
        ((n_games / 2.0 * self.scale).round() as u32).max(1)
    }
}

fn named((name, player): (&str, String)) -> PlayerFile {
    PlayerFile { name: Some(name.to_owned()), player }
}

/// The points of the first player against another, two for a victory.
fn points(results: &Results, other: usize) -> String {
    let [wins, draws, losses] = results.score(0, other);
    format!("{} : {}", 2 * wins + draws, 2 * losses + draws)
}

impl Part {
    pub const ALL: [Self; 5] =
        [Self::States, Self::Errors, Self::Tuning, Self::Matches, Self::Speeds];
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::States => "states",
            Self::Errors => "errors",
            Self::Tuning => "tuning",
            Self::Matches => "matches",
            Self::Speeds => "speeds",
        })
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|part| part.to_string() == text);
        found.ok_or_else(|| {
            let names = Self::ALL.map(|part| part.to_string()).join(", ");
            format!("there is no part `{text}`: there are {names}")
        })
    }
}
