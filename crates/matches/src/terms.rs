//! Terms that users and files write, in the spelling of the engines.

use stonegate_gdl::{Rules, Syntax, parse_as};

/// Reads ground terms in KIF, any number of them, and prints each as
/// `(cell 1 1 b)`. `None` if the text is something else.
pub fn read(text: &str) -> Option<Vec<String>> {
    // As the arguments of a fact, terms are read as they are in a sheet. The
    // line break ends a comment.
    let (sheet, errors) = parse_as(&format!("(terms {text}\n)"), Syntax::Kif);
    let (rules, _) = Rules::new(&sheet);
    let [fact] = &rules.rules[..] else { return None };
    let args = &fact.head.args;
    let is_fine = errors.is_empty() && args.iter().all(|&arg| rules.terms.is_ground(arg));
    is_fine.then(|| args.iter().map(|&arg| rules.display(arg).to_string()).collect())
}

/// Reads a joint move, one term for each role: `(mark 1 1) noop`, or the same in
/// parentheses.
pub fn read_joint_move(text: &str, n_roles: usize) -> Option<Vec<String>> {
    let of_all_roles = |terms: &Vec<String>| terms.len() == n_roles;
    read(text).filter(of_all_roles).or_else(|| {
        let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?;
        read(inner).filter(of_all_roles)
    })
}

/// The beginning of a list of terms, if it is long.
pub fn list(terms: &[impl AsRef<str>]) -> String {
    const MAX: usize = 6;
    let shown = terms.iter().take(MAX).map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
    match terms.len().checked_sub(MAX) {
        None | Some(0) => shown,
        Some(n_more) => format!("{shown} and {n_more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joint_moves_have_two_spellings() {
        let expected = Some(vec!["(mark 1 1)".to_owned(), "noop".to_owned()]);
        for text in ["(mark 1 1) noop", " ( ( mark 1 1 )  (noop) ) ; first", "((mark 1 1) noop)"] {
            assert_eq!(read_joint_move(text.trim_end_matches("; first"), 2), expected, "{text}");
        }
        assert_eq!(read_joint_move("(mark 1 1)", 1), Some(vec!["(mark 1 1)".to_owned()]));
        assert_eq!(read_joint_move("((mark 1 1))", 1), Some(vec!["(mark 1 1)".to_owned()]));
        assert_eq!(read_joint_move("(wait wait)", 2), Some(vec!["wait".to_owned(); 2]));
        for text in ["", "noop", "noop noop noop", "(mark ?x 1) noop", "noop) (noop"] {
            assert_eq!(read_joint_move(text, 2), None, "{text}");
        }
    }

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(list(&["a", "b"]), "a, b");
        assert_eq!(list(&["a"; 8]), "a, a, a, a, a, a and 2 more");
    }
}
