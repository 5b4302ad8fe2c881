use std::fs;
use std::sync::mpsc::channel;

use rusqlite::Connection;
use stonegate_tables::StoredSeat;
use tempfile::TempDir;

use super::*;

fn table(id: &str) -> StoredTable {
    let seat = |player: &str| StoredSeat {
        player: player.to_owned(),
        seconds: 1.5,
        token: TokenHash::of("a secret"),
        chair: None,
        is_taken: false,
        name: None,
    };
    StoredTable {
        id: id.to_owned(),
        game: "nim".to_owned(),
        host: TokenHash::of("a secret"),
        created: 1,
        touched: 2,
        status: StoredStatus {
            seats: vec![seat("human"), seat("random")],
            pending: vec![None, Some("noop".to_owned())],
            ..StoredStatus::default()
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
    let sheet = StoredSheet {
        id: "s".to_owned(),
        text: "(role a)".to_owned(),
        brought: 3,
        status: SheetStatus { title: Some("A game".to_owned()), ..SheetStatus::default() },
    };
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
fn an_impossible_change_is_its_own_affair() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (store, ..) = open(&folder);
    let create = |id: &str| store.save_now(Change::CreateTable(table(id)));
    create("one").expect("it is saved");
    assert!(matches!(create("one"), Err(StoreError::Failed(_))), "there is one already");
    create("two").expect("another is saved");
    assert!(!store.is_in_trouble());
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
fn what_is_no_database_is_left_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("letter.txt");
    let letter = "Dear reader, this is a letter. ".repeat(100);
    fs::write(&path, &letter).expect("it is written");
    let permissions = || fs::metadata(&path).expect("it is there").permissions();
    #[cfg(unix)]
    fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o644))
        .expect("it is ours");
    let before = permissions();
    let error = Store::open(&path).expect_err("a letter is no database");
    assert_eq!(error, StoreError::NotAStore(path.clone()));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), letter);
    assert_eq!(permissions(), before, "others may still read it");
}

#[test]
#[cfg(unix)]
fn nobody_else_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("tables.sqlite");
    let modes = || {
        let files = fs::read_dir(folder.path()).expect("it is readable").flatten();
        files.map(|file| file.metadata().expect("it is there").permissions().mode() & 0o777)
    };
    let (store, _, worker) = Store::open(&path).expect("it opens");
    store.save_now(Change::CreateTable(table("one"))).expect("it is saved");
    assert_eq!(modes().collect::<Vec<_>>(), [0o600; 4], "the file, its log, and locks of both");
    drop(store);
    worker.join().expect("the store ends");
    // One that an earlier version left open to all.
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("it is ours");
    let (store, ..) = Store::open(&path).expect("it opens");
    store.save_now(Change::CreateTable(table("two"))).expect("it is saved");
    assert_eq!(modes().collect::<Vec<_>>(), [0o600; 4]);
}

/// A closed file with tables of 200 moves each and a sheet.
fn written(folder: &TempDir, ids: &[String]) -> PathBuf {
    let path = folder.path().join("tables.sqlite");
    let (store, _, worker) = Store::open(&path).expect("it opens");
    for id in ids {
        let moves = (0..200).map(|number| joint(&format!("(move {number} of {id})")));
        let table = StoredTable { moves: moves.collect(), ..table(id) };
        store.save_now(Change::CreateTable(table)).expect("it is saved");
    }
    let sheet = StoredSheet {
        id: "s".to_owned(),
        text: "(role a)".to_owned(),
        brought: 3,
        status: SheetStatus::default(),
    };
    store.save_now(Change::AddSheet(sheet)).expect("it is saved");
    drop(store);
    worker.join().expect("the store ends");
    path
}

fn ids_of(contents: &Contents) -> Vec<&str> {
    let mut ids = contents.tables.iter().map(|(table, _)| table.id.as_str()).collect::<Vec<_>>();
    ids.sort_unstable();
    ids
}

