//! States that a board keeps, so that they need not be sent again.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use stonegate_ground::{MoveId, Stepper};
use stonegate_rtl::{Board, Look};

use crate::sheets::CIRCLE;
use crate::simulation::{Game, Line};
use crate::tools::has;

/// A line that counts the bytes to the board.
struct CountingLine {
    line: Line,
    n_sent: Arc<AtomicUsize>,
}

impl Read for CountingLine {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.line.read(buffer)
    }
}

impl Write for CountingLine {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let count = self.line.write(buffer)?;
        self.n_sent.fetch_add(count, Ordering::Relaxed);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.line.flush()
    }
}

#[test]
fn states_last_seen_are_not_sent_again() {
    if !has("verilator") {
        return;
    }
    let game = Game::new("circle", CIRCLE, None);
    game.make(&["simulation", "UNITS=1"]);
    let n_sent = Arc::new(AtomicUsize::new(0));
    let line = CountingLine { line: game.line(), n_sent: Arc::clone(&n_sent) };
    let mut board = Board::connect(line, Arc::clone(&game.machine), 3).expect("it answers");

    let mut stepper = Stepper::new(&game.machine);
    let initial = game.machine.initial();
    let joint: Vec<MoveId> = stepper.position(&initial).legal.iter().map(|list| list[0]).collect();
    let next = stepper.next(&initial, &joint);

    let mut ask = |look: Look<'_>| {
        let before = n_sent.load(Ordering::Relaxed);
        let examined = board.examine(&[look]).expect("it answers").swap_remove(0);
        (examined, n_sent.load(Ordering::Relaxed) - before)
    };
    let (_, first) = ask(Look { state: &initial, joint: None, job: None });
    let (_, again) = ask(Look { state: &initial, joint: None, job: None });
    assert!(again < first, "{again} bytes, {first} at first");
    // The state after a move is kept as well, though it was never sent.
    let (moved, _) = ask(Look { state: &initial, joint: Some(&joint), job: None });
    assert_eq!(moved.state.as_ref(), Some(&next));
    let (examined, after_move) = ask(Look { state: &next, joint: None, job: None });
    assert!(after_move < first, "{after_move} bytes, {first} at first");
    let legal = examined.legal.expect("it was asked for");
    assert_eq!(legal, stepper.position(&next).legal);
}
