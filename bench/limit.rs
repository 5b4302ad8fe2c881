//! What the processor can do at best: lookup tables of three inputs on words of 512
//! bits (`vpternlogq`), one after the other, without a game around them.
//!
//!     rustc --edition 2024 -O bench/limit.rs -o target/limit && target/limit
//!
//! It is written in assembly, so that no compiler thinks of something better. The eight
//! tables of a round do not depend on each other: the processor waits for none of them.

#[cfg(not(target_arch = "x86_64"))]
fn main() {
    eprintln!("this measures AVX-512, which only x86-64 has");
}

#[cfg(target_arch = "x86_64")]
fn main() {
    if !is_x86_feature_detected!("avx512f") {
        eprintln!("this processor has no AVX-512");
        return;
    }
    println!("a third input in       ns per table   tables and lanes per second");
    let report = |place: &str, seconds: f64| {
        println!("{place:<22} {:>12.3} {:>29.2e}", seconds * 1e9, 512.0 / seconds);
    };
    report("a register", best(x86::in_registers));
    for (cache, kib) in [("L1", 16), ("L2", 256), ("L3", 4096)] {
        let mut memory = vec![x86::Word([0; 8]); kib * 16];
        report(&format!("{cache} ({kib} KiB)"), best(|n| x86::load(&mut memory, n)));
        report("  and stored back", best(|n| x86::load_and_store(&mut memory, n)));
    }
}

/// Seconds per table. Of many short runs the shortest counts: in that one, no other
/// program had the processor.
#[cfg(target_arch = "x86_64")]
fn best(mut run: impl FnMut(u64) -> u64) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..2000 {
        let start = std::time::Instant::now();
        let n_tables = run(1 << 17);
        best = best.min(start.elapsed().as_secs_f64() / n_tables as f64);
    }
    best
}

/// Each function evaluates at least as many tables as it is asked for, and says how many.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::asm;

    #[derive(Copy, Clone)]
    #[repr(align(64))]
    pub struct Word(#[allow(dead_code)] pub [u64; 8]);

    const ROUND: u64 = 8;

    pub fn in_registers(n_tables: u64) -> u64 {
        let rounds = n_tables.div_ceil(ROUND);
        // SAFETY: `main` has seen that there is AVX-512; only the named registers change.
        unsafe {
            asm!(
                "2:",
                "vpternlogq zmm0, zmm8, zmm9, 0x96",
                "vpternlogq zmm1, zmm8, zmm9, 0x96",
                "vpternlogq zmm2, zmm8, zmm9, 0x96",
                "vpternlogq zmm3, zmm8, zmm9, 0x96",
                "vpternlogq zmm4, zmm8, zmm9, 0x96",
                "vpternlogq zmm5, zmm8, zmm9, 0x96",
                "vpternlogq zmm6, zmm8, zmm9, 0x96",
                "vpternlogq zmm7, zmm8, zmm9, 0x96",
                "dec {rounds}",
                "jnz 2b",
                rounds = inout(reg) rounds => _,
                out("zmm0") _, out("zmm1") _, out("zmm2") _, out("zmm3") _,
                out("zmm4") _, out("zmm5") _, out("zmm6") _, out("zmm7") _,
                options(nomem, nostack),
            );
        }
        rounds * ROUND
    }

    pub fn load(memory: &mut [Word], n_tables: u64) -> u64 {
        for_each_pass(memory, n_tables, |start, end| {
            // SAFETY: as above. The memory is aligned and a whole number of rounds long.
            unsafe {
                asm!(
                    "2:",
                    "vpternlogq zmm0, zmm8, [{at}], 0x96",
                    "vpternlogq zmm1, zmm8, [{at} + 64], 0x96",
                    "vpternlogq zmm2, zmm8, [{at} + 128], 0x96",
                    "vpternlogq zmm3, zmm8, [{at} + 192], 0x96",
                    "vpternlogq zmm4, zmm8, [{at} + 256], 0x96",
                    "vpternlogq zmm5, zmm8, [{at} + 320], 0x96",
                    "vpternlogq zmm6, zmm8, [{at} + 384], 0x96",
                    "vpternlogq zmm7, zmm8, [{at} + 448], 0x96",
                    "add {at}, 512",
                    "cmp {at}, {end}",
                    "jne 2b",
                    at = inout(reg) start => _,
                    end = in(reg) end,
                    out("zmm0") _, out("zmm1") _, out("zmm2") _, out("zmm3") _,
                    out("zmm4") _, out("zmm5") _, out("zmm6") _, out("zmm7") _,
                    options(readonly, nostack),
                );
            }
        })
    }

    pub fn load_and_store(memory: &mut [Word], n_tables: u64) -> u64 {
        for_each_pass(memory, n_tables, |start, end| {
            // SAFETY: as above, and nobody else reads the memory.
            unsafe {
                asm!(
                    "2:",
                    "vpternlogq zmm0, zmm8, [{at}], 0x96",
                    "vpternlogq zmm1, zmm8, [{at} + 64], 0x96",
                    "vpternlogq zmm2, zmm8, [{at} + 128], 0x96",
                    "vpternlogq zmm3, zmm8, [{at} + 192], 0x96",
                    "vmovdqa64 [{at}], zmm0",
                    "vmovdqa64 [{at} + 64], zmm1",
                    "vmovdqa64 [{at} + 128], zmm2",
                    "vmovdqa64 [{at} + 192], zmm3",
                    "vpternlogq zmm4, zmm8, [{at} + 256], 0x96",
                    "vpternlogq zmm5, zmm8, [{at} + 320], 0x96",
                    "vpternlogq zmm6, zmm8, [{at} + 384], 0x96",
                    "vpternlogq zmm7, zmm8, [{at} + 448], 0x96",
                    "vmovdqa64 [{at} + 256], zmm4",
                    "vmovdqa64 [{at} + 320], zmm5",
                    "vmovdqa64 [{at} + 384], zmm6",
                    "vmovdqa64 [{at} + 448], zmm7",
                    "add {at}, 512",
                    "cmp {at}, {end}",
                    "jne 2b",
                    at = inout(reg) start => _,
                    end = in(reg) end,
                    out("zmm0") _, out("zmm1") _, out("zmm2") _, out("zmm3") _,
                    out("zmm4") _, out("zmm5") _, out("zmm6") _, out("zmm7") _,
                    options(nostack),
                );
            }
        })
    }

    fn for_each_pass(
        memory: &mut [Word],
        n_tables: u64,
        pass: impl Fn(*mut Word, *mut Word),
    ) -> u64 {
        assert!(!memory.is_empty() && memory.len() as u64 % ROUND == 0, "whole rounds");
        let n_passes = n_tables.div_ceil(memory.len() as u64);
        let range = memory.as_mut_ptr_range();
        for _ in 0..n_passes {
            pass(range.start, range.end);
        }
        n_passes * memory.len() as u64
    }
}
