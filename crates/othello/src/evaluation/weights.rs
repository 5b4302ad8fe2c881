//! What the contents of the patterns are worth.

use std::sync::{Arc, LazyLock};

use super::features::Contents;
use super::patterns::{FIRST_WEIGHT, LAYOUT, N_WEIGHTS};
use crate::move_sorter::location_values;
use crate::position::Width;

/// Weights change with the number of empty squares: so many phases there are.
pub(crate) const N_PHASES: usize = 10;

/// Weights are in sixteenths of a disc.
const UNIT: i32 = 16;

/// The phase of a board with this many empty squares.
#[inline(always)]
pub(crate) const fn phase(n_empties: u32) -> usize {
    let phase = n_empties as usize / 6;
    if phase < N_PHASES { phase } else { N_PHASES - 1 }
}

/// An evaluation: for each phase a weight for each content of each pattern.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Weights {
    phases: Vec<Box<PhaseWeights>>,
}

type PhaseWeights = [i8; N_SLOTS];

/// Behind the weights there is room for a content of any 16 bits, so that looking one up needs no
/// check.
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
        Self::from_phases(&vec![weights; N_PHASES])
    }

    /// Weights in discs, one list for each phase.
    pub(crate) fn from_phases(phases: &[Vec<f32>]) -> Self {
        // Values beyond the range of a byte are cut off.
        let round = |&weight: &f32| (weight * UNIT as f32).round() as i8;
        let rounded = |weights: &Vec<f32>| {
            let mut rounded = no_weights();
            for (rounded, weight) in rounded.iter_mut().zip(weights) {
                *rounded = round(weight);
            }
            rounded
        };
        Self { phases: phases.iter().map(rounded).collect() }
    }

    /// The worth of a board with these contents for the mover in discs, from -64 to 64.
    #[inline(always)]
    pub(crate) fn evaluate(&self, contents: &Contents, n_empties: u32) -> i32 {
        let weights = &self.phases[phase(n_empties)];
        let mut sum = 0;
        for (first, &content) in FIRST_WEIGHT.iter().zip(contents) {
            sum += i32::from(weights[first + usize::from(content)]);
        }
        // Rounded to the nearest disc.
        ((sum + UNIT / 2).div_euclid(UNIT)).clamp(-64, 64)
    }

    /// The weights as a file: one byte for each that is not zero, in the order of phases and
    /// contents, and two for a run of zeros: 0 and the length. Mirror images are left out.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let mut n_zeros = 0;
        for weights in &self.phases {
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
        let mut n_zeros = 0;
        let mut phases = vec![no_weights(); N_PHASES];
        for weights in &mut phases {
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
        Ok(Self { phases })
    }
}

fn no_weights() -> Box<PhaseWeights> {
    vec![0; N_SLOTS].try_into().expect("the lengths are the same")
}

/// What `stonegate othello train weights.bin` writes, with its defaults: 60,000 games in each of
/// three rounds. It takes ten minutes of processor time, shared by the cores that there are.
const TRAINED: &[u8] = include_bytes!("weights.bin");

/// How a file of weights begins.
const MAGIC: &[u8] = b"Othello weights 1\n";

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
