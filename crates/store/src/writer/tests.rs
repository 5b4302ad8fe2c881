use std::sync::mpsc::{Receiver, channel};

use super::super::{StoredMove, StoredStatus, TokenHash};
use super::*;

fn status(is_over: bool) -> StoredStatus {
    StoredStatus { is_over, ..StoredStatus::default() }
}

fn create(id: &str) -> Change {
    Change::CreateTable(StoredTable {
        id: id.to_owned(),
        game: "nim".to_owned(),
        host: TokenHash::of("a secret"),
        created: 1,
        touched: 1,
        status: status(false),
        moves: Vec::new(),
    })
}

/// Keeps the first `keep` moves and adds others.
fn update(id: &str, keep: usize, names: &[&str]) -> Change {
    // Long enough for a page of its own.
    let joint = |name: &&str| StoredMove {
        joint: vec![(*name).to_owned(), "x".repeat(5000)],
        values: None,
    };
    Change::UpdateTable {
        id: id.to_owned(),
        keep,
        moves: names.iter().map(joint).collect(),
        status: status(keep > 0),
        touched: 2,
    }
}

fn add(writer: &mut Writer, change: Change) -> Receiver<Result<(), StoreError>> {
    let (sender, receiver) = channel();
    // Whoever waits may have enough.
    writer.add(Box::new(change), Box::new(move |result| drop(sender.send(result))));
    receiver
}

fn limit(writer: &Writer, n_pages: i64) {
    let limit = format!("PRAGMA max_page_count = {n_pages}");
    writer.connection.query_row(&limit, [], |row| row.get::<_, i64>(0)).expect("it is set");
}

fn names(writer: &mut Writer, id: &str) -> Vec<String> {
    let table = writer.load(id).expect("it is readable").expect("it is there");
    table.moves.into_iter().map(|one| one.joint[0].clone()).collect()
}

/// A writer with tables `one` and `two`, whose disk is full.
fn full() -> (tempfile::TempDir, Writer) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let connection = super::super::schema::open(&folder.path().join("tables.sqlite"));
    let mut writer = Writer::new(connection.expect("it opens"));
    for id in ["one", "two"] {
        let done = add(&mut writer, create(id));
        writer.write();
        assert_eq!(done.try_recv(), Ok(Ok(())));
    }
    limit(&writer, 1);
    (folder, writer)
}

/// Tries again as if time had passed.
fn retry(writer: &mut Writer) {
    writer.tried -= RETRY;
    writer.write();
}

#[test]
fn what_a_full_disk_does_not_take_is_written_when_there_is_room() {
    let (_folder, mut writer) = full();
    let first = add(&mut writer, update("one", 0, &["a", "b"]));
    let other = add(&mut writer, update("two", 0, &["z"]));
    writer.write();
    let trouble = writer.trouble().borrow().clone().expect("the disk is full");
    assert!(trouble.to_string().contains("full"), "{trouble}");
    let second = add(&mut writer, update("one", 2, &["c", "d"]));
    let third = add(&mut writer, update("one", 3, &["e"]));
    retry(&mut writer);
    assert!(third.try_recv().is_err() && other.try_recv().is_err(), "nothing is acknowledged");
    assert_eq!(writer.waiting.len(), 2, "there is one change of each table");
    assert_eq!(writer.load("one"), Err(trouble), "what is on the disk is not the latest");

    limit(&writer, 1000);
    retry(&mut writer);
    assert_eq!(third.try_recv(), Ok(Ok(())));
    assert_eq!(other.try_recv(), Ok(Ok(())));
    assert!(first.try_recv().is_err() && second.try_recv().is_err(), "they were overtaken");
    assert_eq!(*writer.trouble().borrow(), None);
    assert_eq!(names(&mut writer, "one"), ["a", "b", "c", "e"]);
    assert_eq!(names(&mut writer, "two"), ["z"]);
}

#[test]
fn moves_that_are_taken_back_meanwhile_are_not_written() {
    let (_folder, mut writer) = full();
    for (keep, names) in [(0, &["a", "b", "c"][..]), (3, &["d"]), (1, &[]), (1, &["e"])] {
        drop(add(&mut writer, update("one", keep, names)));
        writer.write();
    }
    limit(&writer, 1000);
    retry(&mut writer);
    assert_eq!(names(&mut writer, "one"), ["a", "e"]);
}

#[test]
fn what_is_new_is_refused_meanwhile() {
    let (_folder, mut writer) = full();
    let group = [add(&mut writer, update("one", 0, &["a"])), add(&mut writer, create("three"))];
    writer.write();
    assert!(group[0].try_recv().is_err());
    assert!(matches!(group[1].try_recv(), Ok(Err(StoreError::Refused(_)))));
    let later = add(&mut writer, create("four"));
    assert!(matches!(later.try_recv(), Ok(Err(StoreError::Refused(_)))));
    limit(&writer, 1000);
    retry(&mut writer);
    assert_eq!(group[0].try_recv(), Ok(Ok(())));
    let created = add(&mut writer, create("three"));
    writer.write();
    assert_eq!(created.try_recv(), Ok(Ok(())));
}

#[test]
fn trouble_ends_also_if_nothing_waits() {
    let (_folder, mut writer) = full();
    drop(add(&mut writer, create(&"x".repeat(100_000))));
    writer.write();
    assert!(writer.waiting.is_empty());
    assert!(writer.trouble().borrow().is_some());
    limit(&writer, 1000);
    retry(&mut writer);
    assert_eq!(*writer.trouble().borrow(), None);
}

#[test]
fn a_removed_table_stays_removed() {
    let (_folder, mut writer) = full();
    drop(add(&mut writer, update("one", 0, &["a"])));
    writer.write();
    drop(add(&mut writer, Change::RemoveTable { id: "one".to_owned() }));
    drop(add(&mut writer, update("one", 1, &["b"])));
    limit(&writer, 1000);
    retry(&mut writer);
    assert_eq!(writer.load("one"), Ok(None));
}
