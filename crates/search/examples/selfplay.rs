//! Lets two configurations of the search play each other.
//!
//!     selfplay SHEET OPTIONS OPTIONS [GAMES [OPENING [SECONDS]]]
//!
//! Each opening of so many random joint moves is played twice, with the roles exchanged. Without
//! seconds per move each side has the iterations that its options say. Prints the score of the
//! first configuration with a confidence interval.

#![allow(clippy::print_stdout)]

use std::env;
use std::error::Error;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use stonegate_circuit::Effort;
use stonegate_ground::{Budget, MoveId, RoleId, State, ground};
use stonegate_lanes::{Backend, Engine, Key};
use stonegate_search::{Game, LanesReasoner, MachineGame, Options, Search};

/// One side of a match.
struct Side {
    options: Options,
    search: Search<MachineGame>,
    reasoner: LanesReasoner,
}

struct Contest {
    game: Arc<MachineGame>,
    engine: Arc<Engine>,
    seconds: Option<f64>,
    n_opening: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [sheet, first, second, rest @ ..] = &arguments[..] else {
        return Err("usage: selfplay SHEET OPTIONS OPTIONS [GAMES [OPENING [SECONDS]]]".into());
    };
    let n_games: u64 = rest.first().map_or(Ok(20), |text| text.parse())?;
    let sheet = stonegate_gdl::analyze(&fs::read_to_string(sheet)?);
    let grounded = ground(&sheet.rules, &Budget::default())?;
    let machine = Arc::new(grounded.optimize(Effort::FULL, &|| false).machine);
    let contest = Contest {
        engine: Arc::new(Engine::new(Arc::clone(&machine), Backend::best())),
        game: Arc::new(MachineGame::new(machine)),
        n_opening: rest.get(1).map_or(Ok(2), |text| text.parse())?,
        seconds: rest.get(2).map(|text| text.parse()).transpose()?,
    };
    let options: [Options; 2] = [first.parse()?, second.parse()?];

    let mut scores = Vec::new();
    for number in 0..n_games {
        scores.push(contest.play(&options, number)? / 100.0);
        let n = scores.len() as f64;
        let mean = scores.iter().sum::<f64>() / n;
        let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / n;
        let margin = 1.96 * (variance / n).sqrt();
        println!("{} games: {:.1} % ± {:.1}", scores.len(), 100.0 * mean, 100.0 * margin);
    }
    Ok(())
}

impl Contest {
    /// The goal of the first side in a game.
    fn play(&self, options: &[Options; 2], number: u64) -> Result<f64, Box<dyn Error>> {
        let (opening, swapped) = (number / 2, number % 2 == 1);
        let mut state = self.opening(opening);
        let mut sides = [0, 1].map(|side| {
            let options = Options { seed: number + 1, ..options[side].clone() };
            let search = Search::from_state(Arc::clone(&self.game), options.clone(), state.clone());
            let reasoner = LanesReasoner::new(Arc::clone(&self.engine), &options);
            Side { options, search, reasoner }
        });
        let own_role = RoleId::new(swapped.into());
        loop {
            if let Some(goals) = self.game.outcome(&state) {
                return Ok(goals[own_role].into());
            }
            let mut joint = Vec::new();
            for role in RoleId::first(self.game.n_roles()) {
                let legal = self.game.legal(&state, role);
                joint.push(match legal[..] {
                    [only] => only,
                    _ => sides[usize::from(role != own_role)].think(role, self.seconds)?,
                });
            }
            state = self.game.apply(&state, &joint);
            for side in &sides {
                side.search.advance(&joint);
            }
        }
    }

    /// The state after some random moves, which do not end the game.
    fn opening(&self, number: u64) -> State {
        let n_roles = self.game.n_roles();
        (0..)
            .find_map(|attempt| {
                let key = Key::new(number, attempt, 0);
                let mut state = self.game.initial();
                for step in 0..self.n_opening {
                    let joint = RoleId::first(n_roles).map(|role| {
                        let legal = self.game.legal(&state, role);
                        let drawn = key.below(legal.len() as u32, step, role, n_roles);
                        legal.get(drawn as usize).copied()
                    });
                    state = self.game.apply(&state, &joint.collect::<Option<Vec<_>>>()?);
                    if self.game.outcome(&state).is_some() {
                        return None;
                    }
                }
                Some(state)
            })
            .expect("attempts do not end")
    }
}

impl Side {
    fn think(&mut self, role: RoleId, seconds: Option<f64>) -> Result<MoveId, Box<dyn Error>> {
        let start = Instant::now();
        let time = seconds.map(Duration::from_secs_f64);
        let is_limited = self.options.iterations < u64::MAX;
        let stop = || !is_limited && time.is_some_and(|time| start.elapsed() > time);
        self.search.work(&mut self.reasoner, &stop);
        self.search.best(role).ok_or_else(|| "a role without a legal move".into())
    }
}