#[test]
fn rows_that_make_no_sense_are_set_aside() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ids = ["one", "two", "three", "four"].map(str::to_owned);
    let path = written(&folder, &ids);
    let connection = Connection::open(&path).expect("it opens");
    connection
        .execute_batch(
            "UPDATE tables SET status = '{\"seats\"' WHERE id = 'one';
             UPDATE moves SET move = 'x' WHERE table_id = 'two' AND ply = 7;
             DELETE FROM moves WHERE table_id = 'three' AND ply = 9;
             UPDATE sheets SET text = CAST(X'ff' AS TEXT);",
        )
        .expect("it is damaged");
    drop(connection);

    let (store, contents, worker) = Store::open(&path).expect("the rest is served");
    assert_eq!(ids_of(&contents), ["four"]);
    assert_eq!(store.load("four").map(|table| table.map(|table| table.moves.len())), Ok(Some(200)));
    assert!(contents.sheets.is_empty());
    let damage = &contents.damage;
    let lost = damage.lost.join("\n");
    for what in ["table one", "table two (move 8: ", "table three (move 10 is missing", "sheet s"] {
        assert!(lost.contains(what), "{lost}");
    }
    let aside = fs::read_to_string(&damage.aside[0]).expect("it is there");
    assert_eq!(aside.lines().count(), 4);
    assert!(aside.contains("(move 199 of three)") && aside.contains(r#""hex":"ff""#), "{aside}");
    drop(store);
    worker.join().expect("the store ends");

    let (_, contents, _) = Store::open(&path).expect("it opens");
    assert!(contents.damage.is_none(), "it is told once");
    assert_eq!(ids_of(&contents), ["four"]);
}

/// Earlier versions removed sheets of which there were tables.
#[test]
fn what_belongs_to_nothing_is_set_aside_or_removed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = written(&folder, &["one".to_owned()]);
    let connection = Connection::open(&path).expect("it is a database");
    let statements = "
        PRAGMA foreign_keys = false;
        INSERT INTO moves (table_id, ply, move) VALUES ('nobody', 0, '{}');
        INSERT INTO sheets (id, text, brought) VALUES ('sheet-1', '(role a)', 3);
        INSERT INTO tables (id, game, host, created, touched, status)
            SELECT 'kept', 'sheet-1', host, created, touched, status FROM tables;
        INSERT INTO tables (id, game, host, created, touched, status)
            SELECT 'orphan', 'sheet-2', host, created, touched, status FROM tables
            WHERE id = 'one';
        INSERT INTO moves (table_id, ply, move)
            SELECT 'orphan', ply, move FROM moves WHERE table_id = 'one'";
    connection.execute_batch(statements).expect("it is written");
    drop(connection);

    let (store, contents, worker) = Store::open(&path).expect("it opens");
    assert_eq!(ids_of(&contents), ["kept", "one"]);
    assert_eq!(contents.damage.lost, ["table orphan (its rules are missing)"]);
    let aside = fs::read_to_string(&contents.damage.aside[0]).expect("it was set aside");
    assert!(aside.contains("move 199 of one"), "with all its moves");
    drop(store);
    worker.join().expect("the store ends");

    let connection = Connection::open(&path).expect("it is a database");
    let owners = "SELECT count(DISTINCT table_id) FROM moves";
    let n_owners: i64 = connection.query_row(owners, [], |row| row.get(0)).expect("a number");
    assert_eq!(n_owners, 1, "moves of the table alone that is there");
    drop(connection);
    let (_, contents, _) = Store::open(&path).expect("it opens");
    assert!(contents.damage.is_none(), "it is told once");
}

#[test]
fn a_file_with_a_damaged_page_is_salvaged() {
    const PAGE: usize = 4096;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ids = (0..30).map(|number| format!("t{number:02}")).collect::<Vec<_>>();
    let path = written(&folder, &ids);
    let sound = fs::read(&path).expect("it is there");
    let n_pages = sound.len() / PAGE;
    let roots = Connection::open(&path).expect("it opens");
    let mut roots = roots
        .prepare("SELECT rootpage - 1 FROM sqlite_schema WHERE name IN ('tables', 'moves')")
        .expect("there is a schema");
    let roots = roots.query_map([], |row| row.get(0)).expect("there are roots");
    let roots = roots.collect::<rusqlite::Result<Vec<usize>>>().expect("there are roots");
    assert!(n_pages > 50, "{n_pages}");
    // Whichever page it is, the server starts, and each table is served whole or named.
    for page in [0, 1, 2, 3, 4, 5, 6, 7, n_pages / 3, n_pages / 2, n_pages - 2, n_pages - 1] {
        for garbage in [0x00, 0xa5] {
            let mut bytes = sound.clone();
            bytes[page * PAGE..][..PAGE].fill(garbage);
            fs::write(&path, &bytes).expect("it is written");
            let opened = Store::open(&path);
            if page == 0 && garbage != 0 {
                assert_eq!(opened.err(), Some(StoreError::NotAStore(path.clone())));
                continue;
            }
            let (store, contents, worker) = opened.expect("the rest is served");
            let damage = &contents.damage;
            assert!(!damage.is_none(), "page {page}");
            assert_eq!(fs::read(&damage.aside[0]).expect("it is there"), bytes, "page {page}");
            for id in ids_of(&contents) {
                let loaded = store.load(id).expect("it is readable").expect("it is there");
                assert_eq!(loaded.moves.len(), 200, "page {page}, {id}");
            }
            let n_served = contents.tables.len();
            let n_named = damage.lost.iter().filter(|lost| lost.starts_with("table")).count();
            let is_all = damage.lost.iter().any(|lost| lost.starts_with("everything"));
            assert!(is_all || n_served + n_named >= ids.len(), "page {page}: {damage}");
            // Without the first page of a relation nothing of it can be found.
            let is_first = page == 0 || roots.contains(&page);
            assert!(is_first || n_served > 0, "page {page}: {damage}");
            store.save_now(Change::CreateTable(table("later"))).expect("it is saved");
            drop(store);
            worker.join().expect("the store ends");
        }
    }
}

