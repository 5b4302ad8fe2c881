//! Connect6 against oracles: recorded tactics and brute force.

mod blocks;
mod brute_force;
mod census;
mod claims;
mod seven;
mod tactics;
mod threat_space;
mod two_turn;

/// The text of a board of twelve rows, of which those with stones are drawn.
fn diagram(rows: &[(usize, &str)]) -> String {
    let row = |number| rows.iter().find(|row| row.0 == number).map_or("", |row| row.1);
    let rows = (1..=12).map(|number| format!("{:-<12}", row(number)));
    rows.collect::<Vec<_>>().join("\n")
}
