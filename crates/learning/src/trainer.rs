//! Learning by playing: temporal differences (Sutton, 1988).
//!
//! Games are played in rounds. After a round each position learns from what came after it: the
//! values of the next positions and, the more the nearer, the goals at the end. Where a move was
//! drawn, what came after it does not count, but what the best move promised. Each weight has a
//! step of its own, which shrinks when the weight is pushed to and fro (temporal coherence: Beal
//! and Smith, 1999).
//!
//! A round follows from the seed, its number and the weights before it, so training that was
//! interrupted and goes on ends as if it never had been.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use stonegate_gdl::Canonical;
use stonegate_ground::{Machine, RoleId, StateBatch};
use stonegate_lanes::Engine;

use crate::cells::{cells, turn_cell};
use crate::evaluator::{Lens, worth_of};
use crate::graph::Graph;
use crate::self_play::{Games, Manner, Played, SelfPlay};
use crate::symmetry::Symmetries;
use crate::tuples::tuples;
use crate::weights::{Outlook, Reader, Weights, WeightsError, Writer};

/// How many games a round has, and how many a comparison of two stages.
const ROUND: usize = 256;
const MATCH: usize = 512;

/// How much of what is learned comes from further ahead.
const LAMBDA: f32 = 0.7;

/// The step of a weight that has always been pushed the same way, for all weights of a position
/// together.
const STEP: f32 = 3.0;

/// How games are played to learn from, and to compare.
const LEARNING: Manner = Manner { n_random: 6, exploration: 0.1 };
const PLAYING: Manner = Manner { n_random: 6, exploration: 0.0 };

/// A stage is over after so many rounds, and the next takes longer by one part in so many.
const FIRST_STAGE: u64 = 8;
const STAGE_GROWTH: u64 = 4;

/// After so many stages without a gain, training is over. A gain is a score of more than this.
const PATIENCE: usize = 4;
const GAIN: f32 = 0.52;

/// The first bytes of training that is to go on.
const MAGIC: &[u8; 21] = b"stonegate training 1\n";

/// How strong the player of one step was after so many games.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Stage {
    /// The games that it had learned from.
    pub games: u64,
    /// Its score against the best one before, 0 to 1.
    pub score: f32,
    /// Its strength, the first one having 0.
    pub elo: f32,
}

/// Learns a game.
#[derive(Debug)]
pub struct Trainer {
    self_play: SelfPlay,
    lens: Lens,
    seed: u64,
    n_rounds: u64,
    /// The best so far, and what is learned at the moment.
    best: Weights,
    table: Vec<f32>,
    /// For each weight the sum of its changes, and of their sizes.
    coherence: Vec<[f32; 2]>,
    curve: Vec<Stage>,
}

impl Trainer {
    /// Begins to learn a game whose machines were made of canonical rules: as grounding makes it,
    /// and the small one, as it is played.
    pub fn new(canonical: &Canonical, grounded: &Machine, engine: &Arc<Engine>, seed: u64) -> Self {
        let machine = engine.machine();
        let cells = cells(machine);
        let turn = turn_cell(machine, &cells);
        let mut cell_of = vec![None; machine.facts.len()];
        for (number, cell) in cells.iter().enumerate() {
            for &fact in cell.facts.iter().chain(&cell.rest) {
                cell_of[fact] = Some(number);
            }
        }
        let neighbors = Graph::new(grounded).map_or_else(
            || vec![FxHashMap::default(); cells.len()],
            |graph| graph.neighbors(&cell_of, cells.len()),
        );
        let symmetries = Symmetries::find(grounded);
        let tuples = tuples(&cells, turn, &neighbors, &symmetries.keeping, seed);
        let name = |&fact: &usize| machine.facts[fact].name.clone();
        let mut best = Weights {
            rules: canonical.fingerprint().to_string(),
            outlook: outlook(machine),
            cells: cells.iter().map(|cell| cell.facts.iter().map(name).collect()).collect(),
            turn: turn.map(|turn| turn as u32),
            tuples,
            table: Vec::new(),
        };
        best.table = vec![0.0; best.table_len()];
        let lens = Lens::new(&best, machine, &str::to_owned).expect("the facts are its own");
        Self {
            self_play: SelfPlay::new(engine),
            lens,
            seed,
            n_rounds: 0,
            table: best.table.clone(),
            coherence: vec![[0.0; 2]; best.table.len()],
            best,
            curve: Vec::new(),
        }
    }

    /// The best weights so far.
    pub fn weights(&self) -> &Weights {
        &self.best
    }

