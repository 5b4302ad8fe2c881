//! Which way up a board is.

use std::collections::BTreeMap;

use stonegate_gdl::{Rules, Symbol};

use crate::evidence::Evidence;
use crate::layout::{Action, Layout, Orientation, Stacks};
use crate::relation::Relation;

/// Sets the orientation of a layout, see [`Orientation`], and where pieces stack up.
pub(crate) fn orient(
    layout: &mut Layout,
    rules: &Rules,
    evidence: &Evidence,
    moves: &[Relation<'_>],
    main_shape: &str,
) {
    if layout.axes[1].len() == 1 {
        return;
    }
    if let Some((axis, is_upward)) = find_stacks(layout, evidence, moves) {
        layout.stacks = Some(Stacks { axis });
        layout.orientation = Orientation { is_transposed: axis == 1, is_upward };
    } else if !layout.pairs.is_empty() {
        layout.orientation = Orientation { is_transposed: false, is_upward: true };
    } else if let Some(orientation) = facing_armies(layout, evidence) {
        layout.orientation = orientation;
    } else {
        let are_numbers =
            [0, 1].map(|axis| layout.axes[axis].iter().all(|name| name.parse::<i64>().is_ok()));
        let (is_transposed, is_upward) = match are_numbers {
            [true, false] => (true, true),
            [false, true] => (false, true),
            _ => (listed_by_rows(layout, rules, main_shape).unwrap_or(false), false),
        };
        layout.orientation = Orientation { is_transposed, is_upward };
    }
}

/// Looks for moves that name a line of squares in which pieces stack up in all
/// states. Gives the coordinate of the line and whether the first square is filled
/// first, and notes these moves.
fn find_stacks(
    layout: &mut Layout,
    evidence: &Evidence,
    moves: &[Relation<'_>],
) -> Option<(usize, bool)> {
    for axis in [0, 1] {
        let names = &layout.axes[axis];
        let lines = moves.iter().filter_map(|relation| {
            let names_line = |&position: &usize| {
                let domain = &relation.domains[position];
                domain.len() == names.len()
                    && names.iter().all(|name| domain.contains(name.as_str()))
            };
            let is_off_board = !layout.actions.contains_key(&relation.shape);
            let position = (0..relation.arity).find(names_line).filter(|_| is_off_board)?;
            // Whatever else the move says must be which board is meant.
            let planes = (0..relation.arity).filter(|&other| other != position).collect::<Vec<_>>();
            let is_plane = planes.len() == layout.boards[0].len();
            let action = Action { squares: Vec::new(), planes, line: Some(position) };
            is_plane.then(|| (relation.shape.clone(), action))
        });
        let lines = lines.collect::<Vec<_>>();
        for is_upward in [true, false] {
            if !lines.is_empty() && stack_up(layout, evidence, axis, is_upward) {
                layout.actions.extend(lines);
                return Some((axis, is_upward));
            }
        }
    }
    None
}

/// Whether in all states the pieces in a line are at one end of it.
fn stack_up(layout: &Layout, evidence: &Evidence, axis: usize, is_upward: bool) -> bool {
    let side = layout.axes[1 - axis].len();
    let mut has_pieces = false;
    let is_stacked = evidence.states.iter().all(|facts| {
        let (contents, _) = layout.contents(facts.iter().map(String::as_str));
        let mut heights: BTreeMap<(usize, usize), (usize, usize)> = BTreeMap::new();
        for (place, words) in contents {
            if !layout.symbols.is_blank(&words) {
                let height = place.axes[1 - axis];
                let height = if is_upward { height } else { side - 1 - height };
                let (count, top) = heights.entry((place.board, place.axes[axis])).or_default();
                *count += 1;
                *top = height.max(*top);
            }
        }
        has_pieces |= !heights.is_empty();
        heights.values().all(|(count, top)| *count == top + 1)
    });
    is_stacked && has_pieces
}

/// The coordinate in which the two armies of the initial position are apart.
fn facing_armies(layout: &Layout, evidence: &Evidence) -> Option<Orientation> {
    let initial = evidence.states.first()?;
    let (contents, _) = layout.contents(initial.iter().map(String::as_str));
    let mut armies: BTreeMap<usize, Vec<[f64; 2]>> = BTreeMap::new();
    for (place, words) in &contents {
        if !layout.symbols.is_blank(words)
            && let Some(owner) = owner(words, &evidence.roles)
        {
            armies.entry(owner).or_default().push(place.axes.map(|number| number as f64));
        }
    }
    let mut centers = armies.values().map(|army| {
        [0, 1].map(|axis| army.iter().map(|place| place[axis]).sum::<f64>() / army.len() as f64)
    });
    let (Some(first), Some(second), None) = (centers.next(), centers.next(), centers.next()) else {
        return None;
    };
    let gaps = [0, 1].map(|axis| second[axis] - first[axis]);
    let row_axis = usize::from(gaps[1].abs() >= gaps[0].abs());
    let is_apart = gaps[row_axis].abs() * 3.0 >= layout.axes[row_axis].len() as f64;
    is_apart.then(|| Orientation { is_transposed: row_axis == 0, is_upward: gaps[row_axis] > 0.0 })
}

/// The role that a piece belongs to: one that is named with it, or whose name begins
/// like that of the piece.
fn owner(words: &[String], roles: &[String]) -> Option<usize> {
    let named = roles.iter().position(|role| words.contains(role));
    let initial = |text: &str| text.chars().next().map(|c| c.to_ascii_lowercase());
    let starts = |role: &String| words.len() == 1 && initial(role) == initial(&words[0]);
    let are_told_apart = roles.len() == 2 && initial(&roles[0]) != initial(&roles[1]);
    named.or_else(|| roles.iter().position(starts).filter(|_| are_told_apart))
}

/// Whether the sheet lists the initial position row by row with the row first;
/// `None` if it does not list it.
fn listed_by_rows(layout: &Layout, rules: &Rules, main_shape: &str) -> Option<bool> {
    let layer = &layout.layers[main_shape];
    let [first, second] = layer.axes[..] else { return None };
    let mut changes = [0, 0];
    let mut last: Option<Vec<String>> = None;
    for rule in rules.rules.iter().filter(|rule| rule.body.is_empty()) {
        let is_init = rules.relations.name(rule.head.relation) == Symbol::INIT;
        let Some(&fact) = rule.head.args.first().filter(|_| is_init) else { continue };
        let text = rules.display(fact).to_string();
        let flat = layout.flattener.flatten(&text);
        if flat.shape == main_shape {
            let row = flat.leaves.iter().map(|&leaf| leaf.to_owned()).collect::<Vec<_>>();
            if let Some(last) = &last {
                for (change, position) in changes.iter_mut().zip([first, second]) {
                    *change += usize::from(last[position] != row[position]);
                }
            }
            last = Some(row);
        }
    }
    let n_listed = changes[0].max(changes[1]);
    (n_listed * 2 >= layout.places.len() && changes[0] != changes[1])
        .then(|| changes[1] > changes[0])
}
