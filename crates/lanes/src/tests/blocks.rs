//! Positions that stay in the lanes, against the simulator, one position at a time.

use std::sync::Arc;

use stonegate_ground::{Goal, Machine, MoveId, Position, RoleId, State, Stepper};

use super::{backends, compile, own_game};
use crate::{
    AfterEnd, Backend, Block, Engine, IllegalMove, Key, Lanes, Moves, Numbering, Outcome, Play,
    Shown, View, Viewer, Word, changing_facts, replay,
};

const FIRST: u64 = 1000;

fn play(after_end: AfterEnd) -> Play {
    Play { seed: 5, after_end, step_limit: None, illegal_loses: false }
}

/// A position that plays one game after the other, the slow way.
struct SlowPosition {
    state: State,
    position: Position,
    steps: u32,
}

impl SlowPosition {
    fn new(stepper: &mut Stepper) -> Self {
        let state = stepper.machine().initial();
        Self { position: stepper.position(&state), state, steps: 0 }
    }

    fn is_over(&self, play: Play) -> bool {
        self.position.terminal || self.is_stuck() || Some(self.steps) == play.step_limit
    }

    fn is_stuck(&self) -> bool {
        self.position.legal.iter().any(Vec::is_empty)
    }

    fn apply(&mut self, stepper: &mut Stepper, joint: &[MoveId]) {
        self.state = stepper.next(&self.state, joint);
        self.position = stepper.position(&self.state);
        self.steps += 1;
    }

    /// The goal of each role as a reward.
    fn rewards(&self) -> Vec<f32> {
        let reward = |goals: &Vec<Goal>| {
            f32::from(Goal::of_role(goals.iter().copied()).value()) / 50.0 - 1.0
        };
        self.position.goals.iter().map(reward).collect()
    }
}

fn legal_rows(block: &Block, role: Option<RoleId>, width: usize) -> Vec<Vec<MoveId>> {
    let mut bytes = vec![7; block.len() * width];
    block.write_legal(role, width, &mut bytes);
    let ones = |row: &[u8]| {
        assert!(row.iter().all(|&byte| byte < 2));
        MoveId::first(width).filter(|at| row[at.index()] == 1).collect()
    };
    bytes.chunks(width).map(ones).collect()
}

