//! What the modules of recognition compute, in whole numbers, bit by bit as they do.

use stonegate_rtl::Bounds;
use stonegate_vision::{Channel, Rgb};

/// Places are in sixteenths of a pixel.
pub(crate) const FRACTION: u32 = 4;

/// The number of a color in a channel.
pub(crate) fn channel_value(channel: u8, color: Rgb) -> u8 {
    let stretched = |chroma: Channel| {
        let away = i32::from(chroma.of(color)) - 128;
        if away >= 32 { 255 } else { (4 * away + 128).max(0) as u8 }
    };
    match channel {
        6 => stretched(Channel::Cb),
        7 => stretched(Channel::Cr),
        _ => Channel::ALL[usize::from(channel)].of(color),
    }
}

/// Which pixels are within bounds.
pub(crate) fn mask(pixels: &[u8], bounds: Bounds) -> Vec<bool> {
    let is_within = |pixel: &[u8]| {
        let color = Rgb::new(pixel[0], pixel[1], pixel[2]);
        (bounds.lower..=bounds.upper).contains(&(channel_value(bounds.channel, color) >> 4))
    };
    pixels.chunks_exact(3).map(is_within).collect()
}

/// Leaves out rows of pixels that are shorter or longer than an object has them.
pub(crate) fn filter_runs(mask: &mut [bool], width: usize, min_run: usize, max_run: usize) {
    for row in mask.chunks_exact_mut(width) {
        for run in row.chunk_by_mut(|a, b| a == b) {
            if run[0] && !(min_run..=max_run).contains(&run.len()) {
                run.fill(false);
            }
        }
    }
}

/// Some pixels and where they are together.
#[derive(Copy, Clone, Default, Debug)]
struct Cloud {
    n_pixels: u64,
    sum_x: u64,
    sum_y: u64,
}

impl Cloud {
    fn add(&mut self, x: usize, y: usize) {
        self.n_pixels += 1;
        self.sum_x += x as u64;
        self.sum_y += y as u64;
    }

    /// The center of mass, if there are enough pixels.
    fn center(&self, least: u64) -> Option<[u32; 2]> {
        let middle = (self.n_pixels << (FRACTION - 1)) + self.n_pixels / 2;
        let place = |sum: u64| (((sum << FRACTION) + middle) / self.n_pixels) as u32;
        (self.n_pixels >= least).then(|| [place(self.sum_x), place(self.sum_y)])
    }
}

/// The center of mass of a mask.
pub(crate) fn center_of_mass(mask: &[bool], width: usize, least: u64) -> Option<[u32; 2]> {
    let mut cloud = Cloud::default();
    for (place, _) in mask.iter().enumerate().filter(|&(_, &is_on)| is_on) {
        cloud.add(place % width, place / width);
    }
    cloud.center(least)
}

/// Four centers of clouds.
#[derive(Clone, Debug)]
pub(crate) struct KMeans {
    width: usize,
    height: usize,
    least: u64,
    pub(crate) centers: [[u32; 2]; 4],
    /// How many pixels a cloud usually has.
    usual: [u64; 4],
}

impl KMeans {
    pub(crate) fn new(width: usize, height: usize, least: u64) -> Self {
        Self { width, height, least, centers: screen_corners(width, height), usual: [0; 4] }
    }

    pub(crate) fn restart(&mut self) {
        self.centers = screen_corners(self.width, self.height);
    }

