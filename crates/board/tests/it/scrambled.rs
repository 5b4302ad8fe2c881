//! A board does not depend on names.

use std::collections::BTreeMap;

use stonegate_gdl::{Sheet, Symbol, Syntax, parse};

use crate::sheets::{Game, sheets};
use stonegate_oracles::own_games;

/// The same sheet with every name that is not a keyword replaced by a word, in the
/// order of their first appearance.
fn scramble(sheet: &str) -> String {
    let (Sheet { symbols, .. }, _) = parse(sheet);
    let n_keywords = Symbol::RULE.index() + 1;
    let names = symbols.iter().filter(|(symbol, _)| symbol.index() >= n_keywords);
    // Longer than any name of ours and without digits, so that nothing is left to guess.
    let word = |index: usize| {
        let letters = (0..4).map(|place| (b'a' + (index / 26usize.pow(place) % 26) as u8) as char);
        format!("w{}", letters.collect::<String>())
    };
    let words: BTreeMap<&str, String> =
        names.enumerate().map(|(index, (_, name))| (name, word(index))).collect();
    let (sheet, _) = parse(sheet);
    let printed = sheet.print(Syntax::Kif);
    let mut scrambled = String::new();
    for line in printed.lines() {
        let line = line.split(';').next().unwrap_or_default();
        let mut token = String::new();
        for c in line.chars().chain(['\n']) {
            if c.is_whitespace() || "()".contains(c) {
                let name = token.strip_prefix('?').unwrap_or(&token);
                let is_variable = name.len() < token.len();
                match words.get(name).filter(|_| !is_variable) {
                    Some(word) => scrambled.push_str(word),
                    None => scrambled.push_str(&token),
                }
                token.clear();
                scrambled.push(c);
            } else {
                token.push(c);
            }
        }
    }
    scrambled
}

/// What is left of a drawing without names: which squares there are, and which of
/// them have something on them.
fn outline(game: &Game) -> Vec<String> {
    let outlines = game.evidence.states.iter().take(1).map(|facts| {
        let Some(layout) = &game.layout else { return "no board".to_owned() };
        let board = layout.draw(facts.iter().map(String::as_str));
        let cell = |cell: &Option<stonegate_board::Cell>| match cell {
            None => ' ',
            Some(cell) if cell.words.is_empty() => '.',
            Some(_) => 'x',
        };
        let cells = board.cells.iter().map(cell).collect::<String>();
        format!("{}x{}x{} {cells}", board.names.len(), board.columns.len(), board.rows.len())
    });
    outlines.collect()
}

#[test]
fn our_games_have_the_same_boards() {
    for (name, sheet) in sheets(&own_games()) {
        let game = Game::new(&sheet).expect("our games are small");
        let scrambled = Game::new(&scramble(&sheet)).expect("they stay small");
        assert_eq!(outline(&game), outline(&scrambled), "{name}");
    }
}
