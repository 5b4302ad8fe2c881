//! The built-in games: the rule sheets of `games/`, by name.

use stonegate_gdl::parse;
use stonegate_players::Dedicated;

/// A rule sheet that is part of the program.
pub(crate) struct Builtin {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
}

macro_rules! game {
    ($name:literal) => {
        Builtin { name: $name, text: include_str!(concat!("../../../games/", $name, ".kif")) }
    };
}

/// In the order of their names.
pub(crate) const GAMES: &[Builtin] = &[
    game!("amazons"),
    game!("amazons-10x10"),
    game!("breakthrough"),
    game!("breakthrough-6x6"),
    game!("checkers"),
    game!("chess"),
    game!("chinese-checkers"),
    game!("connect-four"),
    game!("connect6"),
    game!("eight-puzzle"),
    game!("gomoku"),
    game!("hex"),
    game!("horseshoe"),
    game!("joint-connect-four"),
    game!("knightthrough"),
    game!("lights-out"),
    game!("mini-chess"),
    game!("nim"),
    game!("pentago"),
    game!("reversi"),
    game!("rock-paper-scissors"),
    game!("sheep-and-wolf"),
    game!("tic-tac-toe"),
    game!("tron"),
];

/// At most this many names are suggested.
const MAX_SUGGESTIONS: usize = 3;

/// How alike names must be to be suggested, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.8;

/// The game of a name, however it is spelled: `ConnectFour`, `connect_four`.
pub(crate) fn find(name: &str) -> Option<&'static Builtin> {
    GAMES.iter().find(|game| letters(game.name) == letters(name))
}

/// What to tell somebody who asked for a game that there is not. Games that have a machine of
/// their own are suggested as well.
pub(crate) fn suggestion(name: &str) -> String {
    let wanted = letters(name);
    let mut names = GAMES.iter().map(|game| game.name).collect::<Vec<_>>();
    let dedicated = Dedicated::all();
    let others = dedicated.iter().map(Dedicated::name).filter(|name| find(name).is_none());
    names.extend(others);
    let similarity = |name: &str| strsim::jaro_winkler(&letters(name), &wanted);
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
        names => format!("did you mean {}?", names.join(" or ")),
    }
}

/// A name without case, blanks and punctuation.
fn letters(name: &str) -> String {
    name.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl Builtin {
    /// The first line of the sheet.
    pub(crate) fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches([';', ' '])
    }

    /// The first sentence of the paragraph below the title.
    pub(crate) fn description(&self) -> String {
        let (sheet, _) = parse(self.text);
        let lines = sheet.comments.iter().skip(1).map(|comment| comment.text.as_str());
        let lines = lines.skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty());
        let paragraph = lines.collect::<Vec<_>>().join(" ");
        match paragraph.split_once(". ") {
            Some((sentence, _)) => format!("{sentence}."),
            None => paragraph,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn the_table_holds_every_rule_sheet() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
        let mut files = fs::read_dir(folder)
            .expect("the folder of rule sheets exists")
            .map(|entry| entry.expect("the folder is readable").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "kif"))
            .map(|path| path.file_stem().expect("has a name").to_string_lossy().into_owned())
            .collect::<Vec<_>>();
        files.sort();
        assert_eq!(GAMES.iter().map(|game| game.name).collect::<Vec<_>>(), files);
    }

    #[test]
    fn every_game_is_free_of_errors_and_warnings() {
        for game in GAMES {
            let analysis = stonegate_gdl::analyze(game.text);
            assert_eq!(analysis.diagnostics, [], "{}", game.name);
        }
    }

    #[test]
    fn every_game_has_a_title_and_a_description() {
        for game in GAMES {
            assert!(!game.title().is_empty(), "{}", game.name);
            assert!(game.description().ends_with('.'), "{}: {}", game.name, game.description());
        }
    }

    #[test]
    fn names_are_found_however_they_are_spelled() {
        for spelling in ["connect-four", "ConnectFour", "connect_four", "CONNECT FOUR"] {
            assert_eq!(find(spelling).map(|game| game.name), Some("connect-four"), "{spelling}");
        }
        assert!(find("connect").is_none());
        assert!(find("").is_none());
    }

    #[test]
    fn similar_names_are_suggested() {
        assert_eq!(suggestion("conect-for"), "did you mean `connect-four` or `connect6`?");
        assert_eq!(suggestion("othelo"), "did you mean `othello`?");
        assert_eq!(suggestion("poker"), "see `stonegate games` for a list");
    }
}
