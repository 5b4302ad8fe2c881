//! Records as other programs read them.

use std::cmp::Ordering;
use std::fmt::Write;
use std::str::FromStr;

use anyhow::{Context, bail, ensure};
use stonegate_board::Chessboard;
use stonegate_compile::WAIT;
use stonegate_go::{CountedGame, SgfGame};
use stonegate_gomoku::GameRecord;
use stonegate_othello::{GgfGame, GgfMove, Move, Position};
use stonegate_players::{Dedicated, PrepareSettings, RESIGN, Rulebook, Ruleset};
use stonegate_stones::{BoardGame, ByColor, Color, Outcome};

use crate::record::Record;

/// What a record can be written as.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Format {
    /// All that is known, on one line.
    Json,
    /// As a person would tell it.
    Text,
    /// Go, Gomoku and Connect6.
    Sgf,
    /// Chess.
    Pgn,
    /// Othello.
    Ggf,
    /// Gomoku, as Gomocup's manager keeps it.
    Psq,
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "json" => Self::Json,
            "text" => Self::Text,
            "sgf" => Self::Sgf,
            "pgn" => Self::Pgn,
            "ggf" => Self::Ggf,
            "psq" => Self::Psq,
            _ => return Err("the formats are json, text, sgf, pgn, ggf and psq".to_owned()),
        })
    }
}

impl Record {
    /// The record in a format, without what that format has no place for.
    pub fn write_as(&self, format: Format) -> anyhow::Result<String> {
        Ok(match (format, self.ruleset()?) {
            (Format::Json, _) => self.to_json(),
            (Format::Text, ruleset) => self.named(&ruleset)?.to_string(),
            (Format::Pgn, ruleset @ Ruleset::Sheet(_)) => self.to_pgn(&ruleset)?,
            (format, Ruleset::Dedicated(game)) => match (format, game.name()) {
                (Format::Sgf, "go") => self.to_go_sgf(&game)?,
                (Format::Sgf, "connect6") => self.to_connect6_sgf(),
                (Format::Sgf, "gomoku") => self.to_gomoku(&game)?.to_sgf(),
                (Format::Psq, "gomoku") => self.to_gomoku(&game)?.to_psq(),
                (Format::Ggf, "othello") => self.to_ggf(&game)?,
                _ => bail!("`{game}` is not written in this format"),
            },
            _ => bail!("a game of a rule sheet is not written in this format"),
        })
    }

    /// The moves in a game of turns, without those who wait and who gives up.
    fn words(&self) -> impl Iterator<Item = &str> {
        let words = self.moves.iter().flatten().map(String::as_str);
        words.filter(|word| *word != WAIT && *word != RESIGN)
    }

    fn player(&self, index: usize) -> String {
        self.players.get(index).cloned().unwrap_or_default()
    }

    /// How a game of two has ended, Black being the first role.
    fn outcome(&self) -> Option<Outcome> {
        let &[black, white] = &self.goal_values[..] else { return None };
        Some(match black.cmp(&white) {
            Ordering::Greater => Outcome::Win(Color::Black),
            Ordering::Less => Outcome::Win(Color::White),
            Ordering::Equal => Outcome::Draw,
        })
    }

    /// The result as SGF has it: `B+`, `W+R`, `0`.
    fn sgf_result(&self) -> Option<String> {
        let is_resigned = self.moves.iter().flatten().any(|word| word == RESIGN);
        let how = if is_resigned { "R" } else { "" };
        Some(match self.outcome()? {
            Outcome::Win(Color::Black) => format!("B+{how}"),
            Outcome::Win(Color::White) => format!("W+{how}"),
            Outcome::Draw => "0".to_owned(),
        })
    }

    fn to_go_sgf(&self, game: &Dedicated) -> anyhow::Result<String> {
        let setup = game.setup::<CountedGame>().context("it is Go")?;
        let start = setup.game();
        let colors = [start.to_move(), !start.to_move()].into_iter().cycle();
        let moves = self.words().zip(colors);
        let moves = moves.map(|(word, color)| Ok((color, word.parse::<stonegate_go::Move>()?)));
        let game = SgfGame {
            players: ByColor { black: self.player(0), white: self.player(1) },
            to_move: (setup.handicap > 0).then_some(start.to_move()),
            moves: moves.collect::<anyhow::Result<Vec<_>>>()?,
            result: self.sgf_result(),
            ..SgfGame::from_game(&start)
        };
        Ok(format!("{game}\n"))
    }