/// Plays with chosen moves and compares everything with the simulator after every step.
#[track_caller]
fn check_steps(machine: &Arc<Machine>, backend: Backend, play: Play, n: usize, n_steps: u32) {
    let engine = Arc::new(Engine::new(Arc::clone(machine), backend));
    let mut lanes = Lanes::new(Arc::clone(&engine));
    let mut block = lanes.block(play, FIRST, n);
    let mut stepper = Stepper::new(machine);
    let mut slow: Vec<SlowPosition> = (0..n).map(|_| SlowPosition::new(&mut stepper)).collect();
    let n_roles = machine.roles.len();
    let width = machine.roles.iter().map(|role| role.moves.len()).max().expect("there are roles");
    for step in 0..n_steps {
        let legal: Vec<Vec<Vec<MoveId>>> =
            machine.role_ids().map(|role| legal_rows(&block, Some(role), width)).collect();
        let movers = block.movers();
        let of_movers = legal_rows(&block, None, width);
        let mut joints = Vec::new();
        for (at, slow) in slow.iter().enumerate() {
            assert_eq!(block.over().lane(at), slow.is_over(play));
            let mover = usize::from(movers[at]);
            assert_eq!(legal[mover][at], of_movers[at]);
            let turns = engine.turns(&slow.state, &slow.position.legal);
            assert!(
                RoleId::enumerate(&turns).all(|(role, &turn)| block.turn(role).lane(at) == turn)
            );
            let mut joint = Vec::new();
            for (role, legal) in RoleId::enumerate(&legal) {
                if slow.is_over(play) {
                    assert_eq!(legal[at].len(), width);
                    joint.push(MoveId::new(0));
                    continue;
                }
                assert_eq!(legal[at], slow.position.legal[role]);
                // Others than the mover have no choice in a game with turns.
                assert!(!engine.takes_turns() || role.index() == mover || legal[at].len() == 1);
                let key = Key::new(9, at as u64, u64::from(step));
                joint.push(legal[at][key.below(legal[at].len() as u32, 0, role, n_roles) as usize]);
            }
            joints.push(joint);
        }
        let result = if engine.takes_turns() {
            let actions: Vec<i32> = joints
                .iter()
                .zip(movers)
                .map(|(joint, mover)| joint[usize::from(mover)].index() as i32)
                .collect();
            lanes.step(&mut block, Moves::OfMovers(&actions))
        } else {
            let actions: Vec<i32> =
                joints.iter().flatten().map(|action| action.index() as i32).collect();
            lanes.step(&mut block, Moves::OfRoles(&actions))
        };
        assert_eq!(result, Ok(()));
        let mut rewards = vec![9.0; n * n_roles];
        block.write_rewards(&mut rewards);
        let view = View::of_facts(machine);
        let mut facts = vec![9; n * view.len()];
        block.write_view(&view, Viewer::Role(RoleId::new(0)), &mut facts);
        let mut last_facts = vec![9; n * view.len()];
        block.write_final_view(&view, Viewer::Role(RoleId::new(0)), &mut last_facts);
        let states = block.states();
        for (at, slow) in slow.iter_mut().enumerate() {
            let was_over = slow.is_over(play);
            if was_over && play.after_end == AfterEnd::NextStep {
                *slow = SlowPosition::new(&mut stepper);
            } else if !was_over {
                slow.apply(&mut stepper, &joints[at]);
            }
            let terminal = slow.position.terminal;
            assert_eq!(block.terminated().lane(at), terminal);
            assert_eq!(block.truncated().lane(at), slow.is_over(play) && !terminal);
            let expected = if terminal && !was_over { slow.rewards() } else { vec![0.0; n_roles] };
            assert_eq!(rewards[at * n_roles..][..n_roles], expected);
            assert_facts(machine, &slow.state, &last_facts[at * view.len()..][..view.len()]);
            if slow.is_over(play) && play.after_end == AfterEnd::SameStep {
                *slow = SlowPosition::new(&mut stepper);
            }
            assert_eq!(states.row(at), slow.state.words());
            assert_facts(machine, &slow.state, &facts[at * view.len()..][..view.len()]);
        }
    }
}

fn assert_facts(machine: &Machine, state: &State, bytes: &[u8]) {
    let changing: Vec<usize> = changing_facts(machine).collect();
    let shown = changing.iter().zip(bytes).filter(|(_, byte)| **byte == 1);
    let shown: Vec<&str> = shown.map(|(&fact, _)| machine.facts[fact].name.as_str()).collect();
    let is_changing = |name: &&str| changing.iter().any(|&fact| machine.facts[fact].name == *name);
    let expected: Vec<&str> = machine.facts_of(state).filter(is_changing).collect();
    assert_eq!(shown, expected);
}

/// Random steps are those of the playouts with the same keys.
#[track_caller]
fn check_random(machine: &Arc<Machine>, backend: Backend, after_end: AfterEnd, stride: u32) {
    let engine = Arc::new(Engine::new(Arc::clone(machine), backend));
    let mut lanes = Lanes::new(engine);
    let n = 70;
    let mut block = lanes.block(play(after_end), FIRST, n);
    let mut stepper = Stepper::new(machine);
    // For each position, the states after each step.
    let n_steps = 60;
    let mut lines: Vec<Vec<State>> = Vec::new();
    for at in 0..n as u64 {
        let mut line = Vec::new();
        for game in 0.. {
            let key = Key::new(5, FIRST + at, game);
            let mut replay = replay(&mut stepper, &machine.initial(), key, 1000);
            assert_ne!(replay.outcome, Outcome::Unfinished);
            match after_end {
                AfterEnd::Stay => {
                    let end = replay.states.last().cloned().expect("there is the first");
                    replay.states.resize(n_steps + 1, end);
                }
                AfterEnd::NextStep => {}
                AfterEnd::SameStep => drop(replay.states.pop()),
            }
            line.extend(replay.states);
            if line.len() > n_steps {
                break;
            }
        }
        lines.push(line);
    }
    for step in (stride as usize..=n_steps).step_by(stride as usize) {
        lanes.random_steps(&mut block, stride);
        let states = block.states();
        for (at, line) in lines.iter().enumerate() {
            assert_eq!(states.row(at), line[step].words(), "position {at}, step {step}");
        }
    }
}

