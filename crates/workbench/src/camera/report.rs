//! What recognition saw and how long it took.

use std::fmt::Write;
use std::time::Duration;

use stonegate_vision::{Offer, Sighting, Situation, Status};

/// The times of all frames.
#[derive(Debug, Default)]
pub struct Times {
    recognition: Vec<Duration>,
    overlay: Vec<Duration>,
}

impl Times {
    pub(super) fn add(&mut self, recognition: Duration, overlay: Duration) {
        self.recognition.push(recognition);
        self.overlay.push(overlay);
    }

    pub(super) fn n_frames(&self) -> usize {
        self.recognition.len()
    }

    /// Medians and the slowest of a hundred frames.
    pub fn summary(&mut self) -> String {
        let mut text = format!("{} frames", self.n_frames());
        for (name, times) in
            [("recognition", &mut self.recognition), ("overlay", &mut self.overlay)]
        {
            times.sort_unstable();
            let at =
                |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
            let [median, slow] = [at(50), at(99)].map(milliseconds);
            write!(text, "; {name} {median:.2} ms, at most {slow:.2} ms in 99 of 100 frames")
                .expect("a string takes all");
        }
        text
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The names of the columns of [`line()`].
pub(super) const HEAD: &str = "frame\tseconds\tstatus\tcell\tmove\trecognition ms\toverlay ms";

/// A frame in one line.
pub(super) fn line(
    number: u64,
    time: f64,
    sighting: &Sighting,
    situation: &Situation,
    times: [Duration; 2],
) -> String {
    let status = match sighting.status {
        Status::NoColors => "no-colors",
        Status::Searching => "searching",
        Status::Found => "found",
        Status::MarkersLost(_) => "marker-lost",
    };
    let cell = sighting.cell.map_or("-".to_owned(), |cell| cell.to_string());
    let action = match (sighting.offer, sighting.cell) {
        (Offer::Confirmed(cell), _) => format!("{cell} made"),
        (Offer::Resting { cell, .. }, _) => format!("{cell} offered"),
        (Offer::Nothing, Some(cell)) if situation.legal & cell.bit() != 0 => "legal".to_owned(),
        (Offer::Nothing, Some(_)) => "illegal".to_owned(),
        (Offer::Nothing, None) => "-".to_owned(),
    };
    let [recognition, overlay] = times.map(milliseconds);
    format!("{number}\t{time:.3}\t{status}\t{cell}\t{action}\t{recognition:.3}\t{overlay:.3}")
}
