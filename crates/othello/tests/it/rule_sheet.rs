//! The board against the rule sheet of the same game, on random games.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use stonegate_gdl::analyze;
use stonegate_ground::{Budget, Machine, Stepper, ground};
use stonegate_othello::{Color, Move, Position, Random, Square, Width, squares};

#[test]
fn random_games_agree_with_the_rule_sheet() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/reversi.kif");
    let text = fs::read_to_string(path).expect("the sheet is a part of the project");
    let sheet = analyze(&text);
    let grounded = ground(&sheet.rules, &Budget::default()).expect("the sheet can be grounded");
    let machine = Arc::new(grounded.machine);
    let mut stepper = Stepper::new(&machine);
    let mut n_passes = 0;
    for game in 0..20 {
        let mut random = Random::new(1, game);
        let mut position = Position::start(Width::EIGHT);
        let mut state = machine.initial();
        loop {
            assert_eq!(facts(&position), sorted(machine.facts_of(&state)));
            let truth = stepper.position(&state);
            assert_eq!(truth.terminal, position.is_over());
            if truth.terminal {
                let black = match position.score() {
                    0 => 50,
                    score if score > 0 => 100,
                    _ => 0,
                };
                assert_eq!(truth.goals, [[black], [100 - black]]);
                break;
            }
            let (mover, waiting) = match position.color() {
                Color::Black => (0, 1),
                Color::White => (1, 0),
            };
            let name =
                |role: usize, action: u32| machine.roles[role].moves[action as usize].as_str();
            let legal = truth.legal[mover].iter().map(|&action| name(mover, action));
            assert_eq!(sorted(legal), sorted(moves(&position).iter().map(|&action| term(action))));
            assert_eq!(truth.legal[waiting].len(), 1);

            let action = *choose(&mut random, &moves(&position));
            n_passes += usize::from(action == Move::Pass);
            position = position.play(action).expect("the move is legal");
            let mut joint = [0; 2];
            joint[mover] = index_of(&machine, mover, &term(action));
            joint[waiting] = index_of(&machine, waiting, "noop");
            state = stepper.next(&state, &joint);
        }
    }
    assert!(n_passes > 0, "the games should have passes");
}

fn moves(position: &Position) -> Vec<Move> {
    if position.must_pass() {
        return vec![Move::Pass];
    }
    squares(position.legal_moves()).map(Move::Place).collect()
}

/// A move as the sheet writes it.
fn term(action: Move) -> String {
    match action {
        Move::Place(square) => format!("(place {} {})", square.column() + 1, square.row() + 1),
        Move::Pass => "pass".to_owned(),
    }
}

/// The facts of a position, sorted.
fn facts(position: &Position) -> Vec<String> {
    let mut facts = Vec::new();
    for (color, name) in [(Color::Black, "black"), (Color::White, "white")] {
        let cell =
            |square: Square| format!("(cell {} {} {name})", square.column() + 1, square.row() + 1);
        facts.extend(squares(position.discs(color)).map(cell));
        if position.color() == color {
            facts.push(format!("(control {name})"));
        }
    }
    sorted(facts)
}

fn sorted(texts: impl IntoIterator<Item = impl Into<String>>) -> Vec<String> {
    let mut texts = texts.into_iter().map(Into::into).collect::<Vec<_>>();
    texts.sort();
    texts
}

fn choose<'a, T>(random: &mut Random, elements: &'a [T]) -> &'a T {
    &elements[random.below(elements.len())]
}

fn index_of(machine: &Machine, role: usize, action: &str) -> u32 {
    let moves = &machine.roles[role].moves;
    moves.iter().position(|name| name == action).expect("the machine has the move") as u32
}