#[test]
fn chosen_moves() {
    for name in ["tic-tac-toe", "connect-four", "breakthrough-6x6", "nim", "rock-paper-scissors"] {
        let machine = own_game(name);
        for backend in backends() {
            for after_end in [AfterEnd::Stay, AfterEnd::NextStep, AfterEnd::SameStep] {
                check_steps(&machine, backend, play(after_end), 65, 24);
            }
        }
    }
}

#[test]
fn random_moves_are_those_of_playouts() {
    for name in ["tic-tac-toe", "connect-four", "joint-connect-four", "rock-paper-scissors"] {
        let machine = own_game(name);
        for backend in backends() {
            check_random(&machine, backend, AfterEnd::Stay, 1);
            check_random(&machine, backend, AfterEnd::NextStep, 7);
            check_random(&machine, backend, AfterEnd::SameStep, 2);
        }
    }
}

#[test]
fn games_are_given_up() {
    let machine = own_game("connect-four");
    for after_end in [AfterEnd::Stay, AfterEnd::NextStep, AfterEnd::SameStep] {
        let play = Play { step_limit: Some(11), ..play(after_end) };
        check_steps(&machine, Backend::best(), play, 100, 40);
    }
}

/// Whoever has to pass is still the one to move.
#[test]
fn turns_where_nobody_has_a_choice() {
    let machine = own_game("reversi");
    let engine = Arc::new(Engine::new(Arc::clone(&machine), Backend::best()));
    let mut lanes = Lanes::new(engine);
    let mut block = lanes.block(play(AfterEnd::NextStep), 0, 512);
    let control = |name: &str| {
        let fact = machine.facts.iter().position(|fact| fact.name == name);
        Shown::fact(fact.expect("it is a fact"))
    };
    let facts = vec![control("(control black)"), control("(control white)")];
    let view = View::new(&machine, &vec![facts; 2]);
    let mut n_passes = 0;
    for _ in 0..70 {
        lanes.random_steps(&mut block, 1);
        lanes.look(&mut block);
        let mut bytes = vec![0; 2 * block.len()];
        block.write_view(&view, Viewer::Mover, &mut bytes);
        let movers = block.movers();
        let legal = legal_rows(&block, None, 66);
        for (at, control) in bytes.chunks(2).enumerate() {
            let mover = usize::from(movers[at]);
            if !block.over().lane(at) {
                assert_eq!(control[mover], 1);
                let passes = machine.roles[mover].moves.iter().position(|name| name == "pass");
                n_passes += usize::from(legal[at] == [MoveId::new(passes.expect("it is a move"))]);
            }
        }
    }
    assert!(n_passes > 100, "{n_passes} passes");
}

