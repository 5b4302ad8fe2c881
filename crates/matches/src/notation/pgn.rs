//! PGN, as chess programs write it: tags, then moves with remarks.

use anyhow::ensure;

/// Whether a text begins with a tag.
pub(super) fn is_pgn(text: &str) -> bool {
    let tag = text.trim_start().strip_prefix('[').and_then(|rest| rest.split_once('"'));
    tag.is_some_and(|(name, _)| {
        name.trim_end().chars().all(|letter| letter.is_ascii_alphanumeric())
    })
}

/// The moves of all games of a text. What is in braces, after a semicolon or in parentheses is no
/// part of them.
pub(super) fn games(text: &str) -> anyhow::Result<Vec<Vec<String>>> {
    let mut games = Vec::new();
    let mut moves = String::new();
    let mut is_open = false;
    for line in text.lines() {
        if is_pgn(line) && line.trim_end().ends_with(']') && !has_open_brace(&moves) {
            if !moves.trim().is_empty() {
                games.push(self::moves(&moves));
                moves.clear();
            }
            is_open = true;
            let is_position = line.trim_start().starts_with("[FEN ");
            ensure!(
                !is_position || line.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"),
                "a game that begins in another position is not read"
            );
        } else {
            moves.push_str(line);
            moves.push('\n');
        }
    }
    if is_open && !moves.trim().is_empty() {
        games.push(self::moves(&moves));
    }
    Ok(games)
}

fn has_open_brace(text: &str) -> bool {
    text.rfind('{') > text.rfind('}')
}

/// The moves of a text without tags.
pub(super) fn moves(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut depth = 0;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '{' => letters.by_ref().take_while(|&letter| letter != '}').for_each(drop),
            ';' => letters.by_ref().take_while(|&letter| letter != '\n').for_each(drop),
            '(' => depth += 1,
            ')' => depth -= i32::from(depth > 0),
            _ if depth > 0 => continue,
            letter => {
                plain.push(letter);
                continue;
            }
        }
        plain.push(' ');
    }
    let is_blank = |letter: char| letter.is_whitespace() || letter == ',';
    let tokens = plain.split(is_blank).map(without_number);
    tokens.filter(|token| is_move(token)).map(str::to_owned).collect()
}

/// A token without the number of the move before it: `12.Nf3`, `12...Nf6`.
fn without_number(token: &str) -> &str {
    let rest = token.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let after_dots = rest.trim_start_matches('.');
    if rest.len() < token.len() && after_dots.len() < rest.len() { after_dots } else { token }
}

/// Results and annotations are no moves.
fn is_move(token: &str) -> bool {
    let is_result = ["1-0", "0-1", "1/2-1/2", "*", "e.p."].contains(&token);
    !token.is_empty() && !is_result && !token.starts_with(['$', '%'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_and_results_are_left_out() {
        let text = "[Event \"a\"]\n[White \"b\"]\n\n1. e4 {best (by test)} e5 2.Nf3 $1 (2. f4 exf4 \
                    (2... d5)) 2... Nc6 ; a remark\n3. Bb5 a6 1/2-1/2\n\n[Event \"c\"]\n\n1. d4 *\n";
        let games = games(text).expect("two games");
        assert_eq!(games, [vec!["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"], vec!["d4"]]);
        assert!(is_pgn(text) && !is_pgn("[1, 2]") && !is_pgn("e4 e5"));
        let other = "[FEN \"8/8/8/8/8/8/8/K1k5 w - - 0 1\"]\n\n1. Ka2 *";
        assert!(self::games(other).expect_err("no start").to_string().contains("another position"));
    }

    #[test]
    fn open_remarks_end_with_the_text() {
        assert_eq!(moves("e4 {never closed"), ["e4"]);
        assert_eq!(moves("e4 (e5 (d5) ) ) Nf3 )"), ["e4", "Nf3"]);
    }
}
