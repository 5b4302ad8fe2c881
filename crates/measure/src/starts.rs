//! Start states that random play reaches.

use std::collections::HashSet;
use std::sync::Arc;

use stonegate_ground::{RoleId, State};
use stonegate_lanes::{Engine, Key, LANES, Lanes};

/// Games are played in waves of as many as there are lanes. A game with few states
/// does not have as many as are asked for: this many waves are enough to see it.
const MAX_WAVES: u64 = 64;

/// The stream of these games, far from those that are measured.
const STREAM: u64 = 1 << 40;

/// Up to `n` different states in which the game is not over, after up to
/// `max_steps` random joint moves.
pub fn start_states(engine: &Arc<Engine>, n: usize, max_steps: u32, seed: u64) -> Vec<State> {
    let mut lanes = Lanes::new(Arc::clone(engine));
    let mut seen = HashSet::new();
    let mut states = Vec::new();
    for wave in 0..MAX_WAVES {
        for state in play_wave(&mut lanes, engine, wave, max_steps, seed) {
            if states.len() == n {
                return states;
            }
            if seen.insert(state.clone()) {
                states.push(state);
            }
        }
    }
    states
}

/// Plays a game in each lane up to a random step and gives the last states before
/// the end of the game.
fn play_wave(
    lanes: &mut Lanes,
    engine: &Engine,
    wave: u64,
    max_steps: u32,
    seed: u64,
) -> Vec<State> {
    let n_roles = engine.machine().roles.len();
    let first = wave * LANES as u64;
    let keys = (first..first + LANES as u64).map(|game| Key::new(seed, STREAM, game));
    // The draws of step 0 of another stream say how long the games are.
    let n_steps = (first..first + LANES as u64)
        .map(|game| Key::new(seed, STREAM + 1, game).draw(max_steps + 1, 0))
        .collect::<Vec<_>>();
    let keys = keys.collect::<Vec<_>>();
    let mut states = vec![engine.machine().initial(); LANES];
    let mut expansions = lanes.expand(&engine.machine().batch(&states));
    let mut playing = (0..LANES).collect::<Vec<_>>();
    for step in 0..max_steps {
        let mut joints = Vec::new();
        let mut moving = Vec::new();
        for (at, &lane) in playing.iter().enumerate() {
            if !expansions.is_terminal(at) && !expansions.is_stuck(at) && step < n_steps[lane] {
                moving.push(lane);
                joints.extend(RoleId::first(n_roles).map(|role| {
                    let mut legal = expansions.legal(at, role);
                    let index = keys[lane].below(legal.len() as u32, step, role, n_roles);
                    legal.nth(index as usize).expect("the index is below their number")
                }));
            }
        }
        let from = engine.machine().batch(moving.iter().map(|&lane| &states[lane]));
        let next = lanes.advance(&from, &joints);
        for (at, (&lane, state)) in moving.iter().zip(next.states.rows()).enumerate() {
            if !next.expansions.is_terminal(at) {
                states[lane] = State::from_words(state);
            }
        }
        (playing, expansions) = (moving, next.expansions);
    }
    states
}
