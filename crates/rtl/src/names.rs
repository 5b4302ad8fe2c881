//! Identifiers of Verilog for the terms of a game.

use rustc_hash::FxHashSet;

/// Gives out identifiers, each of them once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    taken: FxHashSet<String>,
}

impl Names {
    /// An identifier that reads like the term: `(cell 1 1 b)` becomes `true_cell_1_1_b`.
    ///
    /// The prefix tells what is said of the term, and keeps it apart from keywords.
    pub(crate) fn name(&mut self, prefix: &str, term: &str) -> String {
        let mut name = prefix.to_owned();
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
    use super::*;

    #[test]
    fn terms_become_identifiers() {
        let mut names = Names::default();
        assert_eq!(names.name("true", "(cell 1 1 b)"), "true_cell_1_1_b");
        assert_eq!(names.name("does_x", "(mark 1 1)"), "does_x_mark_1_1");
        assert_eq!(names.name("true", "(cell 1 (1 b))"), "true_cell_1_1_b_n2");
        assert_eq!(names.name("true", "+"), "true");
    }
}
