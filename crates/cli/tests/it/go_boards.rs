//! Go machines in simulation, at the other end of the wire of `stonegate link go --player go`.

use std::cmp::Ordering;
use std::process::Stdio;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use crate::boards::{SimulatedBoard, can_simulate};
use crate::sandbox::{Sandbox, transcript};

/// The engine behind the wire, quick rather than strong. Games are played to their end.
const PLAYER: &str = "--player go:noresign,games=16 --threads 1 --memory 16M";

/// The clock of a chip: with it, a bit of 9600 baud takes as long as there.
const TRUE_CLOCK: &str = "--clock 25000000";

/// How long the machine may take to show the end: verdict and points take turns, a second each, and
/// a second of a chip is long.
const END: Duration = Duration::from_mins(5);

/// The machine with its bot, on one side, by one of the protocols.
struct Match {
    is_white: bool,
    is_framed: bool,
    clock: &'static str,
}

impl Match {
    /// Plays a game, and compares what both ends say of it.
    #[expect(clippy::print_stderr, reason = "whoever plays for minutes wants to see the games")]
    fn play(&self) {
        let sandbox = Sandbox::new();
        let mut switches = vec!["bot"];
        switches.extend(self.is_white.then_some("white"));
        switches.extend(self.is_framed.then_some("framed"));
        let more = format!("--switches {} {}", switches.join(","), self.clock);
        let board = SimulatedBoard::start(&sandbox, "go9", &more);
        let side = if self.is_white { "black" } else { "white" };
        let protocol = if self.is_framed { "" } else { "--classic" };
        let output = sandbox
            .command(&format!("link go --port {} --side {side} {protocol} {PLAYER}", board.port))
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        assert!(output.status.success(), "{}", transcript(&output));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let n_moves = text.lines().filter(|line| is_move(line)).count();
        let result = text.lines().find_map(|line| line.strip_prefix("result "));
        let result = result.and_then(|line| line.split(',').next());
        let result = result.unwrap_or_else(|| panic!("no result: {}", transcript(&output)));
        let (verdict, [own, other]) = ending(&board.shown);
        let expected = match own.cmp(&other) {
            Ordering::Greater => "VICTORY",
            Ordering::Less => "LOSER",
            Ordering::Equal => "TIED",
        };
        assert_eq!(verdict, expected, "{own} to {other}");
        let [black, white] = if self.is_white { [other, own] } else { [own, other] };
        let score = match black.cmp(&white) {
            Ordering::Greater => format!("B+{}", black - white),
            Ordering::Less => format!("W+{}", white - black),
            Ordering::Equal => "0".to_owned(),
        };
        assert_eq!(result, score, "{black} to {white} on the machine: {}", transcript(&output));
        let machine = if self.is_white { "White" } else { "Black" };
        let protocol = if self.is_framed { "framed" } else { "classic" };
        let clock = if self.clock.is_empty() { "64" } else { "2604" };
        eprintln!(
            "{protocol}, {clock} clocks a bit, machine {machine}: {n_moves} moves, {black} to \
             {white} on the machine, {result} at the other end"
        );
    }
}

fn is_move(line: &str) -> bool {
    line.starts_with("black ") || line.starts_with("white ")
}

/// Who has won, as the machine shows it, and the points, the own ones first.
fn ending(shown: &Receiver<String>) -> (String, [u32; 2]) {
    let next = || shown.recv_timeout(END).expect("the machine shows the end");
    let verdict = loop {
        let line = next();
        if ["VICTORY", "LOSER", "TIED"].contains(&line.as_str()) {
            break line;
        }
    };
    let points = next();
    let numbers = points.split_whitespace().map(str::parse).collect::<Result<Vec<u32>, _>>();
    let numbers = numbers.ok().and_then(|numbers| numbers.try_into().ok());
    (verdict, numbers.unwrap_or_else(|| panic!("no points: {points}")))
}

/// Twenty games, classic and framed, two of them with the divisor of a chip: both ends come to the
/// same score.
#[test]
fn machines_play_the_engine_behind_the_wire() {
    if !can_simulate() {
        return;
    }
    for number in 0..20 {
        let clock = if number < 18 { "" } else { TRUE_CLOCK };
        let is_framed = number % 2 == 1;
        let game = Match { is_white: number / 2 % 2 == 1, is_framed, clock };
        game.play();
    }
}
