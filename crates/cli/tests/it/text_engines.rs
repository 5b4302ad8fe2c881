//! What all engines have in common that speak in lines: they end when nobody listens any more, and
//! no line is too much for them.

use crate::talk::Engine;

/// A genmove that was cut short has an answer nevertheless.
#[test]
fn gtp_ends_with_its_input() {
    for args in ["gtp --seconds 36000", "gtp --game othello --seconds 36000"] {
        let mut engine = Engine::start(&format!("{args} --threads 1 --memory 16M"));
        engine.say("genmove b\n2 name\n");
        let said = engine.hang_up();
        assert!(said.starts_with("= ") && said.ends_with("\n\n=2 Stonegate\n\n"), "{said:?}");
    }
    let mut engine = Engine::start("gtp --threads 1 --memory 16M");
    engine.say("lz-analyze b 10\n");
    engine.hear("info move");
    engine.hang_up();
}

/// After `quit` the input may end at any time, and all answers are still thought out.
#[test]
fn gtp_answers_all_before_it_quits() {
    let mut engine = Engine::start("gtp --size 5 --games 5000 --threads 1 --memory 16M");
    engine.say("kata-genmove_analyze b 100000\nquit\n");
    let said = engine.hang_up();
    let visits = said.split("visits ").skip(1).filter_map(|rest| rest.split(' ').next());
    let n_games = visits.filter_map(|visits| visits.parse::<u64>().ok()).sum::<u64>();
    assert!(n_games > 2500, "{said}");
}

#[test]
fn nboard_ends_with_its_input() {
    let mut engine = Engine::start("nboard --threads 1 --table 1");
    engine.say("nboard 2\nset depth 60\nhint 1\n");
    engine.hear("search");
    engine.hang_up();
    let mut engine = Engine::start("nboard --threads 2 --table 1");
    engine.say("nboard 2\nset depth 60\ngo\nanalyze\nhint 1\n");
    engine.hang_up();
}

#[test]
fn gomocup_ends_with_its_input() {
    let mut engine = Engine::start("gomocup");
    engine.say("START 15\nINFO timeout_turn 36000000\nBEGIN\nTURN 0,0\n");
    let said = engine.hang_up();
    assert_eq!(said.lines().filter(|line| line.contains(',')).count(), 2, "{said}");
}

#[test]
fn uci_ends_with_its_input() {
    let mut engine = Engine::start("uci --threads 1 --memory 16M --no-cache");
    engine.say("uci\nposition startpos moves e2e4\ngo infinite\nisready\n");
    engine.hear("readyok");
    let said = engine.hang_up();
    let answer = said.lines().last().and_then(|line| line.strip_prefix("bestmove "));
    assert!(answer.is_some_and(|answer| answer.len() >= 4 && answer != "0000"), "{said}");
}

#[test]
fn connect6_ends_with_its_input() {
    let mut engine = Engine::start("link connect6 --text --seconds 36000");
    engine.say("new black\nmove KJLJ\n");
    let said = engine.hang_up();
    assert!(said.starts_with("move JJ\nmove "), "{said:?}");
    let mut engine = Engine::start("link connect6 --stdio --seconds 36000");
    engine.say("L1010");
    engine.hang_up();
}

#[test]
fn bytes_that_are_no_text_and_endless_lines_are_answered() {
    for (args, question, answer) in [
        ("gtp --memory 16M", "7 name", "=7 Stonegate"),
        ("gtp --game othello --memory 16M", "7 name", "=7 Stonegate"),
        ("nboard --table 1", "ping 7", "pong 7"),
        ("gomocup", "ABOUT", "name=\"Stonegate\""),
        ("uci --no-cache", "uci", "uciok"),
        ("link connect6 --text", "name", "name Stonegate"),
    ] {
        let mut engine = Engine::start(args);
        engine.say(b"\xff\xfe name \x80\n");
        for _ in 0..16 {
            engine.say(vec![b'a'; 1 << 16]);
        }
        engine.say(format!("\n{question}\n"));
        engine.hear(answer);
        engine.hang_up();
    }
}
