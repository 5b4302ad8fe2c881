use std::time::Instant;

use stonegate_arena::MAX_SHEET_BYTES;
use stonegate_tables::{Game, PositionView};

use super::*;

const TIC_TAC_TOE: &str = include_str!("../../../../games/tic-tac-toe.kif");
const CONNECT_FOUR: &str = include_str!("../../../../games/connect-four.kif");

/// Rules whose circuit has no end that could be waited for.
pub(crate) const EXPLODING: &str = "
    (role robot)
    (<= (init (cell ?a ?b ?c ?d ?e ?f))
        (digit ?a) (digit ?b) (digit ?c) (digit ?d) (digit ?e) (digit ?f))
    (digit 0) (digit 1) (digit 2) (digit 3) (digit 4)
    (digit 5) (digit 6) (digit 7) (digit 8) (digit 9)
    (legal robot push)
    (<= (next (cell ?a ?b ?c ?d ?e ?f)) (true (cell ?b ?c ?d ?e ?f ?a)))
    (<= terminal (true (cell 0 0 0 0 0 0)))
    (goal robot 100)
";

fn me() -> Visitor {
    Visitor::at([127, 0, 0, 1].into())
}

/// Waits until a game has become all that it will.
#[track_caller]
fn settle(game: &OpenGame) {
    let start = Instant::now();
    while !game.is_settled() {
        assert!(start.elapsed() < Duration::from_mins(1), "it takes too long");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn catalog() -> (Catalog, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (store, contents, _) = Store::open(&folder.path().join("tables.sqlite")).expect("it opens");
    let cards = vec![
        Card::new("tic-tac-toe", "Tic-tac-toe", "Three in a row.", TIC_TAC_TOE),
        Card::new("connect-four", "Connect Four", "Four in a row.", CONNECT_FOUR),
    ];
    let settings = PrepareSettings {
        ground_time: Some(Duration::from_secs(1)),
        max_rows: 100_000,
        ..PrepareSettings::default()
    };
    (Catalog::new(cards, contents.sheets, settings, store), folder)
}

#[test]
fn cards_show_the_initial_position() {
    let (catalog, _folder) = catalog();
    let views = catalog.cards().iter().map(|card| card.view()).collect::<Vec<_>>();
    assert_eq!(views[0].roles, ["xplayer", "oplayer"]);
    assert_eq!(views[0].boards[0].cells, vec![vec![Some(vec![]); 3]; 3]);
    let board = &views[1].boards[0];
    assert_eq!((board.columns.len(), board.rows.len()), (7, 6));
    assert_eq!(board.style, "columns");
    assert_eq!(catalog.card("chess").err(), Some(CatalogError::Unknown("chess".to_owned())));
}

#[test]
fn a_falling_piece_is_about_the_square_where_it_comes_to_rest() {
    let (catalog, _folder) = catalog();
    let game = catalog.open("connect-four").expect("it is there");
    let position = PositionView::initial(&*game);
    let position = position.expect("the rules can be followed");
    let first = position.legal.iter().find(|legal| legal.moves.len() > 1).expect("one moves");
    assert_eq!(first.moves.len(), 7);
    for (column, action) in first.moves.iter().enumerate() {
        assert_eq!(action.squares, [[0, column, 5]], "{}", action.action);
    }
}

#[test]
fn a_sheet_that_was_brought_can_be_opened() {
    let (catalog, folder) = catalog();
    let (reading, brought) = catalog.bring(TIC_TAC_TOE, false, me()).expect("it is stored");
    assert!(reading.verdict() == Verdict::Ready && reading.diagnostics.is_empty());
    let Brought { card, key } = brought.expect("it can be played");
    assert!(key.is_some());
    assert!(card.id.starts_with("sheet-"));
    assert_eq!(card.title, "Tic-Tac-Toe");
    assert!(!card.is_built_in);
    let (_, again) = catalog.bring(TIC_TAC_TOE, false, me()).expect("it is stored");
    let again = again.expect("it is the same");
    assert!(Arc::ptr_eq(&card, &again.card) && again.key.is_none(), "it has an owner");
    assert_eq!(catalog.cards().len(), 3);
    assert!(catalog.open(&card.id).is_ok());
    drop(catalog);

    // Its thread may still be about to close the file.
    let path = folder.path().join("tables.sqlite");
    let opened = (0..50).find_map(|_| Store::open(&path).ok());
    let (_, contents, _) = opened.expect("it opens again");
    assert_eq!(contents.sheets[0].id, card.id);
}

#[test]
fn a_broken_sheet_is_told_what_is_wrong() {
    let (catalog, _folder) = catalog();
    let check = |text: &str, code: Option<&str>, problem: Option<&str>| {
        let (reading, card) = catalog.bring(text, false, me()).expect("there is nothing to store");
        assert!(card.is_none(), "{text}");
        let codes = reading.diagnostics.iter().map(|diagnostic| diagnostic.code);
        assert!(code.is_none_or(|code| codes.clone().any(|other| other == code)), "{reading:?}");
        let told = reading.problem.unwrap_or_default();
        assert!(problem.is_none_or(|problem| told.contains(problem)), "{told}");
    };
    check("(role robot", Some("unbalanced-parenthesis"), None);
    check("", Some("missing-role"), Some("roles"));
    let stuck = "(role a) (init f) (<= (legal a x) (not (true f))) (<= terminal (not (true f)))
        (goal a 1)";
    check(stuck, None, Some("no legal move"));
    check(&"x".repeat(MAX_SHEET_BYTES + 1), None, Some("bytes"));
}

#[test]
fn a_game_gets_ready_once_for_all() {
    let (catalog, _folder) = catalog();
    let game = catalog.open("tic-tac-toe").expect("it is there");
    assert!(Arc::ptr_eq(&game, &catalog.open("tic-tac-toe").expect("it is there")));
    let (heard, hears) = std::sync::mpsc::channel();
    game.on_better(move || heard.send(()).is_ok());
    catalog.prepare(&game, me()).expect("there is room");
    catalog.prepare(&game, me()).expect("there is room");
    hears.recv_timeout(Duration::from_secs(20)).expect("it gets better");
    assert!(game.tier() > stonegate_compile::Tier::Reference);
    settle(&game);
    let circuit = game.circuit().expect("there is one");
    let by_level = circuit.by_level.iter().flat_map(|level| &level.gates);
    assert_eq!(by_level.map(|gates| gates.gates).sum::<usize>(), circuit.gates);
    assert_eq!(circuit.relations.iter().map(|one| one.gates).sum::<usize>(), circuit.gates);
    assert!(circuit.invariants > 0 && circuit.times.ready_ms > 0.0);
    assert!(circuit.outputs.iter().any(|output| output.name == "terminal"));
    let legal = circuit.relations.iter().find(|relation| relation.name == "legal");
    assert!(!legal.expect("there are moves").rules.is_empty());
}

#[test]
fn a_cone_shows_gates_and_their_values() {
    let (catalog, _folder) = catalog();
    let game = catalog.open("tic-tac-toe").expect("it is there");
    catalog.prepare(&game, me()).expect("there is room");
    settle(&game);
    let cone = |output: &str, line: &[[&str; 2]]| {
        let line = line.iter().map(|joint| joint.map(str::to_owned).to_vec()).collect();
        let situation = stonegate_tables::Situation { line, joint: None };
        game.cone(output, &situation).expect("there is a circuit")
    };
    let value =
        |cone: &stonegate_tables::ConeView| cone.values[&cone.root.id] != cone.root.inverted;
    let legal = cone("(legal xplayer (mark 1 1))", &[]).expect("there is such an output");
    assert!(legal.complete && value(&legal));
    assert!(legal.nodes.iter().any(|node| node.kind == "register"));
    let taken = [["(mark 1 1)", "noop"], ["noop", "(mark 2 2)"]];
    assert!(!value(&cone("(legal xplayer (mark 1 1))", &taken).expect("there is such an output")));
    assert!(cone("(legal xplayer (mark 9 9))", &[]).is_none());
    assert!(cone("terminal", &[["hop", "hop"]]).is_none());
}

#[test]
fn an_exploding_sheet_does_not_hold_up_others() {
    let (catalog, _folder) = catalog();
    let start = Instant::now();
    let (reading, brought) = catalog.bring(EXPLODING, true, me()).expect("it is stored");
    if let Some(Brought { card, .. }) = brought {
        let game = catalog.open(&card.id).expect("it is there");
        catalog.prepare(&game, me()).expect("there is room");
        settle(&game);
        assert!(game.circuit().is_err(), "a million facts do not fit");
    } else {
        assert!(reading.problem.is_some());
    }
    assert!(start.elapsed() < Duration::from_secs(20));
    let game = catalog.open("tic-tac-toe").expect("it is there");
    catalog.prepare(&game, me()).expect("there is room");
    settle(&game);
    assert!(game.circuit().is_ok());
}

#[test]
fn a_visitor_brings_so_much_and_takes_nothing_from_others() {
    let (catalog, _folder) = catalog();
    let sheet = |number: usize| format!("; Sheet {number}\n{TIC_TAC_TOE}");
    let (_, first) = catalog.bring(&sheet(1), false, me()).expect("there is room");
    let id = first.expect("it can be played").card.id.clone();
    catalog.quota.take(me(), MAX_BROUGHT_BYTES_EACH - 2 * MIN_SHEET_BYTES + 1).expect("room");
    let refusal = catalog.bring(&sheet(2), false, me()).expect_err("the quota is used up");
    assert_eq!(refusal.code, "quota");
    assert!(refusal.message.contains("4 MB"), "{}", refusal.message);
    assert!(catalog.card(&id).is_ok(), "what was brought stays");
    assert!(catalog.bring(&sheet(1), false, me()).is_ok(), "what is there costs nothing");
    let other = Visitor::at([127, 0, 0, 2].into());
    assert!(catalog.bring(&sheet(2), false, other).is_ok(), "others have quotas of their own");
}

#[test]
fn a_board_that_nobody_could_look_at_is_not_drawn() {
    let (catalog, _folder) = catalog();
    let numbers = (0..70).map(|number| format!("(number {number})")).collect::<Vec<_>>().join(" ");
    let sheet = format!(
        "(role robot) {numbers} (legal robot (mark 1 1)) (goal robot 100) (<= terminal (true end))
         (<= (init (cell ?x ?y empty)) (number ?x) (number ?y))
         (<= (next (cell ?x ?y ?z)) (true (cell ?x ?y ?z)))"
    );
    let (_, card) = catalog.bring(&sheet, false, me()).expect("there is room");
    let view = card.expect("it can be played").card.view();
    assert_eq!(view.boards, [], "70 times 70 squares");
}

#[test]
fn games_that_take_much_do_not_stay_open() {
    let (catalog, _folder) = catalog();
    let text = |number: usize| format!("; Sheet {number}\n{}{TIC_TAC_TOE}", " ".repeat(1 << 20));
    let open = |number: usize| {
        let stored = StoredSheet {
            id: number.to_string(),
            text: text(number),
            brought: 0,
            status: SheetStatus::default(),
        };
        Arc::downgrade(&catalog.open_sheet(&stored))
    };
    let games = (0..10).map(open).collect::<Vec<_>>();
    assert!(games[0].upgrade().is_none(), "each of ten takes more than a tenth of the bound");
    assert!(games[9].upgrade().is_some(), "the last one stays");
}

#[test]
fn a_list_does_not_wait_for_the_drawings_of_brought_sheets() {
    let (catalog, _folder) = catalog();
    let sheet = StoredSheet {
        id: "sheet-1".to_owned(),
        text: EXPLODING.to_owned(),
        brought: 0,
        status: SheetStatus::default(),
    };
    let card = Card::of_sheet(&sheet);
    assert_eq!(card.listed().boards, [], "it has not been drawn");
    assert_eq!(catalog.cards()[0].listed(), catalog.cards()[0].view());
    let (_, card) = catalog.bring(TIC_TAC_TOE, false, me()).expect("there is room");
    let card = card.expect("it can be played").card;
    assert_eq!(card.view().boards.len(), 1);
    assert_eq!(card.listed(), card.view(), "what has been drawn is shown");
}

/// A sheet that breaks the rules of the language, and can be played all the same: nothing
/// binds a variable of the goal.
const DOUBTFUL: &str = "
    (role robot)
    (init (lamp off))
    (legal robot push)
    (<= (next (lamp on)) (does robot push))
    (<= terminal (true (lamp on)))
    (<= (goal robot ?points) (true (lamp on)))
";

#[test]
fn a_sheet_with_errors_is_kept_only_if_somebody_insists() {
    let (catalog, _folder) = catalog();
    let (reading, card) = catalog.draft(DOUBTFUL);
    assert_eq!(reading.verdict(), Verdict::Errors, "{reading:?}");
    let id = card.expect("the machine can play it").id.clone();
    assert!(catalog.look_at(&id).is_ok() && catalog.card(&id).is_err(), "it is a draft");
    let (_, brought) = catalog.bring(DOUBTFUL, false, me()).expect("there is nothing to store");
    assert!(brought.is_none() && catalog.cards().len() == 2);
    let (_, brought) = catalog.bring(DOUBTFUL, true, me()).expect("it is stored");
    assert!(brought.expect("somebody insists").card.view().errors > 0);
    assert_eq!(catalog.cards().len(), 3);
}

#[test]
fn drafts_are_forgotten() {
    let (catalog, _folder) = catalog();
    let draft = |number: usize| {
        let (_, card) = catalog.draft(&format!("{TIC_TAC_TOE}(number {number})"));
        card.expect("it can be played").id.clone()
    };
    let first = draft(0);
    assert!(catalog.look_at(&first).is_ok());
    for number in 1..=MAX_DRAFTS {
        draft(number);
    }
    assert!(catalog.look_at(&first).is_err(), "others were written since");
    assert_eq!(catalog.cards().len(), 2, "nothing is listed");
}

#[test]
fn who_brought_a_sheet_renames_and_removes_it() {
    let (catalog, _folder) = catalog();
    let (_, brought) = catalog.bring(TIC_TAC_TOE, false, me()).expect("it is stored");
    let Brought { card, key } = brought.expect("it can be played");
    let (id, key) = (card.id.as_str(), key.expect("it is new"));
    for (id, key) in [(id, "guess"), ("tic-tac-toe", key.as_str())] {
        assert_eq!(catalog.rename(id, key, "Mine").expect_err("not theirs").code, "not-allowed");
        assert_eq!(
            catalog.remove(id, key, false, me()).expect_err("not theirs").code,
            "not-allowed"
        );
    }
    assert_eq!(catalog.rename(id, &key, " ").expect_err("it is empty").code, "bad-title");
    catalog.rename(id, &key, " Noughts and Crosses ").expect("it is theirs");
    assert_eq!(catalog.open(id).expect("it is there").card.title, "Noughts and Crosses");

    catalog.remove(id, &key, true, me()).expect("it is theirs");
    assert_eq!(catalog.cards().len(), 2, "it is not listed");
    assert!(catalog.open(id).is_ok(), "its tables go on");
    let (_, again) = catalog.bring(TIC_TAC_TOE, false, me()).expect("it is stored");
    let key = again.expect("it can be played").key.expect("it has a new owner");
    catalog.remove(id, &key, false, me()).expect("it is theirs");
    assert_eq!(catalog.card(id).err(), Some(CatalogError::Unknown(id.to_owned())));
}
