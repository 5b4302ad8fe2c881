//! `stonegate vision`: Othello with a camera.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use stonegate_vision::{ColorRange, DwellSettings, Geometry, Session, Settings, scene::Scene};
use stonegate_workbench::args::seconds_or_zero;
use stonegate_workbench::camera::conditions;
use stonegate_workbench::camera::demo::Show;
use stonegate_workbench::camera::game::Game;
use stonegate_workbench::camera::run::Pipeline;
use stonegate_workbench::pictures::write_png;
use stonegate_workbench::report::print_note;
use stonegate_workbench::y4m::{Header, Reader, Writer};

/// Play Othello with a camera: four markers, one piece, the board on the picture
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate vision --demo --moves 1 --size 320x180 --rate 10 --report
  stonegate vision game.y4m --out seen.y4m --play
  ffmpeg -f v4l2 -i /dev/video0 -pix_fmt yuv420p -f yuv4mpegpipe - | stonegate vision - --play --out - | ffplay -
  stonegate vision --demo --out demo.y4m
  stonegate vision --demo --bare --moves 1 --size 320x180 --rate 10 --out table.y4m
  stonegate vision --conditions --games --pictures conditions.png

Reads raw video (y4m, 4:2:0), finds the board and the piece, and writes the same video
with the board drawn on it. Without --marker it looks for four spots of one color.")]
pub(crate) struct Vision {
    /// The video, or - for standard input
    #[arg(value_name = "FILE", required_unless_present_any = ["demo", "conditions"])]
    video: Option<PathBuf>,

    /// Where the video with the overlay goes; - is standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Play Othello with whoever moves the piece
    #[arg(long)]
    play: bool,

    /// How many plies the machine thinks ahead
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,

    /// Tell of every frame what was seen and how long it took
    #[arg(long)]
    report: bool,

    /// A PNG file with the last frame, or with a picture of each condition
    #[arg(long, value_name = "FILE")]
    pictures: Option<PathBuf>,

    #[command(flatten)]
    recognition: Recognition,

    #[command(flatten)]
    rendering: Rendering,

    #[command(flatten)]
    exam: Exam,
}

/// What recognition is told.
#[derive(clap::Args)]
struct Recognition {
    /// A file with all settings, as --save or the page wrote it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Where the settings are written to at the end
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// The color of the markers, as in cr=170-255 or cr=170-255,cb=90-140
    #[arg(long, value_name = "RANGE")]
    marker: Option<ColorRange>,

    /// The color of the piece
    #[arg(long, value_name = "RANGE")]
    piece: Option<ColorRange>,

    /// Take the upright rectangle around the markers for the board
    #[arg(long)]
    rectangle: bool,

    /// Left and right are swapped in the video
    #[arg(long)]
    mirror: bool,

    /// By how many quarter turns the first corner is not at the top left
    #[arg(long, value_name = "TURNS")]
    turns: Option<u8>,

    /// How long a piece rests before its move is made
    #[arg(long, value_name = "SECONDS", value_parser = seconds_or_zero)]
    dwell: Option<Duration>,
}

/// A rendered table instead of a video.
#[derive(clap::Args)]
struct Rendering {
    /// Render a table at which a scripted person plays, instead of reading a video
    #[arg(long, conflicts_with = "video")]
    demo: bool,

    /// With --demo: how many moves the person makes
    #[arg(long, value_name = "N", default_value_t = 3)]
    moves: u32,

    /// With --demo: the size of the frames
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1280x720", value_parser = size)]
    size: (usize, usize),

    /// With --demo: frames in a second
    #[arg(long, value_name = "N", default_value_t = 60)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=240))]
    rate: u32,

    /// With --demo: write what a camera sees, without what is drawn onto it
    #[arg(long, requires = "demo")]
    bare: bool,
}

/// Measuring instead of playing.
#[derive(clap::Args)]
struct Exam {
    /// Measure recognition under twenty conditions
    #[arg(long, conflicts_with_all = ["video", "demo"])]
    conditions: bool,

    /// With --conditions: play a whole game under each of them as well
    #[arg(long, requires = "conditions")]
    games: bool,

    /// With --conditions: how many frames of each
    #[arg(long, value_name = "N", default_value_t = 100)]
    frames: u32,
}