#[test]
fn a_file_that_was_cut_off_is_salvaged() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ids = (0..30).map(|number| format!("t{number:02}")).collect::<Vec<_>>();
    let path = written(&folder, &ids);
    let sound = fs::read(&path).expect("it is there");
    fs::write(&path, &sound[..sound.len() / 2 + 99]).expect("it is written");
    let (_, contents, _) = Store::open(&path).expect("the rest is served");
    assert!(!contents.damage.is_none());
    assert!(!contents.tables.is_empty(), "{}", contents.damage);
}

#[test]
fn what_was_changed_behind_its_back_is_noticed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ids = ["one", "two", "three", "four"].map(str::to_owned);
    let path = written(&folder, &ids);
    assert!(check(&path).expect("it is readable").is_sound());
    let connection = Connection::open(&path).expect("it opens");
    // All of it makes sense, but none of it was written so.
    connection
        .execute_batch(
            "UPDATE tables SET created = 5 WHERE id = 'one';
             UPDATE moves SET move = (SELECT move FROM moves WHERE ply = 8) WHERE table_id = 'two' AND ply = 7;
             DELETE FROM moves WHERE table_id = 'three' AND ply = 199;
             UPDATE sheets SET text = '(role b)';",
        )
        .expect("it is changed");
    drop(connection);
    let lost = [
        "sheet s (its checksum is wrong)",
        "table one (its checksum is wrong)",
        "table three (it has 199 moves instead of 200)",
        "table two (move 8: its checksum is wrong)",
    ];
    let sorted = |mut findings: Vec<String>| {
        findings.sort();
        findings
    };
    let report = check(&path).expect("it is readable");
    assert_eq!(sorted(report.findings), lost);
    assert_eq!((report.n_tables, report.n_moves, report.n_sheets), (1, 200, 0));
    assert_eq!(sorted(repair(&path).expect("it can be written").lost), lost);
    assert!(check(&path).expect("it is readable").is_sound());
}

#[test]
fn changes_keep_the_checksums_right() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = written(&folder, &["one".to_owned()]);
    let (store, _, worker) = Store::open(&path).expect("it opens");
    let moves = vec![joint("c"), joint("d")];
    let status = StoredStatus { paused: true, ..table("one").status };
    let update = Change::UpdateTable { id: "one".to_owned(), keep: 9, moves, status, touched: 7 };
    store.save_now(update).expect("it is saved");
    let title = SheetStatus { title: Some("mine".to_owned()), ..SheetStatus::default() };
    store.save_now(Change::UpdateSheet { id: "s".to_owned(), status: title }).expect("it is saved");
    drop(store);
    worker.join().expect("the store ends");
    let report = check(&path).expect("it is readable");
    assert_eq!(report, Report { n_tables: 1, n_moves: 11, n_sheets: 1, findings: Vec::new() });
}

#[test]
fn a_file_in_use_can_be_checked_and_copied_but_not_repaired() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = written(&folder, &["one".to_owned()]);
    let (store, ..) = Store::open(&path).expect("it opens");
    store.save_now(Change::CreateTable(table("two"))).expect("it is saved");
    let copy = folder.path().join("copy.sqlite");
    let report = backup(&path, &copy).expect("it is copied");
    assert_eq!(report, Report { n_tables: 2, n_moves: 202, n_sheets: 1, findings: Vec::new() });
    assert_eq!(check(&path), Ok(report));
    assert_eq!(repair(&path), Err(StoreError::InUse(path.clone())));
    assert!(matches!(backup(&path, &copy), Err(StoreError::NotWritable { .. })), "it is there");
    let (copied, ..) = Store::open(&copy).expect("it opens");
    assert_eq!(copied.load("two"), store.load("two"));
}

#[test]
fn what_is_not_there_is_not_made() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("tables.sqlite");
    assert_eq!(check(&path), Err(StoreError::Missing(path.clone())));
    assert_eq!(repair(&path), Err(StoreError::Missing(path.clone())));
    let copy = folder.path().join("copy.sqlite");
    assert_eq!(backup(&path, &copy), Err(StoreError::Missing(path.clone())));
    assert!(!path.exists() && !copy.exists());
}

#[test]
fn a_damaged_page_is_found_and_repaired() {
    const PAGE: usize = 4096;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ids = (0..30).map(|number| format!("t{number:02}")).collect::<Vec<_>>();
    let path = written(&folder, &ids);
    let mut bytes = fs::read(&path).expect("it is there");
    let page = bytes.len() / PAGE / 2;
    bytes[page * PAGE..][..PAGE].fill(0xa5);
    fs::write(&path, &bytes).expect("it is written");
    assert!(!check(&path).expect("it is readable").is_sound());
    assert_eq!(fs::read(&path).expect("it is there"), bytes, "nothing was changed");
    assert!(!repair(&path).expect("it can be written").is_none());
    assert!(check(&path).expect("it is readable").is_sound());
}
