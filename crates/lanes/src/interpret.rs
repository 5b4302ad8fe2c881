//! The interpreter: one table after the other, for whatever vectors the machine has.

use crate::program::Op;
use crate::word::{PARTS, Word};

/// What the interpreter is compiled for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Evaluates the tables in order.
pub(crate) fn run(width: Width, ops: &[Op], memory: &mut [Word]) {
    match width {
        Width::Portable => interpret(ops, memory),
        #[cfg(target_arch = "x86_64")]
        Width::Avx2 => x86::avx2(ops, memory),
        #[cfg(target_arch = "x86_64")]
        Width::Avx512 => x86::avx512(ops, memory),
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86 {
    use super::{Op, Word, interpret};

    pub(super) fn avx2(ops: &[Op], memory: &mut [Word]) {
        #[target_feature(enable = "avx2")]
        fn wide(ops: &[Op], memory: &mut [Word]) {
            interpret(ops, memory);
        }
        assert!(is_x86_feature_detected!("avx2"), "the kernel has checked it");
        // SAFETY: the machine has AVX2.
        unsafe { wide(ops, memory) }
    }

    pub(super) fn avx512(ops: &[Op], memory: &mut [Word]) {
        #[target_feature(enable = "avx512f,avx512vl")]
        fn wide(ops: &[Op], memory: &mut [Word]) {
            interpret(ops, memory);
        }
        assert!(
            is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl"),
            "the kernel has checked it"
        );
        // SAFETY: the machine has AVX-512 F and VL.
        unsafe { wide(ops, memory) }
    }
}

/// The value of a table; with a constant table, a few bitwise instructions.
#[inline(always)]
fn look_up<const TABLE: u8>(a: u64, b: u64, c: u64) -> u64 {
    let row = |row: u8, value: u64| if TABLE >> row & 1 == 1 { value } else { 0 };
    let high = row(7, b & c) | row(6, b & !c) | row(5, !b & c) | row(4, !b & !c);
    let low = row(3, b & c) | row(2, b & !c) | row(1, !b & c) | row(0, !b & !c);
    if TABLE >> 4 == TABLE & 15 { low } else { a & high | !a & low }
}

macro_rules! dispatch {
    ($op:expr, $memory:expr, $($high:literal)*) => {
        dispatch!(@rows $op, $memory, [$($high)*] [$($high)*])
    };
    (@rows $op:expr, $memory:expr, [$($high:literal)*] $lows:tt) => {
        match $op[0].table >> 4 {
            $($high => dispatch!(@row $op, $memory, $high, $lows),)*
            _ => unreachable!("four bits"),
        }
    };
    (@row $op:expr, $memory:expr, $high:literal, [$($low:literal)*]) => {
        match $op[0].table & 15 {
            $($low => evaluate::<{ $high << 4 | $low }>($op, $memory),)*
            _ => unreachable!("four bits"),
        }
    };
}

#[inline(always)]
fn interpret(ops: &[Op], memory: &mut [Word]) {
    for ops in ops.chunk_by(|op, next| op.table == next.table) {
        dispatch!(ops, memory, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    }
}

#[inline(always)]
fn evaluate<const TABLE: u8>(ops: &[Op], memory: &mut [Word]) {
    for op in ops {
        let [a, b, c] = op.inputs.map(|plane| memory[plane as usize]);
        let mut value = Word::ZERO;
        for part in 0..PARTS {
            value.0[part] = look_up::<TABLE>(a.0[part], b.0[part], c.0[part]);
        }
        memory[op.output as usize] = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_gives_its_rows() {
        // Bit `i` of these words is row `i`.
        let words = [0xf0, 0xcc, 0xaa].map(|bits| Word([bits; PARTS]));
        for table in 0..=255 {
            let mut memory = [words[0], words[1], words[2], Word::ZERO];
            let op = Op { table, n_inputs: 3, escapes: true, inputs: [0, 1, 2], output: 3 };
            run(Width::Portable, &[op], &mut memory);
            assert_eq!(memory[3].0.map(|part| part & 0xff), [u64::from(table); PARTS]);
        }
    }
}
