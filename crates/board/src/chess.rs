//! Standard algebraic notation for sheets of chess that say `(kind e 1 king)`, `(color e 1 white)`
//! and move by `(move e 2 e 4)` and `(promote e 7 e 8 queen)`, as the built-in one does.

mod coordinates;
mod fen;

use std::collections::BTreeMap;

pub use coordinates::{from_coordinates, to_coordinates};
pub use fen::{FenError, chess_facts};

/// A square: column and row from 0.
type Square = (i8, i8);

/// What stands where in a position of chess.
#[derive(Clone, Debug)]
pub struct Chessboard(BTreeMap<Square, Piece>);

#[derive(Clone, PartialEq, Debug)]
struct Piece {
    kind: String,
    color: String,
}

/// A move of the sheet.
#[derive(Clone, PartialEq, Debug)]
struct Action {
    from: Square,
    to: Square,
    promotion: Option<String>,
}

/// What algebraic notation says of a move.
#[derive(PartialEq, Debug)]
struct San {
    /// Unknown where both squares are given: `g1f3`.
    kind: Option<&'static str>,
    column: Option<i8>,
    row: Option<i8>,
    to: Square,
    promotion: Option<&'static str>,
}

const LETTERS: [(char, &str); 5] =
    [('K', "king"), ('Q', "queen"), ('R', "rook"), ('B', "bishop"), ('N', "knight")];

impl Chessboard {
    /// The legal move that a text in algebraic notation means.
    pub fn read(&self, text: &str, legal: &[String]) -> Option<String> {
        let castling = match text.trim_end_matches(['+', '#', '!', '?']) {
            "O-O" | "0-0" => Some(6),
            "O-O-O" | "0-0-0" => Some(2),
            _ => None,
        };
        let san = San::read(text);
        let is_meant = |action: &Action| {
            let kind = self.kind(action.from);
            if let Some(column) = castling {
                return kind == Some("king") && action.from.0 == 4 && action.to.0 == column;
            }
            san.as_ref().is_some_and(|san| {
                action.to == san.to
                    && san.kind.is_none_or(|meant| kind == Some(meant))
                    && san.column.is_none_or(|column| column == action.from.0)
                    && san.row.is_none_or(|row| row == action.from.1)
                    && action.promotion.as_deref() == san.promotion
            })
        };
        let is_meant = |text: &&String| Action::read(text).is_some_and(|it| is_meant(&it));
        let mut meant = legal.iter().filter(is_meant);
        // What could be two moves is none.
        meant.next().filter(|_| meant.next().is_none()).cloned()
    }

    /// The board of a state, if it is one of chess.
    pub fn of(facts: &[String]) -> Option<Self> {
        let mut pieces = BTreeMap::<Square, Piece>::new();
        for fact in facts {
            let words = words(fact);
            let [name @ ("kind" | "color"), column, row, value] = words[..] else { continue };
            let empty = || Piece { kind: String::new(), color: String::new() };
            let piece = pieces.entry(square(column, row)?).or_insert_with(empty);
            let field = if name == "kind" { &mut piece.kind } else { &mut piece.color };
            value.clone_into(field);
        }
        let n_kings = pieces.values().filter(|piece| piece.kind == "king").count();
        (n_kings == 2).then_some(Self(pieces))
    }

    fn kind(&self, square: Square) -> Option<&str> {
        self.0.get(&square).map(|piece| piece.kind.as_str())
    }

