//! Games of the seven-step machine: how long each step takes, and how many turns a game has.
//!
//! `cargo run --release -p stonegate-connect6 --example steps -- [GAMES]`
//!
//! The machine plays against the host's opponent and against itself, from random openings, with
//! both colors. Times are CPU times of the process. The signature is the same for machines that
//! make the same decisions for the same reasons.

#![expect(clippy::print_stdout, reason = "the measurement is printed")]

use std::env;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use stonegate_connect6::{
    Color, Outcome, Position, Random, Reading, Size, Step, host_stone, seven_steps_watched,
};

/// The paper's Table 3, in microseconds.
const PAPER: [f64; 9] = [77.95, 77.95, 155.9, 155.9, 155.9, 77.95, 155.9, 77.95, 4275.9];

#[derive(Default)]
struct Times {
    of_steps: [Vec<Duration>; 9],
    of_turns: Vec<Duration>,
    /// Of all decisions.
    signature: DefaultHasher,
}

#[derive(Default)]
struct Games {
    lengths: Vec<usize>,
    won: usize,
    drawn: usize,
}

fn main() {
    let n_games = env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1000);
    let mut times = Times::default();
    for is_host in [true, false] {
        let mut games = Games::default();
        for number in 0..n_games {
            play(number, is_host, &mut times, &mut games);
        }
        let opponent = if is_host { "the host's opponent" } else { "itself" };
        println!("against {opponent}: {} of {n_games} won, {} drawn", games.won, games.drawn);
        histogram(&games.lengths);
    }
    table(&times);
    println!("signature {:016x}", times.signature.finish());
}

/// Plays a game. The machine has Black in even games.
fn play(number: u64, is_host: bool, times: &mut Times, games: &mut Games) {
    let mut random = Random::new(1, number);
    let machine = if number.is_multiple_of(2) { Color::Black } else { Color::White };
    let mut position = Position::start(Size::STANDARD);
    let mut n_turns = 0;
    // Games of the machine against itself differ by their first stones.
    let n_random = if is_host { 0 } else { 5 };
    for _ in 0..n_random {
        let cells =
            position.board().empties().iter().filter(|cell| {
                [cell.row(), cell.column()].iter().all(|place| (6..13).contains(place))
            });
        let cells = cells.collect::<Vec<_>>();
        position = position.place(cells[random.below(cells.len())]).expect("the cell is empty");
    }
    while position.outcome().is_none() {
        n_turns += 1;
        let stones = if is_host && position.color() != machine {
            let first = host_stone(&position, &mut random).expect("the game is not over");
            let next = position.place(first).expect("the cell is empty");
            let is_over = next.outcome().is_some() || position.stones_left() == 1;
            let second = if is_over { None } else { host_stone(&next, &mut random) };
            [Some(first), second].into_iter().flatten().collect()
        } else {
            decide(&position, times)
        };
        for cell in stones {
            position = position.place(cell).expect("the players keep to the rules");
        }
    }
    games.lengths.push(n_turns);
    match position.outcome() {
        Some(Outcome::Win(color)) => games.won += usize::from(color == machine),
        _ => games.drawn += 1,
    }
}

fn decide(position: &Position, times: &mut Times) -> Vec<stonegate_connect6::Cell> {
    let start = cpu_time();
    let mut before = start;
    let mut taken = Vec::with_capacity(9);
    let decision = seven_steps_watched(position, Reading::Ours, &mut |step| {
        let now = cpu_time();
        taken.push((step, now.saturating_sub(before)));
        before = now;
    });
    times.of_turns.push(cpu_time().saturating_sub(start));
    decision.stones.hash(&mut times.signature);
    for reason in &decision.reasons {
        reason.to_string().hash(&mut times.signature);
    }
    for (step, time) in taken {
        times.of_steps[step as usize].push(time);
    }
    decision.stones
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

fn table(times: &Times) {
    println!("step   turns      median       99%         max   paper (us)");
    for step in Step::ALL {
        let name = step.name();
        row(name, &times.of_steps[step as usize], PAPER[step as usize]);
    }
    row("all", &times.of_turns, PAPER.iter().sum());
}

fn row(name: &str, times: &[Duration], paper: f64) {
    let mut times = times.iter().map(|time| time.as_secs_f64() * 1e6).collect::<Vec<f64>>();
    times.sort_by(f64::total_cmp);
    let at = |part: f64| {
        let index = (times.len() as f64 * part) as usize;
        times.get(index.min(times.len().saturating_sub(1))).copied().unwrap_or(0.0)
    };
    println!(
        "{name:<4} {:7} {:11.1} {:9.1} {:11.1} {paper:12.1}",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

/// Like the paper's figure 16: how many games have so many turns.
fn histogram(lengths: &[usize]) {
    let longest = lengths.iter().max().copied().unwrap_or(0);
    for from in (0..=longest).step_by(4) {
        let count = lengths.iter().filter(|&&length| (from..from + 4).contains(&length)).count();
        let bar = "#".repeat((count * 60).div_ceil(lengths.len().max(1)));
        println!("{from:4} to {:3} turns {count:5} {bar}", from + 3);
    }
}
