//! Moves as people write them.

use stonegate_board::Notation;
use stonegate_ground::{State, Stepper};
use stonegate_oracles::own_games;

use crate::sheets::{Game, sheets};

/// The texts of some legal moves after others.
#[track_caller]
fn check(game: &str, before: &[&str], expected: &[(&str, &str)]) {
    let game = Game::own(game);
    let state = game.play(before);
    let facts = facts(&game, &state);
    let notation = Notation::new(game.layout.as_ref(), &facts);
    let legal = legal(&game, &state);
    for (action, text) in expected {
        let own = legal.iter().find(|moves| moves.iter().any(|other| other == action));
        let own = own.unwrap_or_else(|| panic!("{action} is not legal: {legal:?}"));
        assert_eq!(notation.write(action, own), *text);
        assert_eq!(notation.read(text, own).as_deref(), Some(*action));
    }
}

fn facts(game: &Game, state: &State) -> Vec<String> {
    game.machine.facts_of(state).map(str::to_owned).collect()
}

fn legal(game: &Game, state: &State) -> Vec<Vec<String>> {
    let legal = Stepper::new(&game.machine).position(state).legal;
    let roles = game.machine.roles.iter().zip(legal);
    roles.map(|(role, moves)| moves.iter().map(|&it| role.moves[it].clone()).collect()).collect()
}

#[test]
fn squares() {
    check("tic-tac-toe", &[], &[("(mark 2 3)", "b3"), ("noop", "noop")]);
    check("reversi", &[], &[("(place 4 3)", "d3")]);
    check("connect-four", &[], &[("(drop 4)", "drop 4")]);
    check("nim", &[], &[("(leave c 2)", "leave c 2")]);
    check("rock-paper-scissors", &[], &[("rock", "rock")]);
}

#[test]
fn moves_and_captures() {
    check("breakthrough", &[], &[("(move 1 2 1 3)", "a2-a3")]);
    let moves = ["(move 1 2 1 3)", "(move 2 7 2 6)", "(move 1 3 1 4)", "(move 2 6 2 5)"];
    check("breakthrough", &moves, &[("(move 1 4 2 5)", "a4xb5"), ("(move 1 4 1 5)", "a4-a5")]);
    check("sheep-and-wolf", &[], &[("(go 3 7)", "c7")]);
}

#[test]
fn verbs_tell_moves_apart() {
    check("amazons", &[], &[("(select 1 2)", "select a2")]);
    check("pentago", &[], &[("(place 3 3)", "c3")]);
    check("pentago", &["(place 3 3)"], &[("(rotate nw clockwise)", "rotate nw clockwise")]);
}

#[test]
fn chess_is_algebraic() {
    check("chess", &[], &[("(move e 2 e 4)", "e4"), ("(move g 1 f 3)", "Nf3")]);
    let moves = ["(move e 2 e 4)", "(move d 7 d 5)"];
    check("chess", &moves, &[("(move e 4 d 5)", "exd5"), ("(move f 1 b 5)", "Bb5")]);
}

/// In random play, no two moves of a role are written alike, and each is read back.
#[test]
fn every_move_has_a_text_of_its_own() {
    for (name, text) in sheets(&own_games()) {
        let game = Game::new(&text).expect("our games are small");
        let mut stepper = Stepper::new(&game.machine);
        let mut state = game.machine.initial();
        for step in 0..8_usize {
            let facts = facts(&game, &state);
            let notation = Notation::new(game.layout.as_ref(), &facts);
            for moves in legal(&game, &state) {
                let some = moves.iter().skip(step).step_by(1 + moves.len() / 8);
                for action in some {
                    let text = notation.write(action, &moves);
                    let read = notation.read(&text, &moves);
                    assert_eq!(read.as_ref(), Some(action), "{name}: {text}");
                    assert!(!text.contains(['(', '_']), "{name}: {text}");
                }
            }
            let position = stepper.position(&state);
            if position.terminal || position.legal.iter().any(Vec::is_empty) {
                break;
            }
            let joint = position.legal.iter().map(|moves| moves[(step * 7 + 3) % moves.len()]);
            state = stepper.next(&state, &joint.collect::<Vec<_>>());
        }
    }
}
