//! Names that others spell in another case.

/// The place of a name in a list: the one that is spelled like the text, or the only one that
/// differs from it in case alone. Old managers know one case only.
pub fn find_spelling<S: AsRef<str>>(names: &[S], text: &str) -> Option<usize> {
    if let Some(place) = names.iter().position(|name| name.as_ref() == text) {
        return Some(place);
    }
    let mut alike =
        names.iter().enumerate().filter(|(_, name)| name.as_ref().eq_ignore_ascii_case(text));
    match (alike.next(), alike.next()) {
        (Some((place, _)), None) => Some(place),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_case_will_do_if_it_is_clear() {
        let names = ["(mark 1 A)", "(mark 1 a)", "noop"];
        assert_eq!(find_spelling(&names, "(mark 1 a)"), Some(1));
        assert_eq!(find_spelling(&names, "(MARK 1 A)"), None);
        assert_eq!(find_spelling(&names, "NOOP"), Some(2));
        assert_eq!(find_spelling(&names, "no"), None);
    }
}
