//! The image of a pattern file: the bytes that the machine has in its memory.

use super::pattern::{Cell, Pattern, SIDE, Spot};

/// The memory is so large.
pub const IMAGE_BYTES: usize = 8192;
/// That of a machine with more of it.
pub const LARGE_IMAGE_BYTES: usize = 32768;
/// A pattern has two bytes for each row and one for the spot.
pub const PATTERN_BYTES: usize = 2 * SIDE + 1;
/// So many patterns fit, each with its symmetries.
pub const MAX_PATTERNS: usize = max_patterns_in(IMAGE_BYTES);

/// Column 0 is this bit of a byte; those below are zero.
const FIRST_BIT: usize = 3;

/// So many fit into a memory of so many bytes.
pub const fn max_patterns_in(memory: usize) -> usize {
    memory / PATTERN_BYTES
}

/// Why an image cannot be made or read.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum ImageError {
    /// There are more patterns, symmetries included, than fit.
    #[error("{n_patterns} patterns, symmetries included, do not fit: the memory holds {most}")]
    TooMany { n_patterns: usize, most: usize },
    /// The image ends within a pattern.
    #[error("{0} bytes are no whole number of patterns: each has {PATTERN_BYTES} bytes")]
    Length(usize),
    /// A byte of a pattern cannot be what it is.
    #[error("byte {at} cannot be {byte:02X}: is this an image of patterns?")]
    Byte { at: usize, byte: u8 },
}

/// The bytes of expanded patterns.
///
/// For each row from the top there is a byte with the low bits of its cells and one with the high
/// bits: 00 is blank, 01 black, 10 white and 11 don't care. Then comes the spot.
pub fn to_image(patterns: &[Pattern]) -> Result<Vec<u8>, ImageError> {
    to_image_in(patterns, IMAGE_BYTES)
}

/// The same for a memory of so many bytes.
pub fn to_image_in(patterns: &[Pattern], memory: usize) -> Result<Vec<u8>, ImageError> {
    let (n_patterns, most) = (patterns.len(), max_patterns_in(memory));
    if n_patterns > most {
        return Err(ImageError::TooMany { n_patterns, most });
    }
    Ok(patterns.iter().flat_map(encode).collect())
}

/// The patterns of an image: the inverse of [`to_image`]. An image may be filled up with zeros.
pub fn from_image(image: &[u8]) -> Result<Vec<Pattern>, ImageError> {
    if image.len() > IMAGE_BYTES {
        let n_patterns = image.len().div_ceil(PATTERN_BYTES);
        return Err(ImageError::TooMany { n_patterns, most: MAX_PATTERNS });
    }
    let (chunks, rest) = image.as_chunks::<PATTERN_BYTES>();
    let is_filled = |chunk: &&[u8; PATTERN_BYTES]| chunk.iter().any(|&byte| byte != 0);
    if rest.iter().any(|&byte| byte != 0) {
        return Err(ImageError::Length(image.len()));
    }
    let used = chunks.iter().take_while(is_filled).enumerate();
    used.map(|(number, chunk)| decode(chunk, number * PATTERN_BYTES)).collect()
}

fn encode(pattern: &Pattern) -> [u8; PATTERN_BYTES] {
    let mut bytes = [0; PATTERN_BYTES];
    for (row, cells) in pattern.cells().iter().enumerate() {
        for (column, &cell) in cells.iter().enumerate() {
            let code = code(cell);
            bytes[2 * row] |= (code & 1) << (FIRST_BIT + column);
            bytes[2 * row + 1] |= (code >> 1) << (FIRST_BIT + column);
        }
    }
    bytes[2 * SIDE] = encode_spot(pattern.spot());
    bytes
}

