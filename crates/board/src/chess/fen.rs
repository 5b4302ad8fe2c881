//! Positions in Forsyth-Edwards notation, as facts of the chess sheet.

use super::{LETTERS, column, kind, row};

/// Why a text is no position of chess.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum FenError {
    #[error("{0} is missing")]
    Missing(&'static str),
    #[error("{text:?} is not {expected}")]
    Bad { expected: &'static str, text: String },
    #[error("there have to be a white king and a black one, and there are {0} and {1}")]
    Kings(usize, usize),
}

/// The facts of a position, sorted. What stands behind the en passant square, which counts moves, is
/// left out: the sheet counts from there on.
pub fn chess_facts(fen: &str) -> Result<Vec<String>, FenError> {
    let mut words = fen.split_whitespace();
    let mut next = |what| words.next().ok_or(FenError::Missing(what));
    let mut facts = pieces(next("the board")?)?;
    match next("whose turn it is")? {
        "w" => facts.push("(control white)".to_owned()),
        // White moves after an even number of moves.
        "b" => facts.extend(["(control black)".to_owned(), "(ply 1)".to_owned()]),
        text => return Err(bad("`w` or `b`", text)),
    }
    let rights = next("who may castle")?;
    for letter in rights.chars().filter(|_| rights != "-") {
        let side = match letter.to_ascii_lowercase() {
            'k' => "kingside",
            'q' => "queenside",
            _ => return Err(bad("`KQkq`, some of it, or `-`", rights)),
        };
        facts.push(format!("(right {} {side})", color(letter)));
    }
    let passant = next("the square of en passant")?;
    if passant != "-" {
        let square = passant.chars().collect::<Vec<_>>();
        let [file, rank] = square[..] else { return Err(bad("a square or `-`", passant)) };
        if column(file).is_none() || !matches!(row(rank), Some(2 | 5)) {
            return Err(bad("a square on the third or sixth rank, or `-`", passant));
        }
        facts.push(format!("(passant {file})"));
    }
    facts.sort();
    facts.dedup();
    Ok(facts)
}

/// What stands where.
fn pieces(board: &str) -> Result<Vec<String>, FenError> {
    let expected = "eight ranks of eight squares";
    let ranks = board.split('/').collect::<Vec<_>>();
    if ranks.len() != 8 {
        return Err(bad(expected, board));
    }
    let mut facts = Vec::new();
    let mut n_kings = [0, 0];
    for (rank, number) in ranks.into_iter().zip((1..=8).rev()) {
        let mut files = 'a'..='h';
        for letter in rank.chars() {
            if let Some(n_empty) = letter.to_digit(10) {
                if n_empty == 0 || files.by_ref().take(n_empty as usize).count() < n_empty as usize
                {
                    return Err(bad(expected, rank));
                }
                continue;
            }
            let upper = letter.to_ascii_uppercase();
            let kind = if upper == 'P' { Some("pawn") } else { kind(upper) };
            let kind = kind.ok_or_else(|| bad("a rank of `PNBRQKpnbrqk` and digits", rank))?;
            let file = files.next().ok_or_else(|| bad(expected, rank))?;
            let color = color(letter);
            n_kings[usize::from(color == "black")] += usize::from(kind == LETTERS[0].1);
            facts.push(format!("(color {file} {number} {color})"));
            facts.push(format!("(kind {file} {number} {kind})"));
        }
        if files.next().is_some() {
            return Err(bad(expected, rank));
        }
    }
    let [white, black] = n_kings;
    if n_kings == [1, 1] { Ok(facts) } else { Err(FenError::Kings(white, black)) }
}

fn color(letter: char) -> &'static str {
    if letter.is_ascii_uppercase() { "white" } else { "black" }
}

fn bad(expected: &'static str, text: &str) -> FenError {
    FenError::Bad { expected, text: text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read() {
        let facts = chess_facts("4k3/8/8/8/4pP2/8/8/4K2R b K f3 0 1").expect("a position");
        let expected = [
            "(color e 1 white)",
            "(color e 4 black)",
            "(color e 8 black)",
            "(color f 4 white)",
            "(color h 1 white)",
            "(control black)",
            "(kind e 1 king)",
            "(kind e 4 pawn)",
            "(kind e 8 king)",
            "(kind f 4 pawn)",
            "(kind h 1 rook)",
            "(passant f)",
            "(ply 1)",
            "(right white kingside)",
        ];
        assert_eq!(facts, expected);
    }

    #[test]
    fn mistakes_are_told() {
        let check = |fen: &str, expected: &str| {
            assert_eq!(chess_facts(fen).expect_err(fen).to_string(), expected);
        };
        check("", "the board is missing");
        check("8/8 w - -", "\"8/8\" is not eight ranks of eight squares");
        let rest = "8/8/8/8/8/8/4K3";
        check(&format!("4k4/{rest} w - -"), "\"4k4\" is not eight ranks of eight squares");
        check(&format!("4k2/{rest} w - -"), "\"4k2\" is not eight ranks of eight squares");
        check(&format!("4x3/{rest} w - -"), "\"4x3\" is not a rank of `PNBRQKpnbrqk` and digits");
        let kings = "there have to be a white king and a black one, and there are 1 and 0";
        check(&format!("8/{rest} w - -"), kings);
        let board = format!("4k3/{rest}");
        check(&board, "whose turn it is is missing");
        check(&format!("{board} x"), "\"x\" is not `w` or `b`");
        check(&format!("{board} w KX"), "\"KX\" is not `KQkq`, some of it, or `-`");
        check(
            &format!("{board} w - e4"),
            "\"e4\" is not a square on the third or sixth rank, or `-`",
        );
        check(&format!("{board} w - e"), "\"e\" is not a square or `-`");
    }
}
