use stonegate_board::Chessboard;
use stonegate_gdl::RoleId;
use stonegate_players::{Clock, PrepareSettings, Rulebook};
use stonegate_stones::Random;

use super::*;

fn sheet(name: &str) -> Ruleset {
    let sheet = BuiltIn::find(name).expect("it is built in");
    GameRules::read(sheet.text).expect("it can be played").into()
}

fn dedicated(name: &str) -> Ruleset {
    name.parse::<Dedicated>().expect("a game").into()
}

fn rulebook(ruleset: &Ruleset) -> Rulebook {
    Rulebook::new(ruleset, &PrepareSettings::default(), PATIENCE)
}

fn read(ruleset: &Ruleset, text: &str) -> anyhow::Result<Vec<Line>> {
    read_lines(text, ruleset.dedicated(), &mut *rulebook(ruleset).game()?)
}

/// The record of the first game of a text.
fn record(ruleset: &Ruleset, text: &str) -> Record {
    let mut referee = rulebook(ruleset).game().expect("a game");
    let line = read_line(text, ruleset.dedicated(), &mut *referee).expect("it is a game");
    let mut record = Record::new("m", "g", ruleset, Clock::from_secs(1, 1));
    record.players = vec!["a [1]".to_owned(), "b".to_owned()];
    record.of_line(&mut *referee, &line).expect("it can be played")
}

/// What is written in a format is read back as the same moves, and so is the record itself.
fn check_round_trip(ruleset: &Ruleset, text: &str, format: Format) -> String {
    let record = record(ruleset, text);
    let written = record.write_as(format).expect("the game has this format");
    let found = ruleset_of(&written).expect("it is a game").expect("it tells which");
    assert_eq!(found.text(), ruleset.text());
    let again = read(&found, &written).expect(&written);
    assert_eq!(again[0].moves, record.moves, "{written}");
    let json = record.write_as(Format::Json).expect("every game has this format");
    let found = ruleset_of(&json).expect("it is a record").expect("it tells which");
    assert_eq!(found.text(), ruleset.text());
    assert_eq!(read(&found, &json).expect("a record")[0].moves, record.moves);
    written
}

/// Morphy against two consultants, Paris 1858.
const OPERA: &str =
    "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8.
Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14.
Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
";

#[test]
fn chess_is_read_and_written_as_pgn() {
    let chess = sheet("chess");
    // Whoever wants the circuit while somebody has it shares it.
    let _kept = rulebook(&chess);
    let text = format!("[Event \"Paris\"]\n[Result \"1-0\"]\n\n{OPERA}");
    let written = check_round_trip(&chess, &text, Format::Pgn);
    assert!(written.ends_with(&format!("\n\n{OPERA}")), "{written}");
    assert!(written.contains("[White \"a [1]\"]"), "{written}");
    let special = "e4 a6 e5 d5 exd6 Nc6 dxc7 h6 cxd8=Q+ Nxd8 Nf3 Nf6 Be2 g6 O-O";
    let lines = read(&chess, &format!("# en passant\n{special}\ne2e4 g8f6 b1c3\n")).expect("legal");
    assert_eq!(lines[0].moves[8][0], "(promote c 7 d 8 queen)");
    assert_eq!(lines[1].moves[2][0], "(move b 1 c 3)");
    let again = record(&chess, special).write_as(Format::Pgn).expect("it is chess");
    let again = again.lines().skip(8).collect::<Vec<_>>().join(" ");
    assert_eq!(pgn::moves(&again).join(" "), special);
    for (text, expected) in [
        ("e4 e5 Ke3", "`Ke3` is not legal after 2 moves"),
        ("Nf3 Nf6 Nc3 Nc6 Nd5 a6 Nd4 a5 Nb5 a4 Nc3", "`Nc3` is not legal after 10 moves"),
    ] {
        let error = read(&chess, text).expect_err(text);
        assert!(format!("{error:#}").contains(expected), "{error:#}");
    }
}

