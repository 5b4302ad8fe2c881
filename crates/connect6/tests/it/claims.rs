//! What the seven-step machine claims is true.
//!
//! `cargo run --release -p stonegate-connect6 --example claims` looks into many more positions, and
//! tells how much the machine misses.

use crate::census::{Census, Effort};

#[test]
fn claims_are_forced_wins() {
    let effort = Effort {
        n_games: 18,
        two_turn_misses: 50,
        chain_misses: usize::MAX,
        non_chain_claims: usize::MAX,
        defenses: usize::MAX,
    };
    let census = Census::take(&effort);
    for claims in [&census.two_turn, &census.chain] {
        assert!(claims.claimed > 0, "there is nothing to check");
        assert_eq!(claims.held, claims.claimed);
    }
    assert!(census.non_chain.claimed > 0, "there is nothing to check");
    assert!(census.played.turns > 0, "the machine plays what it finds");
}
