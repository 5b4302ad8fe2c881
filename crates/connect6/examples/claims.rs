//! What the seven-step machine claims and what it misses, on positions of games on small boards.
//!
//! `cargo run --release -p stonegate-connect6 --example claims -- [GAMES]`
//!
//! Claims of forced wins are checked by brute force, and some boards without a claim are searched
//! for a win. A non-chain three-turn win holds if threat-space search finds a forced win behind
//! every answer, so the share of those that hold is a lower bound.

#![expect(clippy::print_stdout, reason = "the measurement is printed")]

#[path = "../tests/it/brute_force.rs"]
mod brute_force;
#[path = "../tests/it/census.rs"]
mod census;

use std::env;

use census::{Census, Effort, Forced, Played, Promised};

fn main() {
    let n_games = env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(330);
    let effort =
        Effort { n_games, two_turn_misses: 4, chain_misses: 300, non_chain_claims: 2, defenses: 3 };
    let census = Census::take(&effort);
    println!(
        "{} positions of {n_games} games on 9x9, 10x10 and 11x11; in {} cases, counted for each \
         player, nobody has a one-turn win",
        census.n_positions, census.n_quiet
    );
    for (name, claims) in [("two-turn", &census.two_turn), ("chain three-turn", &census.chain)] {
        let Forced { claimed, held, searched, missed, .. } = claims;
        println!("{name} wins");
        println!("  forced, of those claimed: {}", share(*held, *claimed));
        println!("  found by brute force where none was claimed: {}", share(*missed, *searched));
    }
    let Promised { claimed, checked, held_against_quiet, held } = census.non_chain;
    println!("non-chain three-turn wins: {claimed} claimed");
    println!("  hold against answers without a threat: {}", share(held_against_quiet, checked));
    println!("  hold against every answer: {}", share(held, checked));
    let Played { turns, won, defended, won_against_engine } = census.played;
    println!("  led to a win when played: {}", share(won, turns));
    println!("  led to a win when the engine defended: {}", share(won_against_engine, defended));
}

fn share(part: usize, whole: usize) -> String {
    format!("{part} of {whole} ({:.1} %)", 100.0 * part as f64 / whole.max(1) as f64)
}
