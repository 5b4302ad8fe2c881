//! Seeds that follow from one that a user gave.

/// The seed of part `number` of a `stream`. It is hashed: parts that follow from neighboring
/// seeds have nothing in common, as those of `seed + number` would.
pub fn derive_seed(seed: u64, stream: u64, number: u64) -> u64 {
    mix(mix(mix(seed).wrapping_add(stream)).wrapping_add(number))
}

/// The finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
fn mix(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn neighbors_share_nothing() {
        let mut seen = HashSet::new();
        for seed in 0..20 {
            for stream in 0..20 {
                for number in 0..20 {
                    assert!(seen.insert(derive_seed(seed, stream, number)));
                }
            }
        }
    }
}
