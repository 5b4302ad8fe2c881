//! The comparison of two circuits: by simulation, then by SAT.

use stonegate_circuit::passes::Fate;
use stonegate_circuit::sat::{Equality, prove_equal};
use stonegate_circuit::{Circuit, Constraint, Lit, Simulator, initial_registers};

/// More than any proof in these tests takes.
pub(crate) const CONFLICTS: u32 = 1_000_000;

/// Fails unless the circuits are equal wherever the constraints of the first hold.
#[track_caller]
pub(crate) fn assert_equal(old: &Circuit, new: &Circuit) {
    assert_eq!(new.verify(), Ok(()));
    let (mut old_simulator, mut new_simulator) = (Simulator::new(old), Simulator::new(new));
    for round in 0..8 {
        let inputs = words(2 * round, old.inputs().len());
        let registers = words(2 * round + 1, old.registers().len());
        old_simulator.evaluate(&inputs, &registers);
        new_simulator.evaluate(&inputs, &registers);
        assert_same_lanes(&old_simulator, &new_simulator, old_simulator.valid_lanes());
    }
    assert_eq!(prove_equal(old, new, CONFLICTS), Equality::Equal);
}

/// Fails unless the circuits step through the same states from the initial one, as long as the
/// constraints of the first hold, and are equal in all states where the fates of registers hold.
#[track_caller]
pub(crate) fn assert_same_play(old: &Circuit, new: &Circuit, fates: &[Fate]) {
    assert_eq!(new.verify(), Ok(()));
    let (mut old_simulator, mut new_simulator) = (Simulator::new(old), Simulator::new(new));
    for game in 0..4 {
        let mut registers = initial_registers(old);
        let mut lanes = !0;
        for step in 0..8 {
            let inputs = words(game * 100 + step, old.inputs().len());
            old_simulator.evaluate(&inputs, &registers);
            new_simulator.evaluate(&inputs, &registers);
            lanes &= old_simulator.valid_lanes();
            assert_same_lanes(&old_simulator, &new_simulator, lanes);
            registers = old_simulator.next_registers();
        }
    }
    let mut known = old.clone();
    for (register, fate) in old.registers().iter().zip(fates) {
        let own = Lit::from(register.node);
        let other = match *fate {
            Fate::Kept | Fate::Unread => continue,
            Fate::Constant(value) => Lit::constant(value),
            Fate::Equal { register, inverted } => {
                Lit::new(old.registers()[register.index()].node, inverted)
            }
        };
        known.constrain(Constraint::Implies(own, other));
        known.constrain(Constraint::Implies(other, own));
    }
    assert_eq!(prove_equal(&known, new, CONFLICTS), Equality::Equal);
}

#[track_caller]
fn assert_same_lanes(old: &Simulator<&Circuit>, new: &Simulator<&Circuit>, lanes: u64) {
    let masked = |words: Vec<u64>| words.into_iter().map(|word| word & lanes).collect::<Vec<_>>();
    assert_eq!(masked(old.outputs()), masked(new.outputs()), "outputs");
    assert_eq!(masked(old.next_registers()), masked(new.next_registers()), "next values");
}

/// Words that look random, the same in every run.
pub(crate) fn words(seed: u64, n: usize) -> Vec<u64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    };
    (0..n).map(|_| next()).collect()
}
