//! Whether the cells of a board are hexagons: then each touches six others.

use std::collections::{BTreeMap, BTreeSet};

use stonegate_gdl::{Literal, RelationId, Rule, Rules, TermId, TermNode};

use crate::order::Orders;

/// How the rows of a board of hexagons are shifted against each other.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Lean {
    /// A cell touches the one whose coordinates are both larger by one.
    Together,
    /// A cell touches the one with one coordinate larger and the other smaller by one.
    Opposed,
}

/// Looks for a relation of neighbors that is defined by rules such as
///
/// ```kif
/// (<= (neighbor ?x1 ?y ?x2 ?y) (succ ?x1 ?x2) (index ?y))
/// ```
///
/// and has three ways from a cell to another: along both coordinates, and along one of
/// the two diagonals.
pub(crate) fn find(rules: &Rules, orders: &Orders<'_>) -> Option<Lean> {
    let mut steps: BTreeMap<(RelationId, usize), BTreeSet<Option<[i8; 2]>>> = BTreeMap::new();
    for rule in rules.rules.iter().filter(|rule| !rule.body.is_empty()) {
        for (start, cells) in rule.head.args.windows(4).enumerate() {
            let step = step(rules, orders, rule, cells);
            steps.entry((rule.head.relation, start)).or_default().insert(step);
        }
    }
    let ways = |diagonal| BTreeSet::from([Some([0, 1]), Some([1, 0]), Some(diagonal)]);
    let leans = [(Lean::Together, ways([1, 1])), (Lean::Opposed, ways([1, -1]))];
    steps
        .values()
        .find_map(|steps| leans.iter().find(|(_, ways)| steps == ways).map(|(lean, _)| *lean))
}

/// How far apart two cells are by a rule, whichever comes first; `None` if the rule does
/// not say.
fn step(rules: &Rules, orders: &Orders<'_>, rule: &Rule, cells: &[TermId]) -> Option<[i8; 2]> {
    let is_variable = |term: &TermId| matches!(rules.terms.get(*term), TermNode::Variable(_));
    if !cells.iter().all(is_variable) {
        return None;
    }
    let follows = |from: TermId, to: TermId| {
        rule.body.iter().any(|literal| {
            matches!(literal, Literal::Positive(sentence)
                if orders.is_successor(sentence.relation) && *sentence.args == [from, to])
        })
    };
    let distance = |from: TermId, to: TermId| {
        if from == to {
            Some(0)
        } else if follows(from, to) {
            Some(1)
        } else {
            follows(to, from).then_some(-1)
        }
    };
    let step = [distance(cells[0], cells[2])?, distance(cells[1], cells[3])?];
    Some(if step < [0, 0] { step.map(|part: i8| -part) } else { step })
}

#[cfg(test)]
mod tests {
    use stonegate_gdl::analyze;

    use super::*;

    const ROWS: &str = "(succ 1 2) (succ 2 3)
        (<= (near ?x ?y ?z ?y) (succ ?x ?z) (cell ?x ?y))
        (<= (near ?x ?y ?x ?z) (cell ?x ?y) (succ ?z ?y))";

    #[track_caller]
    fn check(more: &str, expected: Option<Lean>) {
        let rules = analyze(&format!("{ROWS} {more}")).rules;
        assert_eq!(find(&rules, &Orders::new(&rules)), expected);
    }

    #[test]
    fn six_neighbors_are_hexagons() {
        check("(<= (near ?a ?b ?c ?d) (succ ?a ?c) (succ ?d ?b))", Some(Lean::Opposed));
        check("(<= (near ?a ?b ?c ?d) (succ ?c ?a) (succ ?b ?d))", Some(Lean::Opposed));
        check("(<= (near ?a ?b ?c ?d) (succ ?a ?c) (succ ?b ?d))", Some(Lean::Together));
    }

    #[test]
    fn four_and_eight_are_none() {
        check("", None);
        let both = "(<= (near ?a ?b ?c ?d) (succ ?a ?c) (succ ?b ?d))
            (<= (near ?a ?b ?c ?d) (succ ?a ?c) (succ ?d ?b))";
        check(both, None);
        check("(<= (near ?a ?b ?c ?d) (cell ?a ?b) (cell ?c ?d))", None);
    }
}
