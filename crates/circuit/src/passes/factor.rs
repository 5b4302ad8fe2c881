//! Shares common parts of wide ANDs (and, by their inverters, wide ORs).
//!
//! Every maximal AND is taken as a set of literals.
//! Literals that occur in exactly the same sets become one factor; then, greedily, the pair of
//! literals that occurs in most sets, as in the extraction of single-cube divisors by Rajski and
//! Vasudevamurthy (IEEE TCAD 11, 1992).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use crate::passes::rebuild::Rebuild;
use crate::passes::wide::WideAnds;
use crate::passes::{Rebuilt, Turns, drop_in_turns, fold};
use crate::sharded::Sharded;
use crate::{Circuit, Lit, NodeId};

/// A gate with fan-out is spread into the ANDs that read it if it has at most so many operands.
const SPREAD: usize = 12;

/// Pairs are counted within chunks of so many operands, which bounds their number.
const CHUNK: usize = 48;

/// There are many more pairs and occurrences than gates.
const N_SHARDS: usize = 64;

/// So many pairs are counted between two looks at the stop function.
const PAIRS_PER_LOOK: usize = 1 << 16;

/// Extracts common factors of wide ANDs and ORs; never gives more gates than there were.
pub fn factor(circuit: &Circuit, stop: &dyn Fn() -> bool) -> Option<Rebuilt> {
    let folded = fold(circuit, stop)?;
    let mut sets = Sets::collect(&folded.circuit, stop)?;
    sets.extract_twins(stop)?;
    sets.extract_pairs(stop)?;
    let factored = sets.rebuild(&folded.circuit, stop)?;
    drop_in_turns(sets.operands, stop)?;
    let size = |rebuilt: &Rebuilt| rebuilt.circuit.gates_unless(rebuilt.circuit.roots(), stop);
    if size(&factored)? < size(&folded)? { folded.then(factored, stop) } else { Some(folded) }
}

/// A literal of the circuit (`2 * node + inverted`) or, above all of these, a factor.
type Code = u32;

/// For each literal, the sets that contain it.
type Occurrences = Sharded<Code, Vec<u32>, N_SHARDS>;

/// Pairs of literals, the most frequent first.
type Queue = BinaryHeap<(usize, Reverse<(Code, Code)>)>;

/// The maximal ANDs of a circuit as sets of operands.
struct Sets {
    gates: Vec<NodeId>,
    /// The operands of each gate, in ascending order.
    operands: Vec<Vec<Code>>,
    /// The operands of each factor.
    factors: Vec<Vec<Code>>,
    first_factor: Code,
}

impl Sets {
    fn collect(circuit: &Circuit, stop: &dyn Fn() -> bool) -> Option<Self> {
        let spreads = |operands: &[Lit]| operands.len() <= SPREAD;
        let mut sets = Self {
            gates: Vec::new(),
            operands: Vec::new(),
            factors: Vec::new(),
            first_factor: 2 * circuit.nodes().len() as Code,
        };
        let mut turns = Turns::new(stop);
        for (gate, operands) in WideAnds::collect(circuit, spreads, stop)?.gates {
            turns.begin()?;
            sets.gates.push(gate);
            sets.operands.push(operands.iter().map(|lit| lit.index() as Code).collect());
        }
        Some(sets)
    }

    /// For each literal, the sets that contain it.
    fn occurrences(&self, stop: &dyn Fn() -> bool) -> Option<Occurrences> {
        let mut occurrences = Occurrences::default();
        let mut turns = Turns::new(stop);
        for (set, operands) in self.operands.iter().enumerate() {
            turns.begin_long(operands.len())?;
            for &code in operands {
                occurrences.entry_unless(code, stop)?.or_default().push(set as u32);
            }
        }
        Some(occurrences)
    }

    /// Makes one factor of literals that occur in the same sets.
    fn extract_twins(&mut self, stop: &dyn Fn() -> bool) -> Option<()> {
        let occurrences = self.occurrences(stop)?;
        let mut turns = Turns::new(stop);
        let mut by_sets: Sharded<&[u32], Vec<Code>, N_SHARDS> = Sharded::default();
        for (&code, sets) in occurrences.iter().filter(|(_, sets)| sets.len() > 1) {
            turns.begin_long(sets.len())?;
            by_sets.entry_unless(sets, stop)?.or_default().push(code);
        }
        let mut twins = Vec::new();
        for (&sets, codes) in by_sets.iter() {
            turns.begin()?;
            if codes.len() > 1 {
                let mut codes = codes.clone();
                codes.sort_unstable();
                twins.push((codes, sets));
            }
        }
        by_sets.drop_in_turns(stop)?;
        twins.sort_unstable();
        for (codes, sets) in twins {
            turns.begin_long(sets.len())?;
            let is_other = |code: &Code| codes.binary_search(code).is_err();
            self.add_factor(sets, is_other, codes.clone());
        }
        occurrences.drop_in_turns(stop)
    }

