//! The twenty rendered conditions of `stonegate-vision`, seen by the machine and by the software in
//! its rectangle mode.

use stonegate_oracles::is_slow_run;
use stonegate_othello::Random;
use stonegate_rtl::Bounds;
use stonegate_vision::scene::{CONDITIONS, Condition, Moment, Scene, Truth};
use stonegate_vision::{Geometry, Object, Point, Quad, Rgb, Session, Settings, Situation};

use super::twin::{self, Recognition, channel_value};

pub(crate) const WIDTH: usize = 320;
pub(crate) const HEIGHT: usize = 180;

/// Frames before the first one that counts. The machine makes one round of k-means for each.
const WARM_UP: u32 = 24;

/// How many frames the piece stays at a place.
const HOLD: u32 = 5;

/// In cells: closer to a line, either cell is right.
const LINE_MARGIN: f64 = 0.1;

/// Pixels this near to a marker are certainly of it, and those farther away certainly not.
const CORE: f64 = 2.0;
const SURROUNDINGS: f64 = 24.0;

/// How often something was right.
#[derive(Copy, Clone, Default, Debug)]
pub(crate) struct Score {
    pub(crate) n_boards: u32,
    squares: f64,
    pub(crate) n_right: u32,
    pub(crate) n_wrong: u32,
}

impl Score {
    fn add(&mut self, corners: Option<[Point; 4]>, cell: Option<[u8; 2]>, truth: &Answer) {
        if let Some(corners) = corners {
            self.n_boards += 1;
            self.squares += corners
                .iter()
                .zip(&truth.corners)
                .map(|(a, b)| a.distance(*b).powi(2))
                .sum::<f64>();
        }
        if truth.is_clear {
            self.n_right += u32::from(cell == truth.cell);
            self.n_wrong += u32::from(cell.is_some() && cell != truth.cell);
        }
    }

    /// Adds what was seen under another condition.
    fn join(&mut self, other: &Self) {
        self.n_boards += other.n_boards;
        self.squares += other.squares;
        self.n_right += other.n_right;
        self.n_wrong += other.n_wrong;
    }

    /// The root of the mean square error of a corner, in pixels.
    pub(crate) fn corner_error(&self) -> f64 {
        (self.squares / f64::from(4 * self.n_boards.max(1))).sqrt()
    }
}

/// What is right for a frame.
pub(crate) struct Answer {
    /// Clockwise from the upper left, as one sees them.
    corners: [Point; 4],
    cell: Option<[u8; 2]>,
    is_clear: bool,
}

/// A table, and a person who puts the piece at random places.
pub(crate) struct Table {
    pub(crate) scene: Scene,
    random: Random,
    moment: Moment,
    number: u32,
}

impl Table {
    pub(crate) fn new(condition: &Condition, width: usize, height: usize) -> Self {
        let moment = Moment { piece: Some(Point::new(2.6, 4.4)), hand: None };
        Self {
            scene: condition.scene(width, height),
            random: Random::new(17, 0),
            moment,
            number: 0,
        }
    }

    /// The next frame, as a camera with three bytes for a pixel sends it.
    pub(crate) fn next(&mut self) -> (stonegate_vision::Frame, Answer) {
        if self.number >= WARM_UP && self.number.is_multiple_of(HOLD) {
            let mut share = || self.random.below(8_000) as f64 / 1_000.0;
            let piece = Point::new(share(), share());
            let is_held = (self.number / HOLD).is_multiple_of(2);
            self.moment = Moment { piece: Some(piece), hand: is_held.then_some(piece) };
        }
        let (frame, truth) = self.scene.render(&self.moment, self.number.into());
        self.number += 1;
        let answer = self.answer(&truth);
        (frame, answer)
    }

