//! Identifiers of Verilog for the terms of a game.

use rustc_hash::FxHashSet;
use stonegate_gdl::Canonical;

/// Gives out identifiers, each of them once.
#[derive(Clone, Debug)]
pub(crate) struct Names<'a> {
    canonical: &'a Canonical,
    taken: FxHashSet<String>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(canonical: &'a Canonical) -> Self {
        Self { canonical, taken: FxHashSet::default() }
    }

    /// An identifier that reads like what the sheet calls the term: `(cell 1 1 b)` becomes
    /// `true_cell_1_1_b`.
    ///
    /// The prefix tells what is said of the term, and keeps it apart from keywords.
    pub(crate) fn name(&mut self, prefix: &str, term: &str) -> String {
        let mut name = prefix.to_owned();
        let term = self.canonical.rename(term);
        for part in term.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty())
        {
            name.push('_');
            name.push_str(part);
        }
        let mut number = 1;
        let mut unique = name.clone();
        while !self.taken.insert(unique.clone()) {
            number += 1;
            unique = format!("{name}_n{number}");
        }
        unique
    }
}

#[cfg(test)]
mod tests {
    use stonegate_gdl::analyze;

    use super::*;

    #[test]
    fn terms_become_identifiers() {
        let canonical = Canonical::new(&analyze("(init (cell 1 1 b)) (legal x (mark 1 1))").rules);
        let mut names = Names::new(&canonical);
        assert_eq!(names.name("true", "(c0 1 1 c1)"), "true_cell_1_1_b");
        assert_eq!(names.name("does_x", "(c3 1 1)"), "does_x_mark_1_1");
        assert_eq!(names.name("true", "(c0 1 (1 c1))"), "true_cell_1_1_b_n2");
        assert_eq!(names.name("true", "+"), "true");
    }
}
