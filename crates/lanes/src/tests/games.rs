//! Whole games: states and playouts.

use std::path::PathBuf;
use std::sync::Arc;

use stonegate_circuit::{Simulator, random_play};
use stonegate_ground::{Goal, Machine, MoveId, State, StateBatch, Stepper};

use super::{backends, compile, compile_up_to, own_game};
use crate::playouts::Run;
use crate::step::PlayLanes;
use crate::{
    Backend, Engine, Expansions, Job, Key, LANES, Lanes, Outcome, Perceptions, Settings, Tally,
    replay,
};

/// The sheets beside the project, if they are there.
fn shared_games() -> Vec<PathBuf> {
    let Some(folder) = stonegate_oracles::shared("games") else { return Vec::new() };
    let names = stonegate_oracles::names(&folder, "kif").into_iter();
    names.map(|name| folder.join(format!("{name}.kif"))).collect()
}

/// A state and a move for each role.
type Step = (State, Vec<MoveId>);

/// States that random play reaches, one for each lane, and the moves made there.
fn reached(machine: &Machine, n_steps: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    for pattern in random_play(&machine.circuit, n_steps, 7, &|| false).iter().rev() {
        for lane in 0..64 {
            let bit = |word: &u64| word >> lane & 1 == 1;
            let moves = machine.role_ids().filter_map(|role| {
                let input = |action| machine.does(role, action).index();
                machine.move_ids(role).find(|&action| bit(&pattern.inputs[input(action)]))
            });
            let moves: Vec<MoveId> = moves.collect();
            if moves.len() == machine.roles.len() && steps.len() < LANES {
                steps.push((State::from_bits(pattern.registers.iter().map(bit)), moves));
            }
        }
    }
    steps
}

/// All states, and all moves made there.
fn batch(machine: &Machine, steps: &[Step]) -> (StateBatch, Vec<MoveId>) {
    let joints = steps.iter().flat_map(|(_, moves)| moves).copied().collect();
    (machine.batch(steps.iter().map(|(state, _)| state)), joints)
}

/// Expands and advances states in all lanes, and compares each bit with the simulator.
#[track_caller]
fn check_states(machine: &Arc<Machine>, backends: &[Backend]) {
    let steps = reached(machine, 24);
    let circuit = &machine.circuit;
    let mut simulator = Simulator::new(circuit);
    let mut expected = Vec::new();
    let mut successors = Vec::new();
    for chunk in steps.chunks(64) {
        let word = |bit: &dyn Fn(&Step) -> bool| {
            chunk
                .iter()
                .enumerate()
                .fold(0, |word, (lane, step)| word | u64::from(bit(step)) << lane)
        };
        let registers: Vec<u64> = (0..circuit.registers().len())
            .map(|at| word(&|(state, _)| state.bit(stonegate_circuit::RegisterId::new(at))))
            .collect();
        let inputs: Vec<u64> = machine
            .role_ids()
            .flat_map(|role| machine.move_ids(role).map(move |action| (role, action)))
            .map(|(role, action)| word(&|(_, moves)| moves[role] == action))
            .collect();
        simulator.evaluate(&inputs, &registers);
        let (outputs, next) = (simulator.outputs(), simulator.next_registers());
        for lane in 0..chunk.len() {
            expected.push(outputs.iter().map(|word| word >> lane & 1 == 1).collect::<Vec<bool>>());
            successors.push(State::from_bits(next.iter().map(|word| word >> lane & 1 == 1)));
        }
    }
    for &backend in backends {
        let engine = Arc::new(Engine::new(Arc::clone(machine), backend));
        let mut lanes = Lanes::new(Arc::clone(&engine));
        let (states, joints) = batch(machine, &steps);
        let expansions = lanes.expand(&states);
        let advanced = lanes.advance(&states, &joints);
        let mut found = outputs(machine, &expansions);
        for (step, found) in found.iter_mut().enumerate() {
            found.extend(percepts(machine, &advanced.percepts, step));
        }
        assert_eq!(found, expected, "{backend}");
        assert_eq!(advanced.states, machine.batch(&successors), "{backend}");
        assert_eq!(advanced.expansions, lanes.expand(&advanced.states), "{backend}");
    }
}