    fn answer(&self, truth: &Truth) -> Answer {
        let is_mirror = self.scene.camera.mirror;
        let corners = Quad(truth.corners);
        let corners = if is_mirror { corners.mirrored() } else { corners };
        let column = |column: u8| if is_mirror { 7 - column } else { column };
        let cell = truth.cell.map(|cell| [column(cell.column), cell.row]);
        let is_clear =
            |value: f64| (LINE_MARGIN..=1.0 - LINE_MARGIN).contains(&(value - value.floor()));
        let is_clear = self.moment.piece.is_some_and(|at| is_clear(at.x) && is_clear(at.y));
        Answer { corners: corners.0, cell, is_clear }
    }

    /// The switches as a person sets them who looks at the debug picture: of the bounds that show
    /// about all of the object and little else, those of the channel in which it stands out most.
    pub(crate) fn bounds(&self, object: Object) -> Bounds {
        let unit = self.scene.width as f64 / 320.0;
        let (mut objects, mut others) = ([[0_u32; 16]; 8], [[0_u32; 16]; 8]);
        // The piece lies there, or is held here and there.
        let held = [(1.5, 1.5), (6.5, 1.5), (6.5, 6.5), (1.5, 6.5)].map(|(x, y)| {
            let place = Some(Point::new(x, y));
            Moment { piece: place, hand: place }
        });
        for moment in [self.moment].into_iter().chain(held) {
            let (frame, truth) = self.scene.render(&moment, 1_000_000);
            let places = match object {
                Object::Marker => truth.corners.to_vec(),
                Object::Piece => truth.piece.into_iter().collect(),
            };
            for (place, pixel) in frame.to_rgb().bytes().chunks_exact(3).enumerate() {
                let (x, y) = (place % self.scene.width, place / self.scene.width);
                let here = Point::new(x as f64 + 0.5, y as f64 + 0.5);
                let away = places.iter().map(|place| place.distance(here));
                let away = away.fold(f64::INFINITY, f64::min) / unit;
                let steps = (0..8).map(|channel| {
                    channel_value(channel, Rgb::new(pixel[0], pixel[1], pixel[2])) >> 4
                });
                for (channel, step) in steps.enumerate() {
                    objects[channel][usize::from(step)] += u32::from(away < CORE);
                    others[channel][usize::from(step)] += u32::from(away > SURROUNDINGS);
                }
            }
        }
        let share = |counts: &[u32; 16], bounds: &Bounds| {
            let within = &counts[usize::from(bounds.lower)..=usize::from(bounds.upper)];
            f64::from(within.iter().sum::<u32>()) / f64::from(counts.iter().sum::<u32>().max(1))
        };
        let mean = |counts: &[u32; 16]| {
            let sum = (0..16).map(|step| step as f64 * f64::from(counts[step])).sum::<f64>();
            0.5 + sum / f64::from(counts.iter().sum::<u32>().max(1))
        };
        // How much of the object is seen, without what else is.
        let seen = |bounds: &Bounds| {
            let channel = usize::from(bounds.channel);
            share(&objects[channel], bounds) - 300.0 * share(&others[channel], bounds)
        };
        // How far object and others are apart, in steps of the channel as it is without being
        // stretched, and how far the border between them is from the middle.
        let contrast = |bounds: &Bounds| {
            let channel = usize::from(bounds.channel);
            let (near, far) = (mean(&objects[channel]), mean(&others[channel]));
            let border = if bounds.upper == 15 { bounds.lower } else { bounds.upper + 1 };
            let away = f64::from(border) - (0.55 * far + 0.45 * near);
            let step = if bounds.channel < 6 { 1.0 } else { 0.25 };
            [(near - far).abs() * step, -away.abs()]
        };
        let all = (0..8).flat_map(|channel| {
            let above = (1..16).map(move |lower| Bounds { channel, lower, upper: 15 });
            let below = (0..15).map(move |upper| Bounds { channel, lower: 0, upper });
            above.chain(below)
        });
        let most = all.clone().map(|bounds| seen(&bounds)).fold(f64::NEG_INFINITY, f64::max);
        let good = all.filter(|bounds| seen(bounds) > most - 0.06);
        let best = good.max_by(|a, b| {
            let ([a, a_away], [b, b_away]) = (contrast(a), contrast(b));
            a.total_cmp(&b).then(a_away.total_cmp(&b_away))
        });
        best.expect("the best is good")
    }
}

