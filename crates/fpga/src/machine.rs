//! Machines that are Verilog throughout: their folder, their simulation, their screens.

use std::fs;
use std::io::{self, BufReader, BufWriter, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use stonegate_players::{Chip, Wire, WireAddress};
use stonegate_protocols::go_link::{FrameReader, Message};
use stonegate_rtl::{CameraWires, HandMadeMachine, Picture, Pipes, Switch, Wires};
use stonegate_vision::{Format, Frame};
use stonegate_workbench::pictures::write_png;
use stonegate_workbench::y4m;

use super::figures::Figures;
use super::gomoku;
use super::keys::{ButtonFile, Keys, Pressed};
use super::make::make;
use super::othello_camera;
use super::process::Process;
use super::project::write_files;
use super::target;

/// Verilator and the C++ compiler take their time.
const BUILD_TIME: Duration = Duration::from_mins(10);

/// How long bytes may wait on their way.
const LATENCY: Duration = Duration::from_millis(2);

/// A machine that neither says nor hears anything for so long has done what it was asked.
const STILL: Duration = Duration::from_millis(100);

/// Two machines run in turn for so many clocks, a few bytes on the wire.
const SLICE: u32 = 2_000;

/// A machine and the folder of its project.
#[derive(Debug)]
pub struct MachineProject {
    pub machine: HandMadeMachine,
    clock_hz: u32,
    folder: PathBuf,
    /// What its camera sees, if it has one and there is no rendered table.
    pub video: Option<PathBuf>,
}

impl MachineProject {
    /// Writes the files of the machine, which has so many clocks a second in simulation.
    pub fn write(
        machine: HandMadeMachine,
        clock_hz: Option<u32>,
        folder: PathBuf,
    ) -> anyhow::Result<Self> {
        let clock_hz = clock_hz.unwrap_or_else(|| machine.simulated_clock_hz());
        write_files(&folder, &machine.files(clock_hz))?;
        Ok(Self { machine, clock_hz, folder, video: None })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the bitstream for a chip is made.
    pub fn bitstream_file(&self, chip: Chip) -> PathBuf {
        self.folder.join("build").join(chip.bitstream())
    }

    fn build(&self) -> anyhow::Result<()> {
        make(&self.folder, "simulation", &[], BUILD_TIME, || {})
    }

    fn start(&self) -> anyhow::Result<Wires<Simulation>> {
        let pipes = start(&self.folder.join("build/simulation"))?;
        Ok(Wires::new(pipes, self.machine.screen()))
    }

    /// Runs the machine behind a pseudo-terminal until somebody ends us, and keeps a picture of its
    /// screen in a file if there is one; words that are added to the file `buttons` press its buttons.
    /// Calls `ready` with the name of its port.
    pub fn simulate(
        &self,
        switches: &[Switch],
        screen: Option<&Path>,
        buttons: Option<&Path>,
        ready: impl FnOnce(&str) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        if self.machine == HandMadeMachine::OthelloCamera {
            bail!("{} has no serial line: see it with --screen or --frames", self.machine.name());
        }
        self.build()?;
        let mut wire = WireAddress::Pty.open().context("making a pseudo-terminal")?;
        let mut wires = self.start()?;
        // Two machines that are started at once are not to play the same moves.
        wires.power_up(std::process::id())?;
        for &switch in switches {
            wires.switch(switch, true)?;
        }
        let mut buttons = buttons.map(ButtonFile::open).transpose()?;
        ready(&wire.name)?;
        let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let mut keys = Keys::open(is_terminal, self.machine.has_buttons())?;
        let mut screen = screen.map(KeptScreen::new);
        let start = Instant::now();
        let mut n_clocks = 0_u64;
        loop {
            let mut is_touched = carry(&mut wire, &mut wires)?;
            // The clock of the machine follows ours. If it cannot, the machine is slow.
            let clock_hz = u64::from(self.clock_hz);
            let now = start.elapsed().as_micros() as u64 * clock_hz / 1_000_000;
            let slice = clock_hz / 100;
            let due = now.saturating_sub(n_clocks).min(slice);
            n_clocks = if now > n_clocks + 20 * slice { now } else { n_clocks + due };
            wires.run(due as u32)?;
            let from_afar = buttons.as_mut().map_or_else(|| Ok(Vec::new()), ButtonFile::pressed)?;
            for pressed in keys.pressed()?.into_iter().chain(from_afar) {
                is_touched = true;
                match pressed {
                    Pressed::Button(button) => wires.press(button)?,
                    Pressed::Switch(switch) => wires.switch(switch, !wires.is_on(switch))?,
                    Pressed::Leave => return Ok(()),
                }
            }
            keys.show(&mut wires)?;
            if let Some(screen) = &mut screen {
                screen.update(is_touched, &mut wires)?;
            }
        }
    }

    /// Lets two machines play, and gives a picture of a screen after each move that is made there,
    /// until so many moves have been made. One with a camera plays against a person, or whoever is in
    /// its video, and gives all of its pictures.
    pub fn film(
        &self,
        n_moves: usize,
        mut show: impl FnMut(&Frame) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.build()?;
        let show_picture = |picture: &Picture| show(&frame(picture)?);
        match self.machine {
            HandMadeMachine::Go { .. } => {
                film_go([self.start()?, self.start()?], n_moves, show_picture)
            }
            HandMadeMachine::Gomoku => {
                gomoku::film([self.start()?, self.start()?], n_moves, show_picture)
            }
            HandMadeMachine::OthelloCamera => {
                let pipes = start(&self.folder.join("build/simulation"))?;
                let size = self.machine.screen();
                let wires = CameraWires::new(pipes, size);
                match &self.video {
                    Some(path) => othello_camera::watch(wires, size, open_video(path)?, show),
                    None => othello_camera::film(wires, size, n_moves, show),
                }
            }
            HandMadeMachine::Connect6 | HandMadeMachine::Othello => {
                bail!("{} has no screen", self.machine.name())
            }
        }
    }

    /// The last picture of the film: of Black's screen after some moves.
    pub fn screen(&self, n_moves: usize, path: &Path) -> anyhow::Result<()> {
        let mut last = None;
        self.film(n_moves, |frame| {
            last = Some(frame.clone());
            Ok(())
        })?;
        write_png(path, &last.context("the machines do not play")?)
    }

    /// The film, two pictures a second, or as many as the camera takes.
    pub fn frames(&self, n_moves: usize, path: &Path) -> anyhow::Result<()> {
        let file = fs::File::create(path).with_context(|| format!("writing {}", path.display()))?;
        let (width, height) = self.machine.screen();
        let is_camera = self.machine == HandMadeMachine::OthelloCamera;
        let rate = match &self.video {
            Some(path) => open_video(path)?.header.rate,
            None if is_camera => (othello_camera::FRAME_RATE, 1),
            None => (2, 1),
        };
        let header = y4m::Header { width, height, rate };
        let mut writer = y4m::Writer::new(BufWriter::new(file), &header)?;
        self.film(n_moves, |frame| writer.write(&frame.to_yuv()))
    }

    /// Makes a bitstream with the clock that the screen needs, and says what came of it.
    pub fn bitstream(&self, chip: Chip, limit: Duration) -> anyhow::Result<Figures> {
        if self.machine == HandMadeMachine::OthelloCamera {
            if chip != Chip::Ecp5_85k {
                bail!("the machine is too large for it: take ecp5-85k");
            }
            target::check_tools(chip)?;
            // The clock of larger pictures does not hold.
            make(&self.folder, chip.name(), &[("WIDTH", "640".to_owned())], limit, || {})?;
            return Figures::read(&self.folder, chip);
        }
        let is_large = matches!(self.machine, HandMadeMachine::Connect6 | HandMadeMachine::Othello);
        if is_large && chip == Chip::Ice40Hx8k {
            bail!("the machine is too large for it: take ecp5-25k");
        }
        target::check_tools(chip)?;
        let clock_hz = if chip == Chip::Ice40Hx8k { 25_125_000_u32 } else { 25_000_000 };
        make(&self.folder, chip.name(), &[("CLOCK_HZ", clock_hz.to_string())], limit, || {})?;
        Figures::read(&self.folder, chip)
    }
}

fn open_video(path: &Path) -> anyhow::Result<y4m::Reader<BufReader<fs::File>>> {
    let opening = || format!("opening {}", path.display());
    let file = fs::File::open(path).with_context(opening)?;
    y4m::Reader::new(BufReader::new(file)).with_context(opening)
}

/// Lets two Go machines with their bots play over the framed wire, and gives a picture of Black's
/// screen after each of Black's moves.
fn film_go(
    mut sides: [Wires<Simulation>; 2],
    n_moves: usize,
    mut show: impl FnMut(&Picture) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for (number, side) in sides.iter_mut().enumerate() {
        side.power_up(1 + number as u32)?;
        side.switch(Switch::White, number == 1)?;
        side.switch(Switch::Framed, true)?;
        side.switch(Switch::Bot, true)?;
    }
    let (mut reader, mut n_made) = (FrameReader::default(), 0);
    while n_made < n_moves && sides[0].panel()?.lights != 0xffff {
        for byte in exchange(&mut sides)? {
            let message = reader.push(byte).and_then(|content| Message::decode(&content));
            if let Some(Message::Move { index, .. }) = message
                && usize::from(index) >= n_made
            {
                n_made = usize::from(index) + 1;
                show(&sides[0].picture()?)?;
            }
        }
    }
    Ok(())
}

fn frame(picture: &Picture) -> anyhow::Result<Frame> {
    Ok(Frame::new(Format::Rgb, picture.width, picture.height, picture.to_rgb())?)
}

/// Carries bytes between a machine and the terminal; says whether there were any.
fn carry(wire: &mut Wire, wires: &mut Wires<Simulation>) -> anyhow::Result<bool> {
    let mut until = Instant::now() + LATENCY;
    let mut has_said = false;
    while let Some(byte) = wire.receive(until).context("reading from the terminal")? {
        wires.say(&[byte])?;
        has_said = true;
        until = Instant::now();
    }
    let heard = wires.take_heard();
    if !heard.is_empty() {
        wire.send(&heard).context("writing to the terminal")?;
    }
    Ok(has_said || !heard.is_empty())
}

/// A file with a picture of the screen.
struct KeptScreen<'p> {
    path: &'p Path,
    /// When something was done that the picture may not show, if anything.
    touched: Option<Instant>,
}

impl<'p> KeptScreen<'p> {
    fn new(path: &'p Path) -> Self {
        Self { path, touched: Some(Instant::now()) }
    }

    /// Writes the picture when nothing has been done for a moment: the machine takes its time for it.
    fn update(&mut self, is_touched: bool, wires: &mut Wires<Simulation>) -> anyhow::Result<()> {
        if is_touched {
            self.touched = Some(Instant::now());
        } else if self.touched.is_some_and(|touched| touched.elapsed() > STILL) {
            self.touched = None;
            // Nobody is to read half a picture.
            let half = self.path.with_extension("half");
            write_png(&half, &frame(&wires.picture()?)?)?;
            fs::rename(&half, self.path)
                .with_context(|| format!("writing {}", self.path.display()))?;
        }
        Ok(())
    }
}

/// Lets two machines run for a while that hear each other, and gives what Black has said.
fn exchange(sides: &mut [Wires<Simulation>; 2]) -> anyhow::Result<Vec<u8>> {
    for side in sides.iter_mut() {
        side.run(SLICE)?;
    }
    let [from_black, from_white] = [sides[0].take_heard(), sides[1].take_heard()];
    sides[1].say(&from_black)?;
    sides[0].say(&from_white)?;
    Ok(from_black)
}

/// The running simulation, which ends with this value.
type Simulation = Pipes<BufReader<ChildStdout>, ChildStdin, Process>;

fn start(program: &Path) -> anyhow::Result<Simulation> {
    let (program, input, output) = Process::start(program)?;
    Ok(Pipes { output: BufReader::new(output), input, program })
}
