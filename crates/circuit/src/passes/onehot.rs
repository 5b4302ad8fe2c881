//! Simplifies wide ANDs and ORs by declared mutual exclusion, without a SAT solver.

use rustc_hash::FxHashMap;

use crate::passes::groups::Groups;
use crate::passes::rebuild::Rebuild;
use crate::passes::wide::WideAnds;
use crate::passes::{Rebuilt, Turns, drop_in_turns};
use crate::{Circuit, Lit, Support};

/// Gates with fan-out of at most so many operands are looked through.
const SPREAD: usize = 4;

/// ANDs of complements of one group are looked through whatever their size, until they sum up to
/// this.
const DENIALS: usize = 4_000_000;

/// Applies the laws of one-hot groups to every maximal AND.
///
/// With `a`, `b`, `c` exclusive:
/// - `a & b == 0`
/// - `a & !b == a`, also for `b` an AND that contains something exclusive to `a`
/// - `a & (b | x) == a & x`
///
/// and if furthermore one of `a`, `b`, `c`, `d` always holds:
/// - `!a & !b & !c == d`
pub fn onehot(circuit: &Circuit, stop: &dyn Fn() -> bool) -> Option<Rebuilt> {
    let groups = Groups::new(circuit, stop)?;
    if groups.is_empty() {
        return Rebuilt::unchanged(circuit, stop);
    }
    let mut n_denials = 0;
    let spreads = |operands: &[Lit]| {
        let spreads =
            operands.len() <= SPREAD || n_denials < DENIALS && is_denial(&groups, operands);
        n_denials += if spreads { operands.len() } else { 0 };
        spreads
    };
    let wide = WideAnds::collect(circuit, spreads, stop)?;
    let mut operands = vec![[].as_slice(); circuit.nodes().len()];
    let mut turns = Turns::new(stop);
    for (gate, of_gate) in &wide.gates {
        turns.begin()?;
        operands[gate.index()] = of_gate;
    }
    let supports = circuit.supports_unless(stop)?;
    let laws = Laws { groups, operands, n_readers: circuit.fanout_counts_unless(stop)? };
    let mut rebuild = Rebuild::new(circuit, stop)?;
    for (gate, operands) in &wide.gates {
        turns.begin_long(laws.n_literals(operands))?;
        rebuild.new.set_origin(circuit.origin(*gate));
        let image = laws.apply(&mut rebuild, operands, supports[gate.index()]);
        rebuild.set(*gate, image);
    }
    let rebuilt = rebuild.finish(stop);
    drop_in_turns(wide.gates, stop)?;
    rebuilt
}

/// Does the AND of these deny several members of one exactly-one group, and nothing else?
fn is_denial(groups: &Groups, operands: &[Lit]) -> bool {
    groups.of(!operands[0]).iter().any(|group| {
        groups.list[*group].exactly && operands.iter().all(|&lit| groups.of(!lit).contains(group))
    })
}

/// The laws and what they need to know of the circuit.
struct Laws<'a> {
    groups: Groups,
    /// The operands of each node that is a maximal AND.
    operands: Vec<&'a [Lit]>,
    n_readers: Vec<u32>,
}

/// The groups of which a member is known to hold, and that member, in the order of groups.
type Holding = Vec<(usize, Lit)>;