    /// A move in algebraic notation, without what it says of check.
    pub fn san(&self, text: &str, legal: &[String]) -> Option<String> {
        let action = Action::read(text)?;
        let kind = self.kind(action.from)?;
        let (from, to) = (action.from, action.to);
        if kind == "king" && (from.0 - to.0).abs() == 2 {
            return Some(if to.0 == 6 { "O-O" } else { "O-O-O" }.to_owned());
        }
        let takes = self.0.contains_key(&to) || kind == "pawn" && from.0 != to.0;
        let takes = if takes { "x" } else { "" };
        let from_column = char::from(b'a' + from.0 as u8);
        let to = name(to);
        if kind == "pawn" {
            let column = if takes.is_empty() { String::new() } else { from_column.to_string() };
            let promotion = action.promotion.as_deref().and_then(letter);
            let promotion = promotion.map_or_else(String::new, |letter| format!("={letter}"));
            return Some(format!("{column}{takes}{to}{promotion}"));
        }
        let others = legal.iter().filter_map(|text| Action::read(text)).filter(|other| {
            other.to == action.to && other.from != from && self.kind(other.from) == Some(kind)
        });
        let others = others.map(|other| other.from).collect::<Vec<_>>();
        let origin = if others.is_empty() {
            String::new()
        } else if others.iter().all(|other| other.0 != from.0) {
            from_column.to_string()
        } else if others.iter().all(|other| other.1 != from.1) {
            (from.1 + 1).to_string()
        } else {
            name(from)
        };
        Some(format!("{}{origin}{takes}{to}", letter(kind)?))
    }

    /// The facts of the kings that are attacked.
    pub fn checks(&self) -> Vec<String> {
        let kings = self.0.iter().filter(|(_, piece)| piece.kind == "king");
        let checked = kings.filter(|(_, piece)| self.is_check(&piece.color));
        checked
            .map(|(&(column, row), _)| {
                format!("(kind {} {} king)", char::from(b'a' + column as u8), row + 1)
            })
            .collect()
    }

    /// Whether the king of a color is attacked.
    pub fn is_check(&self, color: &str) -> bool {
        let is_king = |piece: &Piece| piece.kind == "king" && piece.color == color;
        let Some((&king, _)) = self.0.iter().find(|(_, piece)| is_king(piece)) else {
            return false;
        };
        let foes = self.0.iter().filter(|(_, piece)| piece.color != color);
        foes.into_iter().any(|(&from, piece)| self.attacks(from, piece, king))
    }

    fn attacks(&self, from: Square, piece: &Piece, to: Square) -> bool {
        let (columns, rows) = (to.0 - from.0, to.1 - from.1);
        let (width, height) = (columns.abs(), rows.abs());
        let is_straight = width == 0 || height == 0;
        let is_diagonal = width == height;
        match piece.kind.as_str() {
            "pawn" => width == 1 && rows == if piece.color == "white" { 1 } else { -1 },
            "knight" => width.min(height) == 1 && width.max(height) == 2,
            "king" => width.max(height) == 1,
            "rook" => is_straight && self.is_free(from, to),
            "bishop" => is_diagonal && self.is_free(from, to),
            "queen" => (is_straight || is_diagonal) && self.is_free(from, to),
            _ => false,
        }
    }

    /// Whether nothing stands between two squares on a line.
    fn is_free(&self, from: Square, to: Square) -> bool {
        let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let length = (to.0 - from.0).abs().max((to.1 - from.1).abs());
        let between = (1..length).map(|n| (from.0 + n * step.0, from.1 + n * step.1));
        between.into_iter().all(|square| !self.0.contains_key(&square))
    }
}

impl Action {
    fn read(text: &str) -> Option<Self> {
        let words = words(text);
        let (from, to) = match words[..] {
            ["move", a, b, c, d] | ["promote", a, b, c, d, _] => (square(a, b)?, square(c, d)?),
            _ => return None,
        };
        Some(Self { from, to, promotion: words.get(5).map(|&kind| kind.to_owned()) })
    }
}

impl San {
    fn read(text: &str) -> Option<Self> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let kind = text.chars().next().and_then(kind);
        let rest = if kind.is_some() { &text[1..] } else { text };
        let letters = rest.chars().filter(|letter| !matches!(letter, 'x' | '-' | '='));
        let mut letters = letters.collect::<Vec<_>>();
        let is_long = letters.len() > 2;
        let promotion = letters.pop_if(|letter| is_long && !letter.is_ascii_digit());
        let promotion = match promotion {
            Some(letter) => Some(self::kind(letter.to_ascii_uppercase())?),
            None => None,
        };
        let row = row(letters.pop()?)?;
        let to = (column(letters.pop()?)?, row);
        let from_row = match letters.pop_if(|letter| letter.is_ascii_digit()) {
            Some(letter) => Some(self::row(letter)?),
            None => None,
        };
        let from_column = match letters.pop() {
            Some(letter) => Some(column(letter)?),
            None => None,
        };
        let has_origin = from_row.is_some() && from_column.is_some();
        let kind = kind.or((!has_origin).then_some("pawn"));
        let san = Self { kind, column: from_column, row: from_row, to, promotion };
        letters.is_empty().then_some(san)
    }
}

