//! Calls: sentences to be proved, some of their variables still free.
//!
//! A call is written as a row of cells, its arguments in prefix order, with free
//! variables numbered by first appearance: calls that differ only in the names
//! of variables are equal. An answer to a call is a row of values, one for each
//! free variable.

use std::slice;

use stonegate_gdl::{Symbol, TermId, TermNode, Terms};

use crate::bindings::Bindings;
use crate::program::Pattern;

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) enum Cell {
    Ground(TermId),
    Free(usize),
    /// A function with free variables inside; as many arguments follow.
    Function(Symbol, usize),
}

/// The cells that are not read yet.
type Cells<'a> = slice::Iter<'a, Cell>;

/// How many free variables a call has.
pub(crate) fn n_free(call: &[Cell]) -> usize {
    let free = |cell: &Cell| if let Cell::Free(number) = cell { Some(number + 1) } else { None };
    call.iter().filter_map(free).max().unwrap_or(0)
}

/// The arguments of a call that are ground, in their columns.
pub(crate) fn ground_args(call: &[Cell], values: &mut Vec<Option<TermId>>) {
    values.clear();
    let mut cells = call.iter();
    while let Some(cell) = cells.as_slice().first() {
        values.push(if let Cell::Ground(term) = cell { Some(*term) } else { None });
        skip(&mut cells);
    }
}

/// Writes an argument of a call. The variables that are free are added to `free`.
pub(crate) fn write(
    bindings: &Bindings,
    terms: &mut Terms,
    pattern: &Pattern,
    cells: &mut Vec<Cell>,
    free: &mut Vec<usize>,
) {
    if let Some(ground) = bindings.resolve(terms, pattern) {
        cells.push(Cell::Ground(ground));
        return;
    }
    match pattern {
        Pattern::Variable(variable) => {
            let known = free.iter().position(|other| other == variable);
            cells.push(Cell::Free(known.unwrap_or_else(|| {
                free.push(*variable);
                free.len() - 1
            })));
        }
        Pattern::Function(symbol, patterns) => {
            cells.push(Cell::Function(*symbol, patterns.len()));
            for pattern in patterns {
                write(bindings, terms, pattern, cells, free);
            }
        }
        Pattern::Ground(_) => unreachable!("a ground pattern is resolved"),
    }
}

/// Binds the variables in the head of a clause as the call has them. False if
/// no instance of the head can answer the call.
pub(crate) fn match_head(
    bindings: &mut Bindings,
    terms: &Terms,
    head: &[Pattern],
    call: &[Cell],
) -> bool {
    let mut cells = call.iter();
    head.iter().all(|pattern| match_pattern(bindings, terms, pattern, &mut cells))
}

fn match_pattern(
    bindings: &mut Bindings,
    terms: &Terms,
    pattern: &Pattern,
    cells: &mut Cells<'_>,
) -> bool {
    match (cells.next(), pattern) {
        (Some(Cell::Ground(term)), _) => bindings.matches(terms, pattern, *term),
        (Some(Cell::Function(symbol, arity)), Pattern::Function(function, patterns)) => {
            symbol == function
                && *arity == patterns.len()
                && patterns.iter().all(|inner| match_pattern(bindings, terms, inner, cells))
        }
        // What a variable of the head becomes is compared with the call once it
        // is known, in `answer`.
        (Some(Cell::Function(_, arity)), _) => {
            (0..*arity).for_each(|_| skip(cells));
            true
        }
        (Some(Cell::Free(_)), _) => true,
        (None, _) => unreachable!("a call has as many arguments as the head"),
    }
}

fn skip(cells: &mut Cells<'_>) {
    if let Some(Cell::Function(_, arity)) = cells.next() {
        (0..*arity).for_each(|_| skip(cells));
    }
}

/// The outcome of comparing a proved head with the call.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Fit {
    Answer,
    Mismatch,
    /// A variable of the head has no value.
    Unbound,
}

/// Collects the answer that a clause gives once its body is proved.
pub(crate) fn answer(
    bindings: &Bindings,
    terms: &mut Terms,
    head: &[Pattern],
    call: &[Cell],
    row: &mut Vec<TermId>,
) -> Fit {
    row.clear();
    let mut cells = call.iter();
    for pattern in head {
        if let Some(Cell::Ground(_)) = cells.as_slice().first() {
            // Made equal by `match_head`.
            cells.next();
            continue;
        }
        let Some(term) = bindings.resolve(terms, pattern) else { return Fit::Unbound };
        if !read(terms, term, &mut cells, row) {
            return Fit::Mismatch;
        }
    }
    Fit::Answer
}

/// Collects the answer that a fact gives; false if the fact is none.
pub(crate) fn answer_of_fact(
    terms: &Terms,
    fact: &[TermId],
    call: &[Cell],
    row: &mut Vec<TermId>,
) -> bool {
    row.clear();
    let mut cells = call.iter();
    fact.iter().all(|&term| read(terms, term, &mut cells, row))
}

/// Reads the values of free variables off a ground term.
fn read(terms: &Terms, term: TermId, cells: &mut Cells<'_>, row: &mut Vec<TermId>) -> bool {
    match cells.next() {
        Some(Cell::Ground(ground)) => *ground == term,
        Some(&Cell::Free(number)) => {
            if let Some(&value) = row.get(number) {
                return value == term;
            }
            row.push(term);
            true
        }
        Some(Cell::Function(symbol, arity)) => match terms.get(term) {
            TermNode::Function(function, args) => {
                function == symbol
                    && args.len() == *arity
                    && args.iter().all(|&arg| read(terms, arg, cells, row))
            }
            _ => false,
        },
        None => unreachable!("a call has as many arguments as its answers"),
    }
}
