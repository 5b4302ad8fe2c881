//! The lines through a cell: the module, and what follows from the stones.

use std::path::Path;

use stonegate_connect6::Random;

use crate::bench::{Bench, Module, Request, rtl_folder};
use crate::tools::has;

/// Cells of a row, and of a line.
const N: usize = 19;
const LENGTH: usize = 6;

fn module() -> Module {
    Module {
        name: "stretch",
        files: &["connect6/stretch.v"],
        inputs: vec![("place", 5), ("empties", N), ("ones", 14), ("twos", 14), ("threes", 14)],
        outputs: vec![
            ("in_one", 1),
            ("in_two", 1),
            ("in_three", 1),
            ("is_open_three", 1),
            ("makes_four", 10),
            ("makes_open_four", 10),
        ],
        ..Module::default()
    }
}

/// What is on the cells of a row.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Content {
    Empty,
    Own,
    Blocked,
}

/// The first cells of the lines that have so many stones and are free.
fn lines(row: &[Content; N], n_stones: usize) -> Vec<usize> {
    let is_meant = |&first: &usize| {
        let line = &row[first..first + LENGTH];
        let count = |content| line.iter().filter(|&&other| other == content).count();
        count(Content::Blocked) == 0 && count(Content::Own) == n_stones
    };
    (0..=N - LENGTH).filter(is_meant).collect()
}

fn set(numbers: impl IntoIterator<Item = usize>) -> u32 {
    numbers.into_iter().fold(0, |set, number| set | 1 << number)
}

/// Whether stones in these cells make threats of the lines with all of them which one stone stops.
fn is_stopped(row: &[Content; N], lines: &[usize], cells: &[usize]) -> bool {
    let mut answers = (0..N).filter(|at| row[*at] == Content::Empty && !cells.contains(at));
    answers.any(|at| lines.iter().all(|&first| (first..first + LENGTH).contains(&at)))
}

/// Compares random rows; panics where one differs.
pub(crate) fn compare_stretch(root: &Path, n_rows: usize) {
    let mut bench = Bench::start_in(&module(), root);
    let mut random = Random::new(5, 3);
    let (mut requests, mut expected) = (Vec::new(), Vec::new());
    for _ in 0..n_rows {
        let row: [Content; N] = std::array::from_fn(|_| match random.below(16) {
            0..5 => Content::Own,
            5 => Content::Blocked,
            _ => Content::Empty,
        });
        let [ones, twos, threes] = [1, 2, 3].map(|n_stones| lines(&row, n_stones));
        let empties = set((0..N).filter(|&at| row[at] == Content::Empty));
        for place in (0..N).filter(|&at| row[at] == Content::Empty) {
            let through = |lines: &[usize], at: usize| {
                let has_both = |first: &usize| {
                    let line = *first..first + LENGTH;
                    line.contains(&place) && line.contains(&at)
                };
                lines.iter().copied().filter(has_both).collect::<Vec<_>>()
            };
            let own_threes = through(&threes, place);
            let is_open = !own_threes.is_empty() && !is_stopped(&row, &own_threes, &[place]);
            // One to five cells before and behind in turn.
            let others = (0..10).map(|number| {
                let steps = number / 2 + 1;
                let at =
                    if number % 2 == 0 { place.checked_sub(steps) } else { Some(place + steps) };
                at.filter(|&at| at < N && row[at] == Content::Empty)
            });
            let (mut fours, mut open_fours) = (0, 0);
            for (number, at) in others.enumerate() {
                let Some(at) = at else { continue };
                let both = through(&twos, at);
                let makes_four = !both.is_empty();
                fours |= u64::from(makes_four) << number;
                let is_open = makes_four && !is_stopped(&row, &both, &[place, at]);
                open_fours |= u64::from(is_open) << number;
            }
            let in_lines = [&ones, &twos, &threes].map(|lines| !through(lines, place).is_empty());
            expected.push((in_lines.map(u64::from), u64::from(is_open), fours, open_fours));
            let words = [place as u32, empties, set(ones.clone()), set(twos.clone())];
            let words = words.into_iter().chain([set(threes.clone())]).map(u32::to_le_bytes);
            let sizes = [1, 3, 2, 2, 2];
            let words = words.zip(sizes).map(|(word, size)| word[..size].to_vec());
            let words = words.collect::<Vec<_>>();
            let inputs = bench.inputs(&words.iter().map(Vec::as_slice).collect::<Vec<_>>());
            requests.push(Request { clocks: 0, until: None, is_silent: false, inputs });
        }
    }
    for (reply, expected) in bench.exchange(&requests).iter().zip(expected) {
        let number = |name| bench.number(reply, name);
        let found = (
            ["in_one", "in_two", "in_three"].map(number),
            number("is_open_three"),
            number("makes_four"),
            number("makes_open_four"),
        );
        assert_eq!(found, expected);
    }
}

#[test]
fn lines_through_a_cell_are_those_of_the_stones() {
    if has("verilator") {
        compare_stretch(&rtl_folder(), 2_000);
    }
}
