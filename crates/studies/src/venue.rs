//! Where the units of a study are played.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use stonegate_compile::CHANCE_ROLE;
use stonegate_matches::{Entrant, Match, Record, Scrambled, Scrambler, Setup};
use stonegate_players::{Prepare, Progress, Resources, Rulebook};
use stonegate_stones::derive_seed;

use crate::archive::Archive;
use crate::study::{Contestant, Study, StudyGame};
use crate::unit::{GameResult, Unit, UnitResult, seating};

/// The games of a study, ready to be played.
#[derive(Debug)]
pub(crate) struct Venue<'a> {
    study: &'a Study,
    games: Vec<ReadyGame>,
}

#[derive(Debug)]
struct ReadyGame {
    rulebook: Rulebook,
    roles: Vec<String>,
    /// Kept so that players find the game ready.
    _prepare: Option<Arc<Prepare>>,
}

/// With whom and what a unit is played.
#[derive(Copy, Clone)]
pub(crate) struct With<'a> {
    pub(crate) players: &'a [Contestant],
    /// The folder for the records of the games.
    pub(crate) records: Option<&'a Path>,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) watch: Watch<'a>,
}

/// How an attempt to play a unit has ended.
enum Attempt {
    Played(UnitResult),
    /// Somebody has killed a program, so that the result says nothing of the players.
    Disturbed(UnitResult),
    Stopped,
}

/// A unit that is disturbed more often than this counts as it is, with its faults: perhaps it is the
/// memory that the program wants.
const MAX_DISTURBANCES: usize = 3;

/// What the seeds of a study are for.
const OPENINGS: u64 = 0;
const GAMES: u64 = 1;
const PLAYERS: u64 = 2;

/// How long the manager may think about the rules.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// How often somebody looks whether to stop while games get ready.
const LOOK: Duration = Duration::from_millis(100);

/// Sees the records of all games as they grow, in the threads that play them. The number is that of
/// the game in the study.
pub type Watch<'a> = &'a (dyn Fn(u64, &Record) + Sync);

impl<'a> Venue<'a> {
    /// Gets all games ready. Players find them on the optimized circuit, whatever time it takes to
    /// make: what they do must not depend on when it comes.
    pub(crate) fn open(study: &'a Study, stop: &AtomicBool) -> anyhow::Result<Self> {
        let games = study.games.iter().map(|game| ReadyGame::new(study, game, stop));
        let games = games.collect::<anyhow::Result<Vec<_>>>()?;
        for (game, ready) in study.games.iter().zip(&games) {
            let n_seats = ready.n_seats();
            let n_players = study.players.len();
            let is_fit = n_players == n_seats || n_players > n_seats && study.max_games.is_none();
            anyhow::ensure!(
                is_fit,
                "there are {} players for the roles {}: name one for each",
                n_players,
                ready.roles.join(", ")
            );
            let mut specs = study.players.iter().map(|player| &player.spec);
            if let Some(spec) = specs.find(|spec| !spec.suits(&game.ruleset)) {
                anyhow::bail!("`{spec}` does not play `{}`", game.name);
            }
            let mut specs = study.players.iter().map(|player| &player.spec);
            if let Some(spec) = specs.find(|spec| !spec.takes_openings())
                && !game.openings.are_empty()
            {
                anyhow::bail!(
                    "`{spec}` cannot begin in the middle of a game: the GGP protocol has no openings"
                );
            }
        }
        Ok(Self { study, games })
    }

    /// How many players each game has.
    pub(crate) fn seats(&self) -> Vec<usize> {
        self.games.iter().map(ReadyGame::n_seats).collect()
    }

    /// The names of the roles of a game.
    pub(crate) fn roles(&self, game: usize) -> &[String] {
        &self.games[game].roles
    }

    /// Plays a unit; `None` if it was stopped before its end. One in which somebody has killed the
    /// program of a player is played again, a few times.
    pub(crate) fn play(&self, unit: &Unit, with: With<'_>) -> anyhow::Result<Option<UnitResult>> {
        for _ in 0..MAX_DISTURBANCES {
            match self.attempt(unit, with)? {
                Attempt::Played(result) => return Ok(Some(result)),
                Attempt::Stopped => return Ok(None),
                Attempt::Disturbed(_) => {}
            }
        }
        Ok(match self.attempt(unit, with)? {
            Attempt::Played(result) | Attempt::Disturbed(result) => Some(result),
            Attempt::Stopped => None,
        })
    }

