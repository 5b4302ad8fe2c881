//! Where lines meet: the module, and what a search for the cell says.

use std::path::Path;

use crate::bench::{Bench, Module, Request, rtl_folder};
use crate::tools::has;

/// Rows and columns from a cell to the next: horizontal, vertical, falling, rising.
const STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

fn module() -> Module {
    Module {
        name: "triangle",
        files: &["connect6/triangle.v"],
        inputs: vec![("cells", 20), ("one", 2), ("other", 2)],
        outputs: vec![("meets", 1), ("at", 10)],
        ..Module::default()
    }
}

/// The cell, no more than five steps from both, in which two lines meet that are not parallel.
fn meeting(first: (i32, i32), second: (i32, i32), one: usize, other: usize) -> Option<(i32, i32)> {
    let along = |(row, column): (i32, i32), line: usize, steps: i32| {
        (row + steps * STEPS[line].0, column + steps * STEPS[line].1)
    };
    let near = || (-5..=5).filter(|&steps| steps != 0);
    let cells = near().map(|steps| along(first, one, steps));
    let mut cells = cells.filter(|&cell| near().any(|steps| along(second, other, steps) == cell));
    let is_inside =
        |&(row, column): &(i32, i32)| (0..19).contains(&row) && (0..19).contains(&column);
    if one == other { None } else { cells.find(is_inside) }
}

/// Whether the module finds all meetings of lines through the two ends of bars.
pub(crate) fn triangles_meet(root: &Path) -> bool {
    let mut bench = Bench::start_in(&module(), root);
    let (mut requests, mut expected) = (Vec::new(), Vec::new());
    for (row, column) in (0..19).flat_map(|row| (0..19).map(move |column| (row, column))) {
        for (bar, steps) in (0..4).flat_map(|bar| (1..6).map(move |steps| (bar, steps))) {
            let end = (row + steps * STEPS[bar].0, column + steps * STEPS[bar].1);
            if !(0..19).contains(&end.0) || !(0..19).contains(&end.1) {
                continue;
            }
            for (one, other) in (0..4).flat_map(|one| (0..4).map(move |other| (one, other))) {
                let address = |(row, column): (i32, i32)| (row << 5 | column) as u32;
                let cells = address(end) << 10 | address((row, column));
                let inputs =
                    bench.inputs(&[&cells.to_le_bytes()[..3], &[one as u8], &[other as u8]]);
                requests.push(Request { clocks: 0, until: None, is_silent: false, inputs });
                expected.push(meeting((row, column), end, one, other).map(address));
            }
        }
    }
    let found = bench.exchange(&requests).into_iter().map(|reply| {
        (bench.number(&reply, "meets") == 1).then(|| bench.number(&reply, "at") as u32)
    });
    found.collect::<Vec<_>>() == expected
}

#[test]
fn lines_meet_where_a_search_finds_them() {
    if has("verilator") {
        assert!(triangles_meet(&rtl_folder()));
    }
}
