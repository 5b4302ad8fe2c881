//! A video through recognition, game and overlay.

use std::fmt;
use std::io::{BufRead, Write};
use std::time::Instant;

use crate::report::print_note;
use crate::y4m::{Next, Reader, Writer};
use stonegate_vision::{Frame, Offer, Session, Sighting, Situation, Status, overlay, paint};

use super::game::Game;
use super::report::{self, Times};

/// Everything between a frame and the frame with its overlay.
pub struct Pipeline {
    pub session: Session,
    /// The game, or nothing to look at the board only.
    pub game: Option<Game>,
    pub times: Times,
    /// Where frames are reported, if they are.
    report: Option<Box<dyn Write>>,
    n_frames: u64,
}

impl Pipeline {
    pub fn new(
        session: Session,
        game: Option<Game>,
        report: Option<Box<dyn Write>>,
    ) -> anyhow::Result<Self> {
        let mut pipeline = Self { session, game, times: Times::default(), report, n_frames: 0 };
        if let Some(out) = &mut pipeline.report {
            writeln!(out, "{}", report::HEAD)?;
        }
        Ok(pipeline)
    }

    fn situation(&self) -> Situation {
        self.game.as_ref().map_or_else(|| Situation::empty(8), Game::situation)
    }

    /// Looks at a frame of a time of the video, plays, and draws what there is to see.
    pub fn take(&mut self, frame: &mut Frame, time: f64) -> anyhow::Result<Sighting> {
        if self.session.settings().marker.bounds.is_empty()
            && self.session.settings().manual.is_none()
            && self.session.propose(frame)
        {
            let settings = self.session.settings();
            print_note(&format!(
                "markers found at {time:.2} s: --marker {} --piece {}",
                settings.marker, settings.piece
            ));
        }
        if let Some(game) = &mut self.game {
            game.advance(time);
        }
        let situation = self.situation();
        let start = Instant::now();
        let sighting = self.session.look(frame, time, &situation);
        let seen = start.elapsed();
        let (width, height) = (frame.width() as f64, frame.height() as f64);
        let start = Instant::now();
        paint(frame, &overlay(&sighting, &situation, width, height));
        let drawn = start.elapsed();
        self.times.add(seen, drawn);
        if let Some(out) = &mut self.report {
            let line = report::line(self.n_frames, time, &sighting, &situation, [seen, drawn]);
            writeln!(out, "{line}")?;
        }
        self.n_frames += 1;
        if let (Some(game), Offer::Confirmed(cell)) = (&mut self.game, sighting.offer) {
            game.play(cell, time);
        }
        Ok(sighting)
    }

    /// All frames of a video. A video that ends in the middle of a frame was worth looking at.
    pub fn run<W: Write>(
        &mut self,
        mut video: Reader<impl BufRead>,
        mut out: Option<&mut Writer<W>>,
    ) -> anyhow::Result<()> {
        let rate = video.header.frames_per_second();
        let mut last = None;
        for number in 0_u64.. {
            match video.read()? {
                Next::Frame(mut frame) => {
                    last = Some(self.take(&mut frame, number as f64 / rate)?.status);
                    if let Some(out) = &mut out {
                        out.write(&frame)?;
                    }
                }
                Next::End => break,
                Next::Cut(number) => {
                    print_note(&format!("the video ends in the middle of frame {number}"));
                    break;
                }
            }
        }
        if last == Some(Status::NoColors) {
            print_note("no four markers were found: tell their color with --marker");
        }
        Ok(())
    }
}

impl fmt::Debug for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pipeline").field("n_frames", &self.n_frames).finish_non_exhaustive()
    }
}
