//! The simulated Othello machine at the ends of its wires: a camera, buttons, switches, a screen.
//!
//! `rtl/camera/simulation.cpp` is the other end of this, and says what the bytes mean.

use std::io::{self, ErrorKind, Read, Write};

/// A button of the machine.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[repr(u8)]
pub enum CameraButton {
    Reset = 1,
    /// Corners or piece.
    Mode = 2,
    Save = 4,
    Confirm = 8,
}

/// What sets markers or the piece apart: a channel and its bounds, as the switches have them.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Bounds {
    /// Red, green, blue, luma, Cb, Cr, and then Cb and Cr stretched.
    pub channel: u8,
    /// In sixteenths of the range; both belong to it.
    pub lower: u8,
    pub upper: u8,
}

impl Bounds {
    /// The switches that say so, all others off.
    pub const fn switches(self) -> u16 {
        (self.upper as u16) << 12 | (self.lower as u16) << 8 | (self.channel as u16) << 1
    }
}

/// What the machine tells of itself.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Seen {
    pub lights: u16,
    /// The eight letters of the seven-segment display.
    pub text: String,
    /// Columns and rows of the four centers, in sixteenths of a pixel.
    pub centers: [[u16; 2]; 4],
    /// The left, right, upper and lower edge of the board as it is drawn.
    pub board: [u16; 4],
    /// The column and row of the piece.
    pub cell: [u8; 2],
    pub black: u64,
    pub white: u64,
}

impl Seen {
    const fn has(&self, light: u32) -> bool {
        self.lights >> light & 1 != 0
    }

    pub const fn has_board(&self) -> bool {
        self.has(15)
    }

    /// Whether the piece is in a cell.
    pub const fn has_piece(&self) -> bool {
        self.has(14)
    }

    pub const fn is_valid_move(&self) -> bool {
        self.has(13)
    }

    pub const fn is_thinking(&self) -> bool {
        self.has(12)
    }

    pub const fn is_over(&self) -> bool {
        self.has(11)
    }

    /// Whether a pixel came too late for the screen, or one of the camera was lost.
    pub const fn has_lost_pixels(&self) -> bool {
        self.has(2) || self.has(3)
    }

    /// Whether the registers of the camera are set.
    pub const fn is_camera_ready(&self) -> bool {
        self.has(0) && !self.has(1)
    }
}

/// A button is down, and then up, for so many clocks.
const PRESS_CLOCKS: u32 = 300;

/// The bytes of what the machine tells of itself.
const N_BYTES: usize = 52;

/// A machine with a camera behind its wires, over anything that can be read from and written to.
#[derive(Debug)]
pub struct CameraWires<T> {
    pipe: T,
    n_bytes: usize,
}

impl<T: Read + Write> CameraWires<T> {
    /// The machine has just been started, with a screen of this width and height.
    pub const fn new(pipe: T, (width, height): (usize, usize)) -> Self {
        Self { pipe, n_bytes: 3 * width * height }
    }

    /// Switches the power off and on. What registers hold then depends on the seed.
    pub fn power_up(&mut self, seed: u32) -> io::Result<()> {
        self.pipe.write_all(b"R")?;
        self.pipe.write_all(&seed.to_le_bytes())
    }

    /// Shows the camera a picture, red, green and blue of each pixel. What comes back is the screen
    /// with the picture before it, onto which is drawn what was seen in the one before that.
    pub fn frame(&mut self, pixels: &[u8]) -> io::Result<(Vec<u8>, Seen)> {
        if pixels.len() != self.n_bytes {
            return Err(io::Error::new(ErrorKind::InvalidInput, "a picture of another size"));
        }
        self.pipe.write_all(b"F")?;
        self.pipe.write_all(pixels)?;
        self.wait(b'F')?;
        let mut screen = vec![0; self.n_bytes];
        self.pipe.read_exact(&mut screen)?;
        Ok((screen, self.read_seen()?))
    }

    /// What the machine tells of itself.
    pub fn seen(&mut self) -> io::Result<Seen> {
        self.pipe.write_all(b"I")?;
        self.wait(b'I')?;
        self.read_seen()
    }

    /// Holds buttons down, or none.
    pub fn hold(&mut self, buttons: &[CameraButton]) -> io::Result<()> {
        let levels = buttons.iter().fold(0, |levels, &button| levels | button as u8);
        self.pipe.write_all(&[b'B', levels])
    }

    /// Presses a button and lets it go.
    pub fn press(&mut self, button: CameraButton) -> io::Result<()> {
        self.hold(&[button])?;
        self.run(PRESS_CLOCKS)?;
        self.hold(&[])?;
        self.run(PRESS_CLOCKS)
    }

    pub fn switch(&mut self, levels: u16) -> io::Result<()> {
        self.pipe.write_all(b"S")?;
        self.pipe.write_all(&levels.to_le_bytes())
    }

    /// Sets the bounds of the markers and of the piece, as a person does who has just switched the
    /// machine on.
    pub fn configure(&mut self, corner: Bounds, piece: Bounds) -> io::Result<()> {
        for (number, bounds) in [corner, piece].into_iter().enumerate() {
            if number == 1 {
                self.press(CameraButton::Mode)?;
            }
            self.switch(bounds.switches())?;
            self.run(PRESS_CLOCKS)?;
            self.press(CameraButton::Save)?;
        }
        self.switch(0)
    }

    /// Lets clocks go by.
    pub fn run(&mut self, clocks: u32) -> io::Result<()> {
        self.pipe.write_all(b"C")?;
        self.pipe.write_all(&clocks.to_le_bytes())?;
        self.wait(b'T')
    }

    fn read_seen(&mut self) -> io::Result<Seen> {
        let mut bytes = [0; N_BYTES];
        self.pipe.read_exact(&mut bytes)?;
        let number = |from: usize, n_bytes: usize| {
            let bytes = bytes[from..from + n_bytes].iter().rev();
            bytes.fold(0, |number, &byte| number << 8 | u64::from(byte))
        };
        let columns = number(10, 8);
        let rows = number(18, 8);
        let center = |k: usize| [(columns >> (16 * k)) as u16, (rows >> (15 * k)) as u16 & 0x7fff];
        Ok(Seen {
            lights: number(0, 2) as u16,
            text: String::from_utf8_lossy(&bytes[2..10]).into_owned(),
            centers: std::array::from_fn(center),
            board: std::array::from_fn(|k| number(26 + 2 * k, 2) as u16),
            cell: [bytes[34], bytes[35]],
            black: number(36, 8),
            white: number(44, 8),
        })
    }

    /// Reads the beginning of a record.
    fn wait(&mut self, kind: u8) -> io::Result<()> {
        self.pipe.flush()?;
        let mut byte = [0];
        self.pipe.read_exact(&mut byte)?;
        if byte[0] == kind {
            return Ok(());
        }
        let problem = format!("the simulation says {:#04x}, not {kind:#04x}", byte[0]);
        Err(io::Error::new(ErrorKind::InvalidData, problem))
    }
}
