//! Mistakes in a pattern file that no reader of single patterns sees.

use std::fmt;

use super::file::{Entry, PatternFile};

/// What is wrong with a file. Entries are named by the lines where they begin.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Finding {
    /// The pattern, or a symmetry of it, stands above.
    Duplicate {
        line: usize,
        earlier: usize,
    },
    /// Wherever one of its symmetries would match, a pattern above matches already.
    Shadowed {
        line: usize,
        earlier: usize,
    },
    /// The last pattern does not match everywhere: the machine may have no move.
    NoCatchAll {
        line: usize,
    },
    /// Symmetries included, they do not fit into the memory.
    TooMany {
        n_patterns: usize,
        most: usize,
    },
    Empty,
}

/// Finds patterns that can never fire, and what else is wrong with a file for a memory that holds so
/// many.
pub fn check(file: &PatternFile, most: usize) -> Vec<Finding> {
    let Some(last) = file.entries.last() else { return vec![Finding::Empty] };
    let mut findings = Vec::new();
    for (number, cover) in shadows(file) {
        let (entry, cover) = (&file.entries[number], &file.entries[cover]);
        let (line, earlier) = (entry.line, cover.line);
        let is_twin = cover.pattern.symmetries().contains(&entry.pattern);
        findings.push(if is_twin {
            Finding::Duplicate { line, earlier }
        } else {
            Finding::Shadowed { line, earlier }
        });
    }
    if !file.entries.iter().any(|entry| entry.pattern.is_catch_all()) {
        findings.push(Finding::NoCatchAll { line: last.line });
    }
    let n_patterns = file.expand().len();
    if n_patterns > most {
        findings.push(Finding::TooMany { n_patterns, most });
    }
    findings
}

/// The entries that can never fire, each with the first one above that matches wherever it does.
pub(crate) fn shadows(file: &PatternFile) -> Vec<(usize, usize)> {
    let symmetries: Vec<_> = file.entries.iter().map(|entry| entry.pattern.symmetries()).collect();
    let shadow = |(number, entry): (usize, &Entry)| {
        // The symmetries of what covers a pattern cover its symmetries.
        let cover = (0..number).find(|&above| {
            let is_catch_all = file.entries[above].pattern.is_catch_all();
            is_catch_all || symmetries[above].iter().any(|it| it.covers(&entry.pattern))
        });
        cover.map(|cover| (number, cover))
    };
    file.entries.iter().enumerate().filter_map(shadow).collect()
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Duplicate { line, earlier } => {
                write!(f, "line {line}: the pattern stands already in line {earlier}: remove one")
            }
            Self::Shadowed { line, earlier } => write!(
                f,
                "line {line}: the pattern can never fire, because the one in line {earlier} \
                 matches wherever it does: move it up or remove it"
            ),
            Self::NoCatchAll { line } => write!(
                f,
                "line {line}: the last pattern does not match everywhere: add one with a lone `B` \
                 in a corner"
            ),
            Self::TooMany { n_patterns, most } => write!(
                f,
                "with their symmetries there are {n_patterns} patterns, and the memory holds \
                 {most}: remove some"
            ),
            Self::Empty => f.write_str("there are no patterns"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::{LARGE_IMAGE_BYTES, MAX_PATTERNS, max_patterns_in};

    #[track_caller]
    fn expect(text: &str, expected: &[&str]) {
        let findings = check(&text.parse().unwrap(), MAX_PATTERNS);
        let findings: Vec<String> = findings.iter().map(Finding::to_string).collect();
        assert_eq!(findings, expected);
    }

    const CATCH_ALL: &str = "B....\n.....\n.....\n.....\n.....\n";

    #[test]
    fn good_files() {
        assert_eq!(check(&PatternFile::minimal(), MAX_PATTERNS), []);
        assert_eq!(check(&PatternFile::shipped(), MAX_PATTERNS), []);
        let large = PatternFile::shipped_for(LARGE_IMAGE_BYTES);
        assert_eq!(check(&large, max_patterns_in(LARGE_IMAGE_BYTES)), []);
        expect(CATCH_ALL, &[]);
    }

    #[test]
    fn bad_files() {
        expect("# nothing", &["there are no patterns"]);
        expect(
            "\n..B..\n.....\n.....\n.....\n.....\n",
            &["line 2: the last pattern does not match everywhere: add one with a lone `B` in a \
               corner"],
        );
        let row = "BX...\n.....\n.....\n.....\n.....\n";
        let turned = "X....\nB....\n.....\n.....\n.....\n";
        let mirrored = "...XB\n.....\n.....\n.....\n.....\n";
        let special = "....B\n....X\n.....\n.....\nO....\n";
        expect(
            &[row, turned, mirrored, special, CATCH_ALL].concat(),
            &[
                "line 11: the pattern stands already in line 1: remove one",
                "line 16: the pattern can never fire, because the one in line 1 matches wherever \
                 it does: move it up or remove it",
            ],
        );
        expect(
            &[CATCH_ALL, row].concat(),
            &["line 6: the pattern can never fire, because the one in line 1 matches wherever it \
               does: move it up or remove it"],
        );
    }
}
