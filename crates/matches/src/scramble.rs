//! Other words for the same game, so that players cannot know it by its names.

mod words;

use std::collections::HashMap;
use std::sync::Arc;

use stonegate_gdl::{Sheet, Symbols, Syntax, parse_as};
use stonegate_lanes::Key;
use stonegate_players::{Briefing, Player, PlayerError, Ruleset, Sight, Turn};
use stonegate_protocols::ggp::canonical;

/// A one-to-one exchange of the words of a game. Keywords, integers and variables
/// without a name stay.
#[derive(Clone, Debug)]
pub struct Scrambler {
    word_of: HashMap<String, String>,
    name_of: HashMap<String, String>,
}

impl Scrambler {
    /// Words for the names of a sheet, drawn by a seed.
    pub fn new(sheet: &Sheet, seed: u64) -> Self {
        let key = Key::new(seed, 0, 0);
        let n_keywords = Symbols::new().iter().count();
        let names = sheet.symbols.iter().skip(n_keywords).map(|(_, name)| name);
        let mut scrambler = Self { word_of: HashMap::new(), name_of: HashMap::new() };
        let mut step = 0;
        for name in names.filter(|name| !is_kept(name)) {
            let word = loop {
                step += 1;
                let word = words::word(key, step);
                // A word that is a name of the sheet could be taken for it.
                if !scrambler.name_of.contains_key(&word) && sheet.symbols.get(&word).is_none() {
                    break word;
                }
            };
            scrambler.word_of.insert(name.to_owned(), word.clone());
            scrambler.name_of.insert(word, name.to_owned());
        }
        scrambler
    }

    /// The sheet in other words, without comments.
    pub fn scramble_sheet(&self, sheet: &Sheet) -> Sheet {
        let word = |name: &str| Some(self.word_of.get(name).map_or(name, |word| word).to_owned());
        let mut scrambled = rename(sheet, word).expect("every name has a word");
        scrambled.comments.clear();
        scrambled
    }

    /// A term of the sheet in other words.
    pub fn scramble(&self, term: &str) -> Option<String> {
        rename_term(term, |name| {
            if is_fixed(name) { Some(name.to_owned()) } else { self.word_of.get(name).cloned() }
        })
    }

    /// A term in the words of the sheet. `None` if a word is unknown. Words are
    /// read in any case.
    pub fn unscramble(&self, term: &str) -> Option<String> {
        rename_term(&term.to_ascii_lowercase(), |word| {
            if is_fixed(word) { Some(word.to_owned()) } else { self.name_of.get(word).cloned() }
        })
    }
}

