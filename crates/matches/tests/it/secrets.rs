//! A secret is planted, and everything that a player is told is searched for it.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use parking_lot::Mutex;
use stonegate_gdl::{RoleId, parse};
use stonegate_matches::{Adjudication, Entrant, Match, Record, Scrambled, Scrambler, Setup};
use stonegate_players::{
    Briefing, Clock, Player, PlayerError, PlayerSpec, PrepareSettings, Resources, Rulebook,
    Ruleset, Sight, Turn,
};

/// Chance deals one of three cards to each of two players, who see their own.
const CARDS: &str = "
    (role random) (role alice) (role bob)
    (card sesame) (card zebra) (card violin)
    (init deal)
    (<= (legal random (deal ?a ?b)) (true deal) (card ?a) (card ?b) (distinct ?a ?b))
    (<= (legal random noop) (not (true deal)))
    (<= (legal ?p noop) (role ?p) (distinct ?p random) (true deal))
    (<= (legal ?p (call ?c)) (role ?p) (distinct ?p random) (card ?c) (not (true deal)))
    (<= (next (has alice ?a)) (does random (deal ?a ?b)))
    (<= (next (has bob ?b)) (does random (deal ?a ?b)))
    (<= (next (has ?p ?c)) (true (has ?p ?c)))
    (<= (next (called ?p ?c)) (does ?p (call ?c)))
    (<= (sees alice (yours ?a)) (does random (deal ?a ?b)))
    (<= (sees bob (yours ?b)) (does random (deal ?a ?b)))
    (<= terminal (true (called ?p ?c)))
    (<= (right alice) (true (called alice ?c)) (true (has bob ?c)))
    (<= (right bob) (true (called bob ?c)) (true (has alice ?c)))
    (<= (goal ?p 100) (role ?p) (right ?p))
    (<= (goal ?p 0) (role ?p) (not (right ?p)))";

/// A player, and all that it is told beside the rules.
#[derive(Debug)]
struct Witness {
    player: Box<dyn Player>,
    told: Arc<Mutex<String>>,
}

impl Witness {
    fn note(&self, what: &dyn std::fmt::Debug) {
        writeln!(self.told.lock(), "{what:?}").expect("a string takes all");
    }
}

impl Player for Witness {
    fn start(&mut self, briefing: &Briefing, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.note(&(&briefing.role, &briefing.opening, &briefing.match_id));
        self.player.start(briefing, turn)
    }

    fn play(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        self.note(&last);
        self.player.play(last, turn)
    }

    fn play_blind(&mut self, last: Option<&Sight>, turn: &Turn<'_>) -> Result<String, PlayerError> {
        self.note(&last);
        self.player.play_blind(last, turn)
    }

    fn stop(&mut self, last: Option<&[String]>, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.note(&last);
        self.player.stop(last, turn)
    }

    fn stop_blind(&mut self, last: Option<&Sight>, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.note(&last);
        self.player.stop_blind(last, turn)
    }

    fn abort(&mut self, turn: &Turn<'_>) -> Result<(), PlayerError> {
        self.player.abort(turn)
    }
}

/// A match, and what each player was told.
fn play(spec: &str, seed: u64, is_scrambled: bool) -> (Record, [String; 2]) {
    let (sheet, _) = parse(CARDS);
    let ruleset = Ruleset::try_from(sheet.clone()).expect("the sheet is right");
    let told = [0, 1].map(|_| Arc::new(Mutex::new(String::new())));
    let spec = spec.parse::<PlayerSpec>().expect("there is such a player");
    let scrambler = Arc::new(Scrambler::new(&sheet, seed));
    let entrants = told.iter().enumerate().map(|(number, told)| {
        let player = spec.player(&Resources::new(seed + number as u64)).expect("it is one");
        let player: Box<dyn Player> = if is_scrambled {
            Box::new(Scrambled::new(player, Arc::clone(&scrambler)))
        } else {
            player
        };
        let player = Box::new(Witness { player, told: Arc::clone(told) });
        Entrant { name: "witness".to_owned(), player }
    });
    let setup = Setup {
        match_id: "secrets".to_owned(),
        game_name: "cards".to_owned(),
        ruleset: ruleset.clone(),
        opening: Vec::new(),
        clock: Clock::from_secs(10, 60),
        scrambled: is_scrambled,
        step_limit: 10,
        adjudication: Adjudication::default(),
        notes_speeds: false,
        seed,
    };
    let rulebook = Rulebook::new(&ruleset, &PrepareSettings::default(), Duration::from_secs(5));
    let referee = rulebook.game().expect("the rules are right");
    let game = Match::new(setup, referee, entrants.collect());
    let record = game.play(&AtomicBool::new(false), &mut |_| {});
    (record, told.map(|told| told.lock().clone()))
}

#[test]
fn a_player_is_told_its_percepts_and_nothing_else() {
    for (seed, is_scrambled) in [(1, false), (2, false), (3, true)] {
        let (record, told) = play("random", seed, is_scrambled);
        assert!(record.is_completed, "{}", record.note);
        assert!(record.errors.iter().flatten().all(String::is_empty), "{:?}", record.errors);
        let dealt = record.moves[0][0].trim_matches(['(', ')']).split(' ').collect::<Vec<_>>();
        let [_, alices, bobs] = dealt[..] else { panic!("cards are dealt: {dealt:?}") };
        let calls = |role: usize| record.moves[1][role].clone();
        for (told, own, other, called) in
            [(&told[0], alices, bobs, calls(1)), (&told[1], bobs, alices, calls(2))]
        {
            assert!(told.contains(own), "its own card is no secret: {told}");
            let without_own_call = told.replace(&called, "");
            assert!(!without_own_call.contains(other), "{other}: {told}");
        }
        // What a role was told stands in the record by itself.
        for (role, own, other) in [(1, alices, bobs), (2, bobs, alices)] {
            let sights = record.sights(RoleId::new(role));
            let first = format!("{:?}", sights[0]);
            assert!(first.contains(own) && !first.contains(other), "{first}");
        }
    }
}

#[test]
fn search_plays_by_percepts() {
    let (record, _) = play("mcts:iterations=200", 5, false);
    assert!(record.is_completed, "{}", record.note);
    assert!(record.errors.iter().flatten().all(String::is_empty), "{:?}", record.errors);
    // Who has a card knows that the other does not have it.
    for role in [1, 2] {
        let own = record.percepts[0][role][0].trim_matches(['(', ')']).replace("yours ", "");
        assert_ne!(record.moves[1][role], format!("(call {own})"), "{:?}", record.percepts);
    }
}
