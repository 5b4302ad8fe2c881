//! The board against the rule sheet of the same game, on random games.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use stonegate_connect6::{Cell, Color, Outcome, Position, Random, Size};
use stonegate_gdl::analyze;
use stonegate_ground::{Budget, Machine, Stepper, ground};

#[test]
fn random_games_agree_with_the_rule_sheet() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/connect6.kif");
    let text = fs::read_to_string(path).expect("the sheet is a part of the project");
    let sheet = analyze(&text);
    let grounded = ground(&sheet.rules, &Budget::default()).expect("the sheet can be grounded");
    let machine = Arc::new(grounded.machine);
    let mut stepper = Stepper::new(&machine);
    let mut n_wins = 0;
    for game in 0..8 {
        let mut random = Random::new(1, game);
        let mut position = Position::start(Size::STANDARD);
        let mut state = machine.initial();
        loop {
            assert_eq!(facts(&position), sorted(machine.facts_of(&state)));
            let truth = stepper.position(&state);
            assert_eq!(truth.terminal, position.outcome().is_some());
            if let Some(outcome) = position.outcome() {
                let goals = match outcome {
                    Outcome::Win(Color::Black) => [[100], [0]],
                    Outcome::Win(Color::White) => [[0], [100]],
                    Outcome::Draw => [[50], [50]],
                };
                assert_eq!(truth.goals, goals);
                n_wins += usize::from(outcome != Outcome::Draw);
                break;
            }
            let (mover, waiting) = match position.color() {
                Color::Black => (0, 1),
                Color::White => (1, 0),
            };
            let name =
                |role: usize, action: u32| machine.roles[role].moves[action as usize].as_str();
            let legal = truth.legal[mover].iter().map(|&action| name(mover, action));
            let empties = position.board().empties();
            assert_eq!(sorted(legal), sorted(empties.iter().map(term)));
            assert_eq!(truth.legal[waiting].len(), 1);

            // Games that grow in a corner have rows long before the board is full.
            let n_cells = if game < 6 { 60.min(empties.len()) } else { empties.len() };
            let cell = empties.iter().nth(random.below(n_cells)).expect("the game is not over");
            position = position.place(cell).expect("the cell is empty");
            let mut joint = [0; 2];
            joint[mover] = index_of(&machine, mover, &term(cell));
            joint[waiting] = index_of(&machine, waiting, "noop");
            state = stepper.next(&state, &joint);
        }
    }
    assert!(n_wins > 0, "some games should be won");
}

/// A stone as the sheet writes it.
fn term(cell: Cell) -> String {
    format!("(place {} {})", cell.column() + 1, cell.row() + 1)
}

/// The facts of a position, sorted.
fn facts(position: &Position) -> Vec<String> {
    let mut facts = Vec::new();
    for (color, name) in [(Color::Black, "black"), (Color::White, "white")] {
        let stone = |cell: Cell| format!("(stone {name} {} {})", cell.column() + 1, cell.row() + 1);
        facts.extend(position.board().stones(color).iter().map(stone));
        if position.color() == color {
            facts.push(format!("(turn {name} {})", position.stones_left()));
        }
    }
    sorted(facts)
}

fn sorted(texts: impl IntoIterator<Item = impl Into<String>>) -> Vec<String> {
    let mut texts = texts.into_iter().map(Into::into).collect::<Vec<_>>();
    texts.sort();
    texts
}

fn index_of(machine: &Machine, role: usize, action: &str) -> u32 {
    let moves = &machine.roles[role].moves;
    moves.iter().position(|name| name == action).expect("the machine has the move") as u32
}
