//! Pattern files: patterns as text, the most important first.

use std::fmt;
use std::str::FromStr;

use super::image::{IMAGE_BYTES, LARGE_IMAGE_BYTES};
use super::pattern::{Pattern, SIDE};

/// The patterns of a file in order of priority.
///
/// Five rows make a pattern, and blank lines separate patterns. Lines that begin with `#` explain
/// the pattern below them.
#[derive(Clone, Eq, PartialEq, Default, Debug)]
pub struct PatternFile {
    /// What stands above the first pattern, up to a blank line, without the `#`.
    pub title: Vec<String>,
    pub entries: Vec<Entry>,
}

/// A pattern of a file.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Entry {
    pub pattern: Pattern,
    /// What it is for, without the `#`.
    pub comments: Vec<String>,
    /// The line of its first row, counted from 1; 0 if it comes from no file.
    pub line: usize,
}

impl Entry {
    pub fn new(pattern: Pattern, comment: impl Into<String>) -> Self {
        Self { pattern, comments: vec![comment.into()], line: 0 }
    }
}

/// What is wrong with a line.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct PatternError {
    /// Counted from 1.
    pub line: usize,
    pub message: String,
}

impl PatternFile {
    /// Reads a file; if that fails, says everything that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, Vec<PatternError>> {
        let mut reader = Reader::default();
        for (index, line) in text.lines().enumerate() {
            reader.read(index + 1, line.trim());
        }
        reader.finish()
    }

    /// The patterns as the machine compares them, each with the number of its entry: all
    /// symmetries of the first, then those of the second and so on.
    pub fn expand(&self) -> Vec<(usize, Pattern)> {
        let numbered = self.entries.iter().enumerate();
        let expand = |(number, entry): (usize, &Entry)| {
            entry.pattern.symmetries().into_iter().map(move |pattern| (number, pattern))
        };
        numbered.flat_map(expand).collect()
    }

    /// The file that comes with the program. It was learned: its title tells how.
    pub fn shipped() -> Self {
        Self::shipped_for(IMAGE_BYTES)
    }

    /// The same for a memory of so many bytes: a large one has a file of its own.
    pub fn shipped_for(memory: usize) -> Self {
        let text = if memory < LARGE_IMAGE_BYTES {
            include_str!("../../patterns/default.txt")
        } else {
            include_str!("../../patterns/large.txt")
        };
        text.parse().expect("a test reads it")
    }

    /// The ten patterns that learning begins with.
    pub fn minimal() -> Self {
        include_str!("../../patterns/minimal.txt").parse().expect("a test reads it")
    }
}

#[derive(Default)]
struct Reader {
    file: PatternFile,
    errors: Vec<PatternError>,
    comments: Vec<String>,
    rows: Vec<String>,
    first: usize,
}

impl Reader {
    fn read(&mut self, line: usize, text: &str) {
        if let Some(comment) = text.strip_prefix('#') {
            self.close();
            self.comments.push(comment.strip_prefix(' ').unwrap_or(comment).to_owned());
        } else if text.is_empty() {
            self.close();
            if self.file.entries.is_empty() && self.file.title.is_empty() {
                self.file.title = std::mem::take(&mut self.comments);
            }
        } else {
            if self.rows.is_empty() {
                self.first = line;
            }
            self.rows.push(text.to_owned());
            if self.rows.len() == SIDE {
                self.complete();
            }
        }
    }

    /// Five rows are there.
    fn complete(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        match Pattern::parse(std::array::from_fn(|row| rows[row].as_str())) {
            Ok(pattern) => {
                let comments = std::mem::take(&mut self.comments);
                self.file.entries.push(Entry { pattern, comments, line: self.first });
            }
            Err((row, message)) => {
                self.errors.push(PatternError { line: self.first + row, message });
                self.comments.clear();
            }
        }
    }

    /// No more rows come.
    fn close(&mut self) {
        let n_rows = std::mem::take(&mut self.rows).len();
        if n_rows > 0 {
            let message = format!("a pattern has 5 rows, and this one ends after {n_rows}");
            self.errors.push(PatternError { line: self.first, message });
        }
    }

    fn finish(mut self) -> Result<PatternFile, Vec<PatternError>> {
        self.close();
        if self.errors.is_empty() { Ok(self.file) } else { Err(self.errors) }
    }
}

impl FromStr for PatternFile {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        Self::parse(text).map_err(|mut errors| errors.swap_remove(0))
    }
}

impl fmt::Display for PatternFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comment = |f: &mut fmt::Formatter<'_>, text: &str| {
            writeln!(f, "{}", format!("# {text}").trim_end())
        };
        for text in &self.title {
            comment(f, text)?;
        }
        // A blank line tells a title from what is said of the first pattern.
        if !self.title.is_empty() {
            writeln!(f)?;
        }
        for (number, entry) in self.entries.iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            for text in &entry.comments {
                comment(f, text)?;
            }
            entry.pattern.fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_the_inverse_of_parsing() {
        let large = PatternFile::shipped_for(LARGE_IMAGE_BYTES);
        for file in [PatternFile::shipped(), PatternFile::minimal(), large] {
            let mut again: PatternFile = file.to_string().parse().unwrap();
            for (entry, original) in again.entries.iter_mut().zip(&file.entries) {
                entry.line = original.line;
            }
            assert_eq!(again, file);
        }
    }

    #[test]
    fn a_title_without_patterns_is_kept() {
        let file: PatternFile = "# nothing yet\n\n# more".parse().unwrap();
        assert_eq!(file.to_string(), "# nothing yet\n\n");
        assert_eq!(file.to_string().parse(), Ok(file));
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let errors = PatternFile::parse(text).expect_err("it is wrong");
        let errors: Vec<String> = errors.iter().map(PatternError::to_string).collect();
        assert_eq!(errors, expected);
    }

    #[test]
    fn errors_have_lines() {
        check(
            "# one\n.....\n..X\n.....\n....B\n.....\n\nB....\n.....\n",
            &[
                "line 3: a row has 5 letters, not 3",
                "line 8: a pattern has 5 rows, and this one ends after 2",
            ],
        );
        check(
            "B....\n.....\n..Z..\n.....\n.....\n.....\n.....\n.....\n.....\n.....",
            &[
                "line 3: `Z` means nothing: write `.`, b, B, X or O",
                "line 6: a `B` is missing that says where to play",
            ],
        );
        check("B...B\n.....\n.....\n.....\n.....", &["line 1: a pattern has one `B` only"]);
    }
}
