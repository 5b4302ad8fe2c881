use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use serde_json::Value;
use stonegate_players::Resources;
use stonegate_tables::Reason;

use super::*;
use crate::file::{GameFile, PlayerFile, StudyFile};
use crate::run::{RunSettings, run};

/// A study of random games, three rounds of two players.
fn study(game: &str) -> Arc<Study> {
    let player = |player: &str| PlayerFile { name: None, player: player.to_owned() };
    let file = StudyFile {
        name: "small".to_owned(),
        rounds: 3,
        players: vec![player("random:seed=1"), player("random:seed=2")],
        games: vec![GameFile { game: game.into(), opening: 1, ..GameFile::default() }],
        ..StudyFile::default()
    };
    Arc::new(file.open(Resources::new(1)).expect("the study is right"))
}

/// Plays the study, and looks at the boards with every move.
fn play(study: &Arc<Study>) -> (Live, Vec<Value>) {
    let live = Live::new(Arc::clone(study));
    let seen = Mutex::new(Vec::new());
    let settings = RunSettings { concurrency: NonZeroUsize::MIN, pin: false, records: None };
    let watch = |number, record: &Record| {
        live.watch(number, record);
        seen.lock().push(json(&live.boards()));
    };
    let stop = AtomicBool::new(false);
    let outcome = run(study, None, &settings, &stop, &watch, &mut |it| live.tell(it));
    live.end(&outcome.expect("the games can be played"));
    (live, seen.into_inner())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

#[test]
fn boards_are_those_of_the_moment() {
    let (live, seen) = play(&study("tic-tac-toe"));
    let boards = seen.iter().filter_map(|message| message["boards"].as_array()?.first());
    let plies = boards.map(|board| board["position"]["ply"].as_u64().expect("a number"));
    let plies = plies.collect::<Vec<_>>();
    assert_eq!(plies[..3], [0, 1, 2], "a game is seen from its beginning on");
    assert_eq!(plies.iter().filter(|&&ply| ply == 0).count(), 6, "there are six games");
    let first = &seen[1]["boards"][0];
    assert_eq!((&first["table"], &first["game"]), (&"1".into(), &"tic-tac-toe".into()));
    assert_eq!(first["position"]["boards"][0]["cells"].as_array().map(Vec::len), Some(3));
    assert_eq!(first["position"]["made"].as_array().map(Vec::len), Some(1));
    assert_eq!(json(&live.boards())["boards"], json("[]"), "nothing is played any more");
}

#[test]
fn results_are_told_as_they_count() {
    let (live, _) = play(&study("tic-tac-toe"));
    let message = json(&live.study());
    assert_eq!((&message["type"], &message["state"]), (&"study".into(), &"complete".into()));
    assert_eq!((&message["most_units"], &message["left"]), (&3.into(), &Value::Null));
    assert_eq!(message["report"]["games"], 6);
    assert_eq!(message["report"]["cross_table"].as_array().map(Vec::len), Some(2));
    let games = json(&live.games(4));
    assert_eq!((&games["total"], &games["games"][0]["table"]), (&6.into(), &"2".into()));
    assert_eq!(games["games"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_game_can_be_stepped_through() {
    let (live, _) = play(&study("tic-tac-toe"));
    let mut seen = Look::default();
    let messages = live.look("6", &mut seen).expect("there are six games");
    let [table, position] = &messages[..] else { panic!("{messages:?}") };
    let (table, position) = (json(table), json(position));
    let last = table["ply"].as_u64().expect("a number");
    assert_eq!(table["moves"].as_array().map(|moves| moves.len() as u64), Some(last));
    assert_eq!(table["over"]["reason"], "terminal");
    assert_eq!(table["seats"][0]["player"], "random:seed=2", "players change sides");
    assert_eq!(table["you"]["host"], false);
    assert_eq!(position["position"]["ply"], last);
    assert_eq!(live.look("6", &mut seen).map(|messages| messages.len()), Ok(0), "it has been seen");
    assert_eq!(live.position("6", 1).map(|position| position.ply), Ok(1));
    let future = live.position("6", 99).map_err(|error| error.code);
    assert_eq!(future.map(|position| position.ply), Err("unknown-position"));
    for id in ["0", "7", "x", ""] {
        assert_eq!(live.look(id, &mut seen).map_err(|error| error.code), Err("unknown-table"));
    }
    let record = json(&live.record("6").expect("it can be played again"));
    assert_eq!((&record["matchId"], &record["isCompleted"]), (&"small.6".into(), &true.into()));
    assert_eq!(record["states"].as_array().map(|states| states.len() as u64), Some(last + 1));
}

#[test]
fn a_game_that_was_decided_early_says_so() {
    let (live, _) = play(&study("go7"));
    let (_, mut game) = live.found("1").expect("it was played");
    let end = game.end.as_mut().expect("it is over");
    end.note = "black has given up".to_owned();
    game.moves.truncate(3);
    assert_eq!(game.over(None).map(|over| over.reason), Some(Reason::Adjudicated));
    let table = live.table(0, &game).expect("it can be drawn");
    assert_eq!(table.lock().play().ply(), 3, "a table is made anew for another game");
}
