//! Messages as managers write them.

use stonegate_gdl::Syntax;
use stonegate_protocols::ggp::{LastMoves, Message};

fn decode(text: &str) -> Message {
    Message::decode(text).unwrap_or_else(|error| panic!("{text}: {error}")).0
}

#[track_caller]
fn check_error(text: &str, expected: &str) {
    let error = Message::decode(text).expect_err("it is no message");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn heads_are_read_in_any_case_and_ids_are_not() {
    for text in ["(INFO)", "( Info )", "info", "\u{feff}(info)\r\n", "info()", "Info( )."] {
        assert_eq!(decode(text), Message::Info, "{text}");
    }
    assert_eq!(decode("(ABORT Ab.1-x_2)"), Message::Abort { id: "Ab.1-x_2".to_owned() });
    assert_eq!(decode("ping(m1)"), Message::Ping);
}

#[test]
fn both_syntaxes_say_the_same() {
    let kif = "(start m.1 white ((role white) (<= (p ?x) (q ?x) (not (r ?x)))) 10 5 more stuff)";
    let infix = "start(m.1, white, [role(white), p(X) :- q(X) & ~r(X)], 10, 5)";
    let rules = [kif, infix].map(|text| match decode(text) {
        Message::Start { id, role, rules, start_clock: 10, play_clock: 5 } => {
            assert_eq!((id.as_str(), role.as_str()), ("m.1", "white"));
            let (sheet, errors) = rules.parse();
            assert_eq!(errors, [], "{text}");
            sheet
        }
        message => panic!("{message:?}"),
    });
    assert!(rules[0].same_clauses(&rules[1]));
    let kif = "( PLAY m (( mark 1 1 )noop) ) ; end";
    assert_eq!(decode(kif.trim_end_matches("; end")), decode("play(m,[mark(1,1),noop])"));
}

#[test]
fn no_last_move_has_several_spellings() {
    for text in ["(play m nil)", "(PLAY m NIL)", "(play m ())", "play(m,nil)", "play(m,[])"] {
        let message = Message::Play { id: "m".to_owned(), last: LastMoves::Nil };
        assert_eq!(decode(text), message, "{text}");
    }
}

#[test]
fn games_of_imperfect_information_tell_the_turn_and_percepts() {
    let first = LastMoves::Own { turn: 0, action: None, percepts: vec![] };
    assert_eq!(decode("(play m 0 nil nil)"), Message::Play { id: "m".to_owned(), last: first });
    let percepts = vec!["(bid 3)".to_owned(), "ok".to_owned()];
    let last = LastMoves::Own { turn: 3, action: Some("(deal 2)".to_owned()), percepts };
    let message = Message::Stop { id: "m".to_owned(), last };
    assert_eq!(decode("(STOP m 3 (deal 2) ((bid 3) ok))"), message);
    assert_eq!(decode(&message.encode(Syntax::Infix)), message);
}

#[test]
fn errors_say_what_is_missing() {
    check_error("", "the message is empty");
    check_error("()", "the message is empty");
    check_error("(play m", "the parentheses of the message do not match");
    check_error("(play m nil))", "the parentheses of the message do not match");
    check_error("(play)", "`play` lacks the match id");
    check_error("(play m)", "`play` lacks the moves of the last turn");
    check_error("(play (m) nil)", "the match id of `play` cannot be `(m)`");
    check_error("(play m (?x))", "the moves of the last turn of `play` cannot be `?x`");
    check_error("(start m r (x) 10)", "`start` lacks the play clock");
    check_error("(start m r (x) -1 5)", "the start clock of `start` cannot be `-1`");
    check_error("(start m r x 10 5)", "the rules of `start` cannot be `x`");
    check_error("(preview ((role x)) 1e9)", "the clock of `preview` cannot be `1e9`");
    check_error(
        "hello world",
        "`hello` is no message: it is one of info, preview, start, play, stop, abort, ping",
    );
    let long = "x".repeat(1000);
    let error = Message::decode(&format!("({long})")).expect_err("it is no message");
    assert!(error.to_string().len() < 200, "{error}");
}

#[test]
fn nesting_is_no_danger() {
    let deep = format!("(play m ({}{}))", "(f ".repeat(100_000), ")".repeat(100_000));
    assert!(Message::decode(&deep).is_err());
    let open = format!("(play m {}", "(".repeat(1_000_000));
    assert!(Message::decode(&open).is_err());
}
