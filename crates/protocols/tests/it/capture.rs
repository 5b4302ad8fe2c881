//! The bytes that a real manager sent, as they were recorded on the wire.

use stonegate_gdl::Syntax;
use stonegate_oracles::{read, shared};
use stonegate_protocols::ggp::{LastMoves, Message, Reply};

/// The messages of a recorded match, each with the answer it got.
fn exchanges(player: &str) -> Option<Vec<(String, String)>> {
    let text = read(&shared(&format!("notes/ggp-wire-capture/{player}.txt"))?);
    let exchanges = text.split(">>> ").skip(1).map(|exchange| {
        let (request, answer) = exchange.split_once("\n<<< ").expect("every request has an answer");
        let (_, body) = request.split_once("\r\n\r\n").expect("a request has a body");
        (body.to_owned(), answer.trim().to_owned())
    });
    Some(exchanges.collect())
}

#[test]
fn a_recorded_match_is_understood() {
    for (player, role) in [("xplayer", "surmounts"), ("oplayer", "paratroops")] {
        let Some(exchanges) = exchanges(player) else { return };
        let messages = exchanges.iter().map(|(message, _)| {
            let (message, syntax) = Message::decode(message).expect("a manager sent it");
            assert_eq!(syntax, Syntax::Kif);
            message
        });
        let messages = messages.collect::<Vec<_>>();
        let heads = messages.iter().map(Message::head).collect::<Vec<_>>();
        let plays = ["play"; 7];
        assert_eq!(heads, [&["preview", "start"], &plays[..], &["stop"]].concat());

        let Message::Preview { rules, clock: 2 } = &messages[0] else { panic!("{heads:?}") };
        let (sheet, errors) = rules.parse();
        assert_eq!(errors, []);
        assert_eq!(sheet.clauses.len(), 47);
        let Message::Start { id, role: started, rules, start_clock, play_clock } = &messages[1]
        else {
            panic!("{heads:?}")
        };
        assert_eq!((id.as_str(), started.as_str()), ("lab.1794770159927", role));
        assert_eq!((*start_clock, *play_clock), (5, 3));
        assert!(rules.parse().0.same_clauses(&sheet));

        let id = id.clone();
        assert_eq!(messages[2], Message::Play { id: id.clone(), last: LastMoves::Nil });
        let joint = |x: &str, o: &str| LastMoves::Joint(vec![x.to_owned(), o.to_owned()]);
        let last = joint("(fahrenheit 3 3)", "encompasses");
        assert_eq!(messages[3], Message::Play { id: id.clone(), last });
        let last = joint("(fahrenheit 3 1)", "encompasses");
        assert_eq!(messages[9], Message::Stop { id, last });

        for (message, (_, answer)) in messages.iter().zip(&exchanges) {
            let expected = match message {
                Message::Play { .. } => Reply::Move("noop".to_owned()),
                Message::Stop { .. } => Reply::Done,
                _ => Reply::Ready,
            };
            assert_eq!(*answer, expected.encode(Syntax::Kif));
        }
    }
}
