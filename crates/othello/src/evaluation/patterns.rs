//! The patterns of the evaluation: groups of squares whose contents are looked up together.

use std::sync::LazyLock;

/// The places where patterns lie on the board, rounded up to whole vectors.
pub(crate) const N_PLACES: usize = 48;

/// A shape of squares, and where it lies on the board.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// The squares of the shape at its first place, most significant digit first.
    squares: &'static [usize],
    /// For each square of the shape, which one takes its place in the mirror image that falls on
    /// the shape itself. Empty if there is no such image.
    mirror: &'static [usize],
    /// How many of the eight images of the board move the shape to a place of its own.
    n_places: usize,
}

/// Lines, edges with their X squares, and corners of four shapes.
const PATTERNS: [Pattern; 11] = [
    line(&[8, 9, 10, 11, 12, 13, 14, 15], 4),
    line(&[16, 17, 18, 19, 20, 21, 22, 23], 4),
    line(&[24, 25, 26, 27, 28, 29, 30, 31], 4),
    line(&[0, 9, 18, 27, 36, 45, 54, 63], 2),
    line(&[1, 10, 19, 28, 37, 46, 55], 4),
    line(&[2, 11, 20, 29, 38, 47], 4),
    line(&[3, 12, 21, 30, 39], 4),
    line(&[9, 0, 1, 2, 3, 4, 5, 6, 7, 14], 4),
    Pattern {
        squares: &[0, 1, 2, 8, 9, 10, 16, 17, 18],
        mirror: &[0, 3, 6, 1, 4, 7, 2, 5, 8],
        n_places: 4,
    },
    Pattern {
        squares: &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24],
        mirror: &[0, 4, 7, 9, 1, 5, 8, 2, 6, 3],
        n_places: 4,
    },
    Pattern { squares: &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], mirror: &[], n_places: 8 },
];

/// A shape that read backward is its own mirror image.
const fn line(squares: &'static [usize], n_places: usize) -> Pattern {
    const BACKWARD: [&[usize]; 11] = [
        &[],
        &[0],
        &[1, 0],
        &[2, 1, 0],
        &[3, 2, 1, 0],
        &[4, 3, 2, 1, 0],
        &[5, 4, 3, 2, 1, 0],
        &[6, 5, 4, 3, 2, 1, 0],
        &[7, 6, 5, 4, 3, 2, 1, 0],
        &[8, 7, 6, 5, 4, 3, 2, 1, 0],
        &[9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
    ];
    Pattern { squares, mirror: BACKWARD[squares.len()], n_places }
}

/// How many contents a pattern can have: three for each square.
const fn n_contents(pattern: &Pattern) -> usize {
    3_usize.pow(pattern.squares.len() as u32)
}

/// How many weights there are, one for each content of each pattern. The last one is of a pattern
/// without squares: that of the places that fill up the last vector.
pub(crate) const N_WEIGHTS: usize = {
    let mut n_weights = 1;
    let mut index = 0;
    while index < PATTERNS.len() {
        n_weights += n_contents(&PATTERNS[index]);
        index += 1;
    }
    n_weights
};

/// Where the weights of the pattern of each place begin.
pub(crate) const FIRST_WEIGHT: [usize; N_PLACES] = {
    let mut first_weight = [N_WEIGHTS - 1; N_PLACES];
    let (mut place, mut first, mut index) = (0, 0, 0);
    while index < PATTERNS.len() {
        let end = place + PATTERNS[index].n_places;
        while place < end {
            first_weight[place] = first;
            place += 1;
        }
        first += n_contents(&PATTERNS[index]);
        index += 1;
    }
    first_weight
};

/// What the evaluation needs to know of the patterns.
#[derive(Debug)]
pub(crate) struct Layout {
    /// For each square what a disc on it adds to the index of each place.
    pub(crate) digits: Box<[[u16; N_PLACES]; 64]>,
    /// For each weight the one that it shares its value with: that of the mirror image, or itself.
    pub(crate) shared: Vec<u32>,
    /// The squares of each place.
    pub(crate) places: Vec<Vec<usize>>,
}

/// The layout of the patterns on the board.
pub(crate) static LAYOUT: LazyLock<Layout> = LazyLock::new(layout);

fn layout() -> Layout {
    let mut digits = vec![[0; N_PLACES]; 64];
    let mut shared = Vec::new();
    let mut places = Vec::new();
    for pattern in &PATTERNS {
        let first = shared.len() as u32;
        let mut images = Vec::<Vec<usize>>::new();
        for symmetry in 0..8 {
            let image: Vec<usize> =
                pattern.squares.iter().map(|&square| image_of(square, symmetry)).collect();
            let set = square_set(&image);
            if images.iter().all(|other| square_set(other) != set) {
                images.push(image);
            }
        }
        debug_assert_eq!(images.len(), pattern.n_places);
        for image in images {
            let mut digit: u16 = 1;
            for &square in image.iter().rev() {
                digits[square][places.len()] = digit;
                digit = digit.wrapping_mul(3);
            }
            places.push(image);
        }
        shared.extend(
            (0..n_contents(pattern))
                .map(|content| first + content.min(mirrored(content, pattern)) as u32),
        );
    }
    shared.push(shared.len() as u32);
    Layout { digits: digits.try_into().expect("there are 64 squares"), shared, places }
}

/// The square on which one of the eight symmetries of the board puts a square.
fn image_of(square: usize, symmetry: usize) -> usize {
    let (mut column, mut row) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    row * 8 + column
}

fn square_set(squares: &[usize]) -> u64 {
    squares.iter().fold(0, |set, square| set | 1 << square)
}

/// The content of a pattern seen in the mirror.
fn mirrored(content: usize, pattern: &Pattern) -> usize {
    if pattern.mirror.is_empty() {
        return content;
    }
    let n = pattern.squares.len();
    let digit = |index: usize| content / 3_usize.pow((n - 1 - index) as u32) % 3;
    pattern.mirror.iter().fold(0, |mirrored, &index| mirrored * 3 + digit(index))
}
