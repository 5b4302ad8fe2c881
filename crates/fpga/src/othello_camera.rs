//! The Othello machine in simulation, in front of a rendered camera.

use std::io::{BufRead, Read, Write};

use anyhow::{Context, bail, ensure};
use stonegate_othello::{Board, MoveSorter, Square, Width};
use stonegate_rtl::{Bounds, CameraButton, CameraWires, Seen};
use stonegate_vision::scene::{CONDITIONS, Person, Scene};
use stonegate_vision::{Cell, Format, Frame};
use stonegate_workbench::y4m::{Next, Reader};

/// Pictures of the rendered camera in a second.
pub(super) const FRAME_RATE: u32 = 10;

/// More pictures than it takes to find the board, or to see the piece at another place.
const PATIENCE: u32 = 60;

/// A piece that is on a cell in so many pictures more has come to rest there.
const REST: u32 = 6;

/// A way to see the table in which the board is an upright rectangle, which is what the machine takes
/// it for.
const FROM_ABOVE: &str = "above";

/// The markers are green at most to these, and the piece is red at most to those sixteenths.
const CORNER: Bounds = Bounds { channel: 1, lower: 0, upper: 4 };
const PIECE: Bounds = Bounds { channel: 0, lower: 0, upper: 6 };

/// Lets a rendered person play black against the machine, by the moves that the machine itself would
/// try first, until so many moves have been made, and gives every picture of the screen.
pub(super) fn film<T: Read + Write>(
    wires: CameraWires<T>,
    size: (usize, usize),
    n_moves: usize,
    show: impl FnMut(&Frame) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut table = Table::new(wires, size, show)?;
    table.wait(Seen::has_board).context("the machine finds no board")?;
    let sorter = MoveSorter::new(Width::EIGHT);
    for _ in 0..n_moves.div_ceil(2) {
        let seen = table.wait(|seen| !seen.is_thinking())?;
        let board = Board::new(seen.black, seen.white).context("a cell has two discs")?;
        // Who has no move passes, or the game is over.
        let Some(square) = sorter.first(board.legal_moves()) else { break };
        table.place(square)?;
    }
    table.wait(|seen| !seen.is_thinking())?;
    Ok(())
}

/// Shows the machine a video, and gives every picture of the screen. Its button is pressed for whoever
/// lets the piece rest on a cell where it may lie.
pub(super) fn watch<T: Read + Write>(
    mut wires: CameraWires<T>,
    (width, height): (usize, usize),
    mut video: Reader<impl BufRead>,
    mut show: impl FnMut(&Frame) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let header = &video.header;
    ensure!(
        (header.width, header.height) == (width, height),
        "the camera of the simulated machine has {width}x{height} pixels, and the video {}x{}",
        header.width,
        header.height
    );
    wires.power_up(1)?;
    wires.configure(CORNER, PIECE)?;
    let (mut is_first, mut last_cell, mut n_still) = (true, None, 0);
    while let Next::Frame(frame) = video.read()? {
        let (screen, seen) = wires.frame(frame.to_rgb().bytes())?;
        // The first screen shows what was in the memory before the camera.
        if !is_first {
            show(&Frame::new(Format::Rgb, width, height, screen)?)?;
        }
        is_first = false;
        let cell = (seen.has_piece() && seen.is_valid_move()).then_some(seen.cell);
        n_still = if cell.is_some() && cell == last_cell { n_still + 1 } else { 0 };
        last_cell = cell;
        wires.hold(if n_still == REST { &[CameraButton::Confirm] } else { &[] })?;
    }
    Ok(())
}

/// A table with a camera above it, the machine, and somebody who looks at its screen.
struct Table<T, F> {
    wires: CameraWires<T>,
    scene: Scene,
    person: Person,
    show: F,
    n_frames: u32,
}

impl<T: Read + Write, F: FnMut(&Frame) -> anyhow::Result<()>> Table<T, F> {
    fn new(
        mut wires: CameraWires<T>,
        (width, height): (usize, usize),
        show: F,
    ) -> anyhow::Result<Self> {
        let above = CONDITIONS.iter().find(|condition| condition.name == FROM_ABOVE);
        let scene = above.context("there is no camera above the table")?.scene(width, height);
        wires.power_up(1)?;
        wires.configure(CORNER, PIECE)?;
        let person = Person::new(Cell { column: 4, row: 4 }.center());
        Ok(Self { wires, scene, person, show, n_frames: 0 })
    }

    fn time(&self) -> f64 {
        f64::from(self.n_frames) / f64::from(FRAME_RATE)
    }

    /// The next picture.
    fn step(&mut self) -> anyhow::Result<Seen> {
        let moment = self.person.moment(self.time());
        let (frame, _) = self.scene.render(&moment, self.n_frames.into());
        self.n_frames += 1;
        let (screen, seen) = self.wires.frame(frame.to_rgb().bytes())?;
        // The first screen shows what was in the memory before the camera.
        if self.n_frames > 1 {
            (self.show)(&Frame::new(Format::Rgb, self.scene.width, self.scene.height, screen)?)?;
        }
        Ok(seen)
    }

    /// Lets time go by until something is so.
    fn wait(&mut self, is_so: impl Fn(&Seen) -> bool) -> anyhow::Result<Seen> {
        for _ in 0..PATIENCE {
            let seen = self.step()?;
            if is_so(&seen) {
                return Ok(seen);
            }
        }
        bail!("nothing happens in {PATIENCE} pictures")
    }

    /// Takes the piece to a square and confirms the move.
    fn place(&mut self, square: Square) -> anyhow::Result<()> {
        let cell = Cell { column: square.column() as u8, row: square.row() as u8 };
        self.person.take_to(cell.center(), self.time());
        while self.time() < self.person.rests_at() {
            self.step()?;
        }
        let is_there = |seen: &Seen| {
            seen.has_piece() && seen.cell == [cell.column, cell.row] && seen.is_valid_move()
        };
        let before =
            self.wait(is_there).with_context(|| format!("the piece is not seen at {cell}"))?;
        self.wires.hold(&[CameraButton::Confirm])?;
        self.step()?;
        self.wires.hold(&[])?;
        let after = self.wait(|seen| seen.black != before.black)?;
        // The machine may have answered by now, and flipped the disc.
        let discs = after.black | after.white;
        ensure!(discs & square.bit() != 0, "the machine takes {cell} for another cell");
        Ok(())
    }
}
