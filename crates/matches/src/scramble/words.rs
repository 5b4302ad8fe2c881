//! Words that look English and mean nothing.

use stonegate_lanes::Key;

const ONSETS: [&str; 24] = [
    "b", "br", "c", "cl", "d", "dr", "f", "fl", "g", "gr", "h", "l", "m", "n", "p", "pl", "r", "s",
    "sh", "st", "t", "tr", "v", "w",
];
const VOWELS: [&str; 10] = ["a", "e", "i", "o", "u", "ai", "ea", "ee", "oa", "ou"];
const CODAS: [&str; 12] = ["", "", "", "ck", "l", "m", "n", "nd", "r", "rt", "st", "t"];
const ENDINGS: [&str; 10] =
    ["able", "age", "ation", "er", "ess", "ing", "ish", "ment", "or", "ward"];

/// The word of a number: two or three syllables and an ending, at least five
/// letters, so that it is no keyword of the rules or of the protocol.
pub(super) fn word(key: Key, number: u32) -> String {
    // More parts than any word has.
    const MAX_PARTS: u32 = 16;
    let mut n_drawn = 0;
    let mut draw = |n_choices: usize| {
        n_drawn += 1;
        key.draw(n_choices as u32, number.wrapping_mul(MAX_PARTS).wrapping_add(n_drawn)) as usize
    };
    let n_syllables = 2 + draw(2);
    let mut word = String::new();
    for _ in 0..n_syllables {
        word.push_str(ONSETS[draw(ONSETS.len())]);
        word.push_str(VOWELS[draw(VOWELS.len())]);
    }
    word.push_str(CODAS[draw(CODAS.len())]);
    word.push_str(ENDINGS[draw(ENDINGS.len())]);
    word
}