#[test]
fn illegal_moves() {
    let machine = own_game("tic-tac-toe");
    let engine = Arc::new(Engine::new(Arc::clone(&machine), Backend::best()));
    let mut lanes = Lanes::new(engine);
    let mut block = lanes.block(play(AfterEnd::Stay), 0, 3);
    assert_eq!(lanes.step(&mut block, Moves::OfMovers(&[0, 1, 2])), Ok(()));
    let before = block.states();
    for action in [1, 10, -1, i32::MAX, i32::MIN] {
        let moves = [1, action, 0];
        let illegal = IllegalMove { position: 1, role: RoleId::new(1), action };
        assert_eq!(lanes.step(&mut block, Moves::OfMovers(&moves)), Err(illegal));
        assert_eq!(block.states(), before);
    }
    let play = Play { illegal_loses: true, ..play(AfterEnd::Stay) };
    let mut block = lanes.block(play, 0, 3);
    for moves in [[0, 1, 2], [1, 1, 0], [2, 2, 1]] {
        assert_eq!(lanes.step(&mut block, Moves::OfMovers(&moves)), Ok(()));
    }
    let mut expected = Word::ZERO;
    expected.set_lane(1, true);
    assert_eq!((block.terminated(), block.truncated()), (expected, Word::ZERO));
    let mut rewards = [9.0; 6];
    block.write_rewards(&mut rewards);
    assert_eq!(rewards.map(f32::to_bits), [0.0; 6].map(f32::to_bits));
    block.reset(Word::ONES, None);
    lanes.look(&mut block);
    assert_eq!(lanes.step(&mut block, Moves::OfMovers(&[0, 99, 2])), Ok(()));
    block.write_rewards(&mut rewards);
    assert_eq!(rewards.map(f32::to_bits), [0.0, 0.0, -1.0, 1.0, 0.0, 0.0].map(f32::to_bits));
}

/// What chance does with chosen moves is what it does in random steps.
#[test]
fn chance_makes_its_own_moves() {
    let machine = compile(
        "(role player) (role random) (init (pot 0)) (init (left 3))
         (value 1) (value 2) (value 3)
         (<= (legal player (bet ?v)) (value ?v))
         (<= (legal random (throw ?v)) (value ?v))
         (<= (next (bet ?v)) (does player (bet ?v)))
         (<= (next (thrown ?v)) (does random (throw ?v)))
         (<= (next (left 2)) (true (left 3)))
         (<= (next (left 1)) (true (left 2)))
         (<= hit (true (bet ?v)) (true (thrown ?v)))
         (<= terminal (true (left 1)))
         (<= (goal player 100) hit) (<= (goal player 0) (not hit)) (goal random 0)",
    )
    .expect("it is small");
    let engine = Arc::new(Engine::new(Arc::clone(&machine), Backend::best()));
    assert!(engine.takes_turns());
    let mut lanes = Lanes::new(engine);
    let mut random = lanes.block(play(AfterEnd::NextStep), 0, 100);
    let mut chosen = random.clone();
    let thrown: Vec<Shown> = (1..=3)
        .map(|value| {
            let name = format!("(thrown {value})");
            let fact = machine.facts.iter().position(|fact| fact.name == name);
            Shown::fact(fact.expect("it is a fact"))
        })
        .collect();
    let view = View::new(&machine, &vec![thrown; 2]);
    let mut seen = [0; 3];
    for _ in 0..9 {
        lanes.random_steps(&mut random, 1);
        lanes.step(&mut chosen, Moves::OfMovers(&[1; 100])).expect("it is legal");
        let mut bytes = [vec![0; 300], vec![0; 300]];
        random.write_view(&view, Viewer::Role(RoleId::new(0)), &mut bytes[0]);
        chosen.write_view(&view, Viewer::Role(RoleId::new(0)), &mut bytes[1]);
        assert_eq!(bytes[0], bytes[1]);
        for row in bytes[0].chunks(3) {
            (0..3).for_each(|at| seen[at] += usize::from(row[at]));
        }
    }
    assert!(seen.iter().all(|&n| n > 100), "{seen:?}");
}

