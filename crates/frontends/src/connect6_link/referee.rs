//! The referee of a game by the rules of the competition: who breaks them loses.

use std::io;

use stonegate_connect6::{Color, Outcome};
use stonegate_protocols::connect6::Stone;
use stonegate_protocols::connect6::serial::{Side, encode_stones};

use super::game::Game;
use super::party::{Fault, Party};

/// How a game ended.
#[derive(Debug)]
pub enum Verdict {
    /// By the rules of the game.
    Outcome(Outcome),
    /// This side has lost by breaking the rules.
    Fault(Side, Fault),
}

impl Verdict {
    /// The side that has won, if any.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Self::Outcome(Outcome::Win(Color::Black)) | Self::Fault(Side::Light, _) => {
                Some(Side::Dark)
            }
            Self::Outcome(Outcome::Win(Color::White)) | Self::Fault(Side::Dark, _) => {
                Some(Side::Light)
            }
            Self::Outcome(Outcome::Draw) => None,
        }
    }

    fn text(&self) -> String {
        let winner = match self.winner() {
            Some(Side::Dark) => "dark wins",
            Some(Side::Light) => "light wins",
            None => "draw",
        };
        match self {
            Self::Outcome(Outcome::Win(_)) => format!("{winner}: six in a row"),
            Self::Outcome(Outcome::Draw) => format!("{winner}: the board is full"),
            Self::Fault(side, fault) => format!("{winner}: {}: {fault}", name(*side)),
        }
    }
}

fn name(side: Side) -> &'static str {
    match side {
        Side::Dark => "dark",
        Side::Light => "light",
    }
}

/// Referees a game and tells its turns and its result.
pub fn referee(
    mut dark: Party,
    mut light: Party,
    say: &mut dyn FnMut(&str) -> io::Result<()>,
) -> io::Result<Verdict> {
    say(&format!("dark: {}", dark.name()))?;
    say(&format!("light: {}", light.name()))?;
    let mut tell = |side: Side, stones: &[Stone]| {
        say(&format!("{} {}", name(side), encode_stones(stones).escape_ascii()))
    };
    let verdict = play(&mut dark, &mut light, &mut tell)?;
    say(&verdict.text())?;
    Ok(verdict)
}

fn play(
    dark: &mut Party,
    light: &mut Party,
    tell: &mut dyn FnMut(Side, &[Stone]) -> io::Result<()>,
) -> io::Result<Verdict> {
    for (party, side) in [(&mut *dark, Side::Dark), (&mut *light, Side::Light)] {
        if let Err(fault) = party.begin(side) {
            return Ok(Verdict::Fault(side, fault));
        }
    }
    let mut game = Game::new();
    loop {
        let (mover, side, other, other_side) = match game.color() {
            Color::Black => (&mut *dark, Side::Dark, &mut *light, Side::Light),
            Color::White => (&mut *light, Side::Light, &mut *dark, Side::Dark),
        };
        let stones = match mover.turn(&mut game) {
            Ok(stones) => stones,
            Err(fault) => return Ok(Verdict::Fault(side, fault)),
        };
        tell(side, &stones)?;
        if let Some(outcome) = game.outcome() {
            return Ok(Verdict::Outcome(outcome));
        }
        if let Err(fault) = other.tell(&stones) {
            return Ok(Verdict::Fault(other_side, fault));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::{Duration, Instant};

    use stonegate_players::{Hangup, Wire};

    use super::*;
    use crate::connect6_link::bot::Bot;

    const TIME: Duration = Duration::from_millis(300);

    fn board_at(wire: Wire) -> Party {
        Party::Board { wire, time: TIME }
    }

    /// The result of a game in which a board as light does this, against one of our players.
    /// The board gets its end of the wire when the turn of dark has come.
    fn result(board: impl FnOnce(Wire) -> Option<Wire> + Send + 'static) -> String {
        let (near, mut far) = Wire::pair().expect("there are pseudo-terminals");
        let board = thread::spawn(move || {
            let soon = Instant::now() + Duration::from_secs(10);
            let heard = (0..5).map(|_| far.receive(soon).expect("open").expect("in time"));
            assert_eq!(heard.collect::<Vec<u8>>(), b"L1010");
            board(far)
        });
        let seven = "connect6:seven".parse().expect("it is a player");
        let dark = Party::Player(Bot::new(&seven, TIME, Hangup::default()));
        let mut lines = Vec::new();
        let mut say = |line: &str| {
            lines.push(line.to_owned());
            Ok(())
        };
        let start = Instant::now();
        referee(dark, board_at(near), &mut say).expect("nobody refuses to listen");
        assert!(start.elapsed() < Duration::from_secs(8), "it took {:?}", start.elapsed());
        drop(board.join());
        assert_eq!(lines[2], "dark 1010");
        lines.last().cloned().unwrap_or_default()
    }

    /// The board sends these bytes and then nothing more.
    fn result_of(bytes: &'static [u8]) -> String {
        result(move |mut wire| {
            wire.send(bytes).expect("open");
            Some(wire)
        })
    }

    #[test]
    fn faults_lose() {
        assert_eq!(result_of(b""), "dark wins: light: no stone in time");
        assert_eq!(result_of(b"0909"), "dark wins: light: only a part of the turn in time");
        assert_eq!(result_of(b"0909091"), "dark wins: light: only a part of the turn in time");
        assert_eq!(result_of(b"10100909"), "dark wins: light: 1010 has a stone");
        assert_eq!(result_of(b"09090909"), "dark wins: light: 0909 has a stone");
        assert_eq!(result_of(b"09092001"), "dark wins: light: 2001 is not on the board");
        assert_eq!(result_of(b"0009"), "dark wins: light: 0009 is not on the board");
        assert_eq!(result_of(b"09x9"), "dark wins: light: `x` is no digit");
        // A turn that is sent twice is illegal when it is read the second time.
        assert_eq!(result_of(b"0101\r\n0103 01010103"), "dark wins: light: 0101 has a stone");
    }

    #[test]
    fn a_board_that_hangs_up_loses() {
        let verdict = result(|wire| {
            drop(wire);
            None
        });
        // A pseudo-terminal does not always tell that its other end is closed.
        let gone =
            ["dark wins: light: the connection is gone", "dark wins: light: no stone in time"];
        assert!(gone.contains(&verdict.as_str()), "{verdict}");
    }

    #[test]
    fn six_in_a_row_win_even_with_half_a_turn() {
        let (near, mut far) = Wire::pair().expect("there are pseudo-terminals");
        // Dark stops nothing. The last turn of light has one stone only, but that one wins.
        let board = thread::spawn(move || {
            far.send(b"05010502 05030504 05050901 0506").expect("open");
            far
        });
        let (dark_near, mut dark) = Wire::pair().expect("there are pseudo-terminals");
        dark.send(b"0101 01030105 01070109 01110113").expect("open");
        let mut last = String::new();
        let mut say = |line: &str| {
            last = line.to_owned();
            Ok(())
        };
        let verdict = referee(board_at(dark_near), board_at(near), &mut say);
        assert_eq!(verdict.expect("it is told").winner(), Some(Side::Light));
        assert_eq!(last, "light wins: six in a row");
        drop(board.join());
    }
}
