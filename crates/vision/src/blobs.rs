//! Connected pixels of one color.

use crate::channel::half_point;
use crate::point::Point;
use crate::range::Mask;

/// Selected cells of the half grid that lie side by side in a row.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Run {
    pub(crate) row: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The index of its blob.
    pub(crate) blob: u32,
}

/// Runs that touch each other.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Blob {
    /// In cells of the half grid, which are four pixels each.
    pub(crate) n_cells: u32,
    pub(crate) center: Point,
    /// The width and height of the box around it, in cells of the half grid.
    pub(crate) extent: [u32; 2],
}

/// What is in a mask.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blobs {
    pub(crate) runs: Vec<Run>,
    pub(crate) list: Vec<Blob>,
    /// While runs are joined: for each run one that it touches, or itself.
    parents: Vec<u32>,
}

#[derive(Copy, Clone, Default)]
struct Sums {
    n: u64,
    x: u64,
    y: u64,
    left: u32,
    right: u32,
    top: u32,
    bottom: u32,
}

impl Blobs {
    pub(crate) fn find(&mut self, mask: &Mask) {
        self.collect_runs(mask);
        self.join_rows();
        self.sum_up();
    }

    fn collect_runs(&mut self, mask: &Mask) {
        self.runs.clear();
        for (row, cells) in mask.cells.chunks_exact(mask.width.max(1)).enumerate() {
            let mut x = 0;
            while let Some(start) = next_set(cells, x) {
                let length = cells[start..].iter().take_while(|&&cell| cell != 0).count();
                x = start + length;
                let (row, start, end) = (row as u32, start as u32, x as u32);
                self.runs.push(Run { row, start, end, blob: 0 });
            }
        }
    }

    /// Joins each run with those of the row above that it touches, also at a corner.
    fn join_rows(&mut self) {
        self.parents.clear();
        self.parents.extend(0..self.runs.len() as u32);
        let mut above = 0;
        for below in 0..self.runs.len() {
            let run = self.runs[below];
            while above < below && is_past(self.runs[above], run) {
                above += 1;
            }
            let mut other = above;
            while other < below
                && self.runs[other].row + 1 == run.row
                && self.runs[other].start <= run.end
            {
                let (a, b) = (self.root(below as u32), self.root(other as u32));
                self.parents[a.max(b) as usize] = a.min(b);
                other += 1;
            }
        }
    }

    fn root(&mut self, mut run: u32) -> u32 {
        while self.parents[run as usize] != run {
            let parent = self.parents[run as usize];
            self.parents[run as usize] = self.parents[parent as usize];
            run = parent;
        }
        run
    }

    fn sum_up(&mut self) {
        let mut sums: Vec<Sums> = Vec::new();
        for index in 0..self.runs.len() {
            let root = self.root(index as u32) as usize;
            let Run { row, start, end, .. } = self.runs[index];
            // A root comes before all others of its blob.
            let blob = if root == index {
                sums.push(Sums { left: start, right: end, top: row, ..Sums::default() });
                sums.len() as u32 - 1
            } else {
                self.runs[root].blob
            };
            self.runs[index].blob = blob;
            let sum = &mut sums[blob as usize];
            let n = u64::from(end - start);
            sum.n += n;
            sum.x += n * u64::from(start + end - 1);
            sum.y += n * u64::from(row);
            sum.left = sum.left.min(start);
            sum.right = sum.right.max(end);
            sum.bottom = row + 1;
        }
        self.list.clear();
        self.list.extend(sums.iter().map(|sum| {
            let n = sum.n as f64;
            Blob {
                n_cells: sum.n as u32,
                center: half_point(sum.x as f64 / (2.0 * n), sum.y as f64 / n),
                extent: [sum.right - sum.left, sum.bottom - sum.top],
            }
        }));
    }
}

/// Whether a run cannot touch this one nor any that follows.
const fn is_past(above: Run, run: Run) -> bool {
    above.row + 1 < run.row || (above.row + 1 == run.row && above.end < run.start)
}

/// The first set cell from a place on.
fn next_set(cells: &[u8], from: usize) -> Option<usize> {
    const STRIDE: usize = 16;
    let rest = cells.get(from..)?;
    let n_clear = rest
        .chunks_exact(STRIDE)
        .take_while(|chunk| chunk.iter().fold(0, |any, cell| any | cell) == 0)
        .count()
        * STRIDE;
    let offset = rest[n_clear..].iter().position(|&cell| cell != 0)?;
    Some(from + n_clear + offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blobs(rows: &[&str]) -> Vec<(u32, f64, f64)> {
        let cells = rows.iter().flat_map(|row| row.bytes().map(|byte| u8::from(byte == b'#')));
        let mask = Mask::of_cells(rows[0].len(), rows.len(), cells.collect());
        let mut blobs = Blobs::default();
        blobs.find(&mask);
        blobs.list.iter().map(|blob| (blob.n_cells, blob.center.x, blob.center.y)).collect()
    }

    #[test]
    fn touching_runs_are_one_blob() {
        assert_eq!(blobs(&["##...", "##..."]), [(4, 2.0, 2.0)]);
        assert_eq!(blobs(&["#.#", "#.#", "###"]), [(7, 3.0, 23.0 / 7.0)]);
        assert_eq!(blobs(&["#..", ".#.", "..#"]).len(), 1);
        assert_eq!(blobs(&["#.#", "...", "#.#"]).len(), 4);
        assert_eq!(blobs(&["....."]).len(), 0);
    }

    #[test]
    fn long_rows_are_not_skipped() {
        let row = format!("{}#{}##", ".".repeat(37), ".".repeat(40));
        assert_eq!(blobs(&[&row]), [(1, 75.0, 1.0), (2, 158.0, 1.0)]);
    }
}
