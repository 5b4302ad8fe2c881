//! Pieces whose two coordinates are told by two facts: `(column left 3)` and `(row left 5)`.

use std::collections::BTreeSet;

use crate::relation::{Relation, pick};
use crate::term::Flat;

/// Two kinds of facts that tell together where pieces are.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    halves: [Half; 2],
}

/// Facts that tell one coordinate of a piece.
#[derive(Clone, Eq, PartialEq, Debug)]
struct Half {
    shape: String,
    /// The position of the coordinate.
    axis: usize,
    /// The positions that tell which piece it is.
    piece: Vec<usize>,
}

impl Pair {
    /// Finds the pairs among relations that are not on the board by themselves.
    ///
    /// Two counters look like two coordinates. Therefore only those count whose pieces
    /// leave something on the board wherever they have been, which also shows which of
    /// the two coordinates comes first.
    pub(crate) fn find(
        relations: &[&Relation<'_>],
        axes: &[BTreeSet<&str>],
        main: &Relation<'_>,
        main_axes: &[usize],
    ) -> Vec<Self> {
        let [first_names, second_names] = axes else { return Vec::new() };
        let halves = |names| {
            let halves = relations.iter().flat_map(move |relation| Half::all(relation, names));
            halves.collect::<Vec<_>>()
        };
        let (firsts, seconds) = (halves(first_names), halves(second_names));
        let mut pairs: Vec<Self> = Vec::new();
        for (first_relation, first) in &firsts {
            for (second_relation, second) in &seconds {
                let pair = Self { halves: [first.clone(), second.clone()] };
                let is_new = !pairs.iter().any(|other| pair.shares_half(other));
                let relations = [*first_relation, *second_relation];
                if first.shape != second.shape
                    && is_new
                    && pair.leaves_trails(relations, main, main_axes)
                {
                    pairs.push(pair);
                }
            }
        }
        pairs
    }

    fn shares_half(&self, other: &Self) -> bool {
        self.halves.iter().any(|half| other.halves.iter().any(|other| half.shape == other.shape))
    }

    /// Whether each piece leaves a square that was free, and is not free afterwards.
    fn leaves_trails(
        &self,
        relations: [&Relation<'_>; 2],
        main: &Relation<'_>,
        main_axes: &[usize],
    ) -> bool {
        let taken = |state: usize| {
            let rows = main.states[state].iter();
            rows.map(|row| pick(row, main_axes)).collect::<BTreeSet<_>>()
        };
        let state = |state: usize| relations.map(|relation| &relation.states[state]);
        let mut n_seen = 0;
        let mut transitions = 1..main.states.len();
        let is_trail = transitions.all(|next| {
            // Play begins anew where the board is as it was in the beginning.
            if main.states[next] == main.states[0] {
                return true;
            }
            let [firsts, seconds] = state(next - 1);
            let (before, after) = (taken(next - 1), taken(next));
            self.join_rows(firsts, seconds).iter().all(|(names, _)| {
                n_seen += 1;
                !before.contains(&names[..]) && after.contains(&names[..])
            })
        });
        is_trail && n_seen > 0
    }

    fn join_rows<'a>(
        &self,
        firsts: &[Vec<&'a str>],
        seconds: &[Vec<&'a str>],
    ) -> Vec<([&'a str; 2], Vec<&'a str>)> {
        let [first, second] = &self.halves;
        let pairs = firsts.iter().flat_map(|a| seconds.iter().map(move |b| (a, b)));
        let same = pairs.filter(|(a, b)| pick(a, &first.piece) == pick(b, &second.piece));
        same.map(|(a, b)| ([a[first.axis], b[second.axis]], pick(a, &first.piece))).collect()
    }

    /// Whether a fact tells one of the two coordinates.
    pub(crate) fn has_half(&self, fact: &Flat<'_>) -> bool {
        self.halves.iter().any(|half| half.shape == fact.shape)
    }

    /// The coordinates of all pieces, and the words for these.
    pub(crate) fn join<'a>(&self, facts: &[Flat<'a>]) -> Vec<([&'a str; 2], Vec<String>)> {
        let rows = |half: &Half| {
            let facts = facts.iter().filter(|fact| fact.shape == half.shape);
            facts.map(|fact| fact.leaves.clone()).collect::<Vec<_>>()
        };
        let [firsts, seconds] = [&self.halves[0], &self.halves[1]].map(rows);
        let joined = self.join_rows(&firsts, &seconds).into_iter();
        let owned = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect();
        joined.map(|(names, words)| (names, owned(words))).collect()
    }

    /// All words that name pieces.
    pub(crate) fn words<'a>(&self, relations: &[Relation<'a>]) -> BTreeSet<&'a str> {
        let half = &self.halves[0];
        let relation = relations.iter().filter(|relation| relation.shape == half.shape);
        relation.flat_map(|relation| pick_domains(relation, &half.piece)).collect()
    }
}

impl Half {
    /// The ways in which the facts of a relation can tell one coordinate of a piece, each
    /// with the relation.
    fn all<'r, 'a>(
        relation: &'r Relation<'a>,
        names: &BTreeSet<&str>,
    ) -> Vec<(&'r Relation<'a>, Self)> {
        let axes = (0..relation.arity).filter(|&axis| relation.domains[axis].is_subset(names));
        let halves = axes.map(|axis| {
            let piece = (0..relation.arity).filter(|&other| other != axis).collect::<Vec<_>>();
            Self { shape: relation.shape.clone(), axis, piece }
        });
        let is_half = |half: &Self| !half.piece.is_empty() && relation.has_key(&half.piece);
        halves.filter(is_half).map(|half| (relation, half)).collect()
    }
}

fn pick_domains<'a>(relation: &Relation<'a>, positions: &[usize]) -> Vec<&'a str> {
    positions.iter().flat_map(|&position| relation.domains[position].iter().copied()).collect()
}