/// The words of a term without terms in it.
fn words(term: &str) -> Vec<&str> {
    term.trim_matches(['(', ')']).split_whitespace().collect()
}

fn square(column_text: &str, row_text: &str) -> Option<Square> {
    let only = |text: &str| text.chars().next().filter(|_| text.len() == 1);
    Some((column(only(column_text)?)?, row(only(row_text)?)?))
}

fn column(letter: char) -> Option<i8> {
    "abcdefgh".find(letter).map(|index| index as i8)
}

fn row(letter: char) -> Option<i8> {
    "12345678".find(letter).map(|index| index as i8)
}

fn name((column, row): Square) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// The piece that a letter stands for.
fn kind(letter: char) -> Option<&'static str> {
    LETTERS.iter().find(|(known, _)| *known == letter).map(|(_, kind)| *kind)
}

fn letter(kind: &str) -> Option<char> {
    LETTERS.iter().find(|(_, known)| *known == kind).map(|(letter, _)| *letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square_of(text: &str) -> Square {
        square(&text[..1], &text[1..]).expect("a square")
    }

    #[test]
    fn moves_are_read() {
        let check = |text: &str, kind: Option<&str>, column, row, to: &str, promotion| {
            let to = square_of(to);
            let san = San::read(text).expect(text);
            assert_eq!(
                (san.kind, san.column, san.row, san.to, san.promotion),
                (kind, column, row, to, promotion),
                "{text}"
            );
        };
        check("e4", Some("pawn"), None, None, "e4", None);
        check("exd6+", Some("pawn"), Some(4), None, "d6", None);
        check("R1xa3!?", Some("rook"), None, Some(0), "a3", None);
        check("Qh4e1#", Some("queen"), Some(7), Some(3), "e1", None);
        check("bxa8=Q", Some("pawn"), Some(1), None, "a8", Some("queen"));
        check("g1f3", None, Some(6), Some(0), "f3", None);
        check("e7e8n", None, Some(4), Some(6), "e8", Some("knight"));
        for text in ["", "e9", "i4", "Z4", "e", "Nf3f3f3", "e8=K8", "noop", "\u{e9}4"] {
            assert_eq!(San::read(text), None, "{text}");
        }
    }

    #[test]
    fn check_is_seen() {
        let board = |facts: &[&str]| {
            let facts = facts.iter().map(|fact| (*fact).to_owned()).collect::<Vec<_>>();
            Chessboard::of(&facts).expect("a board")
        };
        let kings =
            ["(kind e 1 king)", "(color e 1 white)", "(kind e 8 king)", "(color e 8 black)"];
        let with = |more: &[&'static str]| board(&[&kings[..], more].concat());
        assert!(with(&["(kind e 5 rook)", "(color e 5 black)"]).is_check("white"));
        let blocked =
            ["(kind e 5 rook)", "(color e 5 black)", "(kind e 3 pawn)", "(color e 3 white)"];
        assert!(!with(&blocked).is_check("white"));
        assert!(with(&["(kind d 7 pawn)", "(color d 7 white)"]).is_check("black"));
        assert!(!with(&["(kind d 2 pawn)", "(color d 2 white)"]).is_check("white"));
        assert!(with(&["(kind f 3 knight)", "(color f 3 black)"]).is_check("white"));
        assert!(!board(&kings).is_check("black"));
        assert!(Chessboard::of(&["(cell 1 1 x)".to_owned()]).is_none());
    }
}
