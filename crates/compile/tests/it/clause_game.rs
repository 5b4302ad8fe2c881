//! A game straight from its clauses, as search wants it.

use std::sync::Arc;
use std::time::Duration;

use stonegate_compile::{ClauseGame, GameRules};
use stonegate_gdl::{MoveId, RoleId};
use stonegate_oracles::own_game;
use stonegate_search::Game;

fn open(text: &str) -> ClauseGame {
    let game = GameRules::read(text).expect("the sheet can be played");
    ClauseGame::new(Arc::new(game), || Duration::ZERO)
}

#[test]
fn a_game_is_played_to_its_end() {
    let game = open(&own_game("tic-tac-toe"));
    let mut state = game.initial();
    assert_eq!(game.facts(&state), ["(control xplayer)"]);
    let line = ["(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)", "(mark 1 3)"];
    for (ply, text) in line.iter().enumerate() {
        assert_eq!(game.outcome(&state), None);
        let [on_turn, other] = [ply % 2, 1 - ply % 2].map(RoleId::new);
        assert_eq!(game.legal(&state, on_turn).len(), 9 - ply);
        let mut joint = [MoveId::new(0); 2];
        joint[on_turn] = game.find_move(&state, on_turn, text).expect("it is legal");
        joint[other] = game.find_move(&state, other, "noop").expect("it is legal");
        assert_eq!(game.move_text(on_turn, joint[on_turn]), *text);
        assert_eq!(game.find_move(&state, on_turn, "(mark 9 9)"), None);
        state = game.apply(&state, &joint);
    }
    assert_eq!(game.outcome(&state), Some(vec![100, 0]));
    assert_eq!(game.failure(), None);
}

#[test]
fn states_that_are_reached_in_two_ways_are_equal() {
    let game = open(&own_game("lights-out"));
    let initial = game.initial();
    let legal = game.legal(&initial, RoleId::new(0));
    assert!(legal.is_sorted());
    let apply = |moves: [MoveId; 2]| {
        moves.iter().fold(initial.clone(), |state, &action| game.apply(&state, &[action]))
    };
    let (one, other) = (apply([legal[0], legal[1]]), apply([legal[1], legal[0]]));
    assert_eq!(one, other);
    assert_eq!(game.hash(&one), game.hash(&other));
    assert_ne!(game.hash(&one), game.hash(&initial));
}

#[test]
fn an_interruption_lasts_as_long_as_somebody_wants_it() {
    let game = open(&own_game("tic-tac-toe"));
    let initial = game.initial();
    let (one, other) = (game.interrupt(), game.interrupt());
    assert!(game.is_interrupted());
    drop(one);
    assert!(game.is_interrupted() && game.legal(&initial, RoleId::new(0)).is_empty());
    drop(other);
    assert!(!game.is_interrupted());
    assert_eq!(game.legal(&initial, RoleId::new(0)).len(), 9);
}

#[test]
fn a_role_named_random_is_chance() {
    assert_eq!(open("(role robot) (role random)").chance(), Some(RoleId::new(1)));
    assert_eq!(open("(role robot) (role human)").chance(), None);
}

#[test]
fn a_question_without_an_answer_ends_the_game() {
    let game = open(
        "(role robot) (init on) (legal robot push)
         (<= (next on) (does robot push)) (<= (goal robot 100) (true on))
         (<= (p ?x) (true ?x) (not (q ?x))) (<= (q ?x) (true ?x) (p ?x)) (<= terminal (p on))",
    );
    assert_eq!(game.outcome(&game.initial()), None);
    let failure = game.failure().expect("`p` depends on its own negation");
    assert!(failure.to_string().contains("depends on its own negation"), "{failure}");
}
