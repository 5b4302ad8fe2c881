//! Which instructions a lookup table becomes: the cheapest formula of AND, OR, XOR, AND NOT, NOT and
//! bit selection.

use std::sync::OnceLock;

use crate::cover::VARIABLES;

/// The last step of the cheapest way to the value of a table; operands are tables.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Formula {
    Constant(bool),
    /// One of the inputs.
    Input(usize),
    Not(u8),
    And(u8, u8),
    Or(u8, u8),
    Xor(u8, u8),
    /// The first and not the second.
    AndNot(u8, u8),
    /// The first where the third holds, the second elsewhere.
    Select(u8, u8, u8),
}

/// What instructions cost. A selection is one instruction on ARM and three on x86; ones for a
/// negation have to come from somewhere.
const PLAIN: u32 = 2;
const NEGATION: u32 = 3;
const SELECTION: u32 = 5;

/// The formula of a table.
pub(super) fn formula(table: u8) -> Formula {
    static FORMULAS: OnceLock<[Formula; 256]> = OnceLock::new();
    FORMULAS.get_or_init(all)[usize::from(table)]
}

/// Better formulas are looked for until there are none: every formula is made of cheaper ones.
fn all() -> [Formula; 256] {
    let mut best = Best { formulas: [Formula::Constant(false); 256], costs: [u32::MAX; 256] };
    best.offer(0, 0, Formula::Constant(false));
    best.offer(0xff, 0, Formula::Constant(true));
    for (number, table) in VARIABLES.into_iter().enumerate() {
        best.offer(table, 0, Formula::Input(number));
    }
    while best.improve() {}
    best.formulas
}

struct Best {
    formulas: [Formula; 256],
    costs: [u32; 256],
}

impl Best {
    fn offer(&mut self, table: u8, cost: u32, formula: Formula) -> bool {
        let is_better = cost < self.costs[usize::from(table)];
        if is_better {
            self.costs[usize::from(table)] = cost;
            self.formulas[usize::from(table)] = formula;
        }
        is_better
    }

    fn improve(&mut self) -> bool {
        let mut is_better = false;
        let known = |best: &Self, up_to: u32| {
            let tables = (1..0xff).filter(|&table: &u8| best.costs[usize::from(table)] <= up_to);
            tables.collect::<Vec<u8>>()
        };
        for &a in &known(self, u32::MAX - 1) {
            let cost = self.costs[usize::from(a)];
            is_better |= self.offer(!a, cost + NEGATION, Formula::Not(a));
            for &b in &known(self, u32::MAX - 1) {
                let cost = cost + self.costs[usize::from(b)] + PLAIN;
                is_better |= self.offer(a & b, cost, Formula::And(a, b));
                is_better |= self.offer(a | b, cost, Formula::Or(a, b));
                is_better |= self.offer(a ^ b, cost, Formula::Xor(a, b));
                is_better |= self.offer(a & !b, cost, Formula::AndNot(a, b));
            }
        }
        let simple = known(self, PLAIN);
        for &a in &simple {
            for &b in &simple {
                for &mask in &simple {
                    let costs = [a, b, mask].map(|table| self.costs[usize::from(table)]);
                    let cost = costs.into_iter().sum::<u32>() + SELECTION;
                    let formula = Formula::Select(a, b, mask);
                    is_better |= self.offer(a & mask | b & !mask, cost, formula);
                }
            }
        }
        is_better
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(table: u8, depth: usize) -> u8 {
        assert!(depth < 8, "formulas end");
        let value = |table| value(table, depth + 1);
        match formula(table) {
            Formula::Constant(bit) => u8::from(bit).wrapping_neg(),
            Formula::Input(number) => VARIABLES[number],
            Formula::Not(a) => !value(a),
            Formula::And(a, b) => value(a) & value(b),
            Formula::Or(a, b) => value(a) | value(b),
            Formula::Xor(a, b) => value(a) ^ value(b),
            Formula::AndNot(a, b) => value(a) & !value(b),
            Formula::Select(a, b, mask) => value(a) & value(mask) | value(b) & !value(mask),
        }
    }

    #[test]
    fn formulas_give_their_tables() {
        for table in 0..=255 {
            assert_eq!(value(table, 0), table);
        }
    }

    #[test]
    fn a_choice_is_a_selection() {
        let [a, b, c] = VARIABLES;
        assert_eq!(formula(a & b | !a & c), Formula::Select(b, c, a));
        assert!(matches!(formula(a & b & c), Formula::And(..)));
    }
}
