//! The core alone: the stones of a turn, and the clocks of its steps.

use std::path::Path;

use stonegate_connect6::{Cell, Color, Position, Reading, Step, step_alone};
use stonegate_oracles::is_slow_run;

use super::play::{all_steps_decide, crossings, crowded, positions, recorded, twin};
use crate::bench::{Bench, Module, Request, rtl_folder};
use crate::tools::has;

/// More clocks than a turn takes.
const PATIENCE: u32 = 20_000_000;

fn module(by_line: bool) -> Module {
    Module {
        name: "connect6_core",
        files: &[
            "connect6/connect6_core.v",
            "connect6/placer.v",
            "connect6/step1.v",
            "connect6/step2.v",
            "connect6/attack_step.v",
            "connect6/step4.v",
            "connect6/stop_step.v",
            "connect6/step7.v",
            "connect6/chain.v",
            "connect6/non_chain.v",
            "connect6/triangle.v",
            "connect6/bars.v",
            "connect6/two_turn.v",
            "connect6/threats.v",
            "connect6/tally.v",
            "connect6/fact_scan.v",
            "connect6/formation.v",
            "connect6/star.v",
            "connect6/stretch.v",
            "connect6/detector.v",
            "connect6/view.v",
            "connect6/line_scan.v",
            "connect6/cell_scan.v",
        ],
        parameters: vec![("LINES", u32::from(by_line))],
        inputs: vec![
            ("reset", 1),
            ("paper", 1),
            ("color", 1),
            ("steps", 9),
            ("iRst_n", 1),
            ("iTurn", 2),
            ("clear", 1),
            ("probe", 1),
            ("store", 1),
            ("store_cell", 10),
            ("store_color", 1),
        ],
        outputs: vec![
            ("oDone", 1),
            ("is_over", 1),
            ("ready", 1),
            ("probe_done", 1),
            ("probe_empty", 1),
            ("n_stones", 2),
            ("stones", 20),
            ("active", 9),
        ],
        has_clock: true,
    }
}

/// The core on a bench.
pub(crate) struct Core {
    bench: Bench,
    paper: u8,
}

/// What the core is told in a clock.
#[derive(Default)]
struct Told {
    is_reset: bool,
    color: u8,
    /// One that is taken alone.
    step: Option<Step>,
    thinks: bool,
    clears: bool,
    stored: Option<(Cell, Color)>,
}

impl Core {
    pub(crate) fn start_in(by_line: bool, reading: Reading, root: &Path) -> Self {
        let bench = Bench::start_in(&module(by_line), root);
        let mut core = Self { bench, paper: u8::from(reading == Reading::Paper) };
        let reset = core.request(4, None, &Told { is_reset: true, ..Told::default() });
        let rest = core.request(2_000, None, &Told::default());
        core.bench.exchange(&[reset, rest]);
        core
    }

    fn request(&self, clocks: u32, until: Option<&'static str>, told: &Told) -> Request {
        let bit = |is_on: bool| [u8::from(is_on)];
        let address = told.stored.map_or(0, |(cell, _)| cell.row() << 5 | cell.column()) as u16;
        let number = |step| Step::ALL.iter().position(|&other| other == step).expect("a step");
        let steps = told.step.map_or(0x1ff_u16, |step| 1 << number(step));
        let stored_color = told.stored.is_some_and(|(_, color)| color == Color::White);
        let inputs = self.bench.inputs(&[
            &bit(told.is_reset),
            &[self.paper],
            &[told.color],
            &steps.to_le_bytes(),
            &bit(told.thinks),
            &[2],
            &bit(told.clears),
            &[0],
            &bit(told.stored.is_some()),
            &address.to_le_bytes(),
            &bit(stored_color),
        ]);
        Request { clocks, until, is_silent: false, inputs }
    }

    /// Puts the stones of a position onto the board.
    fn load(&mut self, position: &Position) {
        let idle = Told::default();
        let mut requests = vec![
            self.request(1, None, &Told { clears: true, ..Told::default() }),
            self.request(2_000, Some("ready"), &idle),
        ];
        for color in [Color::Black, Color::White] {
            for cell in position.board().stones(color) {
                let stored = Told { stored: Some((cell, color)), ..Told::default() };
                requests.push(self.request(1, None, &stored));
                requests.push(self.request(3, None, &idle));
            }
        }
        for request in &mut requests {
            request.is_silent = true;
        }
        self.bench.exchange(&requests);
    }

    fn thinking(position: &Position) -> Told {
        Told { color: u8::from(position.color() == Color::White), thinks: true, ..Told::default() }
    }

    /// The stones of a turn, and the clocks that it took.
    pub(crate) fn turn(&mut self, position: &Position) -> (Vec<Cell>, u32) {
        self.load(position);
        self.think(&Self::thinking(position))
    }

