use std::sync::mpsc::channel;

use rusqlite::Connection;
use tempfile::TempDir;

use super::*;
use crate::table::Token;

fn table(id: &str) -> StoredTable {
    let seat = |player: &str| StoredSeat {
        player: player.to_owned(),
        seconds: 1.5,
        token: Token::random().hash(),
        chair: None,
    };
    StoredTable {
        id: id.to_owned(),
        game: "nim".to_owned(),
        host: Token::random().hash(),
        created: 1,
        touched: 2,
        status: StoredStatus {
            seats: vec![seat("human"), seat("random")],
            paused: false,
            pending: vec![None, Some("noop".to_owned())],
            resigned: None,
            is_over: false,
            clocks: None,
            count: None,
        },
        moves: vec![joint("a"), joint("b")],
    }
}

fn joint(name: &str) -> StoredMove {
    StoredMove { joint: vec![name.to_owned(), "noop".to_owned()], values: Some(vec![40.0, 60.0]) }
}

fn open(folder: &TempDir) -> (Store, Contents, JoinHandle<()>) {
    Store::open(&folder.path().join("deep/tables.sqlite")).expect("it opens")
}

#[test]
fn what_was_saved_is_there_when_the_file_is_opened_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (store, contents, worker) = open(&folder);
    assert!(contents.tables.is_empty() && contents.sheets.is_empty());
    let mut expected = table("one");
    store.save_now(Change::CreateTable(expected.clone())).expect("it is saved");
    store.save_now(Change::CreateTable(table("two"))).expect("it is saved");
    store.save_now(Change::RemoveTable { id: "two".to_owned() }).expect("it is saved");
    expected.status.paused = true;
    expected.touched = 9;
    let update = Change::UpdateTable {
        id: "one".to_owned(),
        keep: 1,
        moves: vec![joint("c"), joint("d")],
        status: expected.status.clone(),
        touched: 9,
    };
    store.save_now(update).expect("it is saved");
    let sheet = StoredSheet { id: "s".to_owned(), text: "(role a)".to_owned(), brought: 3 };
    store.save_now(Change::AddSheet(sheet.clone())).expect("it is saved");
    drop(store);
    worker.join().expect("the store ends");

    let (store, contents, _) = open(&folder);
    assert_eq!(contents.sheets, [sheet]);
    expected.moves.clear();
    assert_eq!(contents.tables, [(expected.clone(), 3)]);
    expected.moves = vec![joint("a"), joint("c"), joint("d")];
    assert_eq!(store.load("one"), Ok(Some(expected)));
    assert_eq!(store.load("two"), Ok(None));
}

#[test]
fn changes_come_back_in_their_order() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (store, ..) = open(&folder);
    let (sender, receiver) = channel();
    for number in 0..2000 {
        let sender = sender.clone();
        let change = Change::CreateTable(table(&format!("t{number}")));
        store.save(change, move |result| {
            result.expect("it is saved");
            sender.send(number).expect("the test waits");
        });
    }
    drop(sender);
    assert!(receiver.iter().eq(0..2000));
}

#[test]
fn a_change_to_a_table_that_is_gone_is_no_failure() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (store, ..) = open(&folder);
    let update = Change::UpdateTable {
        id: "gone".to_owned(),
        keep: 0,
        moves: vec![joint("a")],
        status: table("gone").status,
        touched: 1,
    };
    store.save_now(update).expect("nothing is to be done");
    assert_eq!(store.load("gone"), Ok(None));
}

#[test]
fn nothing_is_acknowledged_after_a_failure() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (store, ..) = open(&folder);
    let create = |id: &str| store.save_now(Change::CreateTable(table(id)));
    create("one").expect("it is saved");
    assert!(matches!(create("one"), Err(StoreError::Failed(_))), "there is one already");
    assert!(matches!(create("two"), Err(StoreError::Failed(_))), "the store has failed");
}

#[test]
fn a_file_belongs_to_one_process() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("tables.sqlite");
    let (_store, ..) = Store::open(&path).expect("it opens");
    let error = Store::open(&path).expect_err("it is in use");
    assert_eq!(error, StoreError::InUse(path));
    assert!(error.to_string().contains("--store"));
}

#[test]
fn a_file_of_a_later_version_is_left_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("tables.sqlite");
    let connection = Connection::open(&path).expect("it opens");
    connection.pragma_update(None, "user_version", 77).expect("it is written");
    drop(connection);
    let error = Store::open(&path).expect_err("it is too new");
    assert_eq!(error, StoreError::TooNew { path, version: 77 });
}

#[test]
fn a_file_of_an_earlier_version_is_brought_up_to_date() {
    let path = Path::new("memory");
    let mut connection = Connection::open_in_memory().expect("it opens");
    let steps = ["CREATE TABLE a (x)", "ALTER TABLE a ADD COLUMN y DEFAULT 7"];
    schema::migrate(&mut connection, path, &steps[..1]).expect("the first step works");
    connection.execute("INSERT INTO a VALUES (1)", []).expect("there is a table");
    schema::migrate(&mut connection, path, &steps).expect("the second step works");
    schema::migrate(&mut connection, path, &steps).expect("nothing is left to do");
    let y: i64 = connection.query_row("SELECT y FROM a", [], |row| row.get(0)).expect("a row");
    assert_eq!(y, 7);
}

#[test]
fn what_is_no_database_is_an_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("letter.txt");
    std::fs::write(&path, "Dear reader, this is a letter. ".repeat(100)).expect("it is written");
    let error = Store::open(&path).expect_err("a letter is no database");
    assert!(error.to_string().contains("letter.txt"), "{error}");
}
