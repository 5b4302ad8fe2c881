//! Openings from files: records of matches, and lines of moves.

use std::fs::File;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use stonegate_compile::Referee;
use stonegate_gdl::RoleId;
use stonegate_matches::reading::{is_match, read_all, read_match};
use stonegate_matches::{Record, terms};
use stonegate_players::{PrepareSettings, Rulebook, Ruleset};

use super::Openings;
use crate::venue::PATIENCE;

impl Openings {
    /// Reads a file with records of matches, one a line or one alone, or with an opening on each
    /// line: moves in the words of the game, of those who have a choice.
    ///
    /// Of a record, the opening is meant, or all of its moves if it has none. What ends the game is
    /// no opening.
    pub fn read(path: &Path, ruleset: &Ruleset) -> anyhow::Result<Self> {
        let text = read_all(File::open(path)?)?;
        let rulebook = Rulebook::new(ruleset, &PrepareSettings::default(), PATIENCE);
        let mut openings = Vec::new();
        let one_record = is_match(&text).then(|| read_match(&text).ok()).flatten();
        if let Some(record) = one_record {
            openings.push(replay(&rulebook, of_record(record))?);
        } else {
            for (number, line) in (1..).zip(text.lines()) {
                let line = line.trim();
                if line.is_empty() || line.starts_with([';', '#']) {
                    continue;
                }
                let opening = if is_match(line) {
                    read_match(line).and_then(|record| replay(&rulebook, of_record(record)))
                } else {
                    follow(&rulebook, line)
                };
                openings.push(opening.with_context(|| format!("in line {number}"))?);
            }
        }
        ensure!(!openings.is_empty(), "there is no opening in it");
        Ok(Self::Listed(openings))
    }
}

fn of_record(record: Record) -> Vec<Vec<String>> {
    let mut moves = record.moves;
    if record.n_opening_moves > 0 {
        moves.truncate(record.n_opening_moves);
    }
    moves
}

/// Makes joint moves, in the spelling of the rules.
fn replay(rulebook: &Rulebook, moves: Vec<Vec<String>>) -> anyhow::Result<Vec<Vec<String>>> {
    let mut referee = rulebook.game()?;
    let mut line = Vec::new();
    for (number, joint) in (1..).zip(moves) {
        let spelled = RoleId::enumerate(&joint).map(|(role, text)| {
            let action = referee.recognize(role, text)?;
            action.with_context(|| format!("`{text}` is not legal as joint move {number}"))
        });
        let spelled = spelled.collect::<anyhow::Result<Vec<_>>>()?;
        referee.apply(&spelled)?;
        line.push(spelled);
    }
    not_over(&mut *referee)?;
    Ok(line)
}

/// Makes the moves of a line. Who has one legal move alone makes it without being named.
fn follow(rulebook: &Rulebook, text: &str) -> anyhow::Result<Vec<Vec<String>>> {
    let mut words = words(text).into_iter();
    let mut referee = rulebook.game()?;
    let mut line = Vec::new();
    while words.len() > 0 {
        let legal = referee.legal()?.to_vec();
        let is_choice = legal.iter().any(|moves| moves.len() > 1);
        let mut joint = Vec::with_capacity(legal.len());
        for (role, moves) in RoleId::enumerate(&legal) {
            joint.push(match &moves[..] {
                [] => bail!("the game is over before `{}`", words.next().unwrap_or_default()),
                [only] => only.clone(),
                _ => {
                    let word = words.next().context("the last joint move is not complete")?;
                    let action = referee.recognize(role, &word)?;
                    let n_moves = line.len();
                    action
                        .with_context(|| format!("`{word}` is not legal after {n_moves} moves"))?
                }
            });
        }
        ensure!(is_choice || !referee.is_terminal()?, "the game is over after these moves");
        referee.apply(&joint)?;
        line.push(joint);
    }
    not_over(&mut *referee)?;
    Ok(line)
}

/// The moves of a line: terms, or words between blanks and commas.
fn words(text: &str) -> Vec<String> {
    match terms::read(text) {
        Some(terms) if text.contains('(') => terms,
        _ => text
            .split([' ', ',', '\t'])
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect(),
    }
}

fn not_over(referee: &mut dyn Referee) -> anyhow::Result<()> {
    ensure!(!referee.is_terminal()?, "the game is over after these moves");
    Ok(())
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
}
