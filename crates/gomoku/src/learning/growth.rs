//! From a position and a move to a pattern: as general as it may be.

use super::study::Study;
use crate::patterns::{Cell, Matcher, Pattern, SIDE, Spot, Window};
use crate::point::Point;
use crate::random::Random;

/// What is known of the corpus while a pattern grows.
pub(super) struct Corpus<'a> {
    pub(super) studies: &'a [Study],
    /// For each study, the entry that fires and what its move costs.
    pub(super) current: &'a [(usize, f32)],
    /// The studies that patterns were made for, which no other pattern may spoil.
    pub(super) founding: &'a [bool],
    pub(super) n_entries: usize,
}

/// A pattern, where it belongs and what it saves.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) pattern: Pattern,
    /// The number that it has as an entry.
    pub(super) place: usize,
    pub(super) saves: f32,
}

/// Patterns that play the best move of a study, one for each of some windows.
pub(super) fn grow(corpus: &Corpus<'_>, target: &Study, random: &mut Random) -> Vec<Candidate> {
    const N_WINDOWS: usize = 6;
    let mut windows: Vec<(Window, Spot)> = windows_with(target, target.best()).collect();
    random.shuffle(&mut windows);
    // A sample tells which cells matter; all studies tell what the pattern is worth.
    let sample: Vec<usize> = (0..SAMPLE).map(|_| random.below(corpus.studies.len())).collect();
    let all: Vec<usize> = (0..corpus.studies.len()).collect();
    let starts = windows.into_iter().take(N_WINDOWS);
    let grown = starts.map(|(window, spot)| {
        let pattern = corpus.relax(Pattern::new(cells(target, window), spot), &sample);
        corpus.place(pattern, &all)
    });
    grown.collect()
}

/// How many studies are looked at while a pattern is made more general.
const SAMPLE: usize = 800;

impl Corpus<'_> {
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
        let symmetries: Vec<(Pattern, Matcher)> =
            pattern.symmetries().into_iter().map(|it| (it, Matcher::new(&it))).collect();
        // What it saves where this entry has fired so far.
        let mut saved = vec![0.0; self.n_entries];
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
        let last = self.n_entries - 1;
        let mut best = Candidate { pattern, place: last, saves: saved[last] };
        let mut saves = 0.0;
        for place in (first_allowed..self.n_entries).rev() {
            saves += saved[place];
            if saves > best.saves {
                best = Candidate { pattern, place, saves };
            }
        }
        best
    }
}

/// The pattern with one cell less, for each cell but the spot, and how much the cell seems to mean.
fn relaxations(pattern: &Pattern) -> impl Iterator<Item = (Pattern, u32)> {
    let spot = pattern.spot();
    let used = pattern.demands().filter(move |&(at, _)| at != spot);
    used.map(move |(at, cell)| {
        let mut cells = *pattern.cells();
        cells[at.row][at.column] = Cell::Any;
        let (columns, rows) = (at.column.abs_diff(spot.column), at.row.abs_diff(spot.row));
        let is_on_line = columns == 0 || rows == 0 || columns == rows;
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

/// What lies in a window, with the machine's stones white.
fn cells(study: &Study, window: Window) -> [[Cell; SIDE]; SIDE] {
    let mut cells = [[Cell::Blank; SIDE]; SIDE];
    for (row, cells) in cells.iter_mut().enumerate() {
        for (column, cell) in cells.iter_mut().enumerate() {
            let stone = study.position().board().stone(window.translate(Spot { column, row }));
            *cell = match stone {
                None => Cell::Blank,
                Some(color) if color == study.color() => Cell::White,
                Some(_) => Cell::Black,
            };
        }
    }
    cells
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
