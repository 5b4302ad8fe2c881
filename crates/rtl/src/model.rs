//! What a board plays, computed by a program: the same random numbers, the same games.

use std::sync::Arc;

use stonegate_ground::{Goal, Machine, MoveId, State, Stepper};
use stonegate_lanes::{Outcome, Tally};

use crate::protocol::Job;
use crate::shape::Shape;

/// Words that a reasoner throws away after it is seeded: the first draws of neighboring seeds are
/// alike for about 15 of them.
const WARM_UP: usize = 31;

/// The random source of a reasoner: xoshiro128++ (Blackman and Vigna).
#[derive(Clone, Debug)]
pub struct Random {
    state: [u32; 4],
}

impl Random {
    pub fn new(seed: u64) -> Self {
        let state = [seed as u32, (seed >> 32) as u32, 0x9e37_79b9, 0x243f_6a88];
        let mut random = Self { state };
        (0..WARM_UP).for_each(|_| {
            random.word();
        });
        random
    }

    /// The next 32 bits.
    pub fn word(&mut self) -> u32 {
        let [s0, s1, s2, s3] = &mut self.state;
        let word = s0.wrapping_add(*s3).rotate_left(7).wrapping_add(*s0);
        let shifted = *s1 << 9;
        *s2 ^= *s0;
        *s3 ^= *s1;
        *s1 ^= *s2;
        *s0 ^= *s3;
        *s2 ^= shifted;
        *s3 = s3.rotate_left(11);
        word
    }

    /// A number below `count`, exactly uniform, as a chooser with so many bits draws it: a word has
    /// several candidates, the first that is small enough counts.
    pub fn below(&mut self, count: u32, move_bits: u32) -> u32 {
        let n_candidates = match move_bits {
            17.. => 1,
            9..=16 => 32 / move_bits,
            _ => 4,
        };
        let mask = count.next_power_of_two() - 1;
        loop {
            let word = self.word();
            let field = (1_u64 << move_bits) - 1;
            let mut candidates = (0..n_candidates)
                .map(|number| (u64::from(word) >> (number * move_bits) & field) as u32 & mask);
            if let Some(drawn) = candidates.find(|&drawn| drawn < count) {
                return drawn;
            }
        }
    }
}

/// A random game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    pub joint_moves: Vec<Vec<MoveId>>,
    pub outcome: Outcome,
    /// The goal values of each role in the last state.
    pub goals: Vec<Vec<Goal>>,
}

/// The games of a job, as a reasoner plays them.
pub fn games(machine: &Arc<Machine>, shape: &Shape, state: &State, job: &Job) -> Vec<Game> {
    let mut stepper = Stepper::new(machine);
    let mut random = Random::new(job.seed);
    (0..job.playouts).map(|_| play(&mut stepper, shape, state, job, &mut random)).collect()
}

fn play(
    stepper: &mut Stepper,
    shape: &Shape,
    state: &State,
    job: &Job,
    random: &mut Random,
) -> Game {
    let mut state = state.clone();
    let mut joint_moves: Vec<Vec<MoveId>> = Vec::new();
    loop {
        let position = stepper.position(&state);
        let end = |joint_moves, outcome| Game { joint_moves, outcome, goals: position.goals };
        if position.terminal {
            return end(joint_moves, Outcome::Finished);
        }
        // A reasoner draws for one role after the other, until one has nothing to choose from.
        let mut joint = Vec::with_capacity(position.legal.len());
        for legal in &position.legal {
            if legal.is_empty() {
                return end(joint_moves, Outcome::Stuck);
            }
            joint.push(legal[random.below(legal.len() as u32, shape.move_bits) as usize]);
        }
        if joint_moves.len() == usize::from(job.step_limit) {
            return end(joint_moves, Outcome::Unfinished);
        }
        state = stepper.next(&state, &joint);
        joint_moves.push(joint);
    }
}

/// What a reasoner tells of the games of a job.
pub fn tally(machine: &Arc<Machine>, shape: &Shape, state: &State, job: &Job) -> Tally {
    let mut tally = Tally::new(machine.roles.len());
    for game in games(machine, shape, state, job) {
        tally.steps += game.joint_moves.len() as u64;
        match game.outcome {
            Outcome::Unfinished => tally.unfinished += 1,
            Outcome::Stuck => tally.stuck += 1,
            Outcome::Finished => {
                tally.finished += 1;
                tally.flawed += u64::from(game.goals.iter().any(|goals| goals.len() != 1));
                for (role, goals) in game.goals.into_iter().enumerate() {
                    let goal = u64::from(Goal::of_role(goals).value());
                    tally.goals[role] += goal;
                    tally.squares[role] += goal * goal;
                }
            }
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of the authors' C code for the state 1, 2, 3, 4.
    #[test]
    fn words_are_those_of_xoshiro() {
        let mut random = Random { state: [1, 2, 3, 4] };
        let words = [random.word(), random.word(), random.word()];
        assert_eq!(words, [641, 1573767, 3222811527]);
    }

    fn check_uniform(seen: &[u32]) {
        let expected = f64::from(seen.iter().sum::<u32>()) / seen.len() as f64;
        let chi_square: f64 =
            seen.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        let degrees = seen.len() as f64 - 1.0;
        // Five standard deviations above the mean.
        assert!(chi_square <= degrees + 5.0 * (2.0 * degrees).sqrt() + 1e-9, "{seen:?}");
    }

    #[test]
    fn draws_are_uniform() {
        for count in [1, 2, 3, 7, 10, 33, 64] {
            let mut random = Random::new(u64::from(count));
            let mut seen = vec![0_u32; count as usize];
            (0..2_000 * count).for_each(|_| seen[random.below(count, 6) as usize] += 1);
            check_uniform(&seen);
        }
    }

    #[test]
    fn first_draws_of_neighboring_seeds_are_uniform() {
        for step in [1, 1 << 8, 1 << 20, 1 << 32] {
            let mut seen = [0_u32; 11];
            for number in 0..2_200 {
                seen[Random::new(number * step).below(11, 4) as usize] += 1;
            }
            check_uniform(&seen);
        }
    }
}
