//! From a position and a move to a pattern: as general as it may be.

use std::collections::HashSet;

use super::study::Study;
use crate::patterns::{Cell, Matcher, Pattern, SIDE, Spot, Window};
use crate::point::Point;
use stonegate_stones::Random;

/// What is known of the corpus while a pattern grows.
pub(super) struct Corpus<'a> {
    pub(super) studies: &'a [Study],
    /// For each study, the entry that fires and what its move costs.
    pub(super) current: &'a [(usize, f32)],
    /// The studies that patterns were made for, which no other pattern may spoil.
    pub(super) founding: &'a [bool],
    /// The patterns of the file.
    pub(super) patterns: &'a [Pattern],
}

/// A pattern, where it belongs and what it saves.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) pattern: Pattern,
    /// The number that it has as an entry.
    pub(super) place: usize,
    pub(super) saves: f32,
}

/// Patterns that play the best move of a study, those that save most first: made as general as they
/// may be, or, if they are to be rare, whole windows as they are.
pub(super) fn grow(
    corpus: &Corpus<'_>,
    target: &Study,
    are_rare: bool,
    random: &mut Random,
) -> Vec<Candidate> {
    // A sample tells which cells matter; all studies tell what a pattern is worth.
    let mut draw =
        |n: usize| -> Vec<usize> { (0..n).map(|_| random.below(corpus.studies.len())).collect() };
    let (first, second) = (draw(FIRST_SAMPLE), draw(SECOND_SAMPLE));
    let all: Vec<usize> = (0..corpus.studies.len()).collect();
    let mut starts: Vec<Candidate> =
        starts(target, are_rare).iter().map(|&pattern| corpus.place(pattern, &first)).collect();
    starts.sort_by(|one, other| other.saves.total_cmp(&one.saves));
    starts.truncate(N_STARTS);
    let grow = |start: Candidate| {
        let pattern = start.pattern;
        let grown = if are_rare { pattern } else { corpus.relax(pattern, &second) };
        corpus.place(grown, &all)
    };
    let mut grown: Vec<Candidate> = starts.into_iter().map(grow).collect();
    grown.sort_by(|one, other| other.saves.total_cmp(&one.saves));
    let mut seen = HashSet::new();
    grown.retain(|candidate| seen.insert(candidate.pattern.canonical()));
    grown
}

/// How many studies are looked at to find the cells that a pattern begins with.
const FIRST_SAMPLE: usize = 500;
/// How many are looked at while it is made more general.
const SECOND_SAMPLE: usize = 1000;
/// So many patterns are made more general.
const N_STARTS: usize = 8;
/// Where there are so many stones, the best move depends little on what is beyond the window.
const MIN_STONES: usize = 6;

/// The patterns to begin with: in each window around the best move all cells, and those on one line
/// through it and on two. If they are to be rare, all cells of windows with many stones.
fn starts(target: &Study, are_rare: bool) -> Vec<Pattern> {
    let mut starts = Vec::new();
    for (window, spot) in windows_with(target, target.best()) {
        let cells = target.cells(window);
        let n_stones = cells.as_flattened().iter().filter(|&&cell| cell != Cell::Blank).count();
        if are_rare && n_stones < MIN_STONES {
            continue;
        }
        let mut start = |is_used: &dyn Fn(Spot) -> bool| {
            let cell = |at: Spot| if is_used(at) { cells[at.row][at.column] } else { Cell::Any };
            let row = |row: usize| std::array::from_fn(|column| cell(Spot { column, row }));
            let pattern = Pattern::new(std::array::from_fn(row), spot);
            if !starts.contains(&pattern) {
                starts.push(pattern);
            }
        };
        start(&|_| true);
        let n_lines = if are_rare { 0 } else { 4 };
        for one in 0..n_lines {
            for other in one..n_lines {
                start(&|at| is_on_line(spot, at, one) || is_on_line(spot, at, other));
            }
        }
    }
    starts
}

/// Whether a cell is on a line with the spot: its row, its column or one of its diagonals.
fn is_on_line(spot: Spot, at: Spot, line: usize) -> bool {
    let right = at.column as isize - spot.column as isize;
    let down = at.row as isize - spot.row as isize;
    match line {
        0 => down == 0,
        1 => right == 0,
        2 => right == down,
        _ => right == -down,
    }
}