#[test]
fn every_move_of_chess_has_a_name_of_its_own() {
    let chess = sheet("chess");
    let mut referee = rulebook(&chess).game().expect("a game");
    let mut random = Random::new(3, 0);
    for _ in 0..60 {
        if referee.is_terminal().expect("it can be told") {
            break;
        }
        let board = Chessboard::of(&referee.facts().expect("facts")).expect("a board");
        let legal = referee.legal().expect("moves").to_vec();
        let mover = RoleId::new(usize::from(legal[0].len() < 2));
        for action in legal[mover].iter().filter(|action| *action != "noop") {
            let san = board.san(action, &legal[mover]).expect(action);
            let meant = board.read(&san, &legal[mover]);
            assert_eq!(meant.as_deref(), Some(&**action), "{san}");
        }
        let places = legal.iter().map(|moves| random.below(moves.len())).collect::<Vec<_>>();
        referee.play(&places).expect("it is legal");
    }
}

#[test]
fn a_text_tells_moves_as_people_write_them() {
    let text = |ruleset: &Ruleset, moves: &str| {
        let text = record(ruleset, moves).write_as(Format::Text).expect("it can be told");
        let moves = text.lines().filter(|line| line.contains(". ")).map(str::trim);
        moves.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(text(&sheet("chess"), "e4 e5 Nf3"), "1. e4 2. e5 3. Nf3");
    assert_eq!(text(&sheet("reversi"), "(place 4 3) (place 3 3)"), "1. d3 2. c3");
    assert_eq!(text(&dedicated("go9"), "D4 pass"), "1. D4 2. pass");
}

#[test]
fn go_and_gomoku_are_read_and_written_as_sgf() {
    let go = dedicated("go9:komi=5.5");
    let sgf = check_round_trip(&go, "D4 E5 pass A1 pass pass", Format::Sgf);
    assert!(sgf.contains("PB[a [1\\]]") && sgf.contains("RE["), "{sgf}");
    let sgf = check_round_trip(&dedicated("go9:handicap=3"), "E5 D4 pass pass", Format::Sgf);
    assert!(sgf.contains("AB[cg][cc][gc]PL[W];W[ee];B[df]"), "{sgf}");
    check_round_trip(&dedicated("gomoku15:rule=renju"), "h8 h9 j10", Format::Sgf);
    check_round_trip(&dedicated("gomoku20"), "h8 h9 j10", Format::Psq);
    let resigned = record(&go, "D4 resign").write_as(Format::Sgf).expect("it is Go");
    assert!(resigned.contains("RE[B+R]"), "{resigned}");
    for (game, text, expected) in [
        (&go, "(;SZ[19];B[aa])", "this is a game of `go19`"),
        (&go, "(;SZ[9]AB[cg][gc];W[aa])", "this is a game of `go9:handicap=2`"),
        (&go, "(;SZ[9]AB[aa];W[bb])", "begins with stones"),
        (&go, "(;SZ[9];W[bb])", "do not take turns"),
        (&dedicated("gomoku"), "Piskvorky 20x20, 11:11, 0\n1,1,0\n", "20x20 board"),
    ] {
        let error = read(game, text).expect_err(text);
        assert!(format!("{error:#}").contains(expected), "{error:#}");
    }
    assert!(record(&go, "D4").write_as(Format::Pgn).is_err());
}

/// The example of c-gomoku-cli: the same opening in both of its notations.
#[test]
fn openings_of_gomocup_are_read() {
    let gomoku = dedicated("gomoku20");
    let lines = read(&gomoku, "8,-3, 6,-4, 5,-4, 4,-3, 2,-8, -1,-5\n").expect("an opening");
    assert_eq!(lines[0].moves[0][0], "s13");
    assert_eq!(lines[0].moves[5][1], "j15");
    let dense = read(&gomoku, "s8q7p7o8m3j6\n").expect("an opening");
    assert_eq!(dense[0], lines[0]);
    assert!(read(&gomoku, "0,0, 11,0").is_err());
    assert!(read(&gomoku, "0,0, 1").is_err());
}

#[test]
fn othello_is_read_and_written_as_ggf() {
    let othello = dedicated("othello");
    let written = check_round_trip(&othello, "f5d6c3d3c4f4", Format::Ggf);
    assert!(written.starts_with("(;GM[Othello]PB[a |1|]"), "{written}");
    let two = read(&othello, &format!("{written}{written}")).expect("two games");
    assert_eq!(two.len(), 2);
    let small = check_round_trip(&dedicated("othello6"), "b3 d2", Format::Ggf);
    assert!(read(&othello, &small).expect_err("another board").to_string().contains("othello6"));
}

/// What a position shows is the discs, whichever moves have led there.
#[test]
fn positions_of_othello_are_retraced() {
    let othello = dedicated("othello");
    let mut random = Random::new(5, 0);
    for n_moves in [1, 5, 12, 20] {
        let mut position = stonegate_othello::Position::start(stonegate_othello::Width::EIGHT);
        for _ in 0..n_moves {
            let squares = stonegate_othello::squares(position.legal_moves()).collect::<Vec<_>>();
            let action = stonegate_othello::Move::Place(squares[random.below(squares.len())]);
            position = position.play(action).expect("it is legal");
            position = position.after_forced_pass();
        }
        let lines = read(&othello, &format!("{position}; % {n_moves}\n")).expect("a way");
        let mut referee = rulebook(&othello).game().expect("a game");
        for joint in &lines[0].moves {
            referee.apply(joint).expect("it is legal");
        }
        let facts = referee.facts().expect("facts");
        assert_eq!(facts.iter().filter(|fact| fact.contains("cell")).count(), 4 + n_moves);
    }
    let alone = "X".to_owned() + &"-".repeat(63) + " O;";
    assert!(read(&othello, &alone).is_err());
}

#[test]
fn connect6_is_read_and_written() {
    let connect6 = dedicated("connect6");
    let written = check_round_trip(&connect6, "j10 k10 k11 a1 s19", Format::Sgf);
    assert!(written.contains(";B[j10];W[k10k11];B[a1s19]"), "{written}");
    let letters = read(&connect6, "JJ KJKI\n").expect("an opening");
    assert_eq!(letters[0].moves[2], ["noop", "k11"]);
    let other = "(;SZ[19]GM[Connect6];B[jj];W[kjkk])";
    assert_eq!(read(&connect6, other).expect("a game")[0], letters[0]);
}

#[test]
fn forced_moves_may_be_named_or_not() {
    let game = sheet("tic-tac-toe");
    let named = read(&game, "(mark 2 2) noop noop (mark 1 1)").expect("legal");
    let short = read(&game, "(mark 2 2) (mark 1 1)").expect("legal");
    assert_eq!(named, short);
    let over = "(mark 1 1) (mark 2 1) (mark 1 2) (mark 2 2) (mark 1 3)";
    assert!(read(&game, over).expect("legal")[0].is_over);
    assert!(read(&game, &format!("{over} (mark 3 3)")).is_err());
    assert!(read(&game, "(mark 2 2").is_err());
}

#[test]
fn changed_rules_are_noticed() {
    let record = record(&sheet("tic-tac-toe"), "(mark 2 2)");
    let json = record.to_json();
    assert!(read_match(&json).is_ok());
    let error = read_match(&json.replacen("noop", "wait", 1)).expect_err("it was changed");
    assert!(error.to_string().contains("not those it was made with"), "{error}");
    let old = Record { rules_hash: String::new(), ..record };
    assert!(read_match(&old.to_json()).is_ok());
}

/// Whatever stands in a file, there is an answer.
#[test]
fn no_text_is_too_strange() {
    let texts = [
        ("go9", "(;GM[1]SZ[9]PB[a];B[ee];W[cc];B[])"),
        ("gomoku", "(;GM[4]SZ[15];B[hh];W[hi])"),
        ("gomoku", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n"),
        ("gomoku", "0,0, 1,-1, 2,2"),
        ("gomoku", "h8i9j10"),
        (
            "othello",
            "(;GM[Othello]TY[8]BO[8 ---------------------------O*------*O------------------\
                     --------- *]B[f5]W[d6//1.5];)",
        ),
        ("othello", "f5d6c3d3c4"),
        ("connect6", "(;GM[Connect6]SZ[19];B[j10];W[k10k11])"),
        ("connect6", "JJ KJKI"),
    ];
    let mut random = Random::new(11, 0);
    for (game, text) in texts {
        let ruleset = dedicated(game);
        assert!(read(&ruleset, text).is_ok(), "{text}");
        for _ in 0..300 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..=random.below(3) {
                let at = random.below(bytes.len());
                match random.below(3) {
                    0 => bytes[at] = random.below(256) as u8,
                    1 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, b"[](;0a9- "[random.below(9)]),
                }
            }
            let text = String::from_utf8_lossy(&bytes);
            let _ = ruleset_of(&text);
            let _ = read(&ruleset, &text);
        }
    }
}
