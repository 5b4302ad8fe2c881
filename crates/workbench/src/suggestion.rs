//! What somebody may have meant who asked for a game that there is not.

use stonegate_compile::{BUILT_IN, BuiltIn, plain_name};
use stonegate_players::Dedicated;

/// At most this many names are suggested.
const MAX_SUGGESTIONS: usize = 3;

/// How alike names must be to be suggested, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.8;

/// What to tell somebody who asked for a game that there is not. Games that have a machine of
/// their own are suggested as well.
pub fn suggestion(name: &str) -> String {
    let wanted = plain_name(name);
    let mut names = BUILT_IN.iter().map(|game| game.name).collect::<Vec<_>>();
    let dedicated = Dedicated::all();
    let others = dedicated.iter().map(Dedicated::name).filter(|name| BuiltIn::find(name).is_none());
    names.extend(others);
    let similarity = |name: &str| strsim::jaro_winkler(&plain_name(name), &wanted);
    let mut nearest = names
        .into_iter()
        .map(|name| (similarity(name), name))
        .filter(|&(similarity, _)| similarity >= MIN_SIMILARITY)
        .collect::<Vec<_>>();
    nearest.sort_by(|(left, _), (right, _)| right.total_cmp(left));
    nearest.truncate(MAX_SUGGESTIONS);
    let names = nearest.iter().map(|(_, name)| format!("`{name}`")).collect::<Vec<_>>();
    match &names[..] {
        [] => "see `stonegate games` for a list".to_owned(),
        [name] => format!("did you mean {name}?"),
        [names @ .., last] => format!("did you mean {} or {last}?", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_are_suggested() {
        assert_eq!(suggestion("conect-for"), "did you mean `connect-four` or `connect6`?");
        assert_eq!(suggestion("othelo"), "did you mean `othello`?");
        assert_eq!(suggestion("poker"), "see `stonegate games` for a list");
    }
}
