//! What positions are worth by weights, on one machine of their game.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use stonegate_gdl::Canonical;
use stonegate_ground::{FactValue, Machine};

use crate::weights::{Outlook, Weights, WeightsError};

/// Reads cells and combinations of values off the bits of a state.
#[derive(Clone, Debug)]
pub(crate) struct Lens {
    cells: Vec<Digit>,
    probes: Vec<Probe>,
    turn: Option<u32>,
    n_turns: usize,
    images: Vec<Image>,
    places: Vec<(u32, u32)>,
    steps: Vec<u32>,
}

/// A cell: the value that it has if no probe hits, and its probes, of which one hits at most.
#[derive(Clone, Debug)]
struct Digit {
    default: u32,
    probes: Range<u32>,
}

/// A bit that adds something to a value if it is set, or if it is not.
#[derive(Clone, Debug)]
struct Probe {
    word: u32,
    shift: u8,
    inverted: bool,
    more: u32,
}

/// An image of a tuple: where its weights begin, how many there are for a turn, and its places.
#[derive(Clone, Debug)]
struct Image {
    first: u32,
    size: u32,
    places: Range<u32>,
}

impl Lens {
    /// `rename` gives a fact the name that it has in the machine.
    pub(crate) fn new(
        weights: &Weights,
        machine: &Machine,
        rename: &dyn Fn(&str) -> String,
    ) -> Result<Self, WeightsError> {
        let by_name: FxHashMap<&str, FactValue> =
            machine.facts.iter().map(|fact| (fact.name.as_str(), fact.value)).collect();
        let mut lens = Self {
            cells: Vec::new(),
            probes: Vec::new(),
            turn: weights.turn,
            n_turns: weights.n_turns(),
            images: Vec::new(),
            places: Vec::new(),
            steps: Vec::new(),
        };
        for cell in &weights.cells {
            let mut default = cell.len() as u32;
            let mut found = Vec::new();
            for (value, name) in (0..).zip(cell) {
                let fact = by_name.get(rename(name).as_str()).copied();
                match fact.ok_or_else(|| WeightsError::UnknownFact(rename(name)))? {
                    FactValue::Constant(false) => {}
                    FactValue::Constant(true) => default = value,
                    FactValue::Register { register, inverted } => {
                        found.push((register.index(), inverted, value));
                    }
                }
            }
            let first = lens.probes.len() as u32;
            lens.probes.extend(found.into_iter().map(|(index, inverted, value)| Probe {
                word: index as u32 / 64,
                shift: (index % 64) as u8,
                inverted,
                more: value.wrapping_sub(default),
            }));
            lens.cells.push(Digit { default, probes: first..lens.probes.len() as u32 });
        }
        let mut first = 0;
        for tuple in &weights.tuples {
            for image in &tuple.images {
                let start = lens.places.len() as u32;
                for place in image {
                    lens.places.push((place.cell, lens.steps.len() as u32));
                    lens.steps.extend(&place.steps);
                }
                let places = start..lens.places.len() as u32;
                lens.images.push(Image { first, size: tuple.size as u32, places });
            }
            first += (tuple.size * lens.n_turns) as u32;
        }
        Ok(lens)
    }

    /// Calls the function with the number of the combination of each image. `values` is memory
    /// for the values of the cells.
    #[inline]
    pub(crate) fn look(&self, words: &[u64], values: &mut Vec<u32>, mut see: impl FnMut(usize)) {
        values.clear();
        values.extend(self.cells.iter().map(|cell| {
            let probes = &self.probes[cell.probes.start as usize..cell.probes.end as usize];
            probes.iter().fold(cell.default, |value, probe| {
                let bit = (words[probe.word as usize] >> probe.shift) as u32 & 1;
                let hit = bit ^ u32::from(probe.inverted);
                value.wrapping_add(hit.wrapping_neg() & probe.more)
            })
        }));
        let turn = self.turn.map_or(0, |cell| values[cell as usize]);
        for image in &self.images {
            let places = &self.places[image.places.start as usize..image.places.end as usize];
            let step =
                |&(cell, first): &(u32, u32)| self.steps[(first + values[cell as usize]) as usize];
            let combination: u32 = places.iter().map(step).sum();
            see((image.first + turn * image.size + combination) as usize);
        }
    }

    pub(crate) fn n_images(&self) -> usize {
        self.images.len()
    }
}

/// Tells what positions of one machine are worth.
#[derive(Clone)]
pub struct Evaluator {
    weights: Arc<Weights>,
    lens: Arc<Lens>,
    values: Vec<u32>,
}

impl Evaluator {
    /// An evaluator of positions of a machine that was made of these rules, whatever it is called
    /// there.
    pub fn new(
        weights: &Arc<Weights>,
        machine: &Machine,
        canonical: &Canonical,
    ) -> Result<Self, WeightsError> {
        let expected = canonical.fingerprint().to_string();
        if weights.rules != expected {
            let found = weights.rules.clone();
            return Err(WeightsError::OtherRules { found, expected });
        }
        let lens = Lens::new(weights, machine, &|name| canonical.rename(name))?;
        Ok(Self { weights: Arc::clone(weights), lens: Arc::new(lens), values: Vec::new() })
    }

    /// What a position with these bits is worth to each role, 0 to 1.
    #[inline]
    pub fn evaluate(&mut self, words: &[u64], worth: &mut [f32]) {
        let table = &self.weights.table;
        worth_of(&self.lens, table, self.weights.outlook, words, &mut self.values, worth);
    }
}

/// What a position is worth to each role by a table.
#[inline]
pub(crate) fn worth_of(
    lens: &Lens,
    table: &[f32],
    outlook: Outlook,
    words: &[u64],
    values: &mut Vec<u32>,
    worth: &mut [f32],
) {
    match outlook {
        Outlook::ZeroSum { first, second } => {
            let mut sum = 0.0;
            lens.look(words, values, |at| sum += table[at]);
            let value = logistic(sum);
            worth.fill(0.0);
            worth[first as usize] = value;
            worth[second as usize] = 1.0 - value;
        }
        Outlook::Each { n_roles } => {
            let width = n_roles as usize;
            worth.fill(0.0);
            lens.look(words, values, |at| {
                for (sum, weight) in worth.iter_mut().zip(&table[at * width..][..width]) {
                    *sum += weight;
                }
            });
            for value in worth {
                *value = logistic(*value);
            }
        }
    }
}

/// From any number to one between 0 and 1.
#[inline]
fn logistic(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

impl fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluator").field("weights", &self.weights.len()).finish_non_exhaustive()
    }
}