    fn attempt(&self, unit: &Unit, with: With<'_>) -> anyhow::Result<Attempt> {
        let With { players, records, stop, watch } = with;
        let (study_game, ready) = (&self.study.games[unit.game], &self.games[unit.game]);
        let opening_number = u64::from(unit.round) * self.games.len() as u64 + unit.game as u64;
        let seed = derive_seed(self.study.resources.seed, OPENINGS, opening_number);
        let opening = study_game.openings.line(
            &study_game.ruleset,
            &ready.rulebook,
            seed,
            unit.round.into(),
        )?;
        let mut archive = records.map(Archive::open).transpose()?;
        let is_chance = ready.roles.iter().map(|role| role == CHANCE_ROLE).collect::<Vec<_>>();
        let mut games = Vec::new();
        let mut is_disturbed = false;
        for index in 0..unit.n_games {
            let number = unit.number * self.most_seats() + index as u64;
            let seating = seating(&is_chance, &unit.group, index);
            let setup = Setup { opening: opening.clone(), ..self.setup(unit, number) };
            let entrants = self.entrants(players, &seating, &setup)?;
            let referee = ready.rulebook.game().context("setting up the game")?;
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
            if record.is_aborted && stop.load(Ordering::Relaxed) {
                return Ok(Attempt::Stopped);
            }
            is_disturbed |= record.was_disturbed();
            games.push(GameResult::new(&record, seating));
        }
        let Unit { number, game, round, ref group, .. } = *unit;
        let result = UnitResult { unit: number, game, round, group: group.clone(), games };
        Ok(if is_disturbed { Attempt::Disturbed(result) } else { Attempt::Played(result) })
    }

    fn most_seats(&self) -> u64 {
        self.games.iter().map(|game| game.n_seats() as u64).max().unwrap_or(1)
    }

    fn setup(&self, unit: &Unit, number: u64) -> Setup {
        let game = &self.study.games[unit.game];
        let conditions = &self.study.conditions;
        Setup {
            match_id: format!("{}.{}", self.study.name, number + 1),
            game_name: game.name.clone(),
            ruleset: game.ruleset.clone(),
            opening: Vec::new(),
            clock: conditions.clock,
            scrambled: conditions.scramble,
            step_limit: conditions.step_limit,
            adjudication: conditions.adjudication.clone(),
            notes_speeds: conditions.notes_speeds,
            seed: derive_seed(self.study.resources.seed, GAMES, number),
        }
    }

    fn entrants(
        &self,
        players: &[Contestant],
        seating: &[Option<usize>],
        setup: &Setup,
    ) -> anyhow::Result<Vec<Entrant>> {
        let sheet = setup.ruleset.sheet().filter(|_| setup.scrambled);
        let scrambler = sheet.map(|sheet| Arc::new(Scrambler::new(sheet, setup.seed)));
        let entrants = seating.iter().flatten().map(|&index| {
            let contestant = &players[index];
            let seed = derive_seed(setup.seed, PLAYERS, index as u64);
            let resources = Resources { seed, ..self.study.resources.clone() };
            let mut player = contestant.spec.player(&resources)?;
            if let Some(scrambler) = &scrambler {
                player = Box::new(Scrambled::new(player, Arc::clone(scrambler)));
            }
            Ok(Entrant { name: contestant.name.clone(), player })
        });
        entrants.collect()
    }
}

impl ReadyGame {
    fn new(study: &Study, game: &StudyGame, stop: &AtomicBool) -> anyhow::Result<Self> {
        let settings = study.resources.to_prepare();
        let thinks = study
            .players
            .iter()
            .any(|player| matches!(player.spec.method(&study.resources), Ok(Some(_))));
        // Scrambled rules are others in every game.
        let sheet = game.ruleset.game_rules().filter(|_| thinks && !study.conditions.scramble);
        let prepare = sheet.map(|sheet| Prepare::join(sheet, &settings));
        let rulebook = Rulebook::new(&game.ruleset, &settings, PATIENCE);
        let roles = rulebook.game().context("setting up the game")?.roles().to_vec();
        if let Some(prepare) = &prepare {
            while prepare.progress() == Progress::Working && !stop.load(Ordering::Relaxed) {
                prepare.wait(Instant::now() + LOOK);
            }
        }
        Ok(Self { rulebook, roles, _prepare: prepare })
    }

    fn n_seats(&self) -> usize {
        self.roles.iter().filter(|&role| role != CHANCE_ROLE).count()
    }
}