impl Corpus<'_> {
    /// Patterns of the file that would do better in a study than the one that fires above them,
    /// with the place where they save most.
    pub(super) fn promote(&self, target: usize) -> Vec<Candidate> {
        let (fired, cost) = self.current[target];
        let all: Vec<usize> = (0..self.studies.len()).collect();
        let below = self.patterns[fired + 1..].iter();
        let better = below.filter(|pattern| {
            let answer = self.studies[target].answer(&matchers(pattern));
            answer.is_some_and(|point| self.studies[target].cost(point) < cost)
        });
        better.map(|&pattern| self.place(pattern, &all)).collect()
    }

    /// Makes cells don't-care as long as the pattern does not save less. Where several are the
    /// same to the corpus, cells go first that are on no line with the spot, then blank ones.
    fn relax(&self, start: Pattern, sample: &[usize]) -> Pattern {
        let mut best = self.place(start, sample);
        loop {
            let next = relaxations(&best.pattern)
                .map(|(pattern, worth)| (self.place(pattern, sample), worth))
                .max_by(|(one, one_worth), (other, other_worth)| {
                    let by_worth = other_worth.cmp(one_worth);
                    one.saves.total_cmp(&other.saves).then(by_worth)
                });
            match next {
                Some((next, _)) if next.saves >= best.saves => best = next,
                _ => break,
            }
        }
        best.pattern
    }

    /// Finds the place where a pattern saves most.
    fn place(&self, pattern: Pattern, sample: &[usize]) -> Candidate {
        let symmetries = matchers(&pattern);
        // What it saves where this entry has fired so far.
        let n_entries = self.patterns.len();
        let mut saved = vec![0.0; n_entries];
        let mut first_allowed = 0;
        for &number in sample {
            let study = &self.studies[number];
            let Some(answer) = study.answer(&symmetries) else { continue };
            let (fired, cost) = self.current[number];
            let difference = cost - study.cost(answer);
            saved[fired] += difference;
            if self.founding[number] && difference < 0.0 {
                first_allowed = first_allowed.max(fired + 1);
            }
        }
        let last = n_entries - 1;
        let mut best = Candidate { pattern, place: last, saves: saved[last] };
        let mut saves = 0.0;
        for place in (first_allowed..n_entries).rev() {
            saves += saved[place];
            if saves > best.saves {
                best = Candidate { pattern, place, saves };
            }
        }
        best
    }
}

fn matchers(pattern: &Pattern) -> Vec<(Pattern, Matcher)> {
    pattern.symmetries().into_iter().map(|it| (it, Matcher::new(&it))).collect()
}

/// The pattern with one cell less, for each cell but the spot, and how much the cell seems to mean.
fn relaxations(pattern: &Pattern) -> impl Iterator<Item = (Pattern, u32)> {
    let spot = pattern.spot();
    let used = pattern.demands().filter(move |&(at, _)| at != spot);
    used.map(move |(at, cell)| {
        let mut cells = *pattern.cells();
        cells[at.row][at.column] = Cell::Any;
        let is_on_line = (0..4).any(|line| is_on_line(spot, at, line));
        let worth = 2 * u32::from(is_on_line) + u32::from(cell != Cell::Blank);
        (Pattern::new(cells, spot), worth)
    })
}

/// The windows that a point is in, with the spot where it is.
fn windows_with(study: &Study, point: Point) -> impl Iterator<Item = (Window, Spot)> {
    let size = study.position().size();
    let spots = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| Spot { column, row }));
    spots.filter_map(move |spot| {
        let x = point.x().checked_sub(spot.column)?;
        let y = point.y().checked_sub(SIDE - 1 - spot.row)?;
        let fits = x + SIDE <= size.width() && y + SIDE <= size.height();
        fits.then_some((Window { x, y }, spot))
    })
}

/// Says a pattern's purpose by its stones.
pub(super) fn describe(pattern: &Pattern) -> &'static str {
    let count = |wanted: Cell| pattern.demands().filter(|&(_, cell)| cell == wanted).count();
    match (count(Cell::White), count(Cell::Black)) {
        (0, 0) => "Find a place",
        (own, 0) if own >= 3 => "Attack",
        (_, 0) => "Build",
        (0, other) if other >= 3 => "Defend",
        (0, _) => "Hinder",
        (own, other) if own > other => "Attack past an opponent",
        _ => "Fight",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relaxing_takes_one_cell_at_a_time_and_keeps_the_spot() {
        let pattern = Pattern::parse(["BX...", ".O...", ".....", ".....", "....b"]).unwrap();
        let relaxed: Vec<Pattern> = relaxations(&pattern).map(|(it, _)| it).collect();
        assert_eq!(relaxed.len(), 3);
        assert!(relaxed.iter().all(|it| it.spot() == pattern.spot() && it.covers(&pattern)));
    }
}
