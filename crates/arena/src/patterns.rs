//! The patterns of the Gomoku machine, for the editor on the page.

use serde::{Deserialize, Serialize};
use stonegate_gomoku::patterns::{MAX_PATTERNS, PatternFile, PatternMachine, SIDE, check};
use stonegate_gomoku::{Board, Color, Point, Size};
use stonegate_tables::Refusal;

/// A pattern file has at most so many bytes: several times what fits into the machine.
const MAX_TEXT: usize = 64 << 10;

/// The board of the machine is that wide.
const WIDTH: usize = 16;

/// What a page wants to know of a pattern file.
#[derive(Clone, Debug, Deserialize)]
pub struct PatternsRequest {
    text: String,
    /// The rows of a position from the top, `X`, `O` and `.`.
    #[serde(default)]
    board: Vec<String>,
    /// The machine plays White, unless this says otherwise.
    #[serde(default)]
    is_black: bool,
}

/// A pattern file, and what the machine does with it.
#[derive(Clone, Debug, Serialize)]
pub struct PatternsReading {
    text: String,
    /// What is wrong with the text, by line; then there are no entries.
    errors: Vec<Mistake>,
    /// What is wrong with the patterns as a whole.
    findings: Vec<String>,
    entries: Vec<EntryView>,
    /// With all symmetries, and how many fit into the machine.
    n_patterns: usize,
    max_patterns: usize,
    firing: Option<FiringView>,
}

#[derive(Clone, Debug, Serialize)]
struct Mistake {
    line: usize,
    message: String,
}

#[derive(Clone, Debug, Serialize)]
struct EntryView {
    rows: Vec<String>,
    comments: Vec<String>,
    n_symmetries: usize,
}

/// The pattern that fires in a position.
#[derive(Clone, Debug, Serialize)]
struct FiringView {
    entry: usize,
    /// The column and the row of the window's top left point, from the top left.
    window: [usize; 2],
    /// Where the machine plays.
    point: [usize; 2],
    /// How many clock cycles the hardware takes.
    cycles: u64,
}

impl PatternsReading {
    /// The patterns that come with the program.
    pub fn shipped() -> Self {
        answer(PatternFile::shipped().to_string(), &[], Color::White)
    }
}

impl PatternsRequest {
    /// Reads a pattern file and plays by it.
    pub fn answer(self) -> Result<PatternsReading, Refusal> {
        let Self { text, board, is_black } = self;
        if text.len() > MAX_TEXT {
            let message = format!("a pattern file has at most {MAX_TEXT} bytes");
            return Err(Refusal::new("too-large", message));
        }
        Ok(answer(text, &board, if is_black { Color::Black } else { Color::White }))
    }
}

fn answer(text: String, rows: &[String], color: Color) -> PatternsReading {
    let (file, errors) = match PatternFile::parse(&text) {
        Ok(file) => (file, Vec::new()),
        Err(errors) => (PatternFile::default(), errors),
    };
    let entries = file.entries.iter().map(|entry| EntryView {
        rows: entry.pattern.to_string().lines().map(str::to_owned).collect(),
        comments: entry.comments.clone(),
        n_symmetries: entry.pattern.symmetries().len(),
    });
    let machine = PatternMachine::new(&file);
    let (firing, cycles) = machine.run(&board(rows), color);
    let firing = firing.map(|firing| FiringView {
        entry: firing.entry,
        window: [firing.window.x, WIDTH - SIDE - firing.window.y],
        point: [firing.point.x(), WIDTH - 1 - firing.point.y()],
        cycles: cycles.total(),
    });
    PatternsReading {
        entries: entries.collect(),
        findings: if errors.is_empty() {
            check(&file, MAX_PATTERNS).iter().map(ToString::to_string).collect()
        } else {
            Vec::new()
        },
        errors: errors
            .into_iter()
            .map(|error| Mistake { line: error.line, message: error.message })
            .collect(),
        n_patterns: machine.patterns().count(),
        max_patterns: MAX_PATTERNS,
        text,
        firing,
    }
}

/// The position of some rows from the top. What is no stone is empty.
fn board(rows: &[String]) -> Board {
    let mut board = Board::new(Size::square(WIDTH).expect("the size of the machine"));
    for (row, text) in rows.iter().take(WIDTH).enumerate() {
        for (x, stone) in text.chars().take(WIDTH).enumerate() {
            let color = match stone {
                'X' => Color::Black,
                'O' => Color::White,
                _ => continue,
            };
            if let Some(point) = Point::new(x, WIDTH - 1 - row) {
                board.place(point, color);
            }
        }
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_patterns_answer_an_empty_board() {
        let patterns = answer(PatternFile::shipped().to_string(), &[], Color::White);
        assert!(patterns.errors.is_empty() && patterns.findings.is_empty());
        assert!(patterns.n_patterns <= patterns.max_patterns);
        assert_eq!(patterns.entries[0].rows.len(), SIDE);
        assert!(patterns.firing.is_some());
    }

    #[test]
    fn what_fires_is_told_from_the_top_left() {
        let text = "# here\nB....\n.X...\n.....\n.....\n.....\n".to_owned();
        let rows = [".".to_owned(), ".X..............".to_owned()];
        let firing = answer(text, &rows, Color::White).firing.expect("it matches at once");
        assert_eq!((firing.entry, firing.window, firing.point), (0, [0, 0], [0, 0]));
    }

    #[test]
    fn mistakes_have_lines() {
        let patterns = answer("B....\n....\n".to_owned(), &[], Color::White);
        assert!(patterns.entries.is_empty() && patterns.firing.is_none());
        assert_eq!(patterns.errors[0].line, 1);
    }
}