fn decode(bytes: &[u8; PATTERN_BYTES], start: usize) -> Result<Pattern, ImageError> {
    let mut cells = [[Cell::Any; SIDE]; SIDE];
    for (row, cells) in cells.iter_mut().enumerate() {
        for (column, cell) in cells.iter_mut().enumerate() {
            let bit = |byte: u8| byte >> (FIRST_BIT + column) & 1;
            *cell = cell_of(bit(bytes[2 * row]) | bit(bytes[2 * row + 1]) << 1);
        }
    }
    let wrong = |index: usize| ImageError::Byte { at: start + index, byte: bytes[index] };
    let spot = decode_spot(bytes[2 * SIDE]).ok_or_else(|| wrong(2 * SIDE))?;
    let is_used = |&index: &usize| bytes[index] & ((1 << FIRST_BIT) - 1) != 0;
    match (0..2 * SIDE).find(is_used) {
        Some(index) => Err(wrong(index)),
        None if cells[spot.row][spot.column] != Cell::Blank => Err(wrong(2 * SIDE)),
        None => Ok(Pattern::new(cells, spot)),
    }
}

/// The spot as a byte: the bit reversal of `00xxxyyy`, where `x` counts columns from the left and
/// `y` rows from the top, both from 1. The paper prints one example only, whose spot is the corner
/// where the rows begin; that the rows of a spot count in the order of the rows is our reading.
fn encode_spot(spot: Spot) -> u8 {
    ((spot.column as u8 + 1) << 3 | (spot.row as u8 + 1)).reverse_bits()
}

fn decode_spot(byte: u8) -> Option<Spot> {
    let bits = byte.reverse_bits() as usize;
    let (column, row) = ((bits >> 3).checked_sub(1)?, (bits & 7).checked_sub(1)?);
    (column < SIDE && row < SIDE).then_some(Spot { column, row })
}

const fn code(cell: Cell) -> u8 {
    match cell {
        Cell::Blank => 0b00,
        Cell::Black => 0b01,
        Cell::White => 0b10,
        Cell::Any => 0b11,
    }
}

const fn cell_of(code: u8) -> Cell {
    match code {
        0b00 => Cell::Blank,
        0b01 => Cell::Black,
        0b10 => Cell::White,
        _ => Cell::Any,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::PatternFile;

    #[test]
    fn the_example_of_the_seed() {
        let rows = ["B....", ".X...", ".OX..", "...X.", "....b"];
        let pattern = Pattern::parse(rows).unwrap();
        let expected = [0xF0, 0xF0, 0xF8, 0xE8, 0xE8, 0xD8, 0xF8, 0xB8, 0x78, 0x78, 0x90];
        assert_eq!(to_image(&[pattern]).unwrap(), expected);
    }

    #[test]
    fn an_image_is_read_back() {
        let patterns: Vec<Pattern> =
            PatternFile::shipped().expand().into_iter().map(|(_, pattern)| pattern).collect();
        let mut image = to_image(&patterns).unwrap();
        assert_eq!(from_image(&image).unwrap(), patterns);
        image.resize(IMAGE_BYTES, 0);
        assert_eq!(from_image(&image).unwrap(), patterns);
    }

    #[test]
    fn bad_images() {
        let pattern = Pattern::parse(["B....", ".....", ".....", ".....", "....."]).unwrap();
        let good = to_image(&[pattern]).unwrap();
        assert_eq!(from_image(&good[..9]), Err(ImageError::Length(9)));
        for (at, byte) in [(10, 0), (10, 0xFF), (10, 0x50), (3, 0xF9)] {
            let mut bad = good.clone();
            bad[at] = byte;
            assert_eq!(from_image(&bad), Err(ImageError::Byte { at, byte }));
        }
        let too_many = |n_patterns| ImageError::TooMany { n_patterns, most: 744 };
        assert_eq!(to_image(&vec![pattern; 745]), Err(too_many(745)));
        assert_eq!(to_image(&vec![pattern; 744]).unwrap().len(), 8184);
        assert_eq!(from_image(&[1; 9000]), Err(too_many(819)));
        assert_eq!(to_image_in(&vec![pattern; 2978], 1 << 15).unwrap().len(), 32_758);
        assert!(to_image_in(&vec![pattern; 2979], 1 << 15).is_err());
    }
}
