//! Putting a layout together.

use std::collections::{BTreeMap, BTreeSet};

use stonegate_gdl::Rules;

use crate::aims;
use crate::areas;
use crate::evidence::Evidence;
use crate::grid::{self, Grid};
use crate::layout::{Action, Layer, Layout, Orientation};
use crate::order::Orders;
use crate::orient;
use crate::pair::Pair;
use crate::relation::{Relation, pick};
use crate::style::{self, Style};
use crate::symbols::{BLANKS, Symbols};
use crate::term::{Flattener, functor};

impl Layout {
    /// Finds the board of a game, if it has one.
    pub fn find(rules: &Rules, evidence: &Evidence) -> Option<Self> {
        let known = evidence.states.iter().flatten().chain(&evidence.facts);
        let flattener = Flattener::new(known.map(String::as_str));
        let relations = Relation::all(&evidence.facts, &evidence.states, &flattener);
        let moves = Relation::all(&evidence.moves, &[], &flattener);
        let roles = evidence.roles.iter().map(String::as_str).collect::<BTreeSet<_>>();
        let orders = Orders::new(rules);
        let grid = grid::find(&relations, &moves, &roles, &orders)?;
        let main = &relations[grid.relation];

        let axes = axes(main, &grid, &relations);
        let layers = relations.iter().filter_map(|relation| {
            let layer = layer(relation, main, &grid, &axes)?;
            Some((relation, layer))
        });
        let mut layers = layers.collect::<Vec<_>>();
        name_boards(&mut layers);
        let boards = boards(&layers, &orders);
        let sort = |names: &BTreeSet<&str>| {
            orders.sort(names).0.into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        let second = axes.get(1).map_or_else(|| vec![String::new()], sort);
        let is_free =
            |relation: &&Relation<'_>| !layers.iter().any(|(r, _)| r.shape == relation.shape);
        let free = relations.iter().filter(is_free).collect::<Vec<_>>();
        let pairs =
            if boards.len() == 1 { Pair::find(&free, &axes, main, &grid.axes) } else { Vec::new() };
        let words = words(&layers, &pairs, &relations, &orders);
        let mut layout = Self {
            orientation: Orientation::default(),
            flattener,
            axes: [sort(&axes[0]), second],
            n_across: n_across(&grid, main, boards.len()),
            boards,
            places: BTreeSet::new(),
            layers: layers.iter().map(|(r, layer)| (r.shape.clone(), layer.clone())).collect(),
            actions: BTreeMap::new(),
            symbols: Symbols::default(),
            stacks: None,
            pairs,
            style: Style::default(),
            aims: Vec::new(),
            areas: BTreeMap::new(),
        };
        layout.places = layout.contents(known_facts(evidence)).0.into_keys().collect();
        let actions = moves.iter().filter_map(|relation| {
            let action = action(relation, main, &grid, &layout)?;
            Some((relation.shape.clone(), action))
        });
        layout.actions = actions.collect();

        let blanks = blanks(&layers, &evidence.roles);
        let cells = evidence
            .states
            .iter()
            .flat_map(|facts| layout.contents(facts.iter().map(String::as_str)).0.into_values());
        let cells = cells.collect::<BTreeSet<_>>();
        let words = words.iter().map(String::as_str).collect::<Vec<_>>();
        layout.symbols = Symbols::new(&words, &evidence.roles, blanks, &cells);
        if let Some(start) = evidence.states.first() {
            let (start, _) = layout.contents(start.iter().map(String::as_str));
            layout.symbols.set_start(start.values());
        }
        orient::orient(&mut layout, rules, evidence, &moves, &main.shape);
        layout.style = style::find(&mut layout, rules, evidence, &orders);
        if let Some(machine) = &evidence.machine {
            layout.aims = aims::find(&layout, machine);
            layout.areas = areas::find(&layout, machine);
        }
        Some(layout)
    }
}

fn known_facts(evidence: &Evidence) -> impl Iterator<Item = &str> {
    evidence.states.iter().flatten().chain(&evidence.facts).map(String::as_str)
}

/// The names of the coordinates: those of the main relation, and of others that lie
/// on the same board for the most part but reach over its edge.
fn axes<'a>(
    main: &Relation<'a>,
    grid: &Grid,
    relations: &[Relation<'a>],
) -> Vec<BTreeSet<&'a str>> {
    let mut axes = grid.axes.iter().map(|&axis| main.domains[axis].clone()).collect::<Vec<_>>();
    for relation in relations.iter().filter(|relation| relation.arity == main.arity) {
        let overlaps = grid.axes.iter().zip(&axes).all(|(&position, names)| {
            let others = &relation.domains[position];
            others.intersection(names).count() * 2 > others.len()
        });
        if overlaps {
            for (&position, names) in grid.axes.iter().zip(&mut axes) {
                names.extend(relation.domains[position].iter().copied());
            }
        }
    }
    axes
}

