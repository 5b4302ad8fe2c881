//! Games of the engine against the seven-step machine, from random openings with both colors.
//!
//! `cargo run --release -p stonegate-connect6 --example contest -- [GAMES] [SECONDS]`
//!
//! Seconds are CPU time of the engine for a turn.

#![expect(clippy::print_stdout, reason = "the result is printed")]

use std::env;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use stonegate_connect6::{Color, Engine, Limits, Outcome, Position, Random, Size, seven_steps};

fn main() {
    let mut args = env::args().skip(1);
    let n_games = args.next().and_then(|text| text.parse().ok()).unwrap_or(100);
    let seconds = args.next().and_then(|text| text.parse().ok()).unwrap_or(0.2);
    let (mut won, mut lost) = (0, 0);
    for number in 0..n_games {
        // Each opening is played twice.
        let color = if number % 2 == 0 { Color::Black } else { Color::White };
        let mut engine = Engine::default();
        let mut position = opening(&mut Random::new(3, number / 2));
        let (mut n_turns, mut n_rounds, mut n_nodes) = (0_u32, 0, 0);
        while position.outcome().is_none() {
            let stones = if position.color() == color {
                let deadline = cpu_time() + Duration::from_secs_f64(seconds);
                let stop = || cpu_time() >= deadline;
                let report = engine.think(&position, &Limits::default(), &stop, &mut |_| ());
                n_rounds += report.n_rounds;
                n_nodes += report.n_nodes;
                n_turns += 1;
                report.stones
            } else {
                seven_steps(&position).stones
            };
            for cell in stones {
                position = position.place(cell).expect("the players keep to the rules");
            }
        }
        let winner = match position.outcome() {
            Some(Outcome::Win(winner)) if winner == color => {
                won += 1;
                "engine"
            }
            Some(Outcome::Win(_)) => {
                lost += 1;
                "machine"
            }
            _ => "nobody",
        };
        println!(
            "game {number}: {winner} wins, engine {color}, {n_turns} turns, {:.1} rounds, {} nodes",
            f64::from(n_rounds) / f64::from(n_turns.max(1)),
            n_nodes / u64::from(n_turns.max(1))
        );
    }
    println!("{won} won, {lost} lost, {} drawn", n_games - won - lost);
}

/// One stone of Black and two of White near the center.
fn opening(random: &mut Random) -> Position {
    let mut position = Position::start(Size::STANDARD);
    for _ in 0..3 {
        let is_near = |place: usize| (6..13).contains(&place);
        let cells = position.board().empties();
        let cells = cells.iter().filter(|cell| is_near(cell.row()) && is_near(cell.column()));
        let cells = cells.collect::<Vec<_>>();
        position = position.place(cells[random.below(cells.len())]).expect("the cell is empty");
    }
    position
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}
