//! Following the four markers.
//!
//! While it searches, the tracker does as the FPGA design does: k-means over the pixels of the
//! markers' color, from frame to frame, starting at the corners of the picture, until the centers
//! stay where they are; if that does not happen, it starts again. Blobs that are far from the size
//! of the others take no part, and a center without pixels moves to a blob that has none.
//!
//! Once it has the board it follows it: each center takes only the pixels near it. A marker that
//! looks smaller than it should is covered, and moves with those that are not.

use serde::{Deserialize, Serialize};

use crate::blobs::{Blob, Blobs};
use crate::kmeans::{Cluster, cluster};
use crate::point::Point;
use crate::quad::Quad;

/// How markers are searched and followed. Distances are shares of the picture's width.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct CornerSettings {
    /// Rounds of k-means for each frame. The hardware of the FPGA design makes one.
    pub rounds: u32,
    /// How far a corner may move between frames and still be stable.
    pub tolerance: f64,
    /// So many stable frames make a board.
    pub stable_frames: u32,
    /// After so many frames without a board the search starts again.
    pub reset_after: u32,
    /// After so many frames without a marker it counts as lost.
    pub lost_after: u32,
    /// After so many frames with less than two markers the search starts again.
    pub patience: u32,
}

impl Default for CornerSettings {
    fn default() -> Self {
        Self {
            rounds: 8,
            tolerance: 0.006,
            stable_frames: 4,
            reset_after: 30,
            lost_after: 15,
            patience: 90,
        }
    }
}

/// What is known of the corners.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Corners {
    /// There is no board yet; these are the centers so far.
    Searching([Point; 4]),
    /// There is a board. A lost corner is a guess.
    Found { quad: Quad, lost: [bool; 4] },
}

/// Finds and follows four markers of one color.
#[derive(Clone, Debug)]
pub struct CornerTracker {
    settings: CornerSettings,
    /// Of the last frame.
    size: [usize; 2],
    state: State,
}

#[derive(Clone, Debug)]
enum State {
    Searching { centers: [Point; 4], n_stable: u32, n_frames: u32 },
    Following { markers: [Marker; 4], n_blind: u32 },
}

#[derive(Copy, Clone, Debug)]
struct Marker {
    center: Point,
    /// How many cells of the half grid it usually has.
    n_cells: f64,
    /// For how many frames it has not been seen as a whole.
    n_covered: u32,
}

impl Marker {
    /// In pixels, were it round.
    fn radius(&self) -> f64 {
        2.0 * (self.n_cells / std::f64::consts::PI).sqrt()
    }

    /// Which share of it a cluster is.
    fn shown(&self, cluster: &Cluster) -> f64 {
        f64::from(cluster.n_cells) / self.n_cells.max(1.0)
    }
}

/// Less is noise.
const MIN_CELLS: u32 = 6;

/// A marker covers at most this share of the picture.
const MAX_SHARE: f64 = 0.03;

/// By what factor the size of a marker may differ from that of the others while they are
/// searched: one is nearer to the camera than another.
const MAX_DISPARITY: f64 = 6.0;

/// A marker that shows less than this share of itself is covered.
const MIN_SHOWN: f64 = 0.8;

/// One that shows more than this has run into something else of its color.
const MAX_SHOWN: f64 = 1.25;

/// The share of the shortest side within which a marker is looked for.
const REACH: f64 = 0.3;

/// What is within so many radii of a marker belongs to it.
const VICINITY: f64 = 1.7;

/// Rounds of k-means within that.
const N_NARROW: usize = 3;

/// A marker that has moved so many radii while the others have not has strayed: somebody pushed
/// it, and then its size is exactly what it was, or it is partly covered.
const STRAY: f64 = 0.25;
const MAX_STRAYED: f64 = 1.08;

/// The board covers at least this share of the picture.
const MIN_AREA: f64 = 0.01;

impl CornerTracker {
    pub fn new(settings: CornerSettings) -> Self {
        Self { settings, size: [0, 0], state: searching([0, 0]) }
    }

    /// Starts the search again.
    pub fn reset(&mut self) {
        self.state = searching(self.size);
    }

