//! Moves of the chess sheet as programs write them: `e2e4`, `e1g1` for castling, `e7e8q`.

use super::{Action, kind, letter, name, square};

/// A move of the sheet in coordinates; `None` for what moves no piece.
pub fn to_coordinates(action: &str) -> Option<String> {
    let Action { from, to, promotion } = Action::read(action)?;
    let promotion = match promotion {
        Some(kind) => letter(&kind)?.to_ascii_lowercase().to_string(),
        None => String::new(),
    };
    Some(format!("{}{}{promotion}", name(from), name(to)))
}

/// The move of the sheet that coordinates mean, wherever it may be legal.
pub fn from_coordinates(text: &str) -> Option<String> {
    let letters = text.chars().map(String::from).collect::<Vec<_>>();
    let [a, b, c, d, promotion @ ..] = &letters[..] else { return None };
    square(a, b)?;
    square(c, d)?;
    match promotion {
        [] => Some(format!("(move {a} {b} {c} {d})")),
        [promotion] => {
            let kind = kind(promotion.chars().next()?.to_ascii_uppercase())?;
            Some(format!("(promote {a} {b} {c} {d} {kind})"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_written_and_read() {
        for (action, text) in [
            ("(move e 2 e 4)", "e2e4"),
            ("(move e 8 c 8)", "e8c8"),
            ("(promote b 2 a 1 knight)", "b2a1n"),
        ] {
            assert_eq!(to_coordinates(action).as_deref(), Some(text));
            assert_eq!(from_coordinates(text).as_deref(), Some(action));
        }
        assert_eq!(to_coordinates("noop"), None);
        for text in ["", "e2", "e2e9", "i2e4", "e7e8x", "e7e8qq", "0000", "e2\u{e9}4", "e-e4"] {
            assert_eq!(from_coordinates(text), None, "{text}");
        }
    }
}
