//! A simulated machine at the ends of its wires: serial line, buttons, switches, lights, screen.
//!
//! `rtl/common/simulation.cpp` is the other end of this, and says what the bytes mean.

use std::io::{self, ErrorKind, Read, Write};

/// The button in the middle, and those around it.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[repr(u8)]
pub enum Button {
    Right = 1,
    Left = 2,
    Down = 4,
    Up = 8,
    Centre = 16,
}

impl Button {
    pub const ALL: [Self; 5] = [Self::Right, Self::Left, Self::Down, Self::Up, Self::Centre];
}

/// A switch.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[repr(u8)]
pub enum Switch {
    Reset = 1,
    White = 2,
    Pass = 4,
    Framed = 8,
    Bot = 16,
}

impl Switch {
    pub const ALL: [Self; 5] = [Self::Reset, Self::White, Self::Pass, Self::Framed, Self::Bot];
}

/// What lights and segments show.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Panel {
    pub lights: u16,
    /// The eight letters of the seven-segment display.
    pub text: String,
}

/// A picture of the screen, row by row.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    /// Red, green and blue, four bits each, blue in the lowest.
    pub pixels: Vec<u16>,
}

impl Picture {
    /// Eight bits for each of red, green and blue.
    pub fn to_rgb(&self) -> Vec<u8> {
        let channels = |&pixel: &u16| [8, 4, 0].map(|shift| (pixel >> shift & 15) as u8 * 17);
        self.pixels.iter().flat_map(channels).collect()
    }

    pub fn at(&self, x: usize, y: usize) -> u16 {
        self.pixels[y * self.width + x]
    }
}

/// A button is down, and then up, for so many clocks.
const PRESS_CLOCKS: u32 = 64;

/// A machine behind its wires, over anything that can be read from and written to.
#[derive(Debug)]
pub struct Wires<T> {
    pipe: T,
    screen: (usize, usize),
    switches: u8,
    /// Bytes from the serial line that nobody has taken.
    heard: Vec<u8>,
}

impl<T: Read + Write> Wires<T> {
    /// The machine has just been started, with a screen of this width and height.
    pub const fn new(pipe: T, screen: (usize, usize)) -> Self {
        Self { pipe, screen, switches: 0, heard: Vec::new() }
    }

    /// Switches the power off and on. What registers hold then depends on the seed, and nobody hears
    /// what was said before.
    pub fn power_up(&mut self, seed: u32) -> io::Result<()> {
        self.switches = 0;
        self.heard.clear();
        self.pipe.write_all(b"R")?;
        self.pipe.write_all(&seed.to_le_bytes())
    }

    /// Puts bytes onto the serial line to the machine.
    pub fn say(&mut self, bytes: &[u8]) -> io::Result<()> {
        let records = bytes.iter().flat_map(|&byte| [b'L', byte]);
        self.pipe.write_all(&records.collect::<Vec<_>>())
    }

    /// Takes the bytes that have come from the machine.
    pub fn take_heard(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.heard)
    }

    /// Presses a button and lets it go.
    pub fn press(&mut self, button: Button) -> io::Result<()> {
        self.pipe.write_all(&[b'B', button as u8])?;
        self.run(PRESS_CLOCKS)?;
        self.pipe.write_all(b"B\0")?;
        self.run(PRESS_CLOCKS)
    }

    pub fn is_on(&self, switch: Switch) -> bool {
        self.switches & switch as u8 != 0
    }

    pub fn switch(&mut self, switch: Switch, is_on: bool) -> io::Result<()> {
        self.switches &= !(switch as u8);
        self.switches |= if is_on { switch as u8 } else { 0 };
        self.pipe.write_all(&[b'S', self.switches])
    }

    /// Lets clocks go by.
    pub fn run(&mut self, clocks: u32) -> io::Result<()> {
        self.pipe.write_all(b"C")?;
        self.pipe.write_all(&clocks.to_le_bytes())?;
        self.wait(b'T')
    }

    /// Lights and segments.
    pub fn panel(&mut self) -> io::Result<Panel> {
        self.pipe.write_all(b"I")?;
        self.wait(b'I')?;
        let mut bytes = [0; 10];
        self.pipe.read_exact(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes[2..]).into_owned();
        Ok(Panel { lights: u16::from_le_bytes([bytes[0], bytes[1]]), text })
    }

    /// A whole picture of the screen, which takes the clocks of up to two.
    pub fn picture(&mut self) -> io::Result<Picture> {
        self.pipe.write_all(b"F")?;
        self.wait(b'F')?;
        let (width, height) = self.screen;
        let mut bytes = vec![0; 2 * width * height];
        self.pipe.read_exact(&mut bytes)?;
        let pixels = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        Ok(Picture { width, height, pixels: pixels.collect() })
    }

    /// Reads up to the record of this kind.
    fn wait(&mut self, kind: u8) -> io::Result<()> {
        self.pipe.flush()?;
        loop {
            let mut byte = [0];
            self.pipe.read_exact(&mut byte)?;
            match byte[0] {
                b'L' => {
                    self.pipe.read_exact(&mut byte)?;
                    self.heard.push(byte[0]);
                }
                found if found == kind => return Ok(()),
                found => {
                    let problem = format!("the simulation says {found:#04x}, not {kind:#04x}");
                    return Err(io::Error::new(ErrorKind::InvalidData, problem));
                }
            }
        }
    }
}

/// The serial line of a simulated machine as a stream: time goes by while somebody reads.
#[derive(Debug)]
pub struct SerialLine<T> {
    pub wires: Wires<T>,
    /// After so many clocks without a byte there is a silence.
    patience: u32,
    /// Bytes from the machine, the last one first.
    heard: Vec<u8>,
}

impl<T: Read + Write> SerialLine<T> {
    /// Time goes by in steps of so many clocks.
    const STEP: u32 = 1000;

    pub const fn new(wires: Wires<T>, patience: u32) -> Self {
        Self { wires, patience, heard: Vec::new() }
    }
}

impl<T: Read + Write> Read for SerialLine<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(place) = buffer.first_mut() else { return Ok(0) };
        let mut n_clocks = 0;
        while self.heard.is_empty() {
            if n_clocks >= self.patience {
                return Err(ErrorKind::TimedOut.into());
            }
            self.wires.run(Self::STEP)?;
            n_clocks += Self::STEP;
            self.heard = self.wires.take_heard();
            self.heard.reverse();
        }
        *place = self.heard.pop().expect("there is a byte");
        Ok(1)
    }
}

impl<T: Read + Write> Write for SerialLine<T> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.wires.say(buffer)?;
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
