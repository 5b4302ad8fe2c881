//! Openings from files.

use std::fs::File;
use std::path::Path;

use anyhow::{Context, ensure};
use stonegate_matches::notation::read_lines;
use stonegate_matches::reading::read_all;
use stonegate_players::{PrepareSettings, Rulebook, Ruleset};

use super::Openings;
use crate::venue::PATIENCE;

impl Openings {
    /// Reads a file with records of matches, one a line or one alone, with games in a format of
    /// theirs, or with an opening on each line: moves in the words of the game, of those who have a
    /// choice.
    ///
    /// Of a record, the opening is meant, or all of its moves if it has none. What ends the game is
    /// no opening.
    fn read(path: &Path, ruleset: &Ruleset) -> anyhow::Result<Self> {
        let text = read_all(File::open(path)?)?;
        let rulebook = Rulebook::new(ruleset, &PrepareSettings::default(), PATIENCE);
        let mut openings = Vec::new();
        let lines = read_lines(&text, ruleset.dedicated(), &mut *rulebook.game()?)?;
        for (number, mut line) in (1..).zip(lines) {
            let is_whole = line.n_opening_moves == 0;
            let is_opening = !line.is_over || !is_whole;
            ensure!(is_opening, "the game is over after the moves of opening {number}");
            if !is_whole {
                line.moves.truncate(line.n_opening_moves);
            }
            openings.push(line.moves);
        }
        ensure!(!openings.is_empty(), "there is no opening in it");
        Ok(Self::Listed(openings))
    }

    /// The same, and an error says which file was meant.
    pub fn open(path: &Path, ruleset: &Ruleset) -> anyhow::Result<Self> {
        Self::read(path, ruleset).with_context(|| format!("reading {}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use stonegate_compile::{BuiltIn, GameRules};
    use stonegate_players::Dedicated;

    use super::*;

    fn read(ruleset: &Ruleset, text: &str) -> anyhow::Result<Vec<Vec<Vec<String>>>> {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("openings");
        fs::write(&path, text).expect("there is room");
        match Openings::read(&path, ruleset)? {
            Openings::Listed(lines) => Ok(lines),
            Openings::Random(_) => panic!("they are listed"),
        }
    }

    #[test]
    fn lines_are_moves_of_those_who_choose() {
        let sheet = BuiltIn::find("tic-tac-toe").expect("it is built in");
        let game = Ruleset::from(GameRules::read(sheet.text).expect("it can be played"));
        let lines = read(&game, "# two\n(mark 2 2) (mark 1 1)\n\n(mark 1 1)\n").expect("legal");
        assert_eq!(lines[0], [["(mark 2 2)", "noop"], ["noop", "(mark 1 1)"]]);
        assert_eq!(lines[1].len(), 1);
        for (text, expected) in [
            ("", "there is no opening"),
            ("(mark 2 2) (mark 2 2)", "`(mark 2 2)` is not legal after 1 moves"),
            ("(mark 4 4)", "in line 1"),
            ("(mark 1 1) (mark 2 1) (mark 1 2) (mark 2 2) (mark 1 3)", "is over"),
        ] {
            let error = read(&game, text).expect_err(text);
            assert!(format!("{error:#}").contains(expected), "{error:#}");
        }
        let othello = Ruleset::from("othello".parse::<Dedicated>().expect("there is one"));
        assert_eq!(read(&othello, "f5 d6\nd3,c3").expect("legal")[1].len(), 2);
    }

    #[test]
    fn formats_of_programs_are_read() {
        let dedicated = |name: &str| Ruleset::from(name.parse::<Dedicated>().expect("a game"));
        let go = read(&dedicated("go9"), "(;GM[1]SZ[9];B[dd];W[ff])").expect("a game");
        assert_eq!(go[0][0][0].to_ascii_lowercase(), "d6");
        assert_eq!(go[0].len(), 2);
        let ggf = "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O\
                   --------------------------- *]B[f5]W[d6//1.5];)";
        let twice = read(&dedicated("othello"), &format!("{ggf}\n{ggf}\n")).expect("two games");
        assert_eq!(twice.len(), 2);
        assert_eq!(twice[1], [["f5", "noop"], ["noop", "d6"]]);
    }
}