    fn to_gomoku(&self, game: &Dedicated) -> anyhow::Result<GameRecord> {
        let setup = game.setup::<stonegate_gomoku::Position>().context("it is Gomoku")?;
        let moves = self.words().zip(Color::ALL.into_iter().cycle());
        let moves =
            moves.map(|(word, color)| Ok((word.parse::<stonegate_gomoku::Point>()?, color)));
        Ok(GameRecord {
            size: setup.size,
            rule: setup.rule,
            players: [self.player(0), self.player(1)],
            moves: moves.collect::<anyhow::Result<Vec<_>>>()?,
        })
    }

    fn to_connect6_sgf(&self) -> String {
        let escaped = |text: String| text.replace('\\', "\\\\").replace(']', "\\]");
        let [black, white] = [0, 1].map(|index| escaped(self.player(index)));
        let size = self.rules.trim_start_matches("connect6");
        let size = if size.is_empty() { "19" } else { size };
        let mut text = format!("(;GM[Connect6]FF[4]CA[UTF-8]SZ[{size}]PB[{black}]PW[{white}]");
        if let Some(result) = self.sgf_result() {
            // Writing into a string cannot fail.
            let _ = write!(text, "RE[{result}]");
        }
        let stones = self.words().collect::<Vec<_>>();
        let (first, rest) = stones.split_at(stones.len().min(1));
        for (index, turn) in std::iter::once(first).chain(rest.chunks(2)).enumerate() {
            let color = if index % 2 == 0 { 'B' } else { 'W' };
            let _ = write!(text, ";{color}[{}]", turn.concat());
        }
        text.push_str(")\n");
        text
    }

    fn to_ggf(&self, game: &Dedicated) -> anyhow::Result<String> {
        let setup = game.setup::<Position>().context("it is Othello")?;
        let actions = self.words().map(str::parse::<Move>).collect::<Result<Vec<_>, _>>()?;
        let start = <Position as BoardGame>::start(setup);
        let play = |position: Position, action: &Move| position.play(*action);
        let end = actions.iter().try_fold(start, play)?;
        let own = end.board().score();
        let score = if end.color() == Color::Black { own } else { -own };
        let property =
            |name: &str, value: String| (name.to_owned(), value.replace([']', '['], "|"));
        let mut properties = vec![
            property("PB", self.player(0)),
            property("PW", self.player(1)),
            property("TY", start.width().get().to_string()),
        ];
        if end.is_over() {
            properties.push(property("RE", format!("{score:+}")));
        }
        let moves =
            actions.into_iter().map(|action| GgfMove { action, evaluation: None, seconds: None });
        Ok(format!("{}\n", GgfGame { properties, start, moves: moves.collect() }))
    }

    /// A game of chess, with the tags that every reader expects.
    fn to_pgn(&self, ruleset: &Ruleset) -> anyhow::Result<String> {
        let rulebook = Rulebook::new(ruleset, &PrepareSettings::default(), super::PATIENCE);
        let mut referee = rulebook.game()?;
        let result = match self.outcome() {
            // The first role of chess is White.
            Some(Outcome::Win(Color::Black)) => "1-0",
            Some(Outcome::Win(Color::White)) => "0-1",
            Some(Outcome::Draw) => "1/2-1/2",
            None => "*",
        };
        let mut text = String::new();
        for (name, value) in [
            ("Event", self.tournament.as_str()),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", "-"),
            ("White", &self.player(0)),
            ("Black", &self.player(1)),
            ("Result", result),
        ] {
            let value = if value.is_empty() { "?" } else { value };
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        let mut tokens = Vec::new();
        for (index, joint) in self.moves.iter().enumerate() {
            let board = Chessboard::of(&referee.facts()?);
            let board = board.context("only chess is written as PGN")?;
            let mover = index % 2;
            let legal = referee.legal()?.get(mover).cloned().unwrap_or_default();
            let action = joint.get(mover).map(String::as_str).unwrap_or_default();
            let san = board.san(action, &legal);
            let mut san = san.with_context(|| format!("`{action}` is no move of chess"))?;
            referee.apply(joint)?;
            let next = Chessboard::of(&referee.facts()?).context("it is chess")?;
            if next.is_check(if mover == 0 { "black" } else { "white" }) {
                let goals = referee.goals()?;
                let is_mate = referee.is_terminal()? && goals.first() != goals.last();
                san.push(if is_mate { '#' } else { '+' });
            }
            if mover == 0 {
                tokens.push(format!("{}.", index / 2 + 1));
            }
            tokens.push(san);
        }
        ensure!(self.roles == ["white", "black"], "only chess is written as PGN");
        tokens.push(result.to_owned());
        let _ = write!(text, "\n{}\n", wrapped(&tokens));
        Ok(text)
    }
}

/// Tokens on lines of less than 80 columns.
fn wrapped(tokens: &[String]) -> String {
    let mut text = String::new();
    let mut length = 0;
    for token in tokens {
        if length > 0 && length + 1 + token.len() >= 80 {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(token);
        length += token.len();
    }
    text
}