    /// A round: moves the centers, and tells which of them had the pixels that they should.
    pub(crate) fn round(&mut self, mask: &[bool], reach_squared: u64, follows: bool) -> [bool; 4] {
        let mut clouds = [Cloud::default(); 4];
        for (place, _) in mask.iter().enumerate().filter(|&(_, &is_on)| is_on) {
            let (x, y) = (place % self.width, place / self.width);
            let distances = self.centers.map(|[center_x, center_y]| {
                let away_x = (x as u64).abs_diff(u64::from(center_x >> FRACTION));
                let away_y = (y as u64).abs_diff(u64::from(center_y >> FRACTION));
                away_x * away_x + away_y * away_y
            });
            let nearest = distances.iter().enumerate().min_by_key(|&(_, distance)| distance);
            let (nearest, &distance) = nearest.expect("there are four");
            if distance <= reach_squared {
                clouds[nearest].add(x, y);
            }
        }
        std::array::from_fn(|k| {
            let n_pixels = clouds[k].n_pixels;
            let center = clouds[k].center(self.least);
            let usual = self.usual[k];
            let is_usual = (3 * usual..=5 * usual).contains(&(4 * n_pixels));
            let is_right = center.is_some() && (is_usual || !follows);
            if center.is_some() {
                let gain = n_pixels as i64 - usual as i64;
                let step = if is_usual { gain >> 4 } else { gain >> 7 };
                self.usual[k] = if follows { (usual as i64 + step) as u64 } else { n_pixels };
            }
            if is_right {
                self.centers[k] = center.unwrap_or(self.centers[k]);
            }
            is_right
        })
    }
}

/// What keeps still.
#[derive(Copy, Clone, Default, Debug)]
pub(crate) struct Stabilizer {
    has_value: bool,
    average: i64,
    pub(crate) shown: i64,
}

impl Stabilizer {
    const EXTRA: u32 = 4;

    pub(crate) fn follow(&mut self, value: i64, dead_zone: i64, jump: i64) {
        let target = value << Self::EXTRA;
        let away = target - self.average;
        if !self.has_value || away.abs() > jump << Self::EXTRA {
            *self = Self { has_value: true, average: target, shown: value };
            return;
        }
        self.average += away >> 2;
        if (self.average - (self.shown << Self::EXTRA)).abs() > dead_zone << Self::EXTRA {
            self.shown = self.average >> Self::EXTRA;
        }
    }
}

/// The cell of a place between two edges, if it is there.
pub(crate) fn grid_coordinate(place: u32, low: u32, high: u32, n: u32) -> Option<u8> {
    (low..high).contains(&place).then(|| ((place - low) * n / (high - low)) as u8)
}

/// Left, right, upper and lower edge around four centers.
pub(crate) fn bounding_rectangle(centers: &[[u32; 2]; 4]) -> [u32; 4] {
    let [xs, ys] = [0, 1].map(|axis| centers.map(|center| center[axis]));
    let least = |values: [u32; 4]| values.into_iter().min().expect("four");
    let most = |values: [u32; 4]| values.into_iter().max().expect("four");
    [least(xs), most(xs), least(ys), most(ys)]
}

/// The parameters of `recognition`, as it has them by default.
pub(crate) const MIN_PIXELS: u64 = 24;
pub(crate) const STABLE_FRAMES: u32 = 4;
pub(crate) const RESET_AFTER: u32 = 30;
pub(crate) const NARROWEST: u32 = 4;

/// When centers are corners.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tracker {
    last: [[u32; 2]; 4],
    n_stable: u32,
    n_failed: u32,
    narrow: u32,
    pub(crate) found: bool,
}

impl Tracker {
    pub(crate) fn reach_squared(&self, width: usize) -> u64 {
        let wide = (width * width) as u64;
        if self.narrow == 0 { (1 << 25) - 1 } else { wide >> (2 * self.narrow) }
    }

    /// Takes the centers of a picture; `true` if they are to go back to the corners of the screen.
    pub(crate) fn track(
        &mut self,
        centers: &[[u32; 2]; 4],
        seen: [bool; 4],
        tolerance: u32,
    ) -> bool {
        let stays = |k: usize| {
            (0..2).all(|axis| centers[k][axis].abs_diff(self.last[k][axis]) <= tolerance)
        };
        let is_good = seen == [true; 4] && (0..4).all(stays);
        self.last = *centers;
        if is_good {
            self.n_stable = (self.n_stable + 1).min(STABLE_FRAMES);
            self.n_failed = 0;
            self.found |= self.n_stable == STABLE_FRAMES;
            self.narrow = (self.narrow + 1).min(NARROWEST);
            return false;
        }
        self.n_stable = 0;
        self.n_failed += 1;
        if self.n_failed < RESET_AFTER {
            return false;
        }
        *self = Self { last: self.last, ..Self::default() };
        true
    }
}

