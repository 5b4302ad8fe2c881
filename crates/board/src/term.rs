//! Terms, taken apart into a shape and the constants in its gaps.

use std::collections::{BTreeMap, BTreeSet};

/// A term such as `(cell 1 (pos 2 3) x)`: the shape `(cell _ (pos _ _) _)` and the
/// constants `1 2 3 x`.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(crate) struct Flat<'a> {
    pub(crate) shape: String,
    pub(crate) leaves: Vec<&'a str>,
}

/// Takes terms apart. Constants such as `b4`, where they are the names of squares,
/// are two constants each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flattener {
    square_names: BTreeSet<String>,
}

/// A board of named squares has at least so many of them.
const MIN_SQUARES: usize = 6;

impl Flattener {
    /// Looks for places in the facts where all constants are a letter and a number,
    /// with several letters and several numbers.
    pub(crate) fn new<'a>(facts: impl IntoIterator<Item = &'a str>) -> Self {
        let whole = Self::default();
        let mut places: BTreeMap<(String, usize), BTreeSet<&str>> = BTreeMap::new();
        for fact in facts {
            let flat = whole.flatten(fact);
            for (position, leaf) in flat.leaves.into_iter().enumerate() {
                places.entry((flat.shape.clone(), position)).or_default().insert(leaf);
            }
        }
        let square_names = places.into_values().filter(|names| are_square_names(names));
        Self { square_names: square_names.flatten().map(str::to_owned).collect() }
    }

    /// Takes squares apart that have these names.
    pub(crate) fn of_squares(names: impl IntoIterator<Item = String>) -> Self {
        let names = names.into_iter().filter(|name| split(name).is_some());
        Self { square_names: names.collect() }
    }

    pub(crate) fn flatten<'a>(&self, term: &'a str) -> Flat<'a> {
        let mut flat = Flat { shape: String::with_capacity(term.len()), leaves: Vec::new() };
        let is_square = self.square_names.contains(term);
        let mut is_name = !term.starts_with('(') && !is_square;
        for token in tokens(term) {
            match token {
                "(" | ")" => flat.shape.push_str(token),
                _ if is_name => flat.shape.push_str(token),
                _ if self.square_names.contains(token) => {
                    let (letter, number) = split(token).expect("the name of a square");
                    flat.shape.push_str(" _:_");
                    flat.leaves.extend([letter, number]);
                }
                _ => {
                    flat.shape.push_str(" _");
                    flat.leaves.push(token);
                }
            }
            is_name = token == "(";
        }
        flat
    }
}

/// The name of the outermost function: `cell` of `(cell _ _)`.
pub(crate) fn functor(shape: &str) -> &str {
    tokens(shape).find(|&token| token != "(").unwrap_or(shape)
}

/// A term as words: without the parentheses around it.
pub(crate) fn words(term: &str) -> String {
    let inner = term.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    inner.unwrap_or(term).replace('_', " ")
}

fn tokens(term: &str) -> impl Iterator<Item = &str> {
    let mut rest = term.trim_start();
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let length = match first {
            '(' | ')' => 1,
            _ => rest.find(|c: char| c.is_whitespace() || "()".contains(c)).unwrap_or(rest.len()),
        };
        let (token, tail) = rest.split_at(length);
        rest = tail.trim_start();
        Some(token)
    })
}

fn are_square_names(names: &BTreeSet<&str>) -> bool {
    let Some(pairs) = names.iter().map(|name| split(name)).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let letters = pairs.iter().map(|pair| pair.0).collect::<BTreeSet<_>>().len();
    let numbers = pairs.iter().map(|pair| pair.1).collect::<BTreeSet<_>>().len();
    // A sparse board would be mostly holes.
    let is_dense = names.len() * 4 >= letters * numbers;
    letters > 1 && numbers > 1 && names.len() >= MIN_SQUARES && is_dense
}

/// `b4` is `b` and `4`.
fn split(name: &str) -> Option<(&str, &str)> {
    let (letter, number) = name.split_at_checked(1)?;
    let is_square = letter.chars().all(char::is_alphabetic)
        && !number.is_empty()
        && number.chars().all(|c| c.is_ascii_digit());
    is_square.then_some((letter, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(flattener: &Flattener, term: &str, shape: &str, leaves: &[&str]) {
        let flat = flattener.flatten(term);
        assert_eq!((flat.shape.as_str(), flat.leaves.as_slice()), (shape, leaves));
    }

    #[test]
    fn terms_have_shapes() {
        let flattener = Flattener::default();
        check(&flattener, "noop", "noop", &[]);
        check(&flattener, "(cell 1 (pos 2 3) x)", "(cell _(pos _ _) _)", &["1", "2", "3", "x"]);
        check(&flattener, "((", "((", &[]);
        assert_eq!(functor("(cell _ _)"), "cell");
        assert_eq!(functor("noop"), "noop");
    }

    #[test]
    fn squares_with_names_are_two_coordinates() {
        let facts = ["(at a1)", "(at a2)", "(at b1)", "(at b2)", "(at c1)", "(at c2)", "(step s1)"];
        let flattener = Flattener::new(facts);
        check(&flattener, "(move a2 b1)", "(move _:_ _:_)", &["a", "2", "b", "1"]);
        check(&flattener, "(step s1)", "(step _)", &["s1"]);
        check(&flattener, "a2", " _:_", &["a", "2"]);
        check(&flattener, "a3", "a3", &[]);
    }
}