    /// Makes factors of pairs that occur together in several sets, most frequent first.
    fn extract_pairs(&mut self, stop: &dyn Fn() -> bool) -> Option<()> {
        let mut queue = self.frequent_pairs(stop)?;
        let mut occurrences = self.occurrences(stop)?;
        let mut turns = Turns::new(stop);
        while let Some((count, Reverse(pair))) = queue.pop() {
            turns.begin()?;
            // Earlier factors may have taken one of the two out of a set.
            let rarer = [pair.0, pair.1].map(|code| occurrences.get(&code).expect("it occurs"));
            let rarer = rarer.into_iter().min_by_key(|sets| sets.len()).expect("there are two");
            let sets: Vec<u32> =
                rarer.iter().copied().filter(|&set| self.contains(set, pair)).collect();
            if sets.len() < 2 {
                continue;
            }
            if sets.len() < count {
                queue.push((sets.len(), Reverse(pair)));
                continue;
            }
            let is_other = |&code: &Code| code != pair.0 && code != pair.1;
            let factor = self.add_factor(&sets, is_other, vec![pair.0, pair.1]);
            let mut counts: FxHashMap<Code, usize> = FxHashMap::default();
            for &set in &sets {
                let rest = self.operands[set as usize].iter().rev().skip(1);
                for &code in rest.take(CHUNK) {
                    *counts.entry(code).or_default() += 1;
                }
            }
            let frequent = counts.into_iter().filter(|&(_, count)| count > 1);
            queue.extend(frequent.map(|(code, count)| (count, Reverse((code, factor)))));
            occurrences.entry(factor).or_insert(sets);
        }
        occurrences.drop_in_turns(stop)
    }

    /// The pairs that occur in more than one set, in the order of how often.
    fn frequent_pairs(&self, stop: &dyn Fn() -> bool) -> Option<Queue> {
        let mut counts: Sharded<(Code, Code), u32, N_SHARDS> = Sharded::default();
        let chunks = self.operands.iter().flat_map(|operands| operands.chunks(CHUNK));
        let mut n_pairs = 0;
        for chunk in chunks {
            n_pairs += chunk.len() * chunk.len() / 2;
            if n_pairs > PAIRS_PER_LOOK {
                n_pairs = 0;
                if stop() {
                    return None;
                }
            }
            for (index, &x) in chunk.iter().enumerate() {
                for &y in &chunk[index + 1..] {
                    *counts.entry_unless((x, y), stop)?.or_default() += 1;
                }
            }
        }
        let mut frequent = Vec::new();
        let mut turns = Turns::new(stop);
        for (&pair, &count) in counts.iter() {
            turns.begin()?;
            if count > 1 {
                frequent.push((count as usize, Reverse(pair)));
            }
        }
        counts.drop_in_turns(stop)?;
        Some(frequent.into())
    }

    /// Replaces the parts of a factor by the factor in the given sets.
    fn add_factor(
        &mut self,
        sets: &[u32],
        is_other: impl Fn(&Code) -> bool,
        parts: Vec<Code>,
    ) -> Code {
        let factor = self.first_factor + self.factors.len() as Code;
        for &set in sets {
            let operands = &mut self.operands[set as usize];
            operands.retain(&is_other);
            // The largest code there is, so the order stays ascending.
            operands.push(factor);
        }
        self.factors.push(parts);
        factor
    }

    fn contains(&self, set: u32, pair: (Code, Code)) -> bool {
        let operands = &self.operands[set as usize];
        operands.binary_search(&pair.0).is_ok() && operands.binary_search(&pair.1).is_ok()
    }

    /// Builds the circuit anew from sets and factors.
    fn rebuild(&self, circuit: &Circuit, stop: &dyn Fn() -> bool) -> Option<Rebuilt> {
        let mut turns = Turns::new(stop);
        let mut rebuild = Rebuild::new(circuit, stop)?;
        let mut images: Vec<Option<Lit>> = vec![None; self.factors.len()];
        for (&gate, operands) in self.gates.iter().zip(&self.operands) {
            turns.begin_long(operands.len())?;
            rebuild.new.set_origin(circuit.origin(gate));
            for &code in operands {
                self.build_factor(&mut rebuild, &mut images, code);
            }
            let operands: Vec<Lit> = operands
                .iter()
                .map(|&code| self.image(&rebuild, &images, code).expect("built"))
                .collect();
            let image = rebuild.new.and_all(operands);
            rebuild.set(gate, image);
        }
        rebuild.finish(stop)
    }

    /// Builds a factor and the factors in it; their other operands are built, because the gate that
    /// asks for it reads them too.
    fn build_factor(&self, rebuild: &mut Rebuild<'_>, images: &mut [Option<Lit>], code: Code) {
        let mut stack = vec![code];
        while let Some(&code) = stack.last() {
            let Some(factor) = code.checked_sub(self.first_factor).map(|factor| factor as usize)
            else {
                stack.pop();
                continue;
            };
            let parts = &self.factors[factor];
            let missing: Vec<Code> = (parts.iter().copied())
                .filter(|&part| self.image(rebuild, images, part).is_none())
                .collect();
            if missing.is_empty() {
                let parts: Vec<Lit> =
                    parts.iter().filter_map(|&part| self.image(rebuild, images, part)).collect();
                images[factor].get_or_insert_with(|| rebuild.new.and_all(parts));
                stack.pop();
            } else {
                stack.extend(missing);
            }
        }
    }

    fn image(&self, rebuild: &Rebuild<'_>, images: &[Option<Lit>], code: Code) -> Option<Lit> {
        if let Some(factor) = code.checked_sub(self.first_factor) {
            images[factor as usize]
        } else {
            rebuild.get(Lit::new(NodeId::new(code as usize / 2), code % 2 == 1))
        }
    }
}
