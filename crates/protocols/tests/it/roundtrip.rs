//! What is encoded is decoded to the same.

use proptest::prelude::*;
use stonegate_gdl::{Syntax, parse};
use stonegate_protocols::ggp::{LastMoves, MAX_CLOCK, Message, RuleText, canonical};

fn term() -> impl Strategy<Value = String> {
    let constant = prop_oneof!["[a-z][a-z0-9_]{0,6}", "[0-9]{1,3}", Just("NoOp".to_owned())];
    constant.prop_recursive(3, 12, 3, |inner| {
        ("[a-z]{1,6}", prop::collection::vec(inner, 1..4))
            .prop_map(|(name, args)| format!("({name} {})", args.join(" ")))
    })
}

fn canonical_term() -> impl Strategy<Value = String> {
    term().prop_map(|text| canonical(&text).expect("it is a term"))
}

fn rules() -> impl Strategy<Value = RuleText> {
    let clause = prop_oneof![
        canonical_term().prop_map(|term| format!("(init {term})")),
        canonical_term().prop_map(|term| format!("(<= (next {term}) (true {term}) (not (p ?x)))")),
    ];
    prop::collection::vec(clause, 0..8)
        .prop_map(|clauses| RuleText { text: clauses.join("\n"), syntax: Syntax::Kif })
}

fn last_moves() -> impl Strategy<Value = LastMoves> {
    let terms = |sizes| prop::collection::vec(canonical_term(), sizes);
    let own = (0..1000_u32, prop::option::of(canonical_term()), terms(0..4));
    prop_oneof![
        Just(LastMoves::Nil),
        terms(1..5).prop_map(LastMoves::Joint),
        own.prop_map(|(turn, action, percepts)| LastMoves::Own { turn, action, percepts }),
    ]
}

fn message() -> impl Strategy<Value = Message> {
    let id = || "[A-Za-z][A-Za-z0-9._-]{0,20}";
    let clock = || 0..=MAX_CLOCK;
    prop_oneof![
        Just(Message::Info),
        Just(Message::Ping),
        (rules(), clock()).prop_map(|(rules, clock)| Message::Preview { rules, clock }),
        (id(), canonical_term(), rules(), clock(), clock()).prop_map(
            |(id, role, rules, start_clock, play_clock)| {
                Message::Start { id, role, rules, start_clock, play_clock }
            }
        ),
        (id(), last_moves()).prop_map(|(id, last)| Message::Play { id, last }),
        (id(), last_moves()).prop_map(|(id, last)| Message::Stop { id, last }),
        id().prop_map(|id| Message::Abort { id }),
    ]
}

/// The message with its rules taken out, and these.
fn split(mut message: Message) -> (Message, Option<RuleText>) {
    let rules = match &mut message {
        Message::Preview { rules, .. } | Message::Start { rules, .. } => {
            let nothing = RuleText { text: String::new(), syntax: Syntax::Kif };
            Some(std::mem::replace(rules, nothing))
        }
        _ => None,
    };
    (message, rules)
}

proptest! {
    #[test]
    fn encoding_and_decoding_are_inverse(message in message(), is_infix: bool) {
        let syntax = if is_infix { Syntax::Infix } else { Syntax::Kif };
        let text = message.encode(syntax);
        let (decoded, found) = Message::decode(&text).expect("it was encoded");
        prop_assert_eq!(found, syntax);
        let (decoded, decoded_rules) = split(decoded);
        let (message, rules) = split(message);
        prop_assert_eq!(decoded, message);
        if let (Some(decoded), Some(rules)) = (decoded_rules, rules) {
            prop_assert!(decoded.parse().0.same_clauses(&parse(&rules.text).0), "{}", text);
        }
    }

    #[test]
    fn any_text_is_a_message_or_an_error(text in "[(\\[)\\],|';% a-zA-Z0-9?\n]{0,60}") {
        if let Ok((message, syntax)) = Message::decode(&text) {
            let again = Message::decode(&message.encode(syntax));
            prop_assert_eq!(again.map(|(message, _)| split(message).0), Ok(split(message).0));
        }
    }

    #[test]
    fn any_start_of_a_message_is_read(tail in "[(\\[)\\],|'; a-z0-9?\n]{0,40}", index in 0_usize..4) {
        let head = ["(play m ", "(start m r ", "play(m,", "(stop m 1 "][index];
        let text = format!("{head}{tail}");
        if let Ok((message, syntax)) = Message::decode(&text) {
            let again = Message::decode(&message.encode(syntax));
            prop_assert_eq!(again.map(|(message, _)| split(message).0), Ok(split(message).0));
        }
    }
}
