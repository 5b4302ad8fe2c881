//! Are the moves equally likely?

use std::fmt::Write;
use std::sync::Arc;

use stonegate_ground::RoleId;

use super::{backends, compile};
use crate::choose::{Draw, Turn, choose};
use crate::draw::Keys;
use crate::word::{LANES, Word};
use crate::{Engine, Job, Key, Lanes, Settings};

const N_ROLES: usize = 3;

/// Chi-square, in standard deviations from what chance gives.
fn deviation(histogram: &[u64]) -> f64 {
    let n = histogram.len() as f64;
    let expected = histogram.iter().sum::<u64>() as f64 / n;
    let chi_square: f64 =
        histogram.iter().map(|&seen| (seen as f64 - expected).powi(2) / expected).sum();
    (chi_square - (n - 1.0)) / (2.0 * (n - 1.0)).sqrt()
}

fn spread(count: usize, n_bits: usize) -> Vec<Word> {
    (0..n_bits).map(|bit| Word::splat(count >> bit & 1 == 1)).collect()
}

/// Every back end draws what the key says, and that is uniform, over playouts and over steps.
#[test]
fn from_one_to_three_hundred_moves() {
    let backends = backends();
    let mut worst: f64 = 0.0;
    for count in (1..300_usize).step_by(if cfg!(miri) { 150 } else { 1 }) {
        let n_bits = (usize::BITS - count.leading_zeros()) as usize;
        let counts = spread(count, n_bits);
        let mut histogram = vec![0; count];
        let n_steps = if cfg!(miri) { 2 } else { 16 + count as u32 / 8 };
        let mut keys = Keys::new();
        let all: Vec<Key> = (0..LANES).map(|lane| Key::new(1, count as u64, lane as u64)).collect();
        for (lane, &key) in all.iter().enumerate() {
            keys.set(lane, key, 0);
        }
        // The second role chooses in half of the lanes.
        let turn = Turn { lanes: Word([0x5555_ffff_0000_cccc; 8]), later: 1 };
        for step in 0..n_steps {
            let draw = Draw { keys: &keys, number: step * N_ROLES as u32, turns: &[turn] };
            let mut first = Vec::new();
            for &backend in &backends {
                let mut picks = vec![Word::ZERO; n_bits];
                choose(backend, draw, &counts, &mut picks);
                for (lane, key) in all.iter().enumerate() {
                    let bits = picks.iter().enumerate();
                    let pick: usize =
                        bits.map(|(bit, word)| usize::from(word.lane(lane)) << bit).sum();
                    let role = RoleId::new(turn.lanes.lane(lane).into());
                    let expected = key.below(count as u32, step, role, N_ROLES);
                    assert_eq!(pick, expected as usize, "{backend}");
                    if first.len() < LANES {
                        first.push(pick);
                    }
                }
            }
            for pick in first {
                histogram[pick] += 1;
            }
        }
        if count > 1 {
            worst = worst.max(deviation(&histogram));
        }
    }
    // The largest of 298 chi-squares; 4.5 standard deviations are rare even so.
    assert!(worst < 4.5, "{worst}");
}

/// Consecutive draws of a playout, and the same draw of consecutive playouts, are independent.
#[test]
fn pairs_of_draws() {
    if cfg!(miri) {
        return;
    }
    let mut steps = vec![0; 64];
    let mut playouts = vec![0; 64];
    for playout in 0..20_000 {
        let (key, next) = (Key::new(9, 0, playout), Key::new(9, 0, playout + 1));
        for step in 0..4 {
            let draw = |key: Key, step| key.below(8, step, RoleId::new(0), 2) as usize;
            steps[draw(key, step) * 8 + draw(key, step + 1)] += 1;
            playouts[draw(key, step) * 8 + draw(next, step)] += 1;
        }
    }
    assert!(deviation(&steps) < 4.5, "{}", deviation(&steps));
    assert!(deviation(&playouts) < 4.5, "{}", deviation(&playouts));
}

/// A game of one move among `n`, some of them illegal, that is worth its number.
#[test]
#[cfg(not(miri))]
fn moves_of_a_game() {
    for n in [1_u64, 2, 5, 60, 101] {
        let mut rules = String::from("(role robot) (init start) (<= (next over) (true start))\n");
        for value in 0..n {
            write!(
                rules,
                "(<= (legal robot (take {value})) (true start))
                 (<= (legal robot (take {value} again)) (true over))
                 (<= (next (took {value})) (does robot (take {value})))
                 (<= (goal robot {value}) (true (took {value})))\n"
            )
            .expect("strings take all");
        }
        rules += "(<= terminal (true over))";
        let machine = compile(&rules).expect("it compiles");
        let mean = (n - 1) as f64 / 2.0;
        for backend in backends() {
            let engine = Arc::new(Engine::new(Arc::clone(&machine), backend));
            let job = Job::new(machine.initial(), 20_000, 0);
            let tally = &Lanes::new(engine).playouts(&[job], &Settings::new(6))[0];
            assert_eq!((tally.finished, tally.steps, tally.flawed), (20_000, 20_000, 0));
            let robot = RoleId::new(0);
            let error = (tally.mean(robot) - mean).abs();
            assert!(error <= 4.0 * tally.standard_error(robot), "{n} moves: {}", tally.mean(robot));
        }
    }
}
