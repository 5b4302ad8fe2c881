//! The games that were played, to be found again.

use serde::{Deserialize, Serialize};

/// An answer has at most so many games.
const PAGE: usize = 50;

/// A game that was played, or is being played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ArchivedGame {
    pub table: String,
    /// The id of the game.
    pub game: String,
    pub title: String,
    /// How many moves were made.
    pub ply: usize,
    pub over: bool,
    /// The goal of each role at the end, where it is known.
    pub goals: Option<Vec<Option<u8>>>,
    /// Who plays.
    pub seats: Vec<String>,
    /// What people want to be called.
    pub names: Vec<Option<String>>,
    /// In milliseconds since 1970.
    pub created: u64,
    /// When something last happened.
    pub touched: u64,
}

/// What is looked for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct ArchiveQuery {
    /// Words that all stand in the title, the game, the players or the id of the table.
    #[serde(default)]
    pub search: String,
    /// `over` or `left`: games that ended, or games that did not.
    #[serde(default)]
    pub state: String,
    /// How many of the newest to leave out.
    #[serde(default)]
    pub skip: usize,
}

/// Some of the games that match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Archive {
    /// The newest first.
    pub games: Vec<ArchivedGame>,
    /// How many match in all.
    pub total: usize,
}

impl ArchiveQuery {
    /// The games that match, among those in which a move was made.
    pub fn answer(&self, games: impl IntoIterator<Item = ArchivedGame>) -> Archive {
        let words = self.search.to_lowercase();
        let words = words.split_whitespace().collect::<Vec<_>>();
        let is_meant = |game: &ArchivedGame| {
            let is_in_state = match &*self.state {
                "over" => game.over,
                "left" => !game.over,
                _ => true,
            };
            game.ply > 0 && is_in_state && words.iter().all(|word| game.contains(word))
        };
        let mut games = games.into_iter().filter(is_meant).collect::<Vec<_>>();
        games.sort_by(|a, b| b.touched.cmp(&a.touched).then_with(|| a.table.cmp(&b.table)));
        let total = games.len();
        let games = games.into_iter().skip(self.skip).take(PAGE).collect();
        Archive { games, total }
    }
}

impl ArchivedGame {
    /// Whether a word in small letters is in what is told of the game.
    fn contains(&self, word: &str) -> bool {
        let texts = [&self.title, &self.game, &self.table].into_iter();
        let texts = texts.chain(&self.seats).chain(self.names.iter().flatten());
        texts.into_iter().any(|text| text.to_lowercase().contains(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(table: &str, title: &str, ply: usize, over: bool, touched: u64) -> ArchivedGame {
        ArchivedGame {
            table: table.to_owned(),
            game: title.to_lowercase(),
            title: title.to_owned(),
            ply,
            over,
            goals: None,
            seats: vec!["human".to_owned(), "mcts:level=3".to_owned()],
            names: vec![(table == "c").then(|| "Ann Onymous".to_owned()), None],
            created: 0,
            touched,
        }
    }

    fn games() -> Vec<ArchivedGame> {
        vec![
            game("a", "Chess", 40, true, 1),
            game("b", "Chess", 12, false, 3),
            game("c", "Hex", 30, true, 2),
            game("d", "Hex", 0, false, 4),
        ]
    }

    #[track_caller]
    fn check(search: &str, state: &str, skip: usize, expected: &str, total: usize) {
        let query = ArchiveQuery { search: search.to_owned(), state: state.to_owned(), skip };
        let archive = query.answer(games());
        let tables = archive.games.iter().map(|game| game.table.as_str()).collect::<String>();
        assert_eq!((tables.as_str(), archive.total), (expected, total), "{search} {state}");
    }

    #[test]
    fn games_are_found_by_words_and_by_their_state() {
        check("", "", 0, "bca", 3);
        check("CHESS", "", 0, "ba", 2);
        check("chess level=3", "over", 0, "a", 1);
        check("", "left", 0, "b", 1);
        check("go", "", 0, "", 0);
        check("onymous", "", 0, "c", 1);
        check("", "", 2, "a", 3);
    }

    #[test]
    fn an_answer_is_not_too_long() {
        let many = (0..200).map(|number| game(&number.to_string(), "Hex", 1, true, number));
        let archive = ArchiveQuery { skip: 160, ..ArchiveQuery::default() }.answer(many);
        assert_eq!((archive.games.len(), archive.total), (40, 200));
        assert_eq!(archive.games[0].table, "39");
    }
}
