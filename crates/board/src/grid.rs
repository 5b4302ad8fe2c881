//! Which arguments of which facts are the coordinates of a board.

use std::collections::BTreeSet;

use crate::order::{Footing, Orders};
use crate::relation::Relation;

/// The positions in the facts of one shape that say where something is.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// The number of the relation.
    pub(crate) relation: usize,
    /// The positions of one coordinate or two.
    pub(crate) axes: Vec<usize>,
    /// The positions that say which of several boards is meant.
    pub(crate) planes: Vec<usize>,
}

/// The longest side of a board.
const MAX_SIDE: usize = 64;

/// The most boards side by side.
const MAX_PLANES: usize = 16;

/// A track, a board of one row, has at least so many squares.
const MIN_TRACK: usize = 3;

/// Finds the best grid: one with two coordinates, or else with one.
///
/// Coordinates are a key: in no state two contents are on one square. The names of a
/// coordinate have an order, and names of roles are never coordinates.
pub(crate) fn find(
    relations: &[Relation<'_>],
    moves: &[Relation<'_>],
    roles: &BTreeSet<&str>,
    orders: &Orders<'_>,
) -> Option<Grid> {
    let mut best: Option<(f64, Grid)> = None;
    for (index, relation) in relations.iter().enumerate() {
        for first in 0..relation.arity {
            for second in first + 1..relation.arity {
                let axes = [
                    Axis::new(relation, first, roles, orders),
                    Axis::new(relation, second, roles, orders),
                ];
                let [Some(first), Some(second)] = axes else { continue };
                let planes = planes(relation, &[first.position, second.position]);
                let mut score = score(relation, &first, &second, planes.as_deref());
                if moves.iter().any(|action| names_squares(action, &first, &second)) {
                    score *= 1.5;
                }
                // Of equals, the first wins; but the board comes before the square.
                let wins = best.as_ref().is_none_or(|(best, grid)| {
                    score > *best || score >= *best && !grid.planes.is_empty()
                });
                if score > 0.0 && wins {
                    let axes = vec![first.position, second.position];
                    let planes = planes.unwrap_or_default();
                    best = Some((score, Grid { relation: index, axes, planes }));
                }
            }
        }
    }
    best.map(|(_, grid)| grid).or_else(|| find_track(relations, moves, roles, orders))
}

/// A position of a relation that may be a coordinate.
struct Axis<'a> {
    position: usize,
    names: BTreeSet<&'a str>,
    footing: Footing,
}

impl<'a> Axis<'a> {
    fn new(
        relation: &Relation<'a>,
        position: usize,
        roles: &BTreeSet<&str>,
        orders: &Orders<'_>,
    ) -> Option<Self> {
        let names = relation.domains[position].clone();
        let is_fit =
            (2..=MAX_SIDE).contains(&names.len()) && names.iter().all(|name| !roles.contains(name));
        is_fit.then(|| {
            let footing = orders.sort(&names).1;
            Self { position, names, footing }
        })
    }
}

/// The positions that tell several boards apart: together with the axes they are a
/// key, and something else is left to be the content. `None` if there are several
/// contents on one square.
fn planes(relation: &Relation<'_>, axes: &[usize]) -> Option<Vec<usize>> {
    if relation.has_key(axes) {
        return Some(Vec::new());
    }
    let others = (0..relation.arity).filter(|position| !axes.contains(position));
    let others = others.collect::<Vec<_>>();
    let n_names = |position: usize| relation.domains[position].len();
    let is_key = |planes: &[usize]| {
        let n_planes = planes.iter().map(|&position| n_names(position)).product::<usize>();
        n_planes <= MAX_PLANES && relation.has_key(&[axes, planes].concat())
    };
    let singles = others.iter().map(|&first| vec![first]);
    let doubles = others.iter().flat_map(|&first| {
        others.iter().filter(move |&&second| first < second).map(move |&second| vec![first, second])
    });
    singles.chain(doubles).find(|planes| planes.len() < others.len() && is_key(planes))
}

/// How much two positions look like the coordinates of a board; 0 if they cannot be.
fn score(
    relation: &Relation<'_>,
    first: &Axis<'_>,
    second: &Axis<'_>,
    planes: Option<&[usize]>,
) -> f64 {
    let n_pairs = relation.n_pairs(first.position, second.position);
    let is_solid = first.footing == Footing::Solid && second.footing == Footing::Solid;
    // Boards are square, more or less.
    let sides = [first.names.len() as f64, second.names.len() as f64];
    let mut score = n_pairs as f64 * (sides[0] / sides[1]).min(sides[1] / sides[0]);
    for axis in [first, second] {
        if axis.footing == Footing::Appearance {
            score *= 0.3;
        }
    }
    // Many contents on one square are no board, but a bomb may be where a man is.
    if planes.is_none() {
        if relation.arity > 3 {
            return 0.0;
        }
        score *= 0.3;
    }
    // Things that lie on each other never lie on themselves; a board has a diagonal.
    let shares_names = !first.names.is_disjoint(&second.names);
    let is_on_itself = |row: &Vec<&str>| row[0] == row[1];
    if relation.arity == 2 && shares_names && !relation.rows.iter().any(is_on_itself) {
        return 0.0;
    }
    let keys = [relation.has_key(&[first.position]), relation.has_key(&[second.position])];
    if relation.arity == 2 && (keys[0] || keys[1]) {
        // Of a heap and its size, one is no coordinate; a lone piece has two.
        let is_square = first.names.len() == second.names.len() && first.names.len() > 2;
        if !is_solid || !is_square {
            return 0.0;
        }
    } else if keys[0] != keys[1] {
        // One of them names a piece, the other is a coordinate of it.
        score *= 0.1;
    }
    if first.position + 1 < second.position {
        score *= 0.9;
    }
    if n_pairs < 4 || n_pairs * 8 < first.names.len() * second.names.len() {
        return 0.0;
    }
    score
}

/// Whether moves have neighboring arguments that look like the two coordinates.
fn names_squares(action: &Relation<'_>, first: &Axis<'_>, second: &Axis<'_>) -> bool {
    (1..action.arity).any(|position| {
        action.domains[position - 1].is_subset(&first.names)
            && action.domains[position].is_subset(&second.names)
    })
}

/// A row of places that each have one content, such as heaps of stones.
fn find_track(
    relations: &[Relation<'_>],
    moves: &[Relation<'_>],
    roles: &BTreeSet<&str>,
    orders: &Orders<'_>,
) -> Option<Grid> {
    let mut best: Option<(usize, Grid)> = None;
    for (index, relation) in relations.iter().enumerate() {
        // Facts without content are marks: they need a board to be on.
        for position in (0..relation.arity).filter(|_| relation.arity > 1) {
            let Some(axis) = Axis::new(relation, position, roles, orders) else { continue };
            let others = (0..relation.arity).filter(|&other| other != position);
            // Things that lie on each other are no places.
            let is_apart =
                others.clone().all(|other| relation.domains[other].is_disjoint(&axis.names));
            // A content that is named by no move is a counter's.
            let is_played = moves
                .iter()
                .any(|action| action.domains.iter().any(|names| names.is_subset(&axis.names)));
            let is_track = axis.names.len() >= MIN_TRACK
                && is_apart
                && is_played
                && relation.has_key(&[position])
                && !relation.has_key(&[]);
            let n_names = axis.names.len();
            if is_track && best.as_ref().is_none_or(|(best, _)| n_names > *best) {
                let grid = Grid { relation: index, axes: vec![position], planes: Vec::new() };
                best = Some((n_names, grid));
            }
        }
    }
    best.map(|(_, grid)| grid)
}
