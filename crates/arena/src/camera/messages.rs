//! What a page with a camera and recognition say to each other.

use std::fmt;

use serde::{Deserialize, Serialize};
use stonegate_tables::Refusal;
use stonegate_vision::{
    Cell, Channel, Format, Frame, FrameError, Object, Offer, Outcome, Phase, Point, Settings,
    Shape, Sighting, Situation, Status,
};

/// A picture of the camera: number, width, height and time before the bytes of the frame.
pub(super) struct PageFrame {
    pub(super) number: u32,
    /// When it was taken, in seconds.
    pub(super) time: f64,
    pub(super) frame: Frame,
}

/// Four bytes of number, two each of width and height, eight of time; all little-endian.
const HEAD: usize = 16;

/// Why bytes are no picture.
#[derive(Debug)]
pub(super) enum PageFrameError {
    Short,
    Frame(FrameError),
}

impl fmt::Display for PageFrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short => write!(f, "a picture begins with {HEAD} bytes about itself"),
            Self::Frame(error) => error.fmt(f),
        }
    }
}

impl PageFrame {
    /// The number of a picture, which comes first.
    pub(super) fn number(bytes: &[u8]) -> Option<u32> {
        bytes.first_chunk().map(|number| u32::from_le_bytes(*number))
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<Self, PageFrameError> {
        let (head, bytes) = bytes.split_first_chunk::<HEAD>().ok_or(PageFrameError::Short)?;
        let [n0, n1, n2, n3, w0, w1, h0, h1, time @ ..] = *head;
        let [width, height] =
            [[w0, w1], [h0, h1]].map(|side| usize::from(u16::from_le_bytes(side)));
        let frame = Frame::new(Format::Yuv420, width, height, bytes.to_vec());
        Ok(Self {
            number: u32::from_le_bytes([n0, n1, n2, n3]),
            time: f64::from_le_bytes(time),
            frame: frame.map_err(PageFrameError::Frame)?,
        })
    }

    #[cfg(test)]
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = self.number.to_le_bytes().to_vec();
        for side in [self.frame.width(), self.frame.height()] {
            bytes.extend((side as u16).to_le_bytes());
        }
        bytes.extend(self.time.to_le_bytes());
        bytes.extend(self.frame.bytes());
        bytes
    }
}

/// What the page says in words.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum FromPage {
    Board(Board),
    Settings { settings: Box<Settings> },
    Calibrate { object: ObjectName, x: f64, y: f64 },
    Propose,
    Confirm,
    Reset,
    Debug(DebugView),
    Ping,
}

/// What a debug view shows.
#[derive(Copy, Clone, Deserialize)]
#[serde(tag = "view", rename_all = "lowercase")]
pub(super) enum DebugView {
    Off,
    Channel { channel: Channel },
    Mask { object: ObjectName },
}

#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ObjectName {
    Marker,
    Piece,
}

impl From<ObjectName> for Object {
    fn from(name: ObjectName) -> Self {
        match name {
            ObjectName::Marker => Self::Marker,
            ObjectName::Piece => Self::Piece,
        }
    }
}

/// The game as the page sees it.
#[derive(Deserialize)]
pub(super) struct Board {
    size: usize,
    /// Row by row: `X` for Black, `O` for White, `-` for an empty cell.
    discs: String,
    legal: Vec<String>,
    last: Option<String>,
    flipped: Vec<String>,
    phase: PhaseName,
}

#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PhaseName {
    Choosing,
    Thinking,
    Won,
    Lost,
    Drawn,
    Finished,
}

impl From<PhaseName> for Phase {
    fn from(name: PhaseName) -> Self {
        match name {
            PhaseName::Choosing => Self::Choosing,
            PhaseName::Thinking => Self::Thinking,
            PhaseName::Won => Self::Over(Outcome::Won),
            PhaseName::Lost => Self::Over(Outcome::Lost),
            PhaseName::Drawn => Self::Over(Outcome::Drawn),
            PhaseName::Finished => Self::Over(Outcome::Finished),
        }
    }
}

impl Board {
    pub(super) fn situation(&self) -> Result<Situation, String> {
        if ![4, 6, 8].contains(&self.size) {
            return Err(format!("a board has 4, 6 or 8 columns, not {}", self.size));
        }
        if self.discs.len() != self.size * self.size {
            return Err(format!("a board of {0}x{0} has as many cells", self.size));
        }
        let set = |letter: u8| {
            let cells = self.discs.bytes().enumerate().filter(|&(_, disc)| disc == letter);
            cells.fold(0, |set, (k, _)| {
                let (column, row) = ((k % self.size) as u8, (k / self.size) as u8);
                set | Cell { column, row }.bit()
            })
        };
        Ok(Situation {
            size: self.size,
            black: set(b'X'),
            white: set(b'O'),
            legal: cell_set(&self.legal)?,
            last: self.last.as_deref().map(parse).transpose()?,
            flipped: cell_set(&self.flipped)?,
            phase: self.phase.into(),
        })
    }
}

fn parse(text: &str) -> Result<Cell, String> {
    text.parse().map_err(|error| format!("`{text}`: {error}"))
}

fn cell_set(names: &[String]) -> Result<u64, String> {
    names.iter().try_fold(0, |set, name| Ok(set | parse(name)?.bit()))
}

/// What recognition says.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum ToPage {
    View(View),
    Settings {
        settings: Box<Settings>,
    },
    /// A move that the page should make, or none where a button was pressed in vain.
    Made {
        cell: Option<String>,
    },
    /// A picture that was not looked at, because a newer one had come.
    Skipped {
        frame: u32,
    },
    Error(Refusal),
    Pong,
}

impl ToPage {
    pub(super) fn made(cell: Option<Cell>) -> Self {
        Self::Made { cell: cell.map(|cell| cell.to_string()) }
    }
}

/// What was seen in a picture, and what to draw over it.
#[derive(Serialize)]
pub(super) struct View {
    frame: u32,
    width: usize,
    height: usize,
    status: &'static str,
    corners: [Point; 4],
    lost: [bool; 4],
    cell: Option<String>,
    /// The cell where a move is offered.
    offered: Option<String>,
    shapes: Vec<Shape>,
    /// What recognition took.
    milliseconds: f64,
}

impl View {
    pub(super) fn new(
        frame: u32,
        [width, height]: [usize; 2],
        sighting: &Sighting,
        shapes: Vec<Shape>,
        milliseconds: f64,
    ) -> Self {
        let offered = match sighting.offer {
            Offer::Resting { cell, .. } => Some(cell.to_string()),
            Offer::Nothing | Offer::Confirmed(_) => None,
        };
        Self {
            frame,
            width,
            height,
            status: match sighting.status {
                Status::NoColors => "no-colors",
                Status::Searching => "searching",
                Status::Found => "found",
                Status::MarkersLost(_) => "marker-lost",
            },
            corners: sighting.corners,
            lost: sighting.lost,
            cell: sighting.cell.map(|cell| cell.to_string()),
            offered,
            shapes,
            milliseconds,
        }
    }
}
