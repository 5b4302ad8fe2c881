//! The text form of machines, and machines under other names.

use std::sync::Arc;

use stonegate_circuit::Effort;
use stonegate_gdl::{Canonical, analyze};
use stonegate_ground::{Budget, Machine, ParseMachineError, Stepper, ground};

use stonegate_oracles::{own_game, own_names};

const LAMP: &str = "
    (role robot)
    (init (lamp off))
    (<= (legal robot push) (true (lamp ?any)))
    (<= (next (lamp on)) (does robot push))
    (<= terminal (true (lamp on)))
    (<= (goal robot 100) (true (lamp on)))";

fn machines(text: &str) -> [Machine; 2] {
    let analysis = analyze(text);
    let grounded = ground(&analysis.rules, &Budget::default());
    let grounded = grounded.expect("it is small");
    let quick = grounded.optimize(Effort::QUICK, &|| false).machine;
    [grounded.machine, quick]
}

#[test]
fn printing_and_parsing_are_inverse() {
    for name in own_names() {
        if ["amazons-10x10", "chess", "checkers", "amazons"].contains(&name.as_str()) {
            continue;
        }
        for machine in machines(&own_game(&name)) {
            let parsed = machine.to_string().parse::<Machine>();
            assert!(parsed == Ok(machine), "{name}");
        }
    }
}

#[test]
fn no_damage_is_a_panic() {
    let [machine, _] = machines(LAMP);
    let text = machine.to_string();
    let mut n_errors = 0;
    for (at, byte) in text.bytes().enumerate() {
        for other in [b' ', b'9', b'(', b'n', b'\n'] {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = other;
            let damaged = String::from_utf8(bytes).expect("all is ASCII");
            n_errors += usize::from(other != byte && damaged.parse::<Machine>().is_err());
        }
        n_errors += usize::from(text[..at].parse::<Machine>().is_err());
    }
    assert!(n_errors > text.len(), "only {n_errors} errors");
}

#[track_caller]
fn check_mismatch(from: &str, to: &str, error: &str) {
    let [machine, _] = machines(LAMP);
    let text = machine.to_string();
    assert!(text.contains(from), "{text}");
    let parsed = text.replacen(from, to, 1).parse::<Machine>();
    assert_eq!(parsed.expect_err("it does not fit").to_string(), error);
}

#[test]
fn a_circuit_has_to_fit() {
    let no_input = "the circuit does not fit: each move is an input";
    check_mismatch("  move push\n", "  move push\n  move pull\n", no_input);
    let no_output = "the circuit does not fit: \
                     the outputs are the legal moves, the end, the goals and the percepts";
    check_mismatch("  goal 100\n", "  goal 99\n  goal 100\n", no_output);
    check_mismatch("  goal 100\n", "  goal 101\n", "line 3 is malformed");
    check_mismatch("= r1", "= r7", "the circuit does not fit: a fact is in a register");
    check_mismatch("= r1", "= x", "line 5 is malformed");
    let with_input = "the circuit does not fit: outputs but percepts depend on the state alone";
    check_mismatch("output \"terminal\" n", "output \"terminal\" n1\n#", with_input);
    let empty = "".parse::<Machine>();
    assert_eq!(empty, Err(ParseMachineError::Mismatch("there must be a role")));
}

/// Canonical rules give a machine that names make the machine of the sheet: roles,
/// moves and facts stand in the same order, and play is the same.
#[test]
fn a_renamed_machine_plays_the_same_game() {
    for name in ["tic-tac-toe", "connect-four", "nim", "eight-puzzle", "tron", "hex"] {
        let text = own_game(name);
        let [_, expected] = machines(&text);
        let canonical = Canonical::new(&analyze(&text).rules);
        let grounded = ground(&canonical.rules, &Budget::default());
        let machine = grounded.expect("it is small").optimize(Effort::QUICK, &|| false).machine;
        let renamed = machine.renamed(&|text| canonical.rename(text));

        assert_eq!(renamed.circuit.verify(), Ok(()));
        assert_eq!(renamed.roles, expected.roles, "{name}");
        let fact_names = |machine: &Machine| {
            machine.facts.iter().map(|fact| fact.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(fact_names(&renamed), fact_names(&expected), "{name}");
        let names_of_outputs = |machine: &Machine| {
            machine.circuit.outputs().iter().map(|output| output.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names_of_outputs(&renamed), names_of_outputs(&expected), "{name}");
        compare_play(&renamed, &expected, name);
    }
}

/// Plays the same moves on two machines and compares everything.
fn compare_play(left: &Machine, right: &Machine, name: &str) {
    let stepper = |machine: &Machine| Stepper::new(&Arc::new(machine.clone()));
    let (mut left_stepper, mut right_stepper) = (stepper(left), stepper(right));
    let (mut left_state, mut right_state) = (left.initial(), right.initial());
    for step in 0..40_usize {
        let facts = left.facts_of(&left_state).collect::<Vec<_>>();
        assert_eq!(facts, right.facts_of(&right_state).collect::<Vec<_>>(), "{name}");
        let position = left_stepper.position(&left_state);
        assert_eq!(position, right_stepper.position(&right_state), "{name}");
        if position.terminal {
            return;
        }
        let moves = position.legal.iter().map(|legal| legal[(step * 5 + 3) % legal.len()]);
        let moves = moves.collect::<Vec<_>>();
        left_state = left_stepper.next(&left_state, &moves);
        right_state = right_stepper.next(&right_state, &moves);
    }
}