    /// Takes the pixels of one frame of this size.
    pub(crate) fn track(&mut self, blobs: &Blobs, size: [usize; 2]) -> Corners {
        if size != self.size {
            self.size = size;
            self.reset();
        }
        match self.state {
            State::Searching { .. } => self.search(blobs),
            State::Following { .. } => self.follow(blobs),
        }
        self.corners()
    }

    fn corners(&self) -> Corners {
        match &self.state {
            State::Searching { centers, .. } => Corners::Searching(*centers),
            State::Following { markers, .. } => Corners::Found {
                quad: Quad(markers.map(|marker| marker.center)),
                lost: markers.map(|marker| marker.n_covered > self.settings.lost_after),
            },
        }
    }

    fn search(&mut self, blobs: &Blobs) {
        let State::Searching { mut centers, n_stable, n_frames } = self.state else { return };
        let before = centers;
        let candidates = candidates(&blobs.list, self.size);
        let runs = || blobs.runs.iter().filter(|run| candidates[run.blob as usize]);
        let mut clusters = [Cluster::default(); 4];
        for _ in 0..self.settings.rounds.clamp(1, 64) {
            clusters = cluster(runs(), &centers, &[f64::INFINITY; 4]);
            let last = centers;
            centers = clusters.map(|cluster| cluster.center);
            fill_empty(&mut centers, &clusters, &blobs.list, &candidates);
            if centers == last {
                break;
            }
        }
        let tolerance = self.settings.tolerance * self.size[0] as f64;
        let is_stable = centers.iter().zip(&before).all(|(a, b)| a.distance(*b) <= tolerance)
            && self.is_board(&clusters, &blobs.list);
        let n_stable = if is_stable { n_stable + 1 } else { 0 };
        self.state = if n_stable >= self.settings.stable_frames {
            let quad = Quad::arranged(centers);
            let markers = quad.0.map(|center| {
                let nearest = clusters
                    .iter()
                    .min_by(|a, b| a.center.distance(center).total_cmp(&b.center.distance(center)));
                let n_cells = f64::from(nearest.map_or(0, |cluster| cluster.n_cells));
                Marker { center, n_cells, n_covered: 0 }
            });
            State::Following { markers, n_blind: 0 }
        } else if n_frames + 1 >= self.settings.reset_after && n_stable == 0 {
            searching(self.size)
        } else {
            State::Searching { centers, n_stable, n_frames: n_frames + 1 }
        };
    }

    /// Whether the clusters look like four markers around a board.
    fn is_board(&self, clusters: &[Cluster; 4], blobs: &[Blob]) -> bool {
        let quad = Quad::arranged(clusters.map(|cluster| cluster.center));
        let least = MIN_AREA * (self.size[0] * self.size[1]) as f64;
        // Each cluster is a marker and little else.
        let is_marker = |cluster: &Cluster| {
            cluster.n_cells >= MIN_CELLS
                && blobs.iter().any(|blob| {
                    let share = f64::from(blob.n_cells) / f64::from(cluster.n_cells);
                    (MIN_SHOWN..=1.0 / MIN_SHOWN).contains(&share)
                        && blob.center.distance(cluster.center) < quad.shortest_side() * 0.1
                })
        };
        quad.is_convex() && quad.area() >= least && clusters.iter().all(is_marker)
    }