    /// How many games have been played to learn from.
    pub fn n_games(&self) -> u64 {
        self.n_rounds * ROUND as u64
    }

    /// How the strength has grown.
    pub fn curve(&self) -> &[Stage] {
        &self.curve
    }

    /// Did the last stages bring no gain?
    pub fn is_over(&self) -> bool {
        let last = self.curve.iter().rev().take(PATIENCE);
        self.curve.len() > PATIENCE && last.clone().all(|stage| stage.score < GAIN)
    }

    /// Plays a round and learns from it or, where a stage is over, compares. If `stop` says so, it
    /// is as if this had not been begun. Tells whether it is done.
    pub fn round(&mut self, stop: &dyn Fn() -> bool) -> bool {
        if self.n_rounds == self.end_of_stage() {
            return self.compare(stop).is_some();
        }
        let seed = self.seed ^ (self.n_rounds + 1) << 20;
        let table = &self.table[..];
        let games = Games {
            number: ROUND,
            seed,
            manner: LEARNING,
            lens: &self.lens,
            outlook: self.best.outlook,
            tables: &|_, _| table,
        };
        let Some((states, games)) = self.self_play.play(&games, stop) else { return false };
        for game in &games {
            self.learn(game, &states);
        }
        self.n_rounds += 1;
        true
    }

    /// When the stage is over, in rounds.
    fn end_of_stage(&self) -> u64 {
        let mut end = FIRST_STAGE;
        for _ in &self.curve {
            end += (end / STAGE_GROWTH).max(1);
        }
        end
    }

    /// Learns from a game.
    fn learn(&mut self, game: &Played, states: &StateBatch) {
        let outlook = self.best.outlook;
        let width = outlook.width();
        let mut values = Vec::new();
        let mut seen = Vec::with_capacity(self.lens.n_images());
        let Some(last) = game.steps.last() else { return };
        let mut target = game.goals.clone().unwrap_or_else(|| last.best.clone());
        let mut worth = vec![0.0; target.len()];
        for step in game.steps.iter().rev() {
            if step.is_drawn {
                target.clone_from(&step.best);
            } else {
                for (target, next) in target.iter_mut().zip(&step.best) {
                    *target = LAMBDA * *target + (1.0 - LAMBDA) * next;
                }
            }
            let words = states.row(step.state);
            worth_of(&self.lens, &self.table, outlook, words, &mut values, &mut worth);
            seen.clear();
            self.lens.look(words, &mut values, |at| seen.push(at));
            for number in 0..width {
                let role = match outlook {
                    Outlook::ZeroSum { first, .. } => first as usize,
                    Outlook::Each { .. } => number,
                };
                let error = target[role] - worth[role];
                let step = STEP * error / seen.len() as f32;
                for at in seen.iter().map(|at| at * width + number) {
                    let [sum, size] = &mut self.coherence[at];
                    let rate = if *size > 0.0 { sum.abs() / *size } else { 1.0 };
                    self.table[at] += step * rate;
                    *sum += error;
                    *size += error.abs();
                }
            }
        }
    }

    /// Plays against the best so far, without search, and keeps what is better.
    fn compare(&mut self, stop: &dyn Fn() -> bool) -> Option<()> {
        let score = self.score(stop)?;
        let before = self.curve.last().map_or(0.0, |stage| stage.elo);
        let is_better = score >= 0.5;
        if is_better {
            self.best.table.clone_from(&self.table);
        }
        let elo = if is_better { before + elo(score) } else { before };
        self.curve.push(Stage { games: self.n_games(), score, elo });
        Some(())
    }

    /// The score against the best so far.
    fn score(&mut self, stop: &dyn Fn() -> bool) -> Option<f32> {
        let machine = Arc::clone(self.self_play.machine());
        let chance = machine.chance();
        let players: Vec<RoleId> =
            machine.role_ids().filter(|&role| Some(role) != chance).collect();
        let (table, best) = (&self.table[..], &self.best.table[..]);
        let new_role = |game: usize| players[game % players.len()];
        // Alone, there is nobody to play against: the other half of the games is its opponent's.
        let is_new = |game: usize, role: RoleId| match players.len() {
            1 => game.is_multiple_of(2),
            _ => role == new_role(game),
        };
        let tables = |game: usize, role: RoleId| if is_new(game, role) { table } else { best };
        let games = Games {
            number: MATCH,
            seed: self.seed ^ 0x5eed << 32 ^ self.n_rounds,
            manner: PLAYING,
            lens: &self.lens,
            outlook: self.best.outlook,
            tables: &tables,
        };
        let (_, games) = self.self_play.play(&games, stop)?;
        let mut sums = [0.0, 0.0];
        for (number, game) in games.iter().enumerate() {
            let goals = game.goals.clone().unwrap_or_else(|| vec![0.5; machine.roles.len()]);
            if players.len() == 1 {
                sums[number % 2] += goals[players[0]];
            } else {
                let own = goals[new_role(number)];
                sums[0] += own;
                let others = players.iter().filter(|&&role| role != new_role(number));
                sums[1] +=
                    others.map(|&role| goals[role]).sum::<f32>() / (players.len() - 1) as f32;
            }
        }
        let all = sums[0] + sums[1];
        Some(if all > 0.0 { sums[0] / all } else { 0.5 })
    }