/// How the facts of a relation lie on the board, if they do.
fn layer(
    relation: &Relation<'_>,
    main: &Relation<'_>,
    grid: &Grid,
    axes: &[BTreeSet<&str>],
) -> Option<Layer> {
    let (axes, planes) = if relation.shape == main.shape {
        (grid.axes.clone(), grid.planes.clone())
    } else {
        let fits = |position: usize, names: &BTreeSet<&str>| {
            relation.domains.get(position).is_some_and(|other| other.is_subset(names))
        };
        let starts = (0..relation.arity).filter(|&start| {
            axes.iter().enumerate().all(|(offset, names)| fits(start + offset, names))
        });
        let start = starts.max_by_key(|&start| {
            let n_squares = match axes.len() {
                1 => relation.domains[start].len(),
                _ => relation.n_pairs(start, start + 1),
            };
            (n_squares, std::cmp::Reverse(start))
        })?;
        let axes = (start..start + axes.len()).collect::<Vec<_>>();
        let mut planes = Vec::new();
        for &plane in &grid.planes {
            let is_plane = |position: &usize| {
                !axes.contains(position)
                    && !planes.contains(position)
                    && relation.domains[*position].is_subset(&main.domains[plane])
            };
            planes.push((0..relation.arity).find(is_plane)?);
        }
        (axes, planes)
    };
    let is_content = |position: &usize| !axes.contains(position) && !planes.contains(position);
    let content = (0..relation.arity).filter(is_content).collect::<Vec<_>>();
    // What relates a square to other squares, or holds for many values at once, is no
    // content.
    if content.len() > 1 && !relation.has_key(&[&axes[..], &planes].concat()) {
        return None;
    }
    let mark = functor(&relation.shape).to_owned();
    // Who has what is told by the main relation; the same words in another order tell something else
    // of a square, such as who has tried it.
    let is_main =
        |position: usize| !grid.axes.contains(&position) && !grid.planes.contains(&position);
    let owners = (0..main.arity).filter(|&position| is_main(position));
    let owners = owners.flat_map(|position| &main.domains[position]).collect::<BTreeSet<_>>();
    let says_owner =
        content.iter().any(|&at| relation.domains[at].iter().collect::<BTreeSet<_>>() == owners);
    let content = if axes != grid.axes && says_owner { Vec::new() } else { content };
    Some(Layer { axes, board: None, planes, content, mark })
}

/// Relations with the same contents on the same squares are boards of their own.
fn name_boards(layers: &mut [(&Relation<'_>, Layer)]) {
    let contents = |relation: &Relation<'_>, layer: &Layer| {
        layer.content.iter().map(|&position| relation.domains[position].len()).collect::<Vec<_>>()
    };
    let words = |relation: &Relation<'_>, layer: &Layer| {
        let domains = layer.content.iter().flat_map(|&position| &relation.domains[position]);
        domains.map(|word| (*word).to_owned()).collect::<BTreeSet<_>>()
    };
    let is_twin = |(a, x): &(&Relation<'_>, Layer), (b, y): &(&Relation<'_>, Layer)| {
        !x.content.is_empty()
            && a.arity == b.arity
            && contents(a, x) == contents(b, y)
            && words(a, x) == words(b, y)
    };
    let twins =
        layers.iter().map(|layer| layers.iter().filter(|other| is_twin(layer, other)).count() > 1);
    let twins = twins.collect::<Vec<_>>();
    if twins.iter().all(|&is_twin| is_twin) {
        for (relation, layer) in layers {
            layer.board = Some(functor(&relation.shape).to_owned());
        }
    }
}