/// The values of the machine's outputs in each state.
fn outputs(machine: &Machine, expansions: &Expansions) -> Vec<Vec<bool>> {
    let outputs = |state: usize| {
        let legal = machine.role_ids().flat_map(|role| {
            let moves = machine.move_ids(role);
            moves.map(move |action| expansions.legal(state, role).any(|legal| legal == action))
        });
        let goals = machine.role_ids().flat_map(|role| {
            let holds =
                move |value: &Goal| expansions.goals(state, role).any(|goal| goal == *value);
            machine.roles[role].goals.iter().map(holds)
        });
        legal.chain([expansions.is_terminal(state)]).chain(goals).collect()
    };
    (0..expansions.len()).map(outputs).collect()
}

/// Whether each percept was there in a step.
fn percepts(machine: &Machine, percepts: &Perceptions, step: usize) -> Vec<bool> {
    let of_role = |role| {
        let all = machine.percept_ids(role);
        all.map(move |percept| percepts.of(step, role).any(|found| found == percept))
    };
    machine.role_ids().flat_map(of_role).collect()
}

/// The tally of a job from the slow truth.
fn slow_tally(machine: &Arc<Machine>, job: &Job, settings: &Settings) -> Tally {
    let mut tally = Tally::new(machine.roles.len());
    let mut stepper = Stepper::new(machine);
    for playout in job.first..job.first + job.playouts {
        let key = Key::new(settings.seed, job.stream, playout);
        let game = replay(&mut stepper, &job.state, key, settings.step_limit);
        tally.steps += game.moves.len() as u64;
        match game.outcome {
            Outcome::Finished => {
                tally.finished += 1;
                tally.flawed += u64::from(game.goals.iter().any(|values| values.len() != 1));
                for (role, values) in game.goals.iter().enumerate() {
                    let value = u64::from(Goal::of_role(values.iter().copied()).value());
                    tally.goals[role] += value;
                    tally.squares[role] += value * value;
                }
            }
            Outcome::Unfinished => tally.unfinished += 1,
            Outcome::Stuck => tally.stuck += 1,
        }
    }
    tally
}

/// Jobs from the first states, of different sizes.
fn some_jobs(machine: &Machine, n: usize) -> Vec<Job> {
    let steps = reached(machine, 6);
    let states = std::iter::once(machine.initial()).chain(steps.into_iter().map(|step| step.0));
    let jobs = states.take(n).enumerate();
    jobs.map(|(at, state)| Job { state, playouts: at as u64 % 3, stream: at as u64, first: 5 })
        .collect()
}

/// Plays jobs on every back end and compares with the slow truth.
#[track_caller]
fn check_playouts(machine: &Arc<Machine>, backends: &[Backend], settings: &Settings, n: usize) {
    let jobs = some_jobs(machine, n);
    let expected: Vec<Tally> = jobs.iter().map(|job| slow_tally(machine, job, settings)).collect();
    for &backend in backends {
        let engine = Arc::new(Engine::new(Arc::clone(machine), backend));
        let tallies = Lanes::new(Arc::clone(&engine)).playouts(&jobs, settings);
        assert_eq!(tallies, expected, "{backend}");
    }
}

#[test]
fn states_of_our_games() {
    for name in ["tic-tac-toe", "connect-four", "breakthrough-6x6", "rock-paper-scissors", "nim"] {
        check_states(&own_game(name), &backends());
    }
}

#[test]
fn playouts_of_our_games() {
    for name in ["tic-tac-toe", "connect-four", "breakthrough-6x6", "rock-paper-scissors", "nim"] {
        check_playouts(&own_game(name), &backends(), &Settings::new(3), 20);
    }
}

#[test]
fn playouts_move_by_move() {
    for name in ["tic-tac-toe", "joint-connect-four", "sheep-and-wolf"] {
        let machine = own_game(name);
        let mut stepper = Stepper::new(&machine);
        let settings = Settings { lanes: 40, ..Settings::new(11) };
        let jobs = [Job::new(machine.initial(), 60, 1), Job::new(machine.initial(), 5, 2)];
        for backend in backends() {
            let engine = Engine::new(Arc::clone(&machine), backend);
            let mut lanes = PlayLanes::new(&engine);
            let mut run = Run::new(&engine, &mut lanes, &jobs, &settings);
            let mut n_compared = 0;
            while run.active.any() {
                for at in run.active.lanes() {
                    let (game, start) = (run.state.games[at], run.state.starts[at]);
                    let job = &jobs[game.job as usize];
                    let key = Key::new(settings.seed, job.stream, game.playout);
                    let game = replay(&mut stepper, &job.state, key, settings.step_limit);
                    let state = &game.states[(run.now - start) as usize];
                    for (plane, &register) in engine.registers.iter().enumerate() {
                        let value = run.state.memory[plane].lane(at);
                        assert_eq!(value, state.bit(register), "{backend}");
                    }
                    n_compared += 1;
                }
                run.step();
                if n_compared > 3000 {
                    break;
                }
            }
        }
    }
}