/// What a view shows of earlier steps is what it showed then, as long as the game is the same one.
#[test]
fn what_was_before() {
    const DEPTH: usize = 3;
    let machine = own_game("tic-tac-toe");
    let facts: Vec<usize> = changing_facts(&machine).collect();
    let width = facts.len();
    let ago = |steps_ago| {
        let shown = move |&fact: &usize| Shown::Facts { facts: vec![(fact, true)], steps_ago };
        facts.iter().map(shown).collect::<Vec<_>>()
    };
    let mut row: Vec<Shown> = (0..=DEPTH).flat_map(ago).collect();
    row.push(Shown::Steps);
    let view = View::new(&machine, &[row.clone(), row]);
    assert_eq!((view.depth(), view.has_numbers()), (DEPTH, true));
    for after_end in [AfterEnd::NextStep, AfterEnd::SameStep] {
        let mut lanes = Lanes::new(Arc::new(Engine::new(Arc::clone(&machine), Backend::best())));
        let mut block = lanes.block(play(after_end), FIRST, 70);
        block.remember(DEPTH);
        let mut bytes = vec![9; block.len() * view.len()];
        block.write_view(&view, Viewer::Mover, &mut bytes);
        let initial = bytes.chunks(view.len()).map(|row| vec![row[..width].to_vec()]);
        let mut earlier: Vec<Vec<Vec<u8>>> = initial.collect();
        for step in 0..40 {
            if step % 4 == 3 {
                // Chosen moves and random ones go the same way.
                let legal = legal_rows(&block, None, 10);
                let moves: Vec<i32> = legal.iter().map(|legal| legal[0].index() as i32).collect();
                lanes.step(&mut block, Moves::OfMovers(&moves)).expect("it is legal");
            } else {
                lanes.random_steps(&mut block, 1);
            }
            lanes.look(&mut block);
            let mut last = bytes.clone();
            block.write_view(&view, Viewer::Mover, &mut bytes);
            block.write_final_view(&view, Viewer::Role(RoleId::new(1)), &mut last);
            let rows = bytes.chunks(view.len()).zip(last.chunks(view.len()));
            for ((at, earlier), (row, last)) in earlier.iter_mut().enumerate().zip(rows) {
                let steps = usize::from(row[view.len() - 1]);
                let check = |row: &[u8], steps: usize, earlier: &[Vec<u8>]| {
                    assert_eq!(usize::from(row[view.len() - 1]), steps);
                    for ago in 1..=DEPTH {
                        let before = steps.checked_sub(ago).map(|_| &earlier[earlier.len() - ago]);
                        let expected = before.map_or(&vec![0; width], |before| before).clone();
                        assert_eq!(row[ago * width..][..width], expected, "position {at}");
                    }
                };
                if block.over().lane(at) || after_end == AfterEnd::SameStep {
                    // The last position of a game is that of its last step.
                    let n = if block.terminated().lane(at) { earlier.len() } else { steps };
                    check(last, n, earlier);
                }
                if steps == 0 {
                    earlier.clear();
                }
                check(row, steps, earlier);
                earlier.push(row[..width].to_vec());
            }
        }
    }
}

/// Moves can be told by other numbers; of several that a number means, one is legal.
#[test]
fn moves_by_other_numbers() {
    let machine = own_game("tic-tac-toe");
    let numbers: Vec<Vec<MoveId>> =
        vec![vec![MoveId::new(4)], Vec::new(), vec![MoveId::new(4), MoveId::new(0)]];
    let mut lanes = Lanes::new(Arc::new(Engine::new(Arc::clone(&machine), Backend::best())));
    let mut block = lanes.block(play(AfterEnd::Stay), 0, 2);
    let numbering = Numbering::new(&[numbers.clone(), numbers]);
    assert_eq!(numbering.number(RoleId::new(1), MoveId::new(4)), Some(0));
    assert_eq!(numbering.number(RoleId::new(1), MoveId::new(5)), None);
    block.number_moves(Arc::new(numbering));
    let legal = |block: &Block| legal_rows(block, None, 3);
    let ids = |numbers: [usize; 2]| numbers.map(MoveId::new).to_vec();
    assert_eq!(legal(&block), [ids([0, 2]), ids([0, 2])]);
    for action in [1, 3, -1] {
        let illegal = IllegalMove { position: 1, role: RoleId::new(0), action };
        assert_eq!(lanes.step(&mut block, Moves::OfMovers(&[0, action])), Err(illegal));
    }
    lanes.step(&mut block, Moves::OfMovers(&[0, 2])).expect("both are legal");
    assert_eq!(block.states().row(0), block.states().row(1), "both mean the same move");
    assert_eq!(legal(&block), [vec![MoveId::new(2)], vec![MoveId::new(2)]]);
    lanes.step(&mut block, Moves::OfMovers(&[2, 2])).expect("the other move is legal");
    assert!(legal(&block).iter().all(Vec::is_empty));
}