/// The machine and the software under a condition.
pub(crate) fn compare(condition: &Condition, n_frames: u32) -> [Score; 2] {
    let mut table = Table::new(condition, WIDTH, HEIGHT);
    let [corner, piece] = [Object::Marker, Object::Piece].map(|object| table.bounds(object));
    let mut machine = Recognition::new(WIDTH, HEIGHT);
    let settings = Settings {
        geometry: Geometry::Rectangle,
        mirror: table.scene.camera.mirror,
        ..Settings::default()
    };
    let mut session = Session::new(settings);
    let (first, truth) = table.scene.render(&table.moment, 0);
    for (object, point) in [(Object::Marker, Some(truth.corners[0])), (Object::Piece, truth.piece)]
    {
        session.calibrate(&first, object, point.expect("there is a piece"));
    }
    let mut scores = [Score::default(); 2];
    for number in 0..WARM_UP + n_frames {
        let (frame, answer) = table.next();
        let pixels = frame.to_rgb();
        let masks = [corner, piece].map(|bounds| twin::mask(pixels.bytes(), bounds));
        let sight = machine.look(&masks[0], &masks[1]);
        let sighting = session.look(&frame, f64::from(number) / 60.0, &Situation::empty(8));
        if number < WARM_UP {
            continue;
        }
        let centers = sight.centers.map(|[x, y]| Point::new(f64::from(x), f64::from(y)) * 0.0625);
        scores[0].add(sight.found.then_some(centers), sight.cell, &answer);
        let is_mirror = table.scene.camera.mirror;
        let cell = sighting
            .cell
            .map(|cell| [if is_mirror { 7 - cell.column } else { cell.column }, cell.row]);
        scores[1].add(sighting.board.map(|_| sighting.corners), cell, &answer);
    }
    scores
}

/// How much worse a corner may be than the software's, in pixels: a mask of one bit jumps by a row of
/// pixels where the light changes a little.
const CORNER_MARGIN: f64 = 0.15;

/// The machine finds a board where the software does, with corners that are more exact as a whole and
/// nowhere much less, and recognizes the cell at least as often.
#[test]
fn the_machine_sees_what_the_software_sees() {
    let (conditions, n_frames) =
        if is_slow_run() { (&CONDITIONS[..], 100) } else { (&CONDITIONS[..2], 15) };
    eprintln!("{:<10} {:>9} {:>15} {:>7} {:>7}", "", "boards", "corner error", "right", "wrong");
    let mut all = [Score::default(); 2];
    for condition in conditions {
        let name = condition.name;
        let [machine, software] = compare(condition, n_frames);
        // Corners count where both have found them.
        if software.n_boards > 0 {
            all[0].join(&machine);
            all[1].join(&software);
        }
        eprintln!(
            "{name:<10} {:>4} {:>4} {:>7.3} {:>7.3} {:>3} {:>3} {:>3} {:>3}",
            machine.n_boards,
            software.n_boards,
            machine.corner_error(),
            software.corner_error(),
            machine.n_right,
            software.n_right,
            machine.n_wrong,
            software.n_wrong,
        );
        assert!(machine.n_boards >= software.n_boards, "{name}");
        assert!(machine.n_right >= software.n_right, "{name}");
        if software.n_boards > 0 {
            let worst = software.corner_error() + CORNER_MARGIN;
            assert!(machine.corner_error() <= worst, "{name}");
        }
    }
    if is_slow_run() {
        let [machine, software] = all.map(|score| score.corner_error());
        eprintln!("all: corner error {machine:.3} {software:.3}");
        assert!(machine <= software, "the corners of the software are more exact");
    }
}