    fn follow(&mut self, blobs: &Blobs) {
        let State::Following { mut markers, n_blind } = self.state else { return };
        let quad = Quad(markers.map(|marker| marker.center));
        let least = markers.map(|marker| marker.n_cells).into_iter().fold(f64::INFINITY, f64::min);
        let is_large = |blob: u32| f64::from(blobs.list[blob as usize].n_cells) >= least * 0.1;
        let runs = || blobs.runs.iter().filter(|run| is_large(run.blob));
        // First where the markers went, then what is there and not near it.
        let wide = cluster(runs(), &quad.0, &[REACH * quad.shortest_side(); 4]);
        let drift = drift(&markers, &wide);
        let mut centers = quad.0.map(|center| center + drift);
        let reach = markers.map(|marker| VICINITY * marker.radius());
        let mut clusters = wide;
        for _ in 0..N_NARROW {
            clusters = cluster(runs(), &centers, &reach);
            centers = clusters.map(|cluster| cluster.center);
        }
        let is_whole: [bool; 4] = std::array::from_fn(|k| {
            let shown = markers[k].shown(&clusters[k]);
            let strayed = (centers[k] - quad.0[k] - drift).norm() > STRAY * markers[k].radius();
            let least = if strayed { 1.0 / MAX_STRAYED } else { MIN_SHOWN };
            let most = if strayed { MAX_STRAYED } else { MAX_SHOWN };
            (least..=most).contains(&shown)
        });
        let n_whole = is_whole.iter().filter(|&&is_whole| is_whole).count();
        for (k, marker) in markers.iter_mut().enumerate() {
            let n_cells = f64::from(clusters[k].n_cells);
            if is_whole[k] {
                marker.center = clusters[k].center;
                marker.n_covered = 0;
                marker.n_cells += 0.05 * (n_cells - marker.n_cells);
            } else {
                marker.center = marker.center + drift;
                marker.n_covered = marker.n_covered.saturating_add(1);
                // Light changes as well: in the end what is seen is what there is.
                if clusters[k].n_cells >= MIN_CELLS {
                    marker.n_cells += 0.005 * (n_cells - marker.n_cells);
                }
            }
        }
        let n_blind = if n_whole < 2 { n_blind + 1 } else { 0 };
        let is_board = Quad(markers.map(|marker| marker.center)).is_convex();
        self.state = if is_board && n_blind <= self.settings.patience {
            State::Following { markers, n_blind }
        } else {
            searching(self.size)
        };
    }
}

fn searching([width, height]: [usize; 2]) -> State {
    let Quad(centers) = Quad::rectangle(0.0, 0.0, width as f64, height as f64);
    State::Searching { centers, n_stable: 0, n_frames: 0 }
}

/// By how much the picture moved: the middle of how the markers did that are seen as a whole.
fn drift(markers: &[Marker; 4], clusters: &[Cluster; 4]) -> Point {
    let pairs = markers.iter().zip(clusters);
    let moves = pairs
        .filter(|(marker, cluster)| (MIN_SHOWN..=MAX_SHOWN).contains(&marker.shown(cluster)))
        .map(|(marker, cluster)| cluster.center - marker.center)
        .collect::<Vec<_>>();
    let middle = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        let n = values.len();
        if n == 0 { 0.0 } else { f64::midpoint(values[(n - 1) / 2], values[n / 2]) }
    };
    Point::new(
        middle(moves.iter().map(|step| step.x).collect()),
        middle(moves.iter().map(|step| step.y).collect()),
    )
}

/// Which blobs may be markers: those about as large as the four largest are in the middle, in a
/// picture of this size.
fn candidates(blobs: &[Blob], [width, height]: [usize; 2]) -> Vec<bool> {
    let most = (MAX_SHARE * (width * height) as f64 / 4.0) as u32;
    let sizes = blobs.iter().map(|blob| blob.n_cells).filter(|&n_cells| n_cells <= most);
    let mut sizes = sizes.collect::<Vec<_>>();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let usual = match sizes.get(..4) {
        Some(largest) => f64::from(largest[1] + largest[2]) / 2.0,
        None => f64::from(sizes.first().copied().unwrap_or(0)),
    };
    let is_candidate = |blob: &Blob| {
        let n_cells = f64::from(blob.n_cells);
        (MIN_CELLS..=most).contains(&blob.n_cells)
            && n_cells * MAX_DISPARITY >= usual
            && n_cells <= usual * MAX_DISPARITY
    };
    blobs.iter().map(is_candidate).collect()
}

/// Moves each center without pixels to the candidate that is farthest from all centers.
fn fill_empty(
    centers: &mut [Point; 4],
    clusters: &[Cluster; 4],
    blobs: &[Blob],
    candidates: &[bool],
) {
    for (k, cluster) in clusters.iter().enumerate() {
        if cluster.n_cells > 0 {
            continue;
        }
        let others = *centers;
        let distance = |blob: &Blob| {
            others.iter().map(|center| center.distance(blob.center)).fold(f64::INFINITY, f64::min)
        };
        let candidates = blobs.iter().zip(candidates).filter(|&(_, &is_candidate)| is_candidate);
        let farthest = candidates.max_by(|(a, _), (b, _)| distance(a).total_cmp(&distance(b)));
        if let Some((blob, _)) = farthest {
            centers[k] = blob.center;
        }
    }
}
