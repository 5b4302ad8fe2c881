//! What the contents of the patterns are worth.

use std::sync::{Arc, LazyLock};

use super::features::Contents;
use super::patterns::{FIRST_WEIGHT, LAYOUT, N_WEIGHTS};
use crate::move_sorter::location_values;
use crate::position::Width;

/// How many numbers of empty squares there are.
pub(crate) const N_COUNTS: usize = 61;

/// Weights change with the number of empty squares: two numbers share a phase.
const N_PHASES: usize = 31;

/// So many phases from one anchor to the next. Weights are trained at the anchors; those of the
/// phases between two of them are a mixture of both.
const PHASES_PER_ANCHOR: usize = 3;

pub(crate) const N_ANCHORS: usize = (N_PHASES - 1) / PHASES_PER_ANCHOR + 1;

/// Weights are in sixteenths of a disc.
const UNIT: i32 = 16;

#[inline(always)]
const fn phase(n_empties: u32) -> usize {
    let phase = n_empties as usize / 2;
    if phase < N_PHASES { phase } else { N_PHASES - 1 }
}

/// Where a phase lies between two anchors.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Blend {
    /// The one with fewer empty squares.
    anchor: usize,
    /// How many phases beyond it.
    beyond: usize,
}

impl Blend {
    /// Boards with at most 60 empty squares.
    pub(crate) const fn of(n_empties: u32) -> Self {
        let phase = phase(n_empties);
        Self { anchor: phase / PHASES_PER_ANCHOR, beyond: phase % PHASES_PER_ANCHOR }
    }

    /// The two anchors and what each contributes. The second one may be the first one again.
    pub(crate) fn shares(self) -> [(usize, f32); 2] {
        let share = self.beyond as f32 / PHASES_PER_ANCHOR as f32;
        let next = (self.anchor + 1).min(N_ANCHORS - 1);
        [(self.anchor, 1.0 - share), (next, share)]
    }
}

/// An evaluation: for each phase a weight for each content of each pattern.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Weights {
    /// Those of all phases, one after the other. Behind them there is room for a content of any 16
    /// bits, so that looking one up needs no check.
    phases: Vec<i8>,
    /// What a board is worth for the number of its empty squares alone.
    tempo: [i16; N_COUNTS],
}

/// How many slots there are from the first weight of a phase on.
const N_SLOTS: usize = N_WEIGHTS + u16::MAX as usize;

