//! Places in a text as lines and columns, in the units that editors count in.

/// What a column counts.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of 16 bits, as JavaScript counts.
    Utf16,
    /// Characters.
    Utf32,
}

/// Where the lines of a text begin.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<u32>,
}

impl Lines {
    pub fn new(text: &str) -> Self {
        // A line ends with `\n`, with `\r`, or with both.
        let bytes = text.as_bytes();
        let is_end = |&at: &usize| match bytes[at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let starts = (0..bytes.len()).filter(is_end).map(|at| at as u32 + 1);
        Self { starts: std::iter::once(0).chain(starts).collect() }
    }

    /// The line and the column of an offset, both from 0.
    pub fn position(&self, text: &str, offset: u32, encoding: Encoding) -> (u32, u32) {
        let offset = text.floor_char_boundary(offset as usize);
        let line = self.starts.partition_point(|&start| start as usize <= offset) - 1;
        let before = &text[self.starts[line] as usize..offset];
        let column = match encoding {
            Encoding::Utf8 => before.len(),
            Encoding::Utf16 => before.chars().map(char::len_utf16).sum(),
            Encoding::Utf32 => before.chars().count(),
        };
        (line as u32, column as u32)
    }

    /// The offset of a line and a column. What lies behind the end of a line or of the text is its
    /// end.
    pub fn offset(&self, text: &str, (line, column): (u32, u32), encoding: Encoding) -> u32 {
        let Some(&start) = self.starts.get(line as usize) else { return text.len() as u32 };
        let start = start as usize;
        let end = self.starts.get(line as usize + 1).map_or(text.len(), |&end| end as usize);
        let line = text[start..end].trim_end_matches(['\n', '\r']);
        let mut left = column as usize;
        for (offset, char) in line.char_indices() {
            let units = match encoding {
                Encoding::Utf8 => char.len_utf8(),
                Encoding::Utf16 => char.len_utf16(),
                Encoding::Utf32 => 1,
            };
            if left < units {
                return (start + offset) as u32;
            }
            left -= units;
        }
        (start + line.len()) as u32
    }

    /// The number of a line from 1, as people count.
    pub fn number(&self, offset: u32) -> usize {
        self.starts.partition_point(|&start| start <= offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_offsets_are_inverse() {
        let text = "a😀b\r\né\rx\n\nend";
        let lines = Lines::new(text);
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            for (offset, char) in text.char_indices().filter(|&(_, char)| char != '\n') {
                let place = lines.position(text, offset as u32, encoding);
                let found = lines.offset(text, place, encoding);
                assert_eq!(found, offset as u32, "{char:?} at {place:?}, {encoding:?}");
            }
        }
        assert_eq!(lines.position(text, 5, Encoding::Utf16), (0, 3));
        assert_eq!(lines.position(text, 5, Encoding::Utf8), (0, 5));
    }

    #[test]
    fn places_outside_are_brought_in() {
        let text = "ab\ncd";
        let lines = Lines::new(text);
        assert_eq!(lines.offset(text, (0, 99), Encoding::Utf16), 2);
        assert_eq!(lines.offset(text, (9, 0), Encoding::Utf16), 5);
        assert_eq!(Lines::new("é").offset("é", (0, 1), Encoding::Utf8), 0);
    }
}
