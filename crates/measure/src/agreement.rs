//! Every back end against the reference evaluator, on many sheets.
//!
//! The reference evaluator plays random games. The machine has to play the same
//! ones move by move, and every back end has to say the same of their states, in
//! all lanes, and to count the same results.

mod recording;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use stonegate_ground::RoleId;
use stonegate_lanes::{Backend, Engine, Expansions, Job, Key, LANES, Lanes, Settings, Tally};
use stonegate_players::Stopwatch;
use stonegate_reference::{Budget, Evaluator};
use stonegate_workbench::compile::Limits;
use stonegate_workbench::engine;
use stonegate_workbench::progress::Progress;
use stonegate_workbench::source::Source;

use crate::agreement::recording::{Position, Recording};
use crate::ready::Game;
use crate::units::grouped;

/// Enough to fill the lanes, in games and in states.
const MAX_GAMES: u64 = LANES as u64;
const MAX_STATES: usize = 8 * LANES;

/// How to compare.
#[derive(Debug)]
pub struct Agreement {
    /// How long the reference evaluator plays on each sheet.
    pub seconds: f64,
    pub settings: Settings,
    pub limits: Limits,
}

/// What came of a comparison.
#[derive(Debug)]
pub enum Comparison {
    Equal(Compared),
    /// With the place.
    Different(anyhow::Error),
    /// With the reason.
    NotCompared(anyhow::Error),
}

/// What was compared of a sheet, and found equal.
#[derive(Debug, Default)]
pub struct Compared {
    pub states: usize,
    pub playouts: usize,
    has_loops: bool,
}

impl Agreement {
    /// Compares the sheets, and says so line by line.
    pub fn run(&self, sheets: &[PathBuf], out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let mut sum = Compared::default();
        let (mut n_equal, mut n_different, mut n_skipped) = (0, 0, 0);
        for (number, path) in (1..).zip(sheets) {
            let mut progress = Progress::new();
            progress.show(|| format!("{number}/{} {}", sheets.len(), path.display()));
            let compared = match Source::read(path) {
                Ok(source) => self.compare(&source),
                Err(error) => Comparison::NotCompared(error),
            };
            drop(progress);
            write!(out, "{}: ", path.display())?;
            match compared {
                Comparison::Equal(compared) => {
                    n_equal += 1;
                    sum.states += compared.states;
                    sum.playouts += compared.playouts;
                    writeln!(out, "equal, {compared}")?;
                }
                Comparison::Different(error) => {
                    n_different += 1;
                    writeln!(out, "DIFFERENT: {error:#}")?;
                }
                Comparison::NotCompared(error) => {
                    n_skipped += 1;
                    writeln!(out, "not compared: {error:#}")?;
                }
            }
            out.flush()?;
        }
        writeln!(
            out,
            "{n_equal} equal, {n_different} different, {n_skipped} not compared; {sum}, on {} back \
             ends",
            available().count()
        )?;
        Ok(if n_different == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }

    /// Compares a sheet on all back ends that this machine has.
    pub fn compare(&self, source: &Source) -> Comparison {
        match self.record(source).map(|games| games.compare(&self.settings)) {
            Ok(Ok(compared)) => Comparison::Equal(compared),
            Ok(Err(error)) => Comparison::Different(error),
            Err(error) => Comparison::NotCompared(error),
        }
    }

    /// Compiles a sheet, and lets the reference evaluator play it.
    fn record(&self, source: &Source) -> anyhow::Result<Games> {
        let rules = engine::rules(source, "play")?.rules;
        let game = Game::compile(source, self.limits)?;
        let mut evaluator = Evaluator::new(&rules);
        // What other programs take is no time of the evaluator's.
        let (work, time) = (Stopwatch::start(), Duration::from_secs_f64(self.seconds));
        let is_over = || work.elapsed() > time;
        let budget = Budget { stop: &is_over, ..Budget::default() };
        let mut games = Games { game, recordings: Vec::new() };
        let mut n_states = 0;
        for number in 0..MAX_GAMES {
            let key = Key::new(self.settings.seed, 0, number);
            let recording =
                Recording::play(&mut evaluator, key, self.settings.step_limit, &budget)?;
            n_states += recording.moments.len();
            games.recordings.push(recording);
            if is_over() || n_states > MAX_STATES {
                break;
            }
        }
        ensure!(n_states > 0, "the reference evaluator has no answer in {} s", self.seconds);
        Ok(games)
    }
}

fn available() -> impl Iterator<Item = Backend> {
    Backend::ALL.into_iter().filter(|backend| backend.is_available())
}

/// A compiled sheet and games of the reference evaluator.
struct Games {
    game: Game,
    /// Game after game of stream 0.
    recordings: Vec<Recording>,
}

impl Games {
    fn compare(&self, settings: &Settings) -> anyhow::Result<Compared> {
        let machine = &self.game.machine;
        let mut positions = Vec::new();
        for (number, recording) in self.recordings.iter().enumerate() {
            let key = Key::new(settings.seed, 0, number as u64);
            recording
                .positions(machine, key, &mut positions)
                .with_context(|| format!("simulator, game {number}"))?;
        }
        let tallies = self.recordings.iter().map_while(|recording| recording.tally.as_ref());
        let tallies = tallies.collect::<Vec<_>>();
        for backend in available() {
            let (engine, _) = self.game.engine(backend);
            compare_states(&engine, &positions)
                .and_then(|()| self.compare_playouts(&engine, &tallies, settings))
                .with_context(|| backend.to_string())?;
        }
        Ok(Compared {
            states: positions.len(),
            playouts: tallies.len(),
            has_loops: !machine.circuit.loops().is_empty(),
        })
    }

