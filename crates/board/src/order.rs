//! In which order the names of a coordinate stand.

use std::collections::{BTreeMap, BTreeSet};

use stonegate_gdl::{RelationId, Rules, Symbol, Symbols, TermNode};

/// How well founded the order of some names is.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub(crate) enum Footing {
    /// They come in this order in the sheet.
    Appearance,
    /// They are numbers or letters, or a relation of the rules chains them.
    Solid,
}

/// What the rules say about the order of names.
#[derive(Debug)]
pub(crate) struct Orders<'a> {
    symbols: &'a Symbols,
    /// For each relation that is a successor relation: the chain that a name
    /// belongs to, and its place there.
    chains: BTreeMap<RelationId, BTreeMap<Symbol, (usize, usize)>>,
}

impl<'a> Orders<'a> {
    pub(crate) fn new(rules: &'a Rules) -> Self {
        let mut pairs: BTreeMap<RelationId, Vec<(Symbol, Symbol)>> = BTreeMap::new();
        for rule in rules.rules.iter().filter(|rule| rule.body.is_empty()) {
            let constant = |arg: &_| match rules.terms.get(*arg) {
                TermNode::Constant(symbol) => Some(*symbol),
                _ => None,
            };
            if let [first, second] = &rule.head.args[..]
                && let (Some(first), Some(second)) = (constant(first), constant(second))
            {
                pairs.entry(rule.head.relation).or_default().push((first, second));
            }
        }
        let chains = pairs.into_iter().filter_map(|(relation, pairs)| {
            let chains = chains(&pairs)?;
            Some((relation, chains))
        });
        Self { symbols: &rules.symbols, chains: chains.collect() }
    }

    /// The names in order.
    pub(crate) fn sort<'n>(&self, names: &BTreeSet<&'n str>) -> (Vec<&'n str>, Footing) {
        let mut sorted = names.iter().copied().collect::<Vec<_>>();
        if let Some(numbers) = numbers(&sorted) {
            sorted.sort_by_key(|name| numbers[name]);
            return (sorted, Footing::Solid);
        }
        let symbols = sorted.iter().map(|name| self.symbols.get(name)).collect::<Option<Vec<_>>>();
        if let Some(symbols) = symbols {
            let in_one_chain = |places: &&BTreeMap<Symbol, (usize, usize)>| {
                let chain = |symbol| places.get(symbol).map(|place| place.0);
                symbols.iter().all(|symbol| chain(symbol) == chain(&symbols[0]))
                    && chain(&symbols[0]).is_some()
            };
            let place = |name: &str| self.symbols.get(name).expect("all are symbols");
            if let Some(places) = self.chains.values().find(in_one_chain) {
                sorted.sort_by_key(|name| places[&place(name)]);
                return (sorted, Footing::Solid);
            }
            if !are_letters(&sorted) {
                sorted.sort_by_key(|name| place(name));
                return (sorted, Footing::Appearance);
            }
        }
        // Names that are sorted already, as text.
        let footing = if are_letters(&sorted) { Footing::Solid } else { Footing::Appearance };
        (sorted, footing)
    }

    /// Whether a relation tells what comes after what.
    pub(crate) fn is_successor(&self, relation: RelationId) -> bool {
        self.chains.contains_key(&relation)
    }

    /// When a name comes first in the sheet.
    pub(crate) fn appearance(&self, name: &str) -> usize {
        self.symbols.get(name).map_or(usize::MAX, Symbol::index)
    }
}

/// The chains of a relation, if it is a successor relation: nothing has two
/// successors or two predecessors. A circle is cut open where it was begun.
fn chains(pairs: &[(Symbol, Symbol)]) -> Option<BTreeMap<Symbol, (usize, usize)>> {
    let successors = pairs.iter().copied().collect::<BTreeMap<_, _>>();
    let predecessors = pairs.iter().map(|pair| pair.1).collect::<BTreeSet<_>>();
    if successors.len() < pairs.len() || predecessors.len() < pairs.len() {
        return None;
    }
    let mut places = BTreeMap::new();
    let is_start = |symbol: &Symbol| !predecessors.contains(symbol);
    let (starts, others): (Vec<_>, Vec<_>) = successors.keys().copied().partition(is_start);
    for (chain, start) in starts.into_iter().chain(others).enumerate() {
        let mut next = Some(start);
        let mut place = 0;
        while let Some(symbol) = next.filter(|symbol| !places.contains_key(symbol)) {
            places.insert(symbol, (chain, place));
            place += 1;
            next = successors.get(&symbol).copied();
        }
    }
    Some(places)
}

/// The values of names that are numbers, perhaps all with the same letters before them.
fn numbers<'n>(names: &[&'n str]) -> Option<BTreeMap<&'n str, i64>> {
    let prefix = names.first()?.trim_end_matches(|c: char| c.is_ascii_digit());
    let prefix = if prefix == "-" { "" } else { prefix };
    let number = |name: &&'n str| Some((*name, name.strip_prefix(prefix)?.parse().ok()?));
    names.iter().map(number).collect()
}

fn are_letters(names: &[&str]) -> bool {
    names.iter().all(|name| name.len() == 1 && name.chars().all(|c| c.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use stonegate_gdl::analyze;

    use super::*;

    #[track_caller]
    fn check(facts: &str, names: &str, footing: Footing, expected: &str) {
        let rules = analyze(facts).rules;
        let names = names.split(' ').collect::<BTreeSet<_>>();
        let (sorted, actual) = Orders::new(&rules).sort(&names);
        assert_eq!((sorted.join(" ").as_str(), actual), (expected, footing));
    }

    #[test]
    fn numbers_and_letters() {
        check("", "10 9 -2 0", Footing::Solid, "-2 0 9 10");
        check("", "r10 r09 r1", Footing::Solid, "r1 r09 r10");
        check("(then c a)", "a c b", Footing::Solid, "a b c");
    }

    #[test]
    fn successor_relations() {
        let facts = "(then low mid) (then mid top) (then left right) (other low top)";
        check(facts, "top mid low", Footing::Solid, "low mid top");
        check(facts, "right left", Footing::Solid, "left right");
        check(facts, "right low", Footing::Appearance, "low right");
        check("(then y z) (then z x) (then x y)", "x y z", Footing::Solid, "y z x");
        check("(near pa qa) (near pa ra)", "ra qa pa", Footing::Appearance, "pa qa ra");
    }
}