#[test]
fn lanes_and_pieces_make_no_difference() {
    let machine = own_game("connect-four");
    let jobs = some_jobs(&machine, 30);
    let engine = Arc::new(Engine::new(Arc::clone(&machine), Backend::best()));
    let all = Settings::new(5);
    let expected = Lanes::new(Arc::clone(&engine)).playouts(&jobs, &all);
    for lanes in [1, 7, 64, 500] {
        let settings = Settings { lanes, ..all };
        assert_eq!(
            Lanes::new(Arc::clone(&engine)).playouts(&jobs, &settings),
            expected,
            "{lanes} lanes"
        );
    }
    for n_first in [1, 2, 5] {
        let pieces = jobs.iter().map(|job| job.clone().split(n_first));
        let (first, rest): (Vec<Job>, Vec<Job>) = pieces.unzip();
        let mut tallies = Lanes::new(Arc::clone(&engine)).playouts(&first, &all);
        let others = Lanes::new(Arc::clone(&engine)).playouts(&rest, &all);
        for (tally, other) in tallies.iter_mut().zip(&others) {
            tally.merge(other);
        }
        assert_eq!(tallies, expected, "{n_first} games apart");
    }
}

#[test]
fn the_step_limit_cuts_games() {
    let machine = own_game("connect-four");
    for step_limit in [0, 1, 9, 12] {
        let settings = Settings { step_limit, ..Settings::new(1) };
        check_playouts(&machine, &backends(), &settings, 12);
    }
}

/// Sheets with recursive rules, which make loops in the circuit.
const LOOPS: [&str; 3] = ["atariGoVariant_7x7.kif", "cs_hexbad4.kif", "cubicup_3player.kif"];

#[test]
fn shared_sheets() {
    let paths = shared_games();
    if paths.is_empty() {
        return;
    }
    let all = stonegate_oracles::is_slow_run();
    let mut n_checked = 0;
    for (number, path) in paths.iter().enumerate() {
        let has_loops = LOOPS.iter().any(|name| path.ends_with(name));
        if !all && number % 16 != 0 && !has_loops {
            continue;
        }
        let rules =
            String::from_utf8_lossy(&std::fs::read(path).expect("it is there")).into_owned();
        let max_gates = if all { 60_000 } else { 6000 };
        let Some(machine) = compile_up_to(max_gates, &rules) else { continue };
        eprintln!("{}", path.display());
        assert!(!has_loops || !machine.circuit.loops().is_empty());
        check_states(&machine, &backends());
        check_playouts(&machine, &backends(), &Settings { step_limit: 30, ..Settings::new(2) }, 6);
        n_checked += 1;
    }
    assert!(n_checked > 10);
}

/// Percepts depend on state and moves.
#[test]
fn sheets_with_percepts() {
    let Some(folder) = stonegate_oracles::shared("games-gdl2") else {
        stonegate_oracles::skip("there are no sheets in ../shared/games-gdl2");
        return;
    };
    let all = stonegate_oracles::is_slow_run();
    let mut n_checked = 0;
    for name in stonegate_oracles::names(&folder, "kif") {
        let rules = stonegate_oracles::read(&folder.join(format!("{name}.kif")));
        let Some(machine) = compile_up_to(if all { 60_000 } else { 1500 }, &rules) else {
            continue;
        };
        check_states(&machine, &backends());
        n_checked += usize::from(machine.has_percepts());
    }
    assert!(n_checked >= if all { 20 } else { 10 }, "{n_checked}");
}

