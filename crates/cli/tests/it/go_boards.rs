//! Go machines in simulation, at the other end of the wire of `stonegate link go --player go`.

use std::process::Stdio;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use crate::boards::{SimulatedBoard, can_simulate};
use crate::sandbox::{Sandbox, transcript};

/// The engine behind the wire, quick rather than strong.
const PLAYER: &str = "--player go:games=16 --threads 1 --memory 16M";

/// The clock of a chip: with it, a bit of 9600 baud takes as long as there.
const TRUE_CLOCK: &str = "--clock 25000000";

/// How long the machine may take to see the end.
const END: Duration = Duration::from_mins(2);

/// The machine with its bot, on one side, by one of the protocols.
struct Match {
    is_white: bool,
    is_framed: bool,
    clock: &'static str,
}

impl Match {
    /// Plays a game, and compares what both ends say of it.
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
        let result = text.lines().find_map(|line| line.strip_prefix("result "));
        let result = result.and_then(|line| line.split(',').next());
        let result = result.unwrap_or_else(|| panic!("no result: {}", transcript(&output)));
        // The bot may pass before the points behind the last stone are shown, so that the verdict is
        // all that is sure to be seen.
        let verdict = verdict(&board.shown);
        let is_won = verdict == "VICTORY";
        assert!(is_won || verdict == "LOSER", "{verdict}, but {result}");
        let winner = if is_won == self.is_white { "W+" } else { "B+" };
        assert!(result.starts_with(winner), "{verdict}, but {result}");
    }
}

/// Who has won, as the machine shows it.
fn verdict(shown: &Receiver<String>) -> String {
    loop {
        let line = shown.recv_timeout(END).expect("the machine shows the end");
        if ["VICTORY", "LOSER", "TIED"].contains(&line.as_str()) {
            return line;
        }
    }
}

/// Twenty games, classic and framed, two of them with the divisor of a chip: both ends come to the
/// same end.
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
