//! What is no goal value counts on no path from the rules to a result.

use std::sync::Arc;
use std::time::Duration;

use stonegate_compile::{
    ClauseGame, EvaluatorReferee, GameRules, MachineReferee, Patience, Referee,
};
use stonegate_gdl::{Analysis, Goal, MoveId, RoleId, analyze};
use stonegate_ground::{Budget, Machine, Stepper, ground};
use stonegate_lanes::{Backend, Engine, Job, Lanes, Settings};
use stonegate_reference::Evaluator;
use stonegate_rtl::{Shape, model};
use stonegate_search::{Game, MachineGame};

/// Those above 100 are 50 in a byte, and in a word, if they are wrapped.
const VALUES: [&str; 8] = ["0", "50", "100", "101", "150", "306", "1000", "4294967346"];

/// The robot takes a goal, and the game is over.
fn sheet() -> String {
    let values = VALUES.map(|value| format!("(value {value})")).concat();
    format!(
        "(role robot) (init start) {values}
         (<= (legal robot (take ?value)) (value ?value))
         (<= (next (took ?value)) (does robot (take ?value)))
         (<= terminal (not (true start)))
         (<= (goal robot ?value) (true (took ?value)))"
    )
}

fn machine(analysis: &Analysis) -> Arc<Machine> {
    let grounded = ground(&analysis.rules, &Budget::default());
    Arc::new(grounded.expect("the sheet is small").machine)
}

/// For each value its move, and the goals that are to come of it.
fn cases() -> impl Iterator<Item = (String, Vec<Goal>)> {
    VALUES.into_iter().map(|value| {
        let number = value.parse::<u64>().expect("it is a number");
        let goal = u8::try_from(number).ok().and_then(Goal::new);
        (format!("(take {value})"), goal.into_iter().collect())
    })
}

/// The only role.
const ROLE: RoleId = RoleId::new(0);

#[test]
fn by_the_reference_evaluator() {
    let analysis = analyze(&sheet());
    let mut evaluator = Evaluator::new(&analysis.rules);
    let game = {
        let rules = GameRules::read(&sheet()).expect("the sheet can be played");
        ClauseGame::new(Arc::new(rules), || Duration::ZERO)
    };
    let budget = stonegate_reference::Budget::default();
    let initial = evaluator.initial(&budget).expect("the sheet is right");
    for (text, goals) in cases() {
        let moves = evaluator.parse_terms(&text).expect("it is a term");
        let state = evaluator.next(&initial, &moves, &budget).expect("the sheet is right");
        assert_eq!(evaluator.goals(&state, ROLE, &budget).as_ref(), Ok(&goals), "{text}");

        let action = game.find_move(&game.initial(), ROLE, &text).expect("it is legal");
        let state = game.apply(&game.initial(), &[action]);
        assert_eq!(game.outcome(&state), Some(vec![Goal::of_role(goals).value()]), "{text}");
    }
}

#[test]
fn by_the_machine_the_lanes_and_a_board() {
    let machine = machine(&analyze(&sheet()));
    let mut stepper = Stepper::new(&machine);
    let game = MachineGame::new(Arc::clone(&machine));
    let shape = Shape::of(&machine).expect("a board can have it");
    let engine = Arc::new(Engine::new(Arc::clone(&machine), Backend::best()));
    let mut lanes = Lanes::new(engine);
    for (text, goals) in cases() {
        let action = machine.roles[ROLE].moves.iter().position(|action| *action == text);
        let action = MoveId::new(action.expect("it is a move"));
        let state = stepper.next(&machine.initial(), &[action]);
        assert_eq!(stepper.position(&state).goals, std::slice::from_ref(&goals), "{text}");
        assert!(
            lanes.expand(&machine.batch([&state])).goals(0, ROLE).eq(goals.iter().copied()),
            "{text}"
        );

        let flawed = u64::from(goals.is_empty());
        let goal = Goal::of_role(goals).value();
        assert_eq!(game.outcome(&state), Some(vec![goal]), "{text}");
        let job = Job::new(state.clone(), 1, 0);
        let board_job = stonegate_rtl::protocol::Job { playouts: 1, step_limit: 1, seed: 1 };
        for tally in [
            lanes.playouts(&[job], &Settings::new(1)).remove(0),
            model::tally(&machine, &shape, &state, &board_job),
        ] {
            assert_eq!((tally.goals[0], tally.finished), (u64::from(goal), 1), "{text}");
            assert_eq!((tally.squares[0], tally.flawed), (u64::from(goal).pow(2), flawed));
        }
    }
}

#[test]
fn by_the_referees() {
    let analysis = analyze(&sheet());
    let patience = Patience { limit: Duration::from_mins(1), now: || Duration::ZERO };
    for (text, goals) in cases() {
        let clauses = EvaluatorReferee::new(&analysis.rules, patience);
        let referees: [Box<dyn Referee>; 2] = [
            Box::new(MachineReferee::new(machine(&analysis))),
            Box::new(clauses.expect("the sheet is right")),
        ];
        for mut referee in referees {
            referee.apply(std::slice::from_ref(&text)).expect("it is legal");
            let expected = goals.first().map(|goal| goal.value());
            assert_eq!(referee.goals(), Ok(vec![expected]), "{text}");
        }
    }
}
