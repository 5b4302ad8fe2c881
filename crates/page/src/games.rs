//! All games: built-in ones, and sheets that were brought.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};
use stonegate_arena::{CardView, Drawing};
use stonegate_compile::{
    BUILT_IN, BuiltIn, Compilation, GameRules, Tier, decode_machine, encode_machine,
};
use stonegate_ground::{Budget, GroundError, Machine};
use stonegate_minds::Dedicated;
use stonegate_tables::{Kind, Refusal};

use crate::game::PageGame;
use crate::host::Host;
use crate::message::Failure;
use crate::stored::StoredSheet;

/// The games, by their ids.
#[derive(Debug)]
pub(crate) struct Games {
    host: Host,
    /// The cards of the built-in games, as they were made with the page.
    cards: Vec<Value>,
    pub(crate) brought: BTreeMap<String, StoredSheet>,
    /// Sheets that are being written.
    drafts: BTreeMap<String, String>,
    /// Those that tables or the page have asked for last.
    open: Vec<Arc<PageGame>>,
}

/// So many games stay open that no table has.
const MAX_OPEN: usize = 4;

/// So many drafts are remembered.
const MAX_DRAFTS: usize = 16;

impl Games {
    pub(crate) fn new(host: Host, cards: Vec<Value>, sheets: Vec<StoredSheet>) -> Self {
        let brought = sheets.into_iter().map(|sheet| (sheet.id.clone(), sheet)).collect();
        Self { host, cards, brought, drafts: BTreeMap::new(), open: Vec::new() }
    }

    /// The cards of all games. Sheets that were brought are drawn when they are looked at.
    pub(crate) fn list(&self) -> Value {
        let brought = self.brought.values().filter_map(|sheet| {
            let title = sheet.title.as_deref();
            PageGame::brought(&sheet.id, &sheet.text, title, self.host).ok()
        });
        let brought = brought.filter_map(|game| serde_json::to_value(game.card()).ok());
        json!({ "games": self.cards.iter().cloned().chain(brought).collect::<Vec<_>>() })
    }

    /// The title of a game, without opening it.
    pub(crate) fn title(&self, id: &str) -> String {
        if let Some(card) = self.cards.iter().find(|card| card["id"] == id) {
            return card["title"].as_str().unwrap_or(id).to_owned();
        }
        let is_same = |game: &&Arc<PageGame>| game.id == id;
        let open = self.open.iter().find(is_same).map(|game| game.card().title);
        let known = self.brought.get(id).and_then(|sheet| sheet.title.clone());
        known.or(open).unwrap_or_else(|| id.to_owned())
    }

    /// A game, which says what it still needs.
    pub(crate) fn get(&mut self, id: &str) -> Result<Arc<PageGame>, Failure> {
        let game = self.find(id)?;
        if game.lacks_machine() {
            return Err(Failure::Needs(game.id.clone()));
        }
        Ok(game)
    }

    fn find(&mut self, id: &str) -> Result<Arc<PageGame>, Refusal> {
        if let Some(place) = self.open.iter().position(|game| game.id == id) {
            let game = self.open.remove(place);
            self.open.push(Arc::clone(&game));
            return Ok(game);
        }
        let brought = self.brought.get(id).map(|sheet| (&sheet.text, sheet.title.as_deref()));
        let brought = brought.or_else(|| self.drafts.get(id).map(|text| (text, None)));
        let game = match brought {
            Some((text, title)) => PageGame::brought(id, text, title, self.host)?,
            None => PageGame::built_in(id, self.host).ok_or_else(|| unknown(id))??,
        };
        let game = Arc::new(game);
        self.open.push(Arc::clone(&game));
        // Tables hold on to theirs.
        while self.open.len() > MAX_OPEN {
            self.open.remove(0);
        }
        Ok(game)
    }

    /// The game of an id, if somebody has it open.
    pub(crate) fn opened(&mut self, id: &str) -> Option<Arc<PageGame>> {
        self.find(id).ok()
    }

    pub(crate) fn draft(&mut self, id: &str, text: &str) {
        self.drafts.insert(id.to_owned(), text.to_owned());
        while self.drafts.len() > MAX_DRAFTS {
            self.drafts.pop_first();
        }
    }

    /// Forgets what is known of a sheet whose card has changed.
    pub(crate) fn close(&mut self, id: &str) {
        self.open.retain(|game| game.id != id);
    }
}

fn unknown(id: &str) -> Refusal {
    Refusal::new("unknown-game", format!("there is no game `{id}`"))
}

/// The cards of the built-in games, for those who make a page: `machine` has the machine of a sheet.
pub fn built_in_cards(mut machine: impl FnMut(&BuiltIn) -> Arc<Machine>) -> Vec<CardView> {
    let sheets = BUILT_IN.iter().map(|game| {
        let boards = GameRules::read(game.text).map_or_else(
            |_| Vec::new(),
            |rules| Drawing::of_machine(&rules.rules, &machine(game)).boards,
        );
        let roles = GameRules::read(game.text).map(|rules| {
            let roles = stonegate_compile::role_names(&rules.sheet);
            roles.into_iter().map(str::to_owned).collect()
        });
        let card = CardView {
            id: game.name.to_owned(),
            kind: Kind::Rules,
            title: game.title().to_owned(),
            about: game.description(),
            roles: roles.unwrap_or_default(),
            boards,
            player: "",
            errors: 0,
            variants: Vec::new(),
        };
        card.with_players_of(None)
    });
    let dedicated = Dedicated::all().into_iter().map(|game| {
        let card = CardView {
            id: format!("{}{game}", stonegate_arena::ENGINE),
            kind: Kind::Engine,
            title: game.title().to_owned(),
            about: game.about().to_owned(),
            roles: game.referee().roles().to_vec(),
            boards: Drawing::of_dedicated(&game).boards,
            player: "",
            errors: 0,
            variants: Vec::new(),
        };
        card.with_players_of(Some(&game))
    });
    sheets.chain(dedicated).collect()
}

/// A built-in game as it comes with a page, and the same to work with.
pub fn compile_built_in(game: &BuiltIn) -> Result<(String, Arc<Machine>), GroundError> {
    let never = || false;
    let rules = GameRules::read(game.text).expect("every built-in game can be played");
    let compilation = Compilation::new(&rules.rules, &Budget::default())?;
    let machine = compilation.optimize(&never).machine;
    // What is proven of the game goes with it.
    machine.is_zero_sum();
    Ok((encode_machine(Tier::Optimized, &machine), Arc::new(machine)))
}

/// A machine that came as text.
pub(crate) fn read_machine(text: &str) -> Result<Arc<Machine>, String> {
    match decode_machine(text) {
        Ok(Some((_, machine))) => Ok(Arc::new(machine)),
        Ok(None) => Err("the machine was made by another version: load the page again".to_owned()),
        Err(_) => Err("the machine has been damaged on its way: load the page again".to_owned()),
    }
}
