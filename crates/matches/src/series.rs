//! Some games of the same players.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use stonegate_compile::CHANCE_ROLE;
use stonegate_players::{Clock, PlayerSpec, Resources, Rulebook, Ruleset};
use stonegate_stones::derive_seed;

use crate::archive::Archive;
use crate::matches::{Entrant, Match, Setup};
use crate::opening::Opening;
use crate::record::Record;
use crate::scramble::{Scrambled, Scrambler};
use crate::standings::Standings;

/// What the seeds of a series are for.
const OPENINGS: u64 = 0;
const GAMES: u64 = 1;
const PLAYERS: u64 = 2;

/// How long the manager may think about the rules.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is to be played.
#[derive(Debug)]
pub struct Series {
    pub game_name: String,
    pub ruleset: Ruleset,
    pub players: Vec<PlayerSpec>,
    pub n_games: u32,
    pub clock: Clock,
    pub scramble: bool,
    pub opening: Opening,
    pub step_limit: usize,
    pub resources: Resources,
}

impl Series {
    /// Plays all games, or until `stop` is set. In each game the players take the
    /// roles after those of the game before. `watch` sees the number of the game and
    /// its record as it grows.
    pub fn play(
        &self,
        mut archive: Option<Archive>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u32, &Record),
    ) -> anyhow::Result<(Standings, Vec<Record>)> {
        let rulebook = Rulebook::new(&self.ruleset, &self.resources.to_prepare(), PATIENCE);
        let roles = rulebook.game().context("setting up the game")?.roles().to_vec();
        let n_seats = roles.iter().filter(|&role| role != CHANCE_ROLE).count();
        if self.players.len() != n_seats {
            anyhow::bail!(
                "there are {} players for the roles {}: name one for each",
                self.players.len(),
                roles.join(", ")
            );
        }
        if let Some(player) = self.players.iter().find(|player| !player.suits(&self.ruleset)) {
            anyhow::bail!("`{player}` does not play `{}`", self.game_name);
        }
        let mut standings = Standings::new(self.players.iter().map(ToString::to_string).collect());
        let mut records = Vec::new();
        let series_id = milliseconds();
        for number in 0..self.n_games {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let seating = seating(&roles, number as usize);
            let match_id = format!("{}.{series_id}.{}", self.game_name, number + 1);
            // Everybody plays every role before the next opening.
            let seed = self.seed(OPENINGS, number / n_seats as u32);
            let opening = self.opening.draw(&self.ruleset, &rulebook, seed)?;
            let setup = Setup { opening, ..self.setup(match_id, number) };
            let entrants = self.entrants(&seating, &setup)?;
            let referee = rulebook.game().context("setting up the game")?;
            let mut written = Ok(());
            let record = Match::new(setup, referee, entrants).play(stop, &mut |record| {
                watch(number, record);
                if let (Some(archive), Ok(())) = (&mut archive, &written) {
                    written = archive.update(record);
                }
            });
            written?;
            if let Some(archive) = &archive {
                archive.write(&record)?;
            }
            standings.add(&record, &seating);
            records.push(record);
        }
        Ok((standings, records))
    }

    fn setup(&self, match_id: String, number: u32) -> Setup {
        Setup {
            match_id,
            game_name: self.game_name.clone(),
            ruleset: self.ruleset.clone(),
            opening: Vec::new(),
            clock: self.clock,
            scrambled: self.scramble,
            step_limit: self.step_limit,
            seed: self.seed(GAMES, number),
        }
    }

    fn seed(&self, stream: u64, number: u32) -> u64 {
        derive_seed(self.resources.seed, stream, number.into())
    }

    fn entrants(&self, seating: &[Option<usize>], setup: &Setup) -> anyhow::Result<Vec<Entrant>> {
        let sheet = self.ruleset.sheet().filter(|_| self.scramble);
        let scrambler = sheet.map(|sheet| Arc::new(Scrambler::new(sheet, setup.seed)));
        let entrants = seating.iter().flatten().map(|&index| {
            let spec = &self.players[index];
            let seed = derive_seed(setup.seed, PLAYERS, index as u64);
            let mut player = spec.player(&Resources { seed, ..self.resources.clone() })?;
            if let Some(scrambler) = &scrambler {
                player = Box::new(Scrambled::new(player, Arc::clone(scrambler)));
            }
            Ok(Entrant { name: spec.to_string(), player })
        });
        entrants.collect()
    }
}

/// Who plays which role in a game: everybody moves on by one role each time.
fn seating(roles: &[String], game: usize) -> Vec<Option<usize>> {
    let n_players = roles.iter().filter(|&role| role != CHANCE_ROLE).count();
    let mut next = game;
    let seats = roles.iter().map(|role| {
        (role != CHANCE_ROLE).then(|| {
            next += 1;
            (next - 1) % n_players
        })
    });
    seats.collect()
}

fn milliseconds() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_plays_every_role() {
        let roles = ["x", "random", "y", "z"].map(str::to_owned);
        assert_eq!(seating(&roles, 0), [Some(0), None, Some(1), Some(2)]);
        assert_eq!(seating(&roles, 1), [Some(1), None, Some(2), Some(0)]);
        assert_eq!(seating(&roles, 3), seating(&roles, 0));
    }
}
