//! Lines and columns of a text.

use stonegate_gdl::Span;

/// A place in a text: line, column, end line, end column, counted from 1.
pub type Place = [usize; 4];

/// Marks stand so many bytes apart.
const STEP: usize = 1024;

/// Finds lines and columns in a text, however long it is and however long its lines.
#[derive(Debug)]
pub struct Ruler<'t> {
    text: &'t str,
    /// The line and the column of every mark, counted from 1.
    marks: Vec<(usize, usize)>,
}

impl<'t> Ruler<'t> {
    pub fn new(text: &'t str) -> Self {
        let mut ruler = Self { text, marks: vec![(1, 1)] };
        for number in 1..=text.len() / STEP {
            let place = ruler.line_column(number * STEP);
            ruler.marks.push(place);
        }
        ruler
    }

    /// The first and the last place of a span.
    pub fn place(&self, span: Span) -> Place {
        let (line, column) = self.line_column(span.start as usize);
        let (end_line, end_column) = self.line_column(span.end as usize);
        [line, column, end_line, end_column]
    }

    fn line_column(&self, offset: usize) -> (usize, usize) {
        let offset = self.text.floor_char_boundary(offset);
        let mark = (offset / STEP).min(self.marks.len() - 1);
        let start = self.text.floor_char_boundary(mark * STEP);
        let (mut line, mut column) = self.marks[mark];
        for char in self.text[start..offset].chars() {
            if char == '\n' {
                (line, column) = (line + 1, 1);
            } else {
                column += 1;
            }
        }
        (line, column)
    }
}

#[cfg(test)]
mod tests {
    use stonegate_gdl::line_column;

    use super::*;

    #[test]
    fn places_are_those_of_the_language() {
        let text = "(role ä)\n\n; ö\n".repeat(400);
        let ruler = Ruler::new(&text);
        for start in 0..text.len() {
            let [line, column, ..] = ruler.place(Span::new(start, text.len()));
            assert_eq!((line, column), line_column(&text, start as u32), "{start}");
        }
    }
}