/// What was seen in a picture.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct Sight {
    pub(crate) centers: [[u32; 2]; 4],
    pub(crate) found: bool,
    /// Left, right, upper and lower edge, in pixels.
    pub(crate) board: [u32; 4],
    pub(crate) cell: Option<[u8; 2]>,
    /// Where the piece is, in pixels.
    pub(crate) coord: Option<[u32; 2]>,
}

/// All of recognition, from masks on.
#[derive(Clone, Debug)]
pub(crate) struct Recognition {
    width: usize,
    k_means: KMeans,
    tracker: Tracker,
    edges: [Stabilizer; 4],
    piece: [Stabilizer; 2],
    board: [u32; 4],
}

impl Recognition {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            k_means: KMeans::new(width, height, MIN_PIXELS),
            tracker: Tracker::default(),
            edges: Default::default(),
            piece: Default::default(),
            board: [0; 4],
        }
    }

    /// Takes the masks of a picture.
    pub(crate) fn look(&mut self, corner_mask: &[bool], piece_mask: &[bool]) -> Sight {
        let (width, max_run) = (self.width, self.width / 16);
        let [mut corners, mut piece] = [corner_mask.to_vec(), piece_mask.to_vec()];
        filter_runs(&mut corners, width, 3, max_run);
        filter_runs(&mut piece, width, 3, max_run);
        self.leave_out_far(&mut piece);
        let reach_squared = self.tracker.reach_squared(width);
        let seen = self.k_means.round(&corners, reach_squared, self.tracker.found);
        let center = center_of_mass(&piece, width, MIN_PIXELS);
        let centers = self.k_means.centers;
        let tolerance = (width as u32 / 128) << FRACTION;
        if self.tracker.track(&centers, seen, tolerance) {
            self.k_means.restart();
        }
        let found = self.tracker.found;
        let rectangle = bounding_rectangle(&centers);
        let (dead_zone, jump) = ((width << FRACTION) / 1250, (width << FRACTION) / 50);
        let (mut cell, mut coord) = (None, None);
        if found {
            for (edge, value) in self.edges.iter_mut().zip(rectangle) {
                edge.follow(value.into(), dead_zone as i64, jump as i64);
            }
            self.board = self.edges.map(|edge| rounded(edge.shown));
            if let Some([x, y]) = center {
                self.piece[0].follow(x.into(), dead_zone as i64, jump as i64);
                self.piece[1].follow(y.into(), dead_zone as i64, jump as i64);
                coord = Some(self.piece.map(|place| rounded(place.shown)));
                let [left, right, top, bottom] = rectangle;
                let column = grid_coordinate(x, left, right, 8);
                cell = column.zip(grid_coordinate(y, top, bottom, 8)).map(|(x, y)| [x, y]);
            }
        } else {
            self.edges = Default::default();
            self.piece = Default::default();
            self.board = [0; 4];
        }
        Sight { centers: self.k_means.centers, found, board: self.board, cell, coord }
    }

    /// A piece is on the board or next to it.
    fn leave_out_far(&self, mask: &mut [bool]) {
        let margin = self.width / 32;
        let [left, right, top, bottom] = self.board.map(|edge| edge as usize);
        for (place, is_on) in mask.iter_mut().enumerate() {
            let (x, y) = (place % self.width, place / self.width);
            *is_on &= self.tracker.found
                && (left..right + 2 * margin).contains(&(x + margin))
                && (top..bottom + 2 * margin).contains(&(y + margin));
        }
    }
}

/// Where centers begin: at the corners of the screen, clockwise from the upper left.
pub(crate) fn screen_corners(width: usize, height: usize) -> [[u32; 2]; 4] {
    let (right, bottom) = ((width as u32) << FRACTION, (height as u32) << FRACTION);
    [[0, 0], [right, 0], [right, bottom], [0, bottom]]
}

/// The nearest pixel.
fn rounded(place: i64) -> u32 {
    ((place + (1 << (FRACTION - 1))) >> FRACTION) as u32
}
