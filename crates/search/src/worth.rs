//! What facts are worth: a sum over features of a state, with weights that were learned.
//!
//! A feature counts facts that agree in an argument, or in two, or two facts about the same thing:
//! how many facts say `queen` in their last place, or how often there is something white and a
//! queen in the same place. No name means anything, and arguments with many values are left out.

use rustc_hash::FxHashMap;
use stonegate_ground::{FactValue, Machine};

/// Arguments with more values are counters or names of places.
const MAX_VALUES: usize = 32;

/// More features would take long to weigh.
const MAX_FEATURES: usize = 400;

/// What of a state counts, by which feature.
#[derive(Debug)]
pub(crate) struct Features {
    /// For each register what counts if it is set.
    terms: Vec<Vec<Term>>,
    n_features: usize,
}

/// Counts if another register is set as well, which may be the same.
#[derive(Copy, Clone, Debug)]
struct Term {
    other: u32,
    feature: u32,
}

/// A fact that is a register: its name in parts.
struct Fact<'m> {
    register: u32,
    /// The name of the function, then its arguments.
    parts: Vec<&'m str>,
}

impl Features {
    pub(crate) fn new(machine: &Machine) -> Self {
        let mut families: FxHashMap<(&str, usize), Vec<Fact<'_>>> = FxHashMap::default();
        let mut order = Vec::new();
        for fact in &machine.facts {
            let FactValue::Register { register, inverted: false } = fact.value else { continue };
            let parts = parts(&fact.name);
            let family = (parts[0], parts.len());
            let facts = families.entry(family).or_default();
            if facts.is_empty() {
                order.push(family);
            }
            facts.push(Fact { register: register.index() as u32, parts });
        }
        let n_registers = machine.circuit.registers().len();
        let mut features = Self { terms: vec![Vec::new(); n_registers], n_features: 0 };
        for (at, family) in order.iter().enumerate() {
            let facts = &families[family];
            features.add_arguments(facts);
            for other in &order[at + 1..] {
                features.add_pairs(facts, &families[other]);
            }
        }
        features
    }

    pub(crate) fn len(&self) -> usize {
        self.n_features
    }

    /// Features for each argument, and for two arguments that have few values together.
    fn add_arguments(&mut self, facts: &[Fact<'_>]) {
        let arity = facts[0].parts.len();
        if arity == 1 {
            self.add(facts.iter().map(|fact| (fact.register, fact.register, "")));
        }
        for first in 1..arity {
            self.add(facts.iter().map(|fact| (fact.register, fact.register, fact.parts[first])));
            for second in first + 1..arity {
                let both =
                    |fact: &Fact<'_>| (fact.parts[first].to_owned(), fact.parts[second].to_owned());
                self.add(facts.iter().map(|fact| (fact.register, fact.register, both(fact))));
            }
        }
    }

    /// Features for two facts that differ in nothing but their names and last arguments.
    fn add_pairs(&mut self, left: &[Fact<'_>], right: &[Fact<'_>]) {
        let arity = left[0].parts.len();
        if arity < 3 || right[0].parts.len() != arity {
            return;
        }
        let mut partners: FxHashMap<&[&str], Vec<&Fact<'_>>> = FxHashMap::default();
        for fact in right {
            partners.entry(&fact.parts[1..arity - 1]).or_default().push(fact);
        }
        let mut pairs = Vec::new();
        for fact in left {
            for other in partners.get(&fact.parts[1..arity - 1]).into_iter().flatten() {
                let values = (fact.parts[arity - 1], other.parts[arity - 1]);
                pairs.push((fact.register, other.register, values));
            }
        }
        self.add(pairs.into_iter());
    }

    /// One feature for each value, if there are few of them.
    fn add<V: Eq + std::hash::Hash>(&mut self, terms: impl Iterator<Item = (u32, u32, V)>) {
        let mut features: FxHashMap<V, u32> = FxHashMap::default();
        let mut added = Vec::new();
        for (register, other, value) in terms {
            let next = (self.n_features + features.len()) as u32;
            let feature = *features.entry(value).or_insert(next);
            added.push((register, Term { other, feature }));
        }
        let is_counter = features.len() > MAX_VALUES;
        if !is_counter && self.n_features + features.len() <= MAX_FEATURES {
            self.n_features += features.len();
            for (register, term) in added {
                self.terms[register as usize].push(term);
            }
        }
    }

    /// Calls a function with the feature of each thing that counts in a state.
    fn for_each(&self, words: &[u64], mut call: impl FnMut(usize)) {
        for (index, &word) in words.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let register = index * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                for term in &self.terms[register] {
                    let other = term.other as usize;
                    if words[other / 64] >> (other % 64) & 1 == 1 {
                        call(term.feature as usize);
                    }
                }
            }
        }
    }
}

/// The parts of `(f a (g b))`: `f`, `a`, `(g b)`. A name without parentheses is its only part.
fn parts(name: &str) -> Vec<&str> {
    let Some(inner) = name.strip_prefix('(').and_then(|name| name.strip_suffix(')')) else {
        return vec![name];
    };
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, letter) in inner.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            ' ' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    parts
}

