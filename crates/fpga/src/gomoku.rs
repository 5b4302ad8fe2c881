//! Two Gomoku machines in simulation, and the PC between them.

use std::io::{Read, Write};

use anyhow::{Context, bail};
use stonegate_gomoku::patterns::{Pattern, PatternFile, to_image};
use stonegate_gomoku::{Point, Position, Rule, Size};
use stonegate_protocols::go_link::Side;
use stonegate_protocols::gomoku_link::{Status, Task};
use stonegate_rtl::{GomokuHost, Picture, SerialLine, Wires};

/// More clocks than a search takes.
const SILENCE: u32 = 1_000_000;

/// Black begins in the middle, at H8.
const FIRST: u8 = 0x77;

/// Lets two machines with the patterns of the program play, Black's first stone in the middle, and
/// gives a picture of White's screen after each of White's moves, until so many moves have been made.
pub(super) fn film<T: Read + Write>(
    machines: [Wires<T>; 2],
    n_moves: usize,
    mut show: impl FnMut(&Picture) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let patterns = PatternFile::shipped().expand();
    let patterns: Vec<Pattern> = patterns.into_iter().map(|(_, pattern)| pattern).collect();
    let image = to_image(&patterns)?;
    let [black, white] = machines.map(|wires| {
        GomokuHost::connect(SerialLine::new(wires, SILENCE), 1).context("asking a machine")
    });
    let mut sides = [(black?, Side::Black), (white?, Side::White)];
    for (host, side) in &mut sides {
        host.load(&image)?;
        host.new_game(*side)?;
    }
    let mut position = Position::new(Rule::Freestyle, Size::SIXTEEN);
    let mut square = FIRST;
    sides[0].0.play(Task::Own, 0, square)?;
    play(&mut position, square)?;
    while position.moves().len() < n_moves && position.outcome().is_none() {
        let n_stones = position.moves().len();
        let (host, side) = &mut sides[n_stones % 2];
        let answer = host.play(Task::Reply, n_stones as u16 - 1, square)?;
        if answer.status != Status::Moved {
            bail!("no pattern fires after {n_stones} moves");
        }
        square = answer.square;
        play(&mut position, square)?;
        if *side == Side::White {
            show(&host.line_mut().wires.picture()?)?;
        }
    }
    Ok(())
}

fn play(position: &mut Position, square: u8) -> anyhow::Result<()> {
    let point = Point::new(usize::from(square >> 4), usize::from(square & 15));
    Ok(position.play(point.context("a square is on the board")?)?)
}