fn is_kept(name: &str) -> bool {
    name == "_" || name.parse::<i128>().is_ok() || name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a name means the same in every game.
fn is_fixed(name: &str) -> bool {
    is_kept(name) || Symbols::new().get(name).is_some()
}

fn rename_term(term: &str, rename_name: impl Fn(&str) -> Option<String>) -> Option<String> {
    let fact = format!("(fact {}\n)", canonical(term)?);
    let (sheet, _) = parse_as(&fact, Syntax::Kif);
    let relation = |name: &str| match name {
        "fact" => Some("fact".to_owned()),
        name => rename_name(name),
    };
    let printed = rename(&sheet, relation)?.print(Syntax::Kif);
    Some(printed.strip_prefix("(fact ")?.strip_suffix(")\n")?.to_owned())
}

/// A sheet with other names. Different names must stay different.
fn rename(sheet: &Sheet, new_name: impl Fn(&str) -> Option<String>) -> Option<Sheet> {
    // Symbols are numbered as they come: the new names get the numbers of the old.
    let mut symbols = Symbols::new();
    let n_keywords = symbols.iter().count();
    for (symbol, name) in sheet.symbols.iter().skip(n_keywords) {
        let renamed = symbols.intern(&new_name(name)?);
        assert_eq!(renamed, symbol, "different names have different words");
    }
    Some(Sheet { symbols, ..sheet.clone() })
}

/// A player that hears and answers in other words.
#[derive(Debug)]
pub struct Scrambled {
    player: Box<dyn Player>,
    scrambler: Arc<Scrambler>,
}

impl Scrambled {
    pub fn new(player: Box<dyn Player>, scrambler: Arc<Scrambler>) -> Self {
        Self { player, scrambler }
    }

    fn scramble(&self, joint: &[String]) -> Vec<String> {
        let word = |term: &String| self.scrambler.scramble(term).unwrap_or_else(|| term.clone());
        joint.iter().map(word).collect()
    }

    fn scramble_sight(&self, sight: &Sight) -> Sight {
        Sight {
            action: sight.action.as_ref().and_then(|action| self.scrambler.scramble(action)),
            percepts: self.scramble(&sight.percepts),
        }
    }
}

impl Player for Scrambled {
    fn start(&mut self, briefing: &Briefing, turn: &Turn<'_>) -> Result<(), PlayerError> {
        let Some(sheet) = briefing.ruleset.sheet() else {
            return Err(PlayerError::Rules("only rule sheets can be scrambled".to_owned()));
        };
        let ruleset = Ruleset::try_from(self.scrambler.scramble_sheet(sheet))
            .map_err(|error| PlayerError::Rules(error.to_string()))?;
        let role = self.scrambler.scramble(&briefing.role);
        let scrambled = Briefing {
            role: role.unwrap_or_else(|| briefing.role.clone()),
            ruleset,
            opening: briefing.opening.iter().map(|joint| self.scramble(joint)).collect(),
            ..briefing.clone()
        };
        self.player.start(&scrambled, turn)
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let last = last.map(|joint| self.scramble(joint));
        let answer = self.player.play(last.as_deref(), turn)?;
        // An unknown word makes an illegal move, which shows in the record as it is.
        Ok(self.scrambler.unscramble(&answer).unwrap_or(answer))
    }

    fn play_blind(&mut self, last: Option<&Sight>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        let last = last.map(|sight| self.scramble_sight(sight));
        let answer = self.player.play_blind(last.as_ref(), turn)?;
        Ok(self.scrambler.unscramble(&answer).unwrap_or(answer))
    }

    fn stop_blind(&mut self, last: Option<&Sight>, turn: &Turn<'_>) -> Result<(), PlayerError> {
        let last = last.map(|sight| self.scramble_sight(sight));
        self.player.stop_blind(last.as_ref(), turn)
    }

    fn stop(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<(), PlayerError> {
        let last = last.map(|joint| self.scramble(joint));
        self.player.stop(last.as_deref(), turn)
    }

    fn abort(&mut self, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.player.abort(turn)
    }
}

#[cfg(test)]
mod tests {
    use stonegate_gdl::parse;

    use super::*;

    const SHEET: &str = "(role red) (init (cell 1 1 b)) (<= (legal red (mark ?m 10)) (index ?m))
        (<= (next (cell ?m 1 fact)) (does red (mark ?m 10)))";

    #[test]
    fn words_are_exchanged_one_to_one() {
        let (sheet, _) = parse(SHEET);
        let scrambler = Scrambler::new(&sheet, 7);
        let scrambled = scrambler.scramble_sheet(&sheet);
        let text = scrambled.print(Syntax::Kif);
        for name in ["red", "cell", "mark", "index", "fact"] {
            assert!(!text.contains(name), "{text}");
        }
        assert!(text.contains("(init (") && text.contains(" 10)"), "{text}");
        for term in ["red", "(mark 2 10)", "(cell 1 1 fact)"] {
            let scrambled = scrambler.scramble(term).expect("it is made of names of the sheet");
            assert_ne!(scrambled, term);
            let shouted = scrambled.to_ascii_uppercase();
            assert_eq!(scrambler.unscramble(&shouted).as_deref(), Some(term));
        }
        assert_eq!(scrambler.unscramble("(mark 2 10)"), None);
        assert_eq!(scrambler.scramble("(unknown 1)"), None);
    }

    #[test]
    fn the_same_seed_gives_the_same_words() {
        let (sheet, _) = parse(SHEET);
        let text = |seed| Scrambler::new(&sheet, seed).scramble_sheet(&sheet).print(Syntax::Kif);
        assert_eq!(text(1), text(1));
        assert_ne!(text(1), text(2));
    }
}
