//! Random games mean what the reference evaluator says.

use proptest::prelude::*;
use stonegate_circuit::Effort;
use stonegate_ground::Budget;
use stonegate_oracles::random_sheets::{RandomSheet, sheets};

use crate::play::{compare, try_ground};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn machines_do_what_the_rules_say(RandomSheet(sheet) in sheets()) {
        let grounded = try_ground(&sheet, &Budget::default()).expect("the rules are safe");
        let quick = &grounded.machine;
        let optimized = grounded.optimize(Effort::FULL, &|| false).machine;
        for machine in [quick, &optimized] {
            prop_assert_eq!(machine.circuit.verify(), Ok(()));
        }
        compare("", &sheet, &[quick, &optimized], 5, 10);
    }

    #[test]
    fn what_nobody_asks_for_is_not_missed(RandomSheet(sheet) in sheets()) {
        let budget = Budget { many_rows: 0, ..Budget::default() };
        let grounded = try_ground(&sheet, &budget).expect("the rules are safe");
        compare("", &sheet, &[&grounded.machine], 5, 10);
    }
}
