use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use stonegate_players::PrepareSettings;
use stonegate_tables::{Command, Guest, Reply};
use tempfile::TempDir;
use tokio::sync::mpsc;

use super::*;
use crate::catalog::Card;
use crate::catalog::tests::EXPLODING;
use crate::table::{News, Watcher};
use stonegate_store::{SheetStatus, StoredSheet};

const TIC_TAC_TOE: &str = include_str!("../../../../games/tic-tac-toe.kif");

fn tables(folder: &Path) -> Tables {
    tables_with(folder, PrepareSettings::default())
}

fn tables_with(folder: &Path, settings: PrepareSettings) -> Tables {
    let (store, contents, _) = Store::open(&folder.join("tables.sqlite")).expect("it opens");
    let cards = vec![Card::new("tic-tac-toe", "Tic-tac-toe", "", TIC_TAC_TOE)];
    let catalog = Catalog::new(cards, Vec::new(), settings, store.clone());
    Tables::new(Arc::new(catalog), store, &contents)
}

fn fresh() -> (Tables, TempDir) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    (tables(folder.path()), folder)
}

fn me() -> Visitor {
    visitor(1)
}

fn visitor(number: u8) -> Visitor {
    Visitor::at([127, 0, 0, number].into())
}

fn seat(player: &str) -> SeatRequest {
    SeatRequest { player: player.to_owned(), seconds: Some(0.05) }
}

/// Waits until something is to be seen.
#[track_caller]
fn wait(watcher: &Watcher, what: &str, is_there: impl Fn(&News) -> bool) -> News {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        let news = watcher.news.borrow().clone();
        if is_there(&news) {
            return news;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("{what} did not happen: {:?}", watcher.news.borrow().table);
}

fn nobody() -> Guest {
    Guest { is_host: false, token: None }
}

fn send(table: &Arc<OpenTable>, token: Option<&str>, text: &str) -> mpsc::Receiver<Reply> {
    let (answers, replies) = mpsc::channel(8);
    let message = Command::parse(text).expect("it is a message");
    table.follow(table.caller(me(), token), message, answers);
    replies
}

#[track_caller]
fn refusal(replies: &mut mpsc::Receiver<Reply>) -> &'static str {
    match replies.blocking_recv() {
        Some(Reply::Error(refusal)) => refusal.code,
        other => panic!("there should be an error: {other:?}"),
    }
}

#[test]
fn random_players_play_while_somebody_watches() {
    let (tables, _folder) = fresh();
    let created = tables.create(me(), "tic-tac-toe", &[seat("random"), seat("random")], None);
    let table = tables.open(&created.expect("there is room").table, me()).expect("it is there");
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(tables.list()[0].ply, 0, "nobody watches");
    let watcher = table.watch(&nobody());
    let news = wait(&watcher, "the end", |news| news.table.over.is_some());
    assert_eq!(news.table.watchers, 1);
    let record = table.record().expect("the rules can be followed");
    assert_eq!(record.moves, news.table.moves);
    assert_eq!(record.states.len(), record.moves.len() + 1);
    assert!(record.is_completed);
}

