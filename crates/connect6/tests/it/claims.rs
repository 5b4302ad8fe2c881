//! What the seven-step machine claims, checked by brute force on positions of its games on small
//! boards. With `STONEGATE_SLOW_TESTS` there are more than 10,000 positions, and the test tells how
//! much the machine misses.

use stonegate_connect6::{
    Board, Cell, Color, Position, Random, Size, Stones, Threats, chain_win, host_stone,
    non_chain_win, seven_steps, two_turn_win,
};

use crate::brute_force::{Answers, Table};
use crate::shared::slow_tests;

/// What was claimed and what is true, for players with a free turn.
#[derive(Default, Debug)]
struct Census {
    n_positions: usize,
    /// Positions without one-turn wins, seen by both players.
    n_quiet: usize,
    two_turn: Claims,
    chain: Claims,
    non_chain: Claims,
    /// The same claims, against opponents that do not make threats of their own.
    non_chain_against_quiet: Claims,
}

/// How many claims of a kind there are, on all positions or on a sample of them.
#[derive(Default, Debug)]
struct Claims {
    claimed: usize,
    /// Claims that were looked into, and those of them that are forced wins.
    checked: usize,
    held: usize,
    unclaimed: usize,
    /// Positions without a claim that were looked into, and those of them that have a win.
    searched: usize,
    missed: usize,
}

/// One of how many is looked into.
#[derive(Copy, Clone)]
struct Sample {
    claims: usize,
    others: usize,
}

#[test]
#[expect(clippy::print_stderr, reason = "the census is for people")]
fn claims_are_forced_wins() {
    let n_games = if slow_tests() { 300 } else { 16 };
    let mut census = Census::default();
    for number in 0..n_games {
        let size = Size::new(9 + number as usize % 3).expect("there are such boards");
        let mut random = Random::new(7, number);
        let mut position = opening(size, &mut random);
        while position.outcome().is_none() {
            census.n_positions += 1;
            check(position.board(), &mut census);
            // The other player is weak in some games, so that there is something to win.
            let is_weak = number % 2 == 0 && position.color() == Color::White;
            let stones = if is_weak {
                host_stone(&position, &mut random).into_iter().collect()
            } else {
                seven_steps(&position).stones
            };
            for cell in stones {
                position = position.place(cell).expect("the players keep to the rules");
            }
        }
    }
    eprintln!("{census:#?}");
    for claims in [&census.two_turn, &census.chain] {
        assert!(claims.claimed > 0, "there is nothing to check");
        assert_eq!(claims.held, claims.checked);
    }
}

/// A few random stones in the middle.
fn opening(size: Size, random: &mut Random) -> Position {
    let mut position = Position::start(size);
    let margin = size.get() / 4;
    for _ in 0..5 {
        let is_inside = |place: usize| place >= margin && place < size.get() - margin;
        let cells = position.board().empties();
        let cells = cells.iter().filter(|cell| is_inside(cell.row()) && is_inside(cell.column()));
        let cells = cells.collect::<Vec<_>>();
        position = position.place(cells[random.below(cells.len())]).expect("the cell is empty");
    }
    position
}

/// Checks what is claimed for both players.
fn check(board: &Board, census: &mut Census) {
    let table = Table::of(board);
    let colors = [Color::Black, Color::White];
    let has_win = colors.map(|color| table.wins_in_one(color));
    assert_eq!(colors.map(|color| !Threats::of(board, color).is_empty()), has_win);
    if has_win != [false, false] {
        return;
    }
    for color in colors {
        census.n_quiet += 1;
        let indices = |stones: &Stones| {
            stones.cells().iter().map(|&cell: &Cell| table.index(cell)).collect::<Vec<_>>()
        };
        let claim = two_turn_win(board, color, 2).map(|win| indices(&win.stones));
        census.two_turn.add(
            claim.as_ref(),
            |turn| table.forces_one(color, turn),
            || table.wins_in_two(color).is_some(),
            Sample { claims: 1, others: if slow_tests() { 1 } else { 50 } },
        );
        if claim.is_some() {
            continue;
        }
        let claim = chain_win(board, color).map(|win| indices(&win.stones));
        census.chain.add(
            claim.as_ref(),
            |turn| table.forces_two(color, turn),
            || table.wins_in_three(color).is_some(),
            Sample { claims: 1, others: if slow_tests() { 200 } else { usize::MAX } },
        );
        let claim = non_chain_win(board, color).map(|win| indices(&win.stones));
        let sample =
            Sample { claims: if slow_tests() { 20 } else { usize::MAX }, others: usize::MAX };
        for (claims, against) in [
            (&mut census.non_chain, Answers::All),
            (&mut census.non_chain_against_quiet, Answers::Quiet),
        ] {
            let holds = |turn: &[usize]| table.holds(color, turn, against);
            claims.add(claim.as_ref(), holds, || false, sample);
        }
    }
}

impl Claims {
    /// Looks into one claim, or one position without a claim, of so many.
    fn add(
        &mut self,
        claim: Option<&Vec<usize>>,
        is_true: impl Fn(&[usize]) -> bool,
        is_missed: impl Fn() -> bool,
        sample: Sample,
    ) {
        if let Some(turn) = claim {
            self.claimed += 1;
            if self.claimed.is_multiple_of(sample.claims) {
                self.checked += 1;
                self.held += usize::from(is_true(turn));
            }
        } else {
            self.unclaimed += 1;
            if self.unclaimed.is_multiple_of(sample.others) {
                self.searched += 1;
                self.missed += usize::from(is_missed());
            }
        }
    }
}
