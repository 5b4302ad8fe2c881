//! The built-in games: the rule sheets of `games/`, by name.

use stonegate_gdl::parse;

/// A rule sheet that is part of this crate.
#[derive(Debug)]
pub struct BuiltIn {
    pub name: &'static str,
    pub text: &'static str,
}

macro_rules! game {
    ($name:literal) => {
        BuiltIn { name: $name, text: include_str!(concat!("../../../games/", $name, ".kif")) }
    };
}

/// In the order of their names.
pub const BUILT_IN: &[BuiltIn] = &[
    game!("amazons"),
    game!("amazons-10x10"),
    game!("backgammon"),
    game!("blind-breakthrough"),
    game!("blind-tic-tac-toe"),
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
    game!("krieg-tic-tac-toe"),
    game!("kuhn-poker"),
    game!("leduc-poker"),
    game!("lights-out"),
    game!("mastermind"),
    game!("meier"),
    game!("mini-chess"),
    game!("monty-hall"),
    game!("nim"),
    game!("pentago"),
    game!("phantom-connect-four"),
    game!("reversi"),
    game!("rock-paper-scissors"),
    game!("sheep-and-wolf"),
    game!("stratego"),
    game!("tic-tac-toe"),
    game!("tron"),
];

/// A name without case, blanks and punctuation.
pub fn plain_name(name: &str) -> String {
    name.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl BuiltIn {
    /// The game of a name, however it is spelled: `ConnectFour`, `connect_four`.
    pub fn find(name: &str) -> Option<&'static Self> {
        BUILT_IN.iter().find(|game| plain_name(game.name) == plain_name(name))
    }

    /// The first line of the sheet.
    pub fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches([';', ' '])
    }

    /// The first sentence of the paragraph below the title.
    pub fn description(&self) -> String {
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
        assert_eq!(BUILT_IN.iter().map(|game| game.name).collect::<Vec<_>>(), files);
    }

    #[test]
    fn every_game_is_free_of_errors_and_warnings() {
        for game in BUILT_IN {
            let analysis = stonegate_gdl::analyze(game.text);
            assert_eq!(analysis.diagnostics, [], "{}", game.name);
        }
    }

    #[test]
    fn every_game_has_a_title_and_a_description() {
        for game in BUILT_IN {
            assert!(!game.title().is_empty(), "{}", game.name);
            assert!(game.description().ends_with('.'), "{}: {}", game.name, game.description());
        }
    }

    #[test]
    fn names_are_found_however_they_are_spelled() {
        for spelling in ["connect-four", "ConnectFour", "connect_four", "CONNECT FOUR"] {
            assert_eq!(
                BuiltIn::find(spelling).map(|game| game.name),
                Some("connect-four"),
                "{spelling}"
            );
        }
        assert!(BuiltIn::find("connect").is_none());
        assert!(BuiltIn::find("").is_none());
    }
}