impl Laws<'_> {
    /// How many literals the laws look at.
    fn n_literals(&self, operands: &[Lit]) -> usize {
        operands.iter().map(|&operand| 1 + self.denied_and(operand).len()).sum()
    }

    /// Builds the AND of some operands, as simply as the laws allow.
    fn apply(&self, rebuild: &mut Rebuild<'_>, operands: &[Lit], support: Support) -> Lit {
        let mut operands = operands.to_vec();
        let Some(mut holding) = self.holding(&operands, support) else { return Lit::FALSE };
        operands.retain(|&lit| {
            let implied = self.is_implied(&holding, lit);
            if implied {
                // What is left out gives no reason to leave out others.
                holding.retain(|&(_, holder)| holder != lit);
            }
            !implied
        });
        let mut images: Vec<Lit> =
            operands.iter().map(|&lit| self.narrow(rebuild, &holding, lit)).collect();
        self.take_smaller_sides(rebuild, &operands, support, &mut images);
        rebuild.new.and_all(images)
    }

    /// The groups of which one of the operands is a member, `None` if two of them exclude each other.
    fn holding(&self, operands: &[Lit], support: Support) -> Option<Holding> {
        let mut holding: Holding = operands
            .iter()
            .flat_map(|&lit| self.groups.of(lit).iter().map(move |&group| (group, lit)))
            .filter(|&(group, _)| self.groups.list[group].support.within(support))
            .collect();
        holding.sort_unstable();
        holding.windows(2).all(|pair| pair[0].0 != pair[1].0).then_some(holding)
    }

    /// Is the literal false because another member of one of its groups holds, other than `except`?
    fn is_excluded(&self, holding: &Holding, lit: Lit, except: Lit) -> bool {
        self.groups.of(lit).iter().any(|&group| {
            let found = holding.binary_search_by_key(&group, |&(group, _)| group);
            found.is_ok_and(|index| holding[index].1 != lit && holding[index].1 != except)
        })
    }

    /// Is the operand true because of the others?
    fn is_implied(&self, holding: &Holding, operand: Lit) -> bool {
        let is_excluded = |lit: Lit| self.is_excluded(holding, lit, operand);
        is_excluded(!operand) || self.denied_and(operand).iter().any(|&lit| is_excluded(lit))
    }

    /// The image of an operand; an OR is built anew without what the other operands exclude.
    fn narrow(&self, rebuild: &mut Rebuild<'_>, holding: &Holding, operand: Lit) -> Lit {
        let denied = self.denied_and(operand);
        let rest: Vec<Lit> =
            denied.iter().copied().filter(|&lit| !self.is_excluded(holding, !lit, !lit)).collect();
        let pays = rest.len() <= 1 || self.n_readers[operand.node().index()] == 1;
        if rest.len() < denied.len() && pays {
            let rest: Vec<Lit> = rest.into_iter().map(|lit| rebuild.image(lit)).collect();
            !rebuild.new.and_all(rest)
        } else {
            rebuild.image(operand)
        }
    }

    /// The operands of the AND that an operand is the complement of, nothing if it is no such.
    fn denied_and(&self, operand: Lit) -> &[Lit] {
        if operand.is_inverted() { self.operands[operand.node().index()] } else { &[] }
    }

    /// Replaces the complements of most members of an exactly-one group by the OR of the others.
    fn take_smaller_sides(
        &self,
        rebuild: &mut Rebuild<'_>,
        operands: &[Lit],
        support: Support,
        images: &mut Vec<Lit>,
    ) {
        let mut n_denied: FxHashMap<usize, usize> = FxHashMap::default();
        for &index in operands.iter().flat_map(|&lit| self.groups.of(!lit)) {
            let group = &self.groups.list[index];
            if group.exactly && group.support.within(support) {
                *n_denied.entry(index).or_default() += 1;
            }
        }
        let mut candidates: Vec<_> = n_denied
            .into_iter()
            .filter(|&(group, n)| 2 * n > self.groups.list[group].members.len())
            .collect();
        candidates.sort_unstable();
        for (group, _) in candidates {
            let is_denied = |lit: &Lit| operands.binary_search(&!*lit).is_ok();
            let (denied, rest): (Vec<Lit>, Vec<Lit>) =
                self.groups.list[group].members.iter().partition(|lit| is_denied(lit));
            // A gate must not read what comes after it.
            let Some(rest) =
                rest.into_iter().map(|lit| rebuild.get(lit)).collect::<Option<Vec<Lit>>>()
            else {
                continue;
            };
            let denied: Vec<Lit> = denied.into_iter().map(|lit| !rebuild.image(lit)).collect();
            images.retain(|image| !denied.contains(image));
            images.push(rebuild.new.or_all(rest));
        }
    }
}