    /// All that is needed to go on later, with a checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Writer(MAGIC.to_vec());
        let best = self.best.to_bytes();
        bytes.number(best.len() as u32);
        bytes.0.extend(best);
        for half in [self.seed, self.seed >> 32, self.n_rounds, self.n_rounds >> 32] {
            bytes.number(half as u32);
        }
        bytes.number(self.curve.len() as u32);
        for stage in &self.curve {
            bytes.number(stage.games as u32);
            bytes.number((stage.games >> 32) as u32);
            bytes.number(stage.score.to_bits());
            bytes.number(stage.elo.to_bits());
        }
        bytes.number(self.table.len() as u32);
        for (weight, coherence) in self.table.iter().zip(&self.coherence) {
            for number in [weight, &coherence[0], &coherence[1]] {
                bytes.number(number.to_bits());
            }
        }
        bytes.seal()
    }

    /// Goes on where [`to_bytes`](Self::to_bytes) was called, with an engine of the same rules.
    pub fn resume(
        bytes: &[u8],
        canonical: &Canonical,
        engine: &Arc<Engine>,
    ) -> Result<Self, WeightsError> {
        let body = bytes.strip_prefix(MAGIC).ok_or(WeightsError::NoWeights)?;
        let mut reader = Reader::open(bytes, body).ok_or(WeightsError::Damaged)?;
        let n_bytes = reader.number().ok_or(WeightsError::Damaged)? as usize;
        let (best, rest) = reader.0.split_at_checked(n_bytes).ok_or(WeightsError::Damaged)?;
        let best = Weights::from_bytes(best)?;
        let expected = canonical.fingerprint().to_string();
        if best.rules != expected {
            return Err(WeightsError::OtherRules { found: best.rules, expected });
        }
        let lens = Lens::new(&best, engine.machine(), &str::to_owned)?;
        let mut rest = Reader(rest);
        let mut read = || {
            let wide = |rest: &mut Reader<'_>| {
                Some(u64::from(rest.number()?) | u64::from(rest.number()?) << 32)
            };
            let (seed, n_rounds) = (wide(&mut rest)?, wide(&mut rest)?);
            let real = |rest: &mut Reader<'_>| rest.number().map(f32::from_bits);
            let curve = rest.list(|rest| {
                Some(Stage { games: wide(rest)?, score: real(rest)?, elo: real(rest)? })
            })?;
            let rows = rest.list(|rest| Some([real(rest)?, real(rest)?, real(rest)?]))?;
            let is_whole = rows.len() == best.len() && rest.0.is_empty();
            is_whole.then_some((seed, n_rounds, curve, rows))
        };
        let (seed, n_rounds, curve, rows) = read().ok_or(WeightsError::Damaged)?;
        Ok(Self {
            self_play: SelfPlay::new(engine),
            lens,
            seed,
            n_rounds,
            table: rows.iter().map(|row| row[0]).collect(),
            coherence: rows.iter().map(|row| [row[1], row[2]]).collect(),
            best,
            curve,
        })
    }
}

/// What there is to learn of a game.
fn outlook(machine: &Machine) -> Outlook {
    let chance = machine.chance();
    let players = machine.role_ids().filter(|&role| Some(role) != chance);
    match players.collect::<Vec<_>>()[..] {
        [first, second] if machine.is_zero_sum() => {
            Outlook::ZeroSum { first: first.into(), second: second.into() }
        }
        _ => Outlook::Each { n_roles: machine.roles.len() as u32 },
    }
}

/// The difference in strength that a score shows.
fn elo(score: f32) -> f32 {
    let score = score.clamp(0.001, 0.999);
    400.0 * (score / (1.0 - score)).log10()
}
