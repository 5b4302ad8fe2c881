//! The board against the rule sheet of the same game, on random games.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use stonegate_gdl::analyze;
use stonegate_gomoku::{Color, Outcome, Point, Position, Random, Rule, Size};
use stonegate_ground::{Budget, Machine, Stepper, ground};

#[test]
fn random_games_agree_with_the_rule_sheet() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/gomoku.kif");
    let text = fs::read_to_string(path).expect("the sheet is a part of the project");
    let sheet = analyze(&text);
    let grounded = ground(&sheet.rules, &Budget::default()).expect("the sheet can be grounded");
    let machine = Arc::new(grounded.machine);
    let mut stepper = Stepper::new(&machine);
    let mut n_wins = 0;
    for game in 0..4 {
        let mut random = Random::new(1, game);
        let mut position = Position::new(Rule::Freestyle, Size::FIFTEEN);
        let mut state = machine.initial();
        loop {
            let truth = stepper.position(&state);
            assert_eq!(truth.terminal, position.outcome().is_some());
            if let Some(outcome) = position.outcome() {
                let black = match outcome {
                    Outcome::Win(Color::Black) => 100,
                    Outcome::Win(Color::White) => 0,
                    Outcome::Draw => 50,
                };
                assert_eq!(truth.goals, [[black], [100 - black]]);
                n_wins += u32::from(outcome != Outcome::Draw);
                break;
            }
            let mover = usize::from(position.turn() == Color::White);
            let name = |action: u32| machine.roles[mover].moves[action as usize].clone();
            let mut expected: Vec<String> = position.legal_moves().map(term).collect();
            let mut legal: Vec<String> = truth.legal[mover].iter().map(|&it| name(it)).collect();
            expected.sort();
            legal.sort();
            assert_eq!(legal, expected);

            let point = next_move(&position, &mut random);
            position.play(point).expect("the move is legal");
            let mut joint = [0; 2];
            joint[mover] = index_of(&machine, mover, &term(point));
            joint[1 - mover] = index_of(&machine, 1 - mover, "noop");
            state = stepper.next(&state, &joint);
        }
    }
    assert!(n_wins > 0, "some game should have a winner");
}

/// A random move in the middle of the board, where rows are made.
fn next_move(position: &Position, random: &mut Random) -> Point {
    let is_central = |point: &Point| (4..11).contains(&point.x()) && (4..11).contains(&point.y());
    let central: Vec<Point> = position.legal_moves().filter(is_central).collect();
    let all: Vec<Point> = position.legal_moves().collect();
    let moves = if central.is_empty() { all } else { central };
    moves[random.below(moves.len())]
}

/// A move as the sheet writes it.
fn term(point: Point) -> String {
    format!("(place {} {})", point.x() + 1, point.y() + 1)
}

fn index_of(machine: &Machine, role: usize, action: &str) -> u32 {
    let moves = &machine.roles[role].moves;
    moves.iter().position(|name| name == action).expect("the machine has the move") as u32
}