#[test]
fn games_are_archived_and_gone_on_from() {
    let (tables, folder) = fresh();
    let created = tables.create(me(), "tic-tac-toe", &[seat("random"), seat("random")], None);
    let id = created.expect("there is room").table;
    let table = tables.open(&id, me()).expect("it is there");
    assert_eq!(tables.archive(&ArchiveQuery::default()).total, 0, "no move has been made");
    let watcher = table.watch(&nobody());
    let end = wait(&watcher, "the end", |news| news.table.over.is_some()).table.clone();
    let query = |search: &str, state: &str| ArchiveQuery {
        search: search.to_owned(),
        state: state.to_owned(),
        skip: 0,
    };
    let found = tables.archive(&query("tac random", "over"));
    assert_eq!(found.total, 1);
    assert_eq!((&found.games[0].table, found.games[0].ply), (&id, end.ply));
    let goals = end.over.as_ref().map(|over| over.goals.clone());
    assert_eq!(found.games[0].goals, goals);

    let branch = tables.branch(&id, 2, me()).expect("there is such a position");
    let other = tables.open(&branch.table, me()).expect("it is there");
    assert_eq!(other.record().expect("a record").moves[..], end.moves[..2]);
    let refused = tables.branch(&id, end.ply + 1, me()).expect_err("there is none");
    assert_eq!(refused.code, "unknown-position");
    assert_eq!(tables.archive(&query("", "left")).total, 1, "the branch was left");

    // The archive is there when the server comes back.
    drop((watcher, table, other, tables));
    let tables = loop {
        // The file is free when all is written.
        if let Ok((store, contents, _)) = Store::open(&folder.path().join("tables.sqlite")) {
            let cards = vec![Card::new("tic-tac-toe", "Tic-tac-toe", "", TIC_TAC_TOE)];
            let settings = PrepareSettings::default();
            let catalog = Catalog::new(cards, Vec::new(), settings, store.clone());
            break Tables::new(Arc::new(catalog), store, &contents);
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(tables.archive(&query("", "over")).games[0].goals, goals);
}

#[test]
fn an_engine_answers_a_person_and_tells_its_thoughts() {
    let (tables, _folder) = fresh();
    let created =
        tables.create(me(), "tic-tac-toe", &[seat("human"), seat("mcts")], None).expect("room");
    let table = tables.open(&created.table, me()).expect("it is there");
    let watcher = table.watch(&nobody());
    let token = Some(created.seats[0].as_str());
    let _replies =
        send(&table, token, r#"{"type":"move","ply":0,"role":"xplayer","move":"(mark 2 2)"}"#);
    let news = wait(&watcher, "the answer", |news| news.table.ply == 2);
    assert_eq!(news.table.waiting, ["xplayer"]);
    assert_eq!(news.table.values[0], None);
    assert_eq!(news.table.values[1].as_ref().map(Vec::len), Some(2));
    assert!(news.n_thoughts > 0 && news.thoughts.contains(r#""type":"thoughts""#));
    let mut replies = send(&table, token, r#"{"type":"hint","role":"xplayer"}"#);
    let hint = replies.blocking_recv();
    assert!(matches!(hint, Some(Reply::Hint { ply: 2, .. })), "{hint:?}");
}

#[test]
fn a_thinking_engine_is_interrupted_by_undo() {
    let (tables, _folder) = fresh();
    let slow = SeatRequest { player: "mcts".to_owned(), seconds: Some(60.0) };
    // An empty board has more to find out than a minute can tell.
    let created = tables.create(me(), "tic-tac-toe", &[seat("human"), slow], None).expect("room");
    let table = tables.open(&created.table, me()).expect("it is there");
    let watcher = table.watch(&nobody());
    let token = Some(created.host.as_str());
    let _ = send(&table, token, r#"{"type":"pause","paused":true}"#);
    let _ = send(&table, token, r#"{"type":"move","ply":0,"role":"xplayer","move":"(mark 2 2)"}"#);
    wait(&watcher, "the move", |news| news.table.ply == 1);
    let _ = send(&table, token, r#"{"type":"undo"}"#);
    wait(&watcher, "the undo", |news| news.table.ply == 0);
}

#[test]
fn tokens_say_who_may_do_what() {
    let (tables, _folder) = fresh();
    let created =
        tables.create(me(), "tic-tac-toe", &[seat("human"), seat("human")], None).expect("room");
    let table = tables.open(&created.table, me()).expect("it is there");
    let watcher = table.watch(&nobody());
    let (host, x, o) = (&created.host, &created.seats[0], &created.seats[1]);
    let denied = |token: Option<&str>, text: &str| {
        assert_eq!(refusal(&mut send(&table, token, text)), "not-allowed", "{text}");
    };
    let move_x = r#"{"type":"move","ply":0,"role":"xplayer","move":"(mark 1 1)"}"#;
    for token in [None, Some("guess"), Some(o.as_str())] {
        denied(token, move_x);
        denied(token, r#"{"type":"resign","role":"xplayer"}"#);
        denied(token, r#"{"type":"swap"}"#);
        denied(token, r#"{"type":"pause","paused":true}"#);
        denied(token, r#"{"type":"seat","role":"xplayer","player":"random"}"#);
    }
    for text in [r#"{"type":"undo"}"#, r#"{"type":"hint","role":"xplayer"}"#] {
        denied(None, text);
    }
    denied(None, r#"{"type":"analyze","ply":0,"seconds":1}"#);
    let _ = send(&table, Some(x), move_x);
    wait(&watcher, "the move of x", |news| news.table.ply == 1);
    let _ =
        send(&table, Some(o), r#"{"type":"move","ply":1,"role":"oplayer","move":"(mark 2 2)"}"#);
    wait(&watcher, "the move of o", |news| news.table.ply == 2);
    let view = watcher.news.borrow().table.clone();
    let you = |token: Option<&str>| {
        let message = view.message(&table.caller(me(), token).guest, 0.0);
        serde_json::to_value(message).expect("it is JSON")["you"].clone()
    };
    assert_eq!(you(None), serde_json::json!({ "host": false, "roles": [] }));
    assert_eq!(you(Some(x)), serde_json::json!({ "host": false, "roles": ["xplayer"] }));
    assert_eq!(
        you(Some(host)),
        serde_json::json!({ "host": true, "roles": [] }),
        "both have come to their seats"
    );
    let shown =
        format!("{:?}", serde_json::to_string(&view.message(&table.caller(me(), None).guest, 0.0)));
    assert!(!shown.contains(x.as_str()) && !shown.contains("token"));
}

#[test]
fn past_positions_are_for_all() {
    let (tables, _folder) = fresh();
    let created =
        tables.create(me(), "tic-tac-toe", &[seat("random"), seat("random")], None).expect("room");
    let table = tables.open(&created.table, me()).expect("it is there");
    let watcher = table.watch(&nobody());
    wait(&watcher, "the end", |news| news.table.over.is_some());
    let mut replies = send(&table, None, r#"{"type":"position","ply":3}"#);
    match replies.blocking_recv() {
        Some(Reply::Position { position }) => assert_eq!(position.ply, 3),
        other => panic!("there should be a position: {other:?}"),
    }
    let mut replies = send(&table, None, r#"{"type":"position","ply":300}"#);
    assert_eq!(refusal(&mut replies), "unknown-position");
    assert_eq!(table.situation(2).expect("it is there").line.len(), 2);
}

#[test]
fn tables_are_there_after_a_restart() {
    let (first, folder) = fresh();
    let created =
        first.create(me(), "tic-tac-toe", &[seat("human"), seat("human")], None).expect("room");
    let table = first.open(&created.table, me()).expect("it is there");
    let watcher = table.watch(&nobody());
    let text = r#"{"type":"move","ply":0,"role":"xplayer","move":"(mark 1 1)"}"#;
    let _ = send(&table, Some(&created.seats[0]), text);
    let news = wait(&watcher, "the move", |news| news.table.ply == 1);
    drop((watcher, table));
    let path = folder.path().join("copy");
    std::fs::create_dir(&path).expect("the folder is writable");
    // What is on the disk at this moment is what a killed server leaves behind.
    for file in ["tables.sqlite", "tables.sqlite-wal"] {
        std::fs::copy(folder.path().join(file), path.join(file)).expect("the file is there");
    }
    let second = tables(&path);
    let list = |tables: &Tables| {
        let tables = tables.list().into_iter();
        tables.map(|table| (table.table, table.game, table.ply, table.seats)).collect::<Vec<_>>()
    };
    assert_eq!(list(&second), list(&first));
    let table = second.open(&created.table, me()).expect("it is there");
    assert_eq!(table.watch(&nobody()).news.borrow().table.moves, news.table.moves);
    assert!(table.caller(me(), Some(&created.host)).guest.is_host);
}

#[test]
fn wrong_tables_are_refused() {
    let (tables, _folder) = fresh();
    let check = |game: &str, seats: &[SeatRequest], code: &str| {
        assert_eq!(tables.create(me(), game, seats, None).expect_err("it is wrong").code, code);
    };
    check("chess", &[], "unknown-game");
    check("tic-tac-toe", &[seat("human")], "wrong-seats");
    check("tic-tac-toe", &[seat("human"), seat("http://localhost:1")], "bad-player");
    assert_eq!(tables.open("nowhere", me()).expect_err("it is not there").code, "unknown-table");
    assert!(tables.list().is_empty());
}

#[test]
fn a_visitor_has_a_quota_and_takes_nothing_from_others() {
    let (tables, _folder) = fresh();
    let create =
        |visitor| tables.create(visitor, "tic-tac-toe", &[seat("human"), seat("random")], None);
    let theirs = create(visitor(2)).expect("there is room");
    let mine = create(me()).expect("there is room");
    // All that a visitor may have.
    for _ in 1..MAX_TABLES_EACH {
        tables.quota.take(me(), 1).expect("there is room");
    }
    let refusal = create(me()).expect_err("the quota is used up");
    assert_eq!(refusal.code, "quota");
    assert!(refusal.message.contains("1000"), "{}", refusal.message);
    assert!(tables.open(&theirs.table, me()).is_ok(), "nobody's table has gone");
    assert!(create(visitor(2)).is_ok(), "others have quotas of their own");
    let stranger = tables.remove(&mine.table, Some(&theirs.host)).expect_err("it is not theirs");
    assert_eq!(stranger.code, "not-allowed");
    tables.remove(&mine.table, Some(&mine.host)).expect("it is mine");
    assert!(create(me()).is_ok(), "there is room again");
    assert_eq!(tables.open(&mine.table, me()).expect_err("it is gone").code, "unknown-table");
    assert_eq!(tables.shared.store.load(&mine.table), Ok(None), "it is not stored either");
}

#[test]
fn tables_that_nobody_plays_at_expire() {
    let (tables, _folder) = fresh();
    let create = || {
        let seats = [seat("human"), seat("human")];
        tables.create(me(), "tic-tac-toe", &seats, None).expect("there is room")
    };
    let (left, watched, played) = (create(), create(), create());
    let _watcher = tables.open(&watched.table, me()).expect("it is there").watch(&nobody());
    let table = tables.open(&played.table, me()).expect("it is there");
    let watcher = table.watch(&nobody());
    let text = r#"{"type":"move","ply":0,"role":"xplayer","move":"(mark 1 1)"}"#;
    let _ = send(&table, Some(&played.host), text);
    wait(&watcher, "the move", |news| news.table.ply == 1);
    drop(watcher);
    tables.shared.age(Duration::from_mins(11));
    let ids = |tables: &Tables| tables.list().into_iter().map(|one| one.table).collect::<Vec<_>>();
    assert!(!ids(&tables).contains(&left.table), "a click is not listed for ever");
    assert!(tables.open(&left.table, me()).is_ok(), "but its link leads there");
    tables.shared.age(UNPLAYED_TIME);
    let mut expected = [watched.table, played.table];
    expected.sort_unstable();
    let mut listed = ids(&tables);
    listed.sort_unstable();
    assert_eq!(listed, expected);
    assert!(tables.open(&left.table, me()).is_err());
    assert_eq!(tables.shared.store.load(&left.table), Ok(None));
}

#[test]
fn time_runs_out_for_people_only() {
    let (tables, _folder) = fresh();
    let clock = Some(TimeControl { seconds: 1.0, ..TimeControl::default() });
    let seats = [seat("human"), seat("human")];
    let created = tables.create(me(), "tic-tac-toe", &seats, clock).expect("room");
    let table = tables.open(&created.table, me()).expect("it is there");
    let watcher = table.watch(&nobody());
    let host = Some(created.host.as_str());
    let _ = send(&table, host, r#"{"type":"move","ply":0,"role":"xplayer","move":"(mark 1 1)"}"#);
    let news = wait(&watcher, "the move", |news| news.table.ply == 1);
    let clocks = serde_json::to_value(news.table.clocks(table.now())).expect("it is JSON");
    assert_eq!(clocks["running"], serde_json::json!([false, true]));
    std::thread::sleep(Duration::from_millis(1_100));
    // Who only watches may point it out.
    let _ = send(&table, None, r#"{"type":"time"}"#);
    let news = wait(&watcher, "the end", |news| news.table.over.is_some());
    let over = news.table.over.as_ref().expect("it is over");
    assert_eq!(over.goals, [Some(100), Some(0)]);
    let late = r#"{"type":"move","ply":1,"role":"oplayer","move":"(mark 2 2)"}"#;
    assert_eq!(refusal(&mut send(&table, host, late)), "game-over");
    let next = tables.again(&created.table, me(), &created.host).expect("there is room");
    let next = tables.open(&next, me()).expect("it is there");
    let news = next.watch(&nobody()).news.borrow().clone();
    assert!(news.table.over.is_none() && news.table.ply == 0);
    let clocks = serde_json::to_value(news.table.clocks(table.now())).expect("it is JSON");
    assert_eq!(clocks["left"], serde_json::json!([1.0, 1.0]), "the clocks are full again");
}

#[test]
fn another_game_has_a_table_of_its_own() {
    let (tables, _folder) = fresh();
    let created =
        tables.create(me(), "tic-tac-toe", &[seat("human"), seat("human")], None).expect("room");
    let table = tables.open(&created.table, me()).expect("it is there");
    let watcher = table.watch(&table.caller(me(), Some(&created.seats[1])).guest);
    let text = r#"{"type":"move","ply":0,"role":"xplayer","move":"(mark 1 1)"}"#;
    let _ = send(&table, Some(&created.host), text);
    wait(&watcher, "the move", |news| news.table.ply == 1);
    let denied = tables.again(&created.table, me(), "guess").expect_err("this is nobody");
    assert_eq!(denied.code, "not-allowed");
    let next = tables.again(&created.table, me(), &created.seats[1]).expect("who plays may");
    assert_eq!(
        tables.again(&created.table, me(), &created.host),
        Ok(next.clone()),
        "all meet there"
    );
    let news = wait(&watcher, "the way", |news| news.table.next.as_ref() == Some(&next));
    assert_eq!(news.table.ply, 1, "the game is still there");
    let fresh = tables.open(&next, me()).expect("it is there");
    assert!(fresh.caller(me(), Some(&created.host)).guest.is_host);
    let view = fresh.watch(&nobody()).news.borrow().table.clone();
    let you = |token: &str| {
        let message = view.message(&fresh.caller(me(), Some(token)).guest, 0.0);
        serde_json::to_value(message).expect("it is JSON")["you"]["roles"].clone()
    };
    assert_eq!(you(&created.host), serde_json::json!(["xplayer"]));
    assert_eq!(you(&created.seats[1]), serde_json::json!(["oplayer"]));
}

#[test]
fn a_game_with_a_machine_of_its_own_is_played() {
    let (tables, _folder) = fresh();
    let created = tables.create(me(), "othello4", &[seat("random"), seat("random")], None);
    let table = tables.open(&created.expect("there is room").table, me()).expect("it is there");
    let watcher = table.watch(&nobody());
    let news = wait(&watcher, "the end", |news| news.table.over.is_some());
    assert_eq!(news.table.game.id, "engine:othello4");
    assert_eq!(news.table.engine, "dedicated");
    let mut replies = send(&table, None, r#"{"type":"position","ply":0}"#);
    let start = replies.blocking_recv().expect("the table answers");
    let start = serde_json::to_string(&start).expect("it is JSON");
    assert!(start.contains(r#"[[],["white"],["black"],[]]"#), "{start}");
    let record = table.record().expect("the rules can be followed");
    assert_eq!(record.rules, "othello4");
}

/// What an engine told last, about a position.
#[track_caller]
fn thoughts(news: &News, ply: usize) -> serde_json::Value {
    let thoughts = serde_json::from_str::<serde_json::Value>(&news.thoughts).expect("it is JSON");
    assert_eq!(thoughts["ply"], ply);
    thoughts
}

/// How many random games the engine knew of then.
fn games_known(thoughts: &serde_json::Value) -> u64 {
    let moves = thoughts["moves"].as_array().expect("it has opinions");
    moves.iter().filter_map(|opinion| opinion["visits"].as_u64()).sum()
}

#[test]
fn a_dedicated_engine_stays_in_its_seat_between_moves() {
    let (tables, _folder) = fresh();
    let engine = SeatRequest { player: "go:noresign,games=20000".to_owned(), seconds: Some(20.0) };
    let created = tables.create(me(), "go5", &[seat("human"), engine], None).expect("room");
    let table = tables.open(&created.table, me()).expect("it is there");
    let watcher = table.watch(&nobody());
    let play = |ply: usize, action: &str| {
        let text = format!(r#"{{"type":"move","ply":{ply},"role":"black","move":"{action}"}}"#);
        let _ = send(&table, Some(&created.host), &text);
        thoughts(&wait(&watcher, "the answer", |news| news.table.ply == ply + 2), ply + 1)
    };
    let first = play(0, "C3");
    let expected = first["line"][1][0].as_str().expect("it expects an answer");
    let second = games_known(&play(2, expected));
    let _ = send(&table, Some(&created.host), r#"{"type":"undo"}"#);
    wait(&watcher, "the undo", |news| news.table.ply == 2);
    // The game goes another way: the engine starts anew.
    assert_ne!(expected, "A1");
    let anew = games_known(&play(2, "A1"));
    let first = games_known(&first);
    assert!(second > anew, "{second} games after {first}, and {anew} without what was known");
}

#[test]
fn an_engine_waits_while_other_games_are_compiled() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ground_time = Duration::from_secs(1);
    let settings = PrepareSettings { ground_time: Some(ground_time), ..PrepareSettings::default() };
    let tables = tables_with(folder.path(), settings);
    // All benches for brought sheets are taken.
    let others = [2, 3].map(|number| {
        let stored = StoredSheet {
            id: format!("sheet-{number}"),
            text: format!("; {number}\n{EXPLODING}"),
            brought: 0,
            status: SheetStatus::default(),
        };
        let game = tables.catalog.open_sheet(&stored);
        tables.catalog.prepare(&game, visitor(number)).expect("there is room");
        game
    });
    let sheet = format!("; Mine\n{TIC_TAC_TOE}");
    let (_, card) = tables.catalog.bring(&sheet, false, me()).expect("there is room");
    let id = &card.expect("it can be played").card.id;
    let created = tables.create(me(), id, &[seat("human"), seat("mcts")], None).expect("room");
    let table = tables.open(&created.table, me()).expect("it is there");
    let watcher = table.watch(&nobody());
    let text = r#"{"type":"move","ply":0,"role":"xplayer","move":"(mark 2 2)"}"#;
    let _ = send(&table, Some(&created.host), text);
    let news = wait(&watcher, "the answer", |news| news.table.ply == 2);
    assert_eq!(news.problem, None, "no move is drawn because the server is busy");
    assert!(news.table.values[1].is_some(), "the engine has thought");
    drop(others);
}