    fn think(&mut self, thinking: &Told) -> (Vec<Cell>, u32) {
        let requests = [
            self.request(PATIENCE, Some("oDone"), thinking),
            self.request(2, None, &Told::default()),
        ];
        let replies = self.bench.exchange(&requests);
        assert_eq!(self.bench.number(&replies[0], "oDone"), 1, "the core hangs");
        let stones = self.bench.number(&replies[0], "stones");
        let n_stones = self.bench.number(&replies[0], "n_stones") as usize;
        let cells = [stones & 1023, stones >> 10].map(|address| address as usize);
        let cells = cells.map(|address| Cell::at(address >> 5, address & 31));
        let cells = cells[..n_stones].iter().map(|cell| cell.expect("it is on the board"));
        (cells.collect(), replies[0].clocks)
    }

    /// The clocks of each step.
    fn clocks(&mut self, position: &Position) -> [u32; 9] {
        self.load(position);
        let mut clocks = [0; 9];
        loop {
            let tick = self.request(1, None, &Self::thinking(position));
            for reply in self.bench.exchange(&vec![tick; 1_000]) {
                let active = self.bench.number(&reply, "active");
                for (step, clocks) in clocks.iter_mut().enumerate() {
                    *clocks += (active >> step & 1) as u32;
                }
                if self.bench.number(&reply, "oDone") == 1 {
                    let rest = self.request(2, None, &Told::default());
                    self.bench.exchange(&[rest]);
                    return clocks;
                }
            }
        }
    }
}

/// Compares turns with the twin; gives their clocks, in order.
pub(crate) fn compare(core: &mut Core, positions: &[Position], reading: Reading) -> Vec<u32> {
    let mut clocks = Vec::new();
    for position in positions {
        let decision = twin(position, reading);
        let (stones, n_clocks) = core.turn(position);
        assert_eq!(stones, decision.stones, "{position}: {:?}", decision.reasons);
        clocks.push(n_clocks);
    }
    clocks.sort_unstable();
    clocks
}

/// Compares each step, taken alone, with the twin; gives how often each had something to do.
pub(crate) fn compare_steps(
    core: &mut Core,
    positions: &[Position],
    reading: Reading,
) -> [usize; 9] {
    let mut n_decided = [0; 9];
    for position in positions {
        let mut is_loaded = false;
        for (step, n_decided) in Step::ALL.into_iter().zip(&mut n_decided) {
            if !is_loaded {
                core.load(position);
            }
            let expected = step_alone(position, reading, step).stones;
            let told = Told { step: Some(step), ..Core::thinking(position) };
            let (stones, _) = core.think(&told);
            assert_eq!(stones, expected, "{position}: {step:?}");
            *n_decided += usize::from(!stones.is_empty());
            is_loaded = stones.is_empty();
            // No later step ever sees a line of four or five.
            if !is_loaded && matches!(step, Step::Win | Step::StopOneTurnWin) {
                break;
            }
        }
    }
    n_decided
}

/// Each step alone, on positions of games and on boards that are more crowded than those of games.
#[test]
fn steps_are_those_of_the_twin() {
    if !has("verilator") || !is_slow_run() {
        return;
    }
    for reading in [Reading::Ours, Reading::Paper] {
        let mut core = Core::start_in(true, reading, &rtl_folder());
        let mut positions = [crossings(1, 100), crowded(1, 500)].concat();
        positions.extend(recorded(1, 5_000, reading));
        let n_decided = compare_steps(&mut core, &positions, reading);
        eprintln!("{reading:?}: {} positions, steps with stones {n_decided:?}", positions.len());
        assert!(n_decided.iter().all(|&n| n > 0), "every step has something to do");
    }
}

/// Every turn of many games is the twin's, with both scanners and by both readings.
#[test]
fn turns_are_those_of_the_twin() {
    if !has("verilator") || !is_slow_run() {
        return;
    }
    for (by_line, reading, n_games) in [
        (true, Reading::Ours, 200),
        (true, Reading::Paper, 100),
        (false, Reading::Ours, 20),
        (false, Reading::Paper, 4),
    ] {
        let positions = all_steps_decide(n_games, reading);
        let mut core = Core::start_in(by_line, reading, &rtl_folder());
        let clocks = compare(&mut core, &positions, reading);
        eprintln!(
            "{} by {}, {reading:?}: {} turns, median {} clocks, at most {}",
            n_games,
            if by_line { "line" } else { "cell" },
            clocks.len(),
            clocks[clocks.len() / 2],
            clocks[clocks.len() - 1],
        );
    }
}

/// What the steps take, for docs/the-connect6-machine.md.
#[test]
fn clocks_of_the_steps() {
    if !has("verilator") || !is_slow_run() {
        return;
    }
    for by_line in [true, false] {
        let mut core = Core::start_in(by_line, Reading::Ours, &rtl_folder());
        let mut most = [0; 9];
        for position in positions(1, 4, Reading::Ours).iter().step_by(3) {
            let clocks = core.clocks(position);
            most = std::array::from_fn(|step| most[step].max(clocks[step]));
        }
        let steps = Step::ALL.iter().zip(most).map(|(step, n)| format!("{} {n}", step.name()));
        eprintln!("by line {by_line}: {}", steps.collect::<Vec<_>>().join(", "));
    }
}
