//! Tuples of cells: each combination of their values has a weight.
//!
//! Which cells make a tuple is drawn by a walk (Lucas, 2008) from cell to cell along the gates of
//! the circuit: cells that meet in a small gate are neighbors, such as those of a line. A symmetry
//! of the rules leads a tuple to an image that has the same weights.

use rustc_hash::FxHashMap;

use crate::cells::Cell;
use crate::random::Random;
use crate::symmetry::Symmetry;

/// About so many images of tuples there are, and at least so many tuples.
const IMAGES: usize = 160;
const MIN_TUPLES: usize = 24;
const MAX_TUPLES: usize = 96;

/// A tuple has so many cells at most.
const MAX_LENGTH: usize = 8;

/// Tuples have so many combinations of values at most, in turn: small ones are learned soon, large
/// ones know more.
const MAX_SIZES: [usize; 2] = [1_000, 10_000];

/// One place of an image of a tuple: a cell, and what each of its values adds to the number of the
/// combination.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) cell: u32,
    pub(crate) steps: Vec<u32>,
}

/// A tuple: its images, the first of which is itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tuple {
    pub(crate) images: Vec<Vec<Place>>,
    /// How many combinations there are.
    pub(crate) size: usize,
}

/// How much each cell has to do with others.
pub(crate) type Neighbors = Vec<FxHashMap<usize, f32>>;

/// Draws tuples of all cells but the one that says whose turn it is.
pub(crate) fn tuples(
    cells: &[Cell],
    turn: Option<usize>,
    neighbors: &Neighbors,
    symmetries: &[Symmetry],
    seed: u64,
) -> Vec<Tuple> {
    let mut random = Random::new(seed, 7);
    let starts: Vec<usize> = (0..cells.len()).filter(|&cell| Some(cell) != turn).collect();
    let mut tuples: Vec<Tuple> = Vec::new();
    let mut n_images = 0;
    let mut n_visits = vec![0_usize; cells.len()];
    while tuples.len() < MAX_TUPLES && (n_images < IMAGES || tuples.len() < MIN_TUPLES) {
        // Each cell in turn, the least used first.
        let Some(&start) = starts.iter().min_by_key(|&&cell| (n_visits[cell], random.next()))
        else {
            break;
        };
        let max_size = MAX_SIZES[tuples.len() % MAX_SIZES.len()];
        let walk = walk(cells, turn, neighbors, (start, max_size), &mut random);
        let tuple = Tuple::new(cells, &walk, symmetries);
        for place in tuple.images.iter().flatten() {
            n_visits[place.cell as usize] += 1;
        }
        n_visits[start] += 1;
        n_images += tuple.images.len();
        tuples.push(tuple);
    }
    tuples
}

/// Cells that hang together, as many as a tuple may have.
fn walk(
    cells: &[Cell],
    turn: Option<usize>,
    neighbors: &Neighbors,
    (start, max_size): (usize, usize),
    random: &mut Random,
) -> Vec<usize> {
    let mut walk = vec![start];
    let mut size = cells[start].n_values();
    while walk.len() < MAX_LENGTH {
        let fits = |&cell: &usize| {
            Some(cell) != turn && !walk.contains(&cell) && size * cells[cell].n_values() <= max_size
        };
        // In the order of the cells, so that the sum is the same every time.
        let mut near: Vec<(usize, f32)> = Vec::new();
        for cell in walk.iter().flat_map(|&cell| neighbors[cell].keys().copied()).filter(fits) {
            if near.iter().all(|&(other, _)| other != cell) {
                let weights = walk.iter().filter_map(|&from| neighbors[from].get(&cell));
                near.push((cell, weights.sum()));
            }
        }
        near.sort_unstable_by_key(|&(cell, _)| cell);
        let mut left = random.unit() * near.iter().map(|(_, weight)| weight).sum::<f32>();
        let drawn = near.iter().find(|(_, weight)| {
            left -= weight;
            left <= 0.0
        });
        let Some(&(next, _)) = drawn.or(near.last()) else { break };
        size *= cells[next].n_values();
        walk.push(next);
    }
    walk.sort_unstable();
    walk
}

impl Tuple {
    fn new(cells: &[Cell], walk: &[usize], symmetries: &[Symmetry]) -> Self {
        let mut images: Vec<Vec<Place>> = Vec::new();
        for symmetry in symmetries {
            let image = image(cells, walk, symmetry);
            // An image that differs in the order of its places only is another way to look.
            images.extend(image.filter(|image| !images.contains(image)));
        }
        Self { images, size: walk.iter().map(|&cell| cells[cell].n_values()).product() }
    }
}

/// Where a symmetry leads a tuple, if it leads cells to cells.
fn image(cells: &[Cell], walk: &[usize], symmetry: &Symmetry) -> Option<Vec<Place>> {
    let mut step = 1;
    let place = |&from: &usize| {
        let values = cells[from].facts.iter().map(|&fact| symmetry.facts[fact]);
        let values: Vec<usize> = values.collect();
        let rest = cells[from].rest.map(|fact| symmetry.facts[fact]);
        let is_image = |cell: &Cell| {
            cell.rest == rest
                && cell.facts.len() == values.len()
                && values.iter().all(|fact| cell.facts.contains(fact))
        };
        let cell = cells.iter().position(is_image)?;
        // The value of the image that each fact is.
        let value = |fact: &usize| values.iter().position(|it| it == fact);
        let numbers = cells[cell].facts.iter().map(value).collect::<Option<Vec<usize>>>()?;
        let numbers = numbers.into_iter().chain([values.len()]);
        let place = Place {
            cell: cell as u32,
            steps: numbers.map(|number| number as u32 * step).collect(),
        };
        step *= cells[from].n_values() as u32;
        Some(place)
    };
    walk.iter().map(place).collect()
}