/// The keys of all boards, in the order of the sheet.
fn boards(layers: &[(&Relation<'_>, Layer)], orders: &Orders<'_>) -> Vec<Vec<String>> {
    let mut keys = BTreeSet::new();
    for (relation, layer) in layers {
        for row in &relation.rows {
            let mut key = layer.board.clone().into_iter().collect::<Vec<_>>();
            key.extend(pick(row, &layer.planes).into_iter().map(str::to_owned));
            keys.insert(key);
        }
    }
    let mut keys = keys.into_iter().collect::<Vec<_>>();
    keys.sort_by_cached_key(|key| {
        key.iter()
            .map(|name| (name.parse::<i64>().ok(), orders.appearance(name)))
            .collect::<Vec<_>>()
    });
    keys
}

fn n_across(grid: &Grid, main: &Relation<'_>, n_boards: usize) -> usize {
    match grid.planes[..] {
        [_, column] => main.domains[column].len(),
        _ => n_boards,
    }
}

/// All words that can be on a square, in the order of the sheet.
fn words(
    layers: &[(&Relation<'_>, Layer)],
    pairs: &[Pair],
    relations: &[Relation<'_>],
    orders: &Orders<'_>,
) -> Vec<String> {
    let pieces = pairs.iter().flat_map(|pair| pair.words(relations));
    let mut words = pieces.map(str::to_owned).collect::<BTreeSet<_>>();
    for (relation, layer) in layers {
        if layer.content.is_empty() {
            words.insert(layer.mark.clone());
        }
        for &position in &layer.content {
            words.extend(relation.domains[position].iter().map(|&word| word.to_owned()));
        }
    }
    let mut words = words.into_iter().collect::<Vec<_>>();
    words.sort_by_cached_key(|word| orders.appearance(word));
    words
}

/// Where the moves of a relation are on the board, if all of them are.
fn action(
    relation: &Relation<'_>,
    main: &Relation<'_>,
    grid: &Grid,
    layout: &Layout,
) -> Option<Action> {
    let fits = |action: &Action| {
        let n_squares = action.squares.len();
        let mut rows = relation.rows.iter();
        n_squares > 0 && rows.all(|row| layout.places_of(action, row).len() == n_squares)
    };
    let like_facts = arguments_like_facts(relation, grid);
    like_facts.into_iter().chain([arguments_in_turn(relation, main, grid, layout)]).find(fits)
}

/// Moves on one of several boards may name a square in the same order as the facts do.
fn arguments_like_facts(relation: &Relation<'_>, grid: &Grid) -> Vec<Action> {
    let mut positions = [&grid.planes[..], &grid.axes].concat();
    positions.sort_unstable();
    if grid.planes.is_empty() || relation.arity < positions.len() {
        return Vec::new();
    }
    let starts = 0..=relation.arity - positions.len();
    let action = |start: usize| {
        let place = |position: &usize| start + positions.partition_point(|other| other < position);
        let planes = grid.planes.iter().map(place).collect();
        Action { squares: vec![grid.axes.iter().map(place).collect()], planes, line: None }
    };
    starts.map(action).collect()
}

/// Takes neighboring arguments for a square wherever they can be one.
fn arguments_in_turn(
    relation: &Relation<'_>,
    main: &Relation<'_>,
    grid: &Grid,
    layout: &Layout,
) -> Action {
    let mut action = Action::default();
    let mut position = 0;
    while position < relation.arity {
        let positions = (position..position + grid.axes.len()).collect::<Vec<_>>();
        let is_square = position + positions.len() <= relation.arity
            && relation.rows.iter().all(|row| layout.has_square(&pick(row, &positions)));
        let plane = grid.planes.get(action.planes.len());
        if is_square {
            position += positions.len();
            action.squares.push(positions);
        } else {
            let is_plane =
                |&plane: &usize| relation.domains[position].is_subset(&main.domains[plane]);
            if plane.is_some_and(is_plane) {
                action.planes.push(position);
            }
            position += 1;
        }
    }
    action
}

impl Layout {
    /// Whether some board has a square of this name.
    fn has_square(&self, names: &[&str]) -> bool {
        let mut boards = 0..self.boards.len();
        boards
            .any(|board| self.place(board, names).is_some_and(|place| self.places.contains(&place)))
    }
}

/// The words that say that there is nothing on a square.
fn blanks(layers: &[(&Relation<'_>, Layer)], roles: &[String]) -> BTreeSet<String> {
    layers.iter().filter_map(|(relation, layer)| blank(relation, layer, roles)).collect()
}

fn blank(relation: &Relation<'_>, layer: &Layer, roles: &[String]) -> Option<String> {
    let content = match layer.content[..] {
        // A mark that is called a gap is one.
        [] => return BLANKS.contains(&layer.mark.as_str()).then(|| layer.mark.clone()),
        [content] => content,
        _ => return None,
    };
    // Where every square has a content, one of them means nothing.
    let square = |row: &Vec<&str>| {
        layer.axes.iter().chain(&layer.planes).map(|&at| row[at].to_owned()).collect::<Vec<_>>()
    };
    let n_squares = relation.rows.iter().map(square).collect::<BTreeSet<_>>().len();
    let initial = relation.states.first()?;
    if initial.len() * 10 < n_squares * 9 {
        return None;
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in initial {
        *counts.entry(row[content]).or_default() += 1;
    }
    let common = counts.iter().max_by_key(|(_, count)| **count);
    let is_blank = |(word, count): &(&&str, &usize)| {
        **count * 3 >= initial.len() && !roles.iter().any(|role| role == *word)
    };
    let usual = BLANKS.iter().find(|word| relation.domains[content].contains(**word));
    let blank = common.filter(is_blank).map(|(word, _)| *word).or(usual.copied());
    blank.map(str::to_owned)
}