/// Sums over samples: states, and how games went on from there.
#[derive(Debug)]
pub(crate) struct Samples {
    features: Features,
    /// The sums of products of two features, and of a feature and the result; the last feature is
    /// always 1.
    products: Vec<f64>,
    results: Vec<f64>,
    n_added: usize,
    counts: Vec<f64>,
}

impl Samples {
    pub(crate) fn new(features: Features) -> Self {
        let width = features.len() + 1;
        Self {
            products: vec![0.0; width * width],
            results: vec![0.0; width],
            counts: vec![0.0; width],
            n_added: 0,
            features,
        }
    }

    /// Adds a state, from which games went so well for the first role: from -1 to 1.
    pub(crate) fn add(&mut self, words: &[u64], result: f64) {
        let width = self.results.len();
        let counts = &mut self.counts;
        counts.fill(0.0);
        counts[width - 1] = 1.0;
        self.features.for_each(words, |feature| counts[feature] += 1.0);
        for (row, &count) in self.counts.iter().enumerate().filter(|(_, count)| **count != 0.0) {
            self.results[row] += count * result;
            let products = &mut self.products[row * width..][..width];
            for (product, other) in products.iter_mut().zip(&self.counts) {
                *product += count * other;
            }
        }
        self.n_added += 1;
    }

    /// The weights that foretell the results best, by least squares with a penalty on large weights.
    pub(crate) fn worth(&self) -> Worth {
        let width = self.results.len();
        let mut matrix = self.products.clone();
        for row in 0..width {
            matrix[row * width + row] += PENALTY;
        }
        let weights = solve(matrix, self.results.clone());
        // What is foretold of the samples: how far it is from the middle, as a rule.
        let mut square = 0.0;
        for (row, weight) in weights.iter().enumerate() {
            let products = &self.products[row * width..][..width];
            square += weight * products.iter().zip(&weights).map(|(p, w)| p * w).sum::<f64>();
        }
        let deviation = (square / self.n_added.max(1) as f64).sqrt();
        let scale = if deviation > 0.0 { 1.0 / deviation } else { 0.0 };
        Worth::new(&self.features, &weights, scale)
    }
}

const PENALTY: f64 = 20.0;

/// Solves a system of equations with a positive definite matrix, by Gauss.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let width = right.len();
    for pivot in 0..width {
        let (upper, lower) = matrix.split_at_mut((pivot + 1) * width);
        let pivot_row = &upper[pivot * width..];
        for (below, row) in lower.chunks_exact_mut(width).enumerate() {
            let factor = row[pivot] / pivot_row[pivot];
            if factor != 0.0 {
                for (value, pivot_value) in row[pivot..].iter_mut().zip(&pivot_row[pivot..]) {
                    *value -= factor * pivot_value;
                }
                right[pivot + 1 + below] -= factor * right[pivot];
            }
        }
    }
    for row in (0..width).rev() {
        let known = (row + 1..width).map(|at| matrix[row * width + at] * right[at]).sum::<f64>();
        right[row] = (right[row] - known) / matrix[row * width + row];
    }
    right
}

/// What states are worth.
#[derive(Debug)]
pub(crate) struct Worth {
    bias: f32,
    /// For each register what it is worth by itself, and with others.
    weights: Vec<f32>,
    pairs: Vec<Vec<(u32, f32)>>,
}

impl Worth {
    fn new(features: &Features, weights: &[f64], scale: f64) -> Self {
        let mut worth = Self {
            bias: (weights[features.len()] * scale) as f32,
            weights: vec![0.0; features.terms.len()],
            pairs: vec![Vec::new(); features.terms.len()],
        };
        for (register, terms) in features.terms.iter().enumerate() {
            for term in terms {
                let weight = (weights[term.feature as usize] * scale) as f32;
                if term.other as usize == register {
                    worth.weights[register] += weight;
                } else {
                    worth.pairs[register].push((term.other, weight));
                }
            }
        }
        worth
    }

    /// The value of a state for the first role, from 0 to 1.
    pub(crate) fn value(&self, words: &[u64]) -> f32 {
        let mut sum = self.bias;
        for (index, &word) in words.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let register = index * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                sum += self.weights[register];
                for &(other, weight) in &self.pairs[register] {
                    let other = other as usize;
                    if words[other / 64] >> (other % 64) & 1 == 1 {
                        sum += weight;
                    }
                }
            }
        }
        1.0 / (1.0 + (-sum).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_parts() {
        assert_eq!(parts("over"), ["over"]);
        assert_eq!(
            parts("(cell a 1 (piece white king))"),
            ["cell", "a", "1", "(piece white king)"]
        );
    }

    #[test]
    fn equations_are_solved() {
        let solution = solve(vec![4.0, 2.0, 2.0, 3.0], vec![10.0, 9.0]);
        assert!(
            solution.iter().zip([1.5, 2.0]).all(|(x, y)| (x - y).abs() < 1e-12),
            "{solution:?}"
        );
    }
}
