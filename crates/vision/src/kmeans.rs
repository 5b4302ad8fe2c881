//! Four centers among the pixels of one color.

use crate::blobs::Run;
use crate::channel::half_point;
use crate::point::Point;

/// The pixels that are nearer to one center than to the others.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub(crate) struct Cluster {
    /// In cells of the half grid.
    pub(crate) n_cells: u32,
    /// Their center of mass; where the center was if there are none.
    pub(crate) center: Point,
}

/// Shares the pixels among four centers. Those farther from the nearest one than its `reach` are
/// left out.
pub(crate) fn cluster<'a>(
    runs: impl Iterator<Item = &'a Run>,
    centers: &[Point; 4],
    reach: &[f64; 4],
) -> [Cluster; 4] {
    let mut sums = [(0u32, 0u64, 0u64); 4];
    for run in runs {
        for x in run.start..run.end {
            let point = half_point(f64::from(x), f64::from(run.row));
            let distances = centers.map(|center| {
                let offset = point - center;
                offset.x * offset.x + offset.y * offset.y
            });
            let (mut nearest, mut least) = (0, distances[0]);
            for (k, &distance) in distances.iter().enumerate().skip(1) {
                if distance < least {
                    (nearest, least) = (k, distance);
                }
            }
            if least <= reach[nearest] * reach[nearest] {
                let (n, sum_x, sum_y) = &mut sums[nearest];
                *n += 1;
                *sum_x += u64::from(x);
                *sum_y += u64::from(run.row);
            }
        }
    }
    std::array::from_fn(|k| {
        let (n_cells, x, y) = sums[k];
        let n = f64::from(n_cells);
        let center = if n_cells == 0 { centers[k] } else { half_point(x as f64 / n, y as f64 / n) };
        Cluster { n_cells, center }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_go_to_the_nearest_center() {
        let run = |row, start, end| Run { row, start, end, blob: 0 };
        let runs = [run(0, 0, 3), run(0, 96, 99), run(99, 50, 51)];
        let centers = [(0.0, 0.0), (200.0, 0.0), (200.0, 200.0), (0.0, 200.0)];
        let centers = centers.map(|(x, y)| Point::new(x, y));
        let clusters = cluster(runs.iter(), &centers, &[f64::INFINITY; 4]);
        assert_eq!(clusters.map(|cluster| cluster.n_cells), [3, 3, 1, 0]);
        assert_eq!(clusters[1].center, Point::new(195.0, 1.0));
        assert_eq!(clusters[3].center, centers[3]);
        let clusters = cluster(runs.iter(), &centers, &[20.0; 4]);
        assert_eq!(clusters.map(|cluster| cluster.n_cells), [3, 3, 0, 0]);
    }
}