pub(crate) fn run(args: &Vision) -> anyhow::Result<ExitCode> {
    let Exam { conditions, games, frames } = args.exam;
    if conditions {
        let pictures = args.pictures.as_deref();
        conditions::run(frames, games, pictures, &mut io::stdout().lock())?;
    } else if args.rendering.demo {
        demo(args)?;
    } else {
        video(args)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn settings(args: &Recognition) -> anyhow::Result<Settings> {
    let mut settings = match &args.config {
        Some(path) => {
            let reading = || format!("reading {}", path.display());
            let text = fs::read_to_string(path).with_context(reading)?;
            serde_json::from_str(&text).with_context(reading)?
        }
        None => Settings::default(),
    };
    if let Some(marker) = &args.marker {
        settings.marker = marker.clone();
    }
    if let Some(piece) = &args.piece {
        settings.piece = piece.clone();
    }
    if args.rectangle {
        settings.geometry = Geometry::Rectangle;
    }
    settings.mirror |= args.mirror;
    settings.turns = args.turns.unwrap_or(settings.turns) % 4;
    if let Some(time) = args.dwell {
        settings.dwell = DwellSettings { seconds: Some(time.as_secs_f64()), ..settings.dwell };
    }
    Ok(settings)
}

fn save(args: &Recognition, settings: &Settings) -> anyhow::Result<()> {
    let Some(path) = &args.save else { return Ok(()) };
    let text = serde_json::to_string_pretty(settings)?;
    fs::write(path, text + "\n").with_context(|| format!("writing {}", path.display()))
}

fn video(args: &Vision) -> anyhow::Result<()> {
    let path = args.video.as_deref().expect("it is required");
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).with_context(|| format!("opening {}", path.display()))?)
    };
    let reader = Reader::new(BufReader::with_capacity(1 << 20, input))?;
    let mut out = writer(args.out.as_deref(), &reader.header)?;
    let game = args.play.then(|| Game::new(args.depth));
    let mut pipeline =
        Pipeline::new(Session::new(settings(&args.recognition)?), game, report_lines(args))?;
    pipeline.run(reader, out.as_mut())?;
    print_note(&pipeline.times.summary());
    save(&args.recognition, pipeline.session.settings())?;
    out.map_or(Ok(()), Writer::finish)
}

/// A move that was not seen after so many seconds of the video will not be.
const PATIENCE: f64 = 30.0;

fn demo(args: &Vision) -> anyhow::Result<()> {
    let Rendering { moves, size: (width, height), rate, bare, .. } = args.rendering;
    let header = Header { width, height, rate: (rate, 1) };
    let mut out = writer(args.out.as_deref(), &header)?;
    let settings = settings(&args.recognition)?;
    // The person waits for each move to be seen, and so would the show.
    let seconds = PATIENCE + settings.dwell.seconds.unwrap_or_default();
    let patience = (seconds * f64::from(rate)) as u64;
    let session = Session::new(settings);
    let pipeline = Pipeline::new(session, Some(Game::new(args.depth)), report_lines(args))?;
    let mut show = Show::new(Scene::new(width, height), pipeline, f64::from(rate));
    // The machine's answer to the last move is part of it, and a moment to look at it.
    let mut n_left = u64::MAX;
    let mut n_made = 0;
    let mut last = None;
    let mut n_idle = 0;
    while n_left > 0 && n_idle < patience {
        let scenelet = show.advance()?;
        n_idle = if scenelet.made.is_some() { 0 } else { n_idle + 1 };
        n_made += u32::from(scenelet.made.is_some());
        if let Some(out) = &mut out {
            out.write(if bare { &scenelet.bare } else { &scenelet.frame })?;
        }
        last = Some(scenelet.frame);
        let is_done = n_made >= moves || show.is_over();
        n_left = if is_done { n_left.min(2 * u64::from(rate)) - 1 } else { n_left };
    }
    let moves = show.game().moves().iter().map(ToString::to_string).collect::<Vec<_>>();
    print_note(&format!("the game: {}", moves.join(" ")));
    print_note(&show.times().summary());
    if let (Some(path), Some(frame)) = (&args.pictures, last) {
        write_png(path, &frame)?;
    }
    out.map_or(Ok(()), Writer::finish)?;
    ensure!(
        n_left == 0,
        "no move was recognized for {seconds} s of the video: with {width}x{height} pixels, these \
         colors or this time of rest the piece is not seen; try a larger --size"
    );
    Ok(())
}

/// Where the lines of the report go: standard output, unless that is the video.
fn report_lines(args: &Vision) -> Option<Box<dyn Write>> {
    let is_taken = args.out.as_deref() == Some(Path::new("-"));
    let lines: Box<dyn Write> =
        if is_taken { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
    args.report.then_some(lines)
}

/// A video that is written to a file or to standard output.
type Output = Writer<BufWriter<Box<dyn Write>>>;

fn writer(path: Option<&Path>, header: &Header) -> anyhow::Result<Option<Output>> {
    let Some(path) = path else { return Ok(None) };
    let output: Box<dyn Write> = if path == Path::new("-") {
        Box::new(io::stdout().lock())
    } else {
        Box::new(File::create(path).with_context(|| format!("writing {}", path.display()))?)
    };
    Writer::new(BufWriter::with_capacity(1 << 20, output), header).map(Some)
}

fn size(text: &str) -> anyhow::Result<(usize, usize)> {
    let Some((width, height)) = text.split_once('x') else {
        bail!("a size is like 1280x720");
    };
    let size = (width.trim().parse()?, height.trim().parse()?);
    stonegate_vision::Frame::check_size(size.0, size.1)?;
    Ok(size)
}