impl Weights {
    /// The weights that come with the program. They are read once, by whoever needs them first.
    pub fn trained() -> Arc<Self> {
        static WEIGHTS: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            let weights = Weights::from_bytes(TRAINED);
            Arc::new(weights.expect("a test reads the weights that come with the program"))
        });
        Arc::clone(&WEIGHTS)
    }

    /// The location heuristic: a disc is worth what its square is.
    pub fn location() -> Self {
        let layout = &*LAYOUT;
        let values = location_values(Width::EIGHT);
        let mut n_places = [0; 64];
        for &square in layout.places.iter().flatten() {
            n_places[square] += 1;
        }
        // A content's worth is the sum over its squares, of which each place has its share.
        let mut weights = vec![0.0; N_WEIGHTS];
        for (place, squares) in layout.places.iter().enumerate() {
            let first = FIRST_WEIGHT[place];
            for content in 0..3_usize.pow(squares.len() as u32) {
                let mut digits = content;
                let mut worth = 0.0;
                for &square in squares.iter().rev() {
                    let share = f32::from(values[square]) / n_places[square] as f32;
                    worth += share * [0.0, 1.0, -1.0][digits % 3];
                    digits /= 3;
                }
                weights[first + content] = worth;
            }
        }
        Self::from_anchors(&vec![weights; N_ANCHORS], &[0.0; N_COUNTS])
    }

    /// Weights in discs, one list for each anchor.
    pub(crate) fn from_anchors(anchors: &[Vec<f32>], tempo: &[f32; N_COUNTS]) -> Self {
        // Values beyond the range of a number are cut off.
        let round = |&weight: &f32| (weight * UNIT as f32).round() as i8;
        let rounded = anchors.iter().map(|weights| weights.iter().map(round).collect::<Vec<_>>());
        let tempo = tempo.map(|worth| (worth * UNIT as f32).round() as i16);
        Self::between(&rounded.collect::<Vec<_>>(), tempo)
    }

    /// The weights of all phases from those of the anchors.
    fn between(anchors: &[Vec<i8>], tempo: [i16; N_COUNTS]) -> Self {
        let mut phases = Vec::with_capacity(N_PHASES * N_WEIGHTS + usize::from(u16::MAX));
        for phase in 0..N_PHASES {
            let Blend { anchor, beyond } = Blend::of(2 * phase as u32);
            let next = (anchor + 1).min(N_ANCHORS - 1);
            let (far, near) = (beyond as i32, (PHASES_PER_ANCHOR - beyond) as i32);
            phases.extend(anchors[anchor].iter().zip(&anchors[next]).map(|(&first, &second)| {
                let sum = i32::from(first) * near + i32::from(second) * far;
                // To the nearest: what is cut off would add up over the places.
                let n_parts = PHASES_PER_ANCHOR as i32;
                (2 * sum + n_parts).div_euclid(2 * n_parts) as i8
            }));
        }
        phases.resize(phases.len() + usize::from(u16::MAX), 0);
        Self { phases, tempo }
    }

    /// The worth of a board with these contents for the mover in discs, from -64 to 64.
    #[inline(always)]
    pub(crate) fn evaluate(&self, contents: &Contents, n_empties: u32) -> i32 {
        let weights = self.phases[phase(n_empties) * N_WEIGHTS..].first_chunk::<N_SLOTS>();
        let weights = weights.expect("there is room behind each phase");
        let mut sum = i32::from(self.tempo[(n_empties as usize).min(N_COUNTS - 1)]);
        for (first, &content) in FIRST_WEIGHT.iter().zip(contents) {
            sum += i32::from(weights[first + usize::from(content)]);
        }
        // Rounded to the nearest disc.
        ((sum + UNIT / 2).div_euclid(UNIT)).clamp(-64, 64)
    }

    /// The weights as a file: two bytes for each number of empty squares, then those of the anchors
    /// in the order of contents, one byte for each that is not zero, and two for a run of zeros: 0
    /// and the length. Mirror images are left out.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.tempo.iter().flat_map(|worth| worth.to_le_bytes()));
        let mut n_zeros = 0;
        for anchor in 0..N_ANCHORS {
            let weights = &self.phases[anchor * PHASES_PER_ANCHOR * N_WEIGHTS..];
            for index in own_weights() {
                if weights[index] == 0 && n_zeros < u8::MAX {
                    n_zeros += 1;
                    continue;
                }
                if n_zeros > 0 {
                    bytes.extend([0, n_zeros]);
                    n_zeros = 0;
                }
                if weights[index] == 0 {
                    n_zeros = 1;
                } else {
                    bytes.push(weights[index].cast_unsigned());
                }
            }
        }
        if n_zeros > 0 {
            bytes.extend([0, n_zeros]);
        }
        bytes
    }

    /// Reads what [`Weights::to_bytes`] writes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut bytes = bytes.strip_prefix(MAGIC).ok_or(WeightsError)?.iter().copied();
        let mut tempo = [0; N_COUNTS];
        for worth in &mut tempo {
            let pair = [bytes.next().ok_or(WeightsError)?, bytes.next().ok_or(WeightsError)?];
            *worth = i16::from_le_bytes(pair);
        }
        let mut n_zeros = 0;
        let mut anchors = vec![vec![0; N_WEIGHTS]; N_ANCHORS];
        for weights in &mut anchors {
            for index in own_weights() {
                if n_zeros == 0 {
                    match bytes.next() {
                        Some(0) => n_zeros = bytes.next().ok_or(WeightsError)?,
                        Some(weight) => weights[index] = weight.cast_signed(),
                        None => return Err(WeightsError),
                    }
                    if weights[index] != 0 {
                        continue;
                    }
                }
                n_zeros = n_zeros.checked_sub(1).ok_or(WeightsError)?;
            }
            for (index, &shared) in LAYOUT.shared.iter().enumerate() {
                weights[index] = weights[shared as usize];
            }
        }
        if n_zeros > 0 || bytes.next().is_some() {
            return Err(WeightsError);
        }
        Ok(Self::between(&anchors, tempo))
    }
}

/// Trained by the rounds of `stonegate othello train`. The bytes that it writes change whenever the
/// search tries moves in another order, for the games are then others.
const TRAINED: &[u8] = include_bytes!("weights.bin");

/// How a file of weights begins.
const MAGIC: &[u8] = b"Othello weights 2\n";

/// The weights that are no mirror images of others.
fn own_weights() -> impl Iterator<Item = usize> {
    let shared = LAYOUT.shared.iter().enumerate();
    shared.filter(|&(index, &shared)| index == shared as usize).map(|(index, _)| index)
}

/// The bytes are no weights, or those of other patterns.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("these are no weights of this version; train them again")]
pub struct WeightsError;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::evaluation::Features;

    #[test]
    fn bytes_are_the_inverse_of_reading() {
        for weights in [Arc::new(Weights::location()), Weights::trained()] {
            assert_eq!(Weights::from_bytes(&weights.to_bytes()).as_ref(), Ok(&*weights));
        }
        let bytes = Weights::location().to_bytes();
        assert_eq!(Weights::from_bytes(&bytes[..bytes.len() - 1]), Err(WeightsError));
        assert_eq!(Weights::from_bytes(b""), Err(WeightsError));
        assert_eq!(Weights::from_bytes(&[MAGIC, &[0, 0]].concat()), Err(WeightsError));
    }

    #[test]
    fn the_weights_of_the_program_are_read_once() {
        assert!(Arc::ptr_eq(&Weights::trained(), &Weights::trained()));
    }

    #[test]
    fn the_location_heuristic_adds_up_the_squares() {
        let weights = Weights::location();
        let evaluate = |mover, opponent| {
            let board = Board::new(mover, opponent).unwrap();
            weights.evaluate(Features::new(board).contents(), board.n_empties())
        };
        assert_eq!(evaluate(1, 0), 16);
        assert_eq!(evaluate(1, 1 << 63), 0);
        assert_eq!(evaluate(1, 1 << 9), 24);
    }
}