/// More states than there are lanes, and none at all.
#[test]
fn batches_of_any_size() {
    let machine = own_game("tic-tac-toe");
    let mut lanes = Lanes::new(Arc::new(Engine::new(Arc::clone(&machine), Backend::best())));
    let reached = reached(&machine, 12);
    let steps: Vec<Step> = reached.iter().cycle().take(1100).cloned().collect();
    let mut advance = |steps: &[Step]| {
        let (states, joints) = batch(&machine, steps);
        let next = lanes.advance(&states, &joints);
        assert_eq!(next.expansions, lanes.expand(&next.states));
        let expansions = outputs(&machine, &next.expansions);
        next.states.rows().map(<[u64]>::to_vec).zip(expansions).collect::<Vec<_>>()
    };
    let together = advance(&steps);
    assert_eq!(together.len(), 1100);
    for size in [1, 7, LANES, LANES + 1] {
        let apart: Vec<_> = steps.chunks(size).flat_map(&mut advance).collect();
        assert!(apart == together, "batches of {size}");
    }
    assert!(advance(&[]).is_empty());
    assert!(lanes.playouts(&[] as &[Job], &Settings::new(8)).is_empty());
    let none = lanes.playouts(&[Job::new(machine.initial(), 0, 0)], &Settings::new(8));
    assert_eq!(none, [Tally::new(2)]);
}

#[test]
#[should_panic(expected = "one move for each role")]
fn every_role_makes_a_move() {
    let machine = own_game("tic-tac-toe");
    let mut lanes = Lanes::new(Arc::new(Engine::new(Arc::clone(&machine), Backend::best())));
    lanes.advance(&machine.batch([&machine.initial()]), &[MoveId::new(0)]);
}

#[test]
fn a_role_without_legal_moves_ends_the_game() {
    // The robot may push three times at most, but the game goes on.
    let rules = "
        (role robot) (role other)
        (init (count 0)) (succ 0 1) (succ 1 2) (succ 2 3)
        (<= (legal robot push) (true (count ?n)) (succ ?n ?m))
        (legal other noop)
        (<= (legal robot stop) (true (count 1)))
        (<= (next (count ?m)) (does robot push) (true (count ?n)) (succ ?n ?m))
        (<= (next done) (does robot stop))
        (<= terminal (true done))
        (<= (goal robot 100) (true done))
        (<= (goal other 50) (role robot))";
    let machine = compile(rules).expect("it compiles");
    let settings = Settings::new(4);
    let job = Job::new(machine.initial(), 1000, 0);
    let expected = slow_tally(&machine, &job, &settings);
    assert!(expected.stuck > 400 && expected.finished > 400 && expected.flawed == 0);
    for backend in backends() {
        let engine = Arc::new(Engine::new(Arc::clone(&machine), backend));
        let tallies = Lanes::new(engine).playouts(std::slice::from_ref(&job), &settings);
        assert_eq!(tallies, std::slice::from_ref(&expected), "{backend}");
    }
}

#[test]
fn free_for_all_gets_stuck() {
    let Some(path) = shared_games().into_iter().find(|path| path.ends_with("4pffa.kif")) else {
        return;
    };
    let rules = std::fs::read_to_string(path).expect("it is there");
    let machine = compile(&rules).expect("it compiles");
    let engine = Arc::new(Engine::new(Arc::clone(&machine), Backend::best()));
    let job = Job::new(machine.initial(), 3000, 0);
    let tally = &Lanes::new(engine).playouts(&[job], &Settings::new(4))[0];
    assert_eq!(tally.playouts(), 3000);
    assert!(tally.stuck > 0, "{tally:?}");
}

#[test]
fn endless_games_are_stopped() {
    let rules = "(role robot) (init start) (legal robot wait) (<= (next start) (true start))
        (<= terminal (true over)) (<= (next over) (true over)) (goal robot 100)";
    let machine = compile(rules).expect("it compiles");
    let settings = Settings { step_limit: u32::MAX, ..Settings::new(1) };
    for backend in backends() {
        let mut lanes = Lanes::new(Arc::new(Engine::new(Arc::clone(&machine), backend)));
        let jobs = [Job::new(machine.initial(), 1000, 0)];
        let n_asked = std::cell::Cell::new(0);
        let stop = || {
            n_asked.set(n_asked.get() + 1);
            n_asked.get() == 3
        };
        assert_eq!(lanes.try_playouts(&jobs, &settings, &stop), None, "{backend}");
        // What is left in the lanes disturbs nobody.
        let short = Settings { step_limit: 7, ..settings };
        let tally = lanes.playouts(&jobs, &short).remove(0);
        assert_eq!((tally.unfinished, tally.steps), (1000, 7000), "{backend}");
    }
}