    /// Plays each game on its own, in all lanes at once.
    fn compare_playouts(
        &self,
        engine: &Arc<Engine>,
        expected: &[&Tally],
        settings: &Settings,
    ) -> anyhow::Result<()> {
        let initial = self.game.machine.initial();
        let numbers = repeat(expected.len()).collect::<Vec<_>>();
        let jobs = numbers
            .iter()
            .map(|&number| Job { first: number as u64, ..Job::new(initial.clone(), 1, 0) });
        let jobs = jobs.collect::<Vec<_>>();
        let tallies = Lanes::new(Arc::clone(engine)).playouts(&jobs, settings);
        for (tally, &number) in tallies.iter().zip(&numbers) {
            ensure!(tally == expected[number], "playout {number} ends otherwise");
        }
        Ok(())
    }
}

/// Expands and advances all positions, in all lanes.
fn compare_states(engine: &Arc<Engine>, positions: &[Position]) -> anyhow::Result<()> {
    let mut lanes = Lanes::new(Arc::clone(engine));
    let numbers = repeat(positions.len()).collect::<Vec<_>>();
    let machine = engine.machine();
    let states = machine.batch(numbers.iter().map(|&number| &positions[number].state));
    let expansions = lanes.expand(&states);
    for (at, &number) in numbers.iter().enumerate() {
        compare_expansion(&expansions, at, &positions[number])?;
    }
    let steps = positions.iter().filter_map(|position| {
        let (joint, next) = position.next.as_ref()?;
        Some((&position.state, &joint[..], &positions[*next]))
    });
    let steps = steps.collect::<Vec<_>>();
    let numbers = repeat(steps.len()).collect::<Vec<_>>();
    let from = machine.batch(numbers.iter().map(|&number| steps[number].0));
    let joints = numbers.iter().flat_map(|&number| steps[number].1).copied();
    let successors = lanes.advance(&from, &joints.collect::<Vec<_>>());
    for (at, &number) in numbers.iter().enumerate() {
        let next = steps[number].2;
        ensure!(successors.states.row(at) == next.state.words(), "step {number} leads elsewhere");
        compare_expansion(&successors.expansions, at, next)?;
    }
    Ok(())
}

fn compare_expansion(
    expansions: &Expansions,
    at: usize,
    position: &Position,
) -> anyhow::Result<()> {
    let place = || format!("in lane {} of batch {}", at % LANES, at / LANES);
    for (role, legal) in RoleId::enumerate(&position.legal) {
        ensure!(
            expansions.legal(at, role).eq(legal.iter().copied()),
            "legal moves differ {}",
            place()
        );
    }
    ensure!(expansions.is_terminal(at) == position.is_terminal, "the end differs {}", place());
    for (role, goals) in RoleId::enumerate(&position.goals) {
        ensure!(expansions.goals(at, role).eq(goals.iter().copied()), "goals differ {}", place());
    }
    Ok(())
}

/// The numbers below `n`, over and over until they fill whole batches.
fn repeat(n: usize) -> impl Iterator<Item = usize> {
    (0..n.next_multiple_of(LANES)).map(move |at| at % n.max(1))
}

impl std::fmt::Display for Compared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} states, {} playouts", grouped(self.states), grouped(self.playouts))?;
        f.write_str(if self.has_loops { ", loops" } else { "" })
    }
}
