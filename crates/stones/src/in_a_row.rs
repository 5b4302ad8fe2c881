//! Stones in a row that have decided a game.

use std::collections::BTreeMap;

use crate::color::Color;

/// The ways that a row can go.
const WAYS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The column and the row of a point by its name, such as `d3`.
pub fn place_of(name: &str) -> Option<(i32, i32)> {
    let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
    let row = name[1..].parse().ok()?;
    Some((i32::from(letter.to_ascii_lowercase() as u8), row))
}

/// Of the facts of a position, the stones of a color in the first row of at least so many of them.
pub fn in_a_row(facts: &[String], color: Color, length: usize) -> Vec<String> {
    let end = format!(" {})", color.name());
    let stone = |fact: &String| place_of(fact.strip_prefix("(cell ")?.strip_suffix(&end)?);
    let stones = facts.iter().filter_map(|fact| Some((stone(fact)?, fact)));
    let stones = stones.collect::<BTreeMap<_, _>>();
    let row = |(column, row): (i32, i32), (across, up): (i32, i32)| {
        let places = (0..).map(move |k| (column + k * across, row + k * up));
        places.map_while(|place| stones.get(&place)).collect::<Vec<_>>()
    };
    let rows = stones.keys().flat_map(|&start| WAYS.map(|way| row(start, way)));
    let found = rows.into_iter().find(|row| row.len() >= length).unwrap_or_default();
    found.into_iter().map(|fact| (*fact).clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board_facts;

    #[test]
    fn a_row_is_as_long_as_it_is() {
        let black = ["d4", "e5", "f6", "g7", "a1"].map(|point| (point, Color::Black));
        let white = ["d5", "d6", "d7"].map(|point| (point, Color::White));
        let facts = board_facts(black.into_iter().chain(white), Color::Black);
        let rows = |color, length| in_a_row(&facts, color, length).join(" ");
        let expected = "(cell d4 black) (cell e5 black) (cell f6 black) (cell g7 black)";
        assert_eq!(rows(Color::Black, 3), expected);
        assert_eq!(rows(Color::Black, 5), "");
        assert_eq!(rows(Color::White, 3), "(cell d5 white) (cell d6 white) (cell d7 white)");
    }
}
