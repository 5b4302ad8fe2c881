//! Recorded positions with all one-turn wins and all smallest blocking sets.

use serde::Deserialize;
use stonegate_connect6::{
    Blocks, Board, Cell, Color, Engine, Limits, Position, Size, Threats, seven_steps,
};

use stonegate_oracles::fact;

#[derive(Deserialize)]
struct Tactic {
    stones_dark: Vec<String>,
    stones_light: Vec<String>,
    to_move: String,
    stones_to_place: usize,
    own_one_turn_wins: Vec<Vec<String>>,
    opponent_one_turn_wins: usize,
    min_blocking_stones: usize,
    all_minimal_blocking_sets: Vec<Vec<String>>,
}

#[test]
fn one_turn_tactics() {
    let text = fact("connect6/one-turn-tactics.jsonl");
    let tactics = text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON"));
    let tactics = tactics.collect::<Vec<Tactic>>();
    assert!(tactics.len() > 50);
    for (number, tactic) in tactics.iter().enumerate() {
        check(tactic, number + 1);
    }
}

fn check(tactic: &Tactic, line: usize) {
    let mut board = Board::empty(Size::STANDARD);
    tactic.stones_dark.iter().for_each(|text| board.place(Color::Black, cell(text)));
    tactic.stones_light.iter().for_each(|text| board.place(Color::White, cell(text)));
    let color = if tactic.to_move == "D" { Color::Black } else { Color::White };
    let own = Threats::of(&board, color);
    let others = Threats::of(&board, !color);

    let wins = own.gaps().iter().map(|gap| sorted(vec![gap.first, gap.second]));
    let expected = tactic.own_one_turn_wins.iter().map(|win| cells(win));
    assert_eq!(sorted(wins), sorted(expected), "line {line}");
    assert_eq!(others.gaps().len(), tactic.opponent_one_turn_wins, "line {line}");
    assert_eq!(others.count(), tactic.min_blocking_stones, "line {line}");
    let expected = sorted(tactic.all_minimal_blocking_sets.iter().map(|set| cells(set)));
    let found = match others.blocks() {
        Blocks::Nothing | Blocks::Impossible => Vec::new(),
        Blocks::One(cells) => cells.into_iter().map(|cell| vec![cell]).collect(),
        Blocks::Two(pairs) => pairs.iter().map(|pair| pair.to_vec()).collect(),
    };
    assert_eq!(sorted(found), expected, "line {line}");

    let position = Position::new(board, color, tactic.stones_to_place);
    // Even an engine without time to think sees this much.
    let report = Engine::default().think(&position, &Limits::default(), &|| true, &mut |_| ());
    for played in [seven_steps(&position).stones, report.stones] {
        if own.is_empty() {
            let is_block = |set: &Vec<Cell>| set.iter().all(|cell| played.contains(cell));
            let is_stopped = expected.is_empty() || expected.iter().any(is_block);
            assert!(is_stopped, "line {line}: {played:?}");
        } else {
            assert!(board.with(color, &played).has_six(color), "line {line}: {played:?}");
        }
    }
}

/// From four digits, `RRCC`.
fn cell(text: &str) -> Cell {
    let number = |range: std::ops::Range<usize>| text[range].parse::<usize>().expect("two digits");
    Cell::at(number(0..2) - 1, number(2..4) - 1).expect("a cell of the board")
}

fn cells(texts: &[String]) -> Vec<Cell> {
    sorted(texts.iter().map(|text| cell(text)))
}

fn sorted<T: Ord>(elements: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut elements = elements.into_iter().collect::<Vec<T>>();
    elements.sort_unstable();
    elements
}
