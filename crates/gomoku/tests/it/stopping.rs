//! A search that is told to stop comes to an end within a moment.

use std::cell::Cell;

use stonegate_gomoku::{Color, Engine, Limits, Point, Position, Rule, Size};

/// White has many threes that are closed on one side: each makes a four that is easily answered,
/// and it takes long to find out that no order of them wins.
fn many_fours() -> Position {
    let mut position = Position::new(Rule::Freestyle, Size::new(20, 20).unwrap());
    for y in (0..20).step_by(3) {
        for x in [0, 10] {
            let stones = [Color::Black, Color::White, Color::White, Color::White];
            for (step, color) in stones.into_iter().enumerate() {
                let point = Point::new(x + step, y).unwrap();
                position.set_up(point, color).unwrap();
            }
        }
    }
    position.set_turn(Color::Black);
    position
}

/// A look comes at least once in so many nodes.
const NODES_PER_LOOK: u64 = 600;

#[test]
fn a_look_is_never_far_away() {
    let position = many_fours();
    for n_looks in [0, 1, 10, 100] {
        let n_left = Cell::<u64>::new(n_looks);
        let stop = || n_left.replace(n_left.get().saturating_sub(1)) == 0;
        let limits = Limits::default();
        let report = Engine::new(1 << 20).think(&position, &limits, &stop, &mut |_| {});
        assert!(report.best.is_some(), "there is a move all the same");
        let max_nodes = (n_looks + 3) * NODES_PER_LOOK;
        assert!(report.n_nodes < max_nodes, "{} nodes, {n_looks} looks", report.n_nodes);
    }
}
