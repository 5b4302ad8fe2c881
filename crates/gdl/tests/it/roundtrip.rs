//! Printing a sheet and reading it again changes nothing.

use std::fs;

use expect_test::expect;
use stonegate_gdl::{Code, Sheet, Syntax, analyze, parse, parse_as};

use crate::sheets::{RuleSheet, own_games, shared_games};

fn check(sheet: &RuleSheet) {
    let (original, _) = parse(&sheet.text);
    for syntax in [Syntax::Kif, Syntax::Infix] {
        let name = format!("{} as {syntax:?}", sheet.name);
        let printed = original.print(syntax);
        let (read, errors) = parse(&printed);
        assert_eq!(read.syntax, syntax, "{name}");
        assert_eq!(errors, [], "{name}");
        assert!(read.same_clauses(&original), "{name}");
        assert_eq!(read.print(syntax), printed, "{name}");
        assert_eq!(comments(&read), comments(&original), "{name}");
    }
}

fn comments(sheet: &Sheet) -> Vec<&str> {
    sheet.comments.iter().map(|comment| comment.text.as_str()).collect()
}

#[test]
fn shared_games_round_trip() {
    shared_games().iter().for_each(check);
}

#[test]
fn own_games_round_trip() {
    own_games().iter().for_each(check);
}

#[test]
fn own_games_stay_flawless_in_infix() {
    for sheet in own_games() {
        let infix = parse(&sheet.text).0.print(Syntax::Infix);
        assert_eq!(analyze(&infix).diagnostics, [], "{}", sheet.name);
    }
}

#[test]
fn comments_stay_with_their_clauses() {
    let text = "\
; The first line.

(role red) ; behind
; before blue
(role blue)
(<= (legal ?r noop) ; inside
    (role ?r)) ; after

; the end";
    let (sheet, _) = parse(text);
    expect![[r"
        % The first line.

        role(red). % behind
        % before blue
        role(blue).
        % inside
        legal(R,noop) :- role(R). % after

        % the end
    "]]
    .assert_eq(&sheet.print(Syntax::Infix));
}

/// Tic-tac-toe as a paper prints it: no full stops, and some `&` missing or
/// left over.
#[test]
fn appendix_of_the_thesis() {
    let Some(path) = stonegate_oracles::shared("seeds/ggp-propnet-fpga-thesis.txt") else { return };
    let thesis = fs::read_to_string(path).expect("the thesis can be read");
    let (_, appendix) = thesis.split_once("A Tictactoe as GDL").expect("it has the appendix");
    let text = appendix.split("```").nth(1).expect("the rules stand between fences");
    let (sheet, errors) = parse(text);
    assert_eq!(errors, []);
    assert_eq!(sheet.syntax, Syntax::Infix);
    assert_eq!(sheet.clauses.len(), 49);
    // The paper has one slip of its own: the rule for `column` mixes M and N.
    let diagnostics = analyze(text).diagnostics;
    let codes = diagnostics.iter().map(|it| it.code).collect::<Vec<_>>();
    assert_eq!(codes, [Code::UnsafeVariable]);
    let kif = sheet.print(Syntax::Kif);
    for clause in [
        "(<= (input ?r (mark ?m ?n)) (role ?r) (index ?m) (index ?n))",
        "(<= (next (cell ?m ?n b)) (does ?w (mark ?j ?k)) (true (cell ?m ?n b)) (distinct ?m ?j))",
        "(<= (next (cell ?m ?n b)) (does ?w (mark ?j ?k)) (true (cell ?m ?n b)) (distinct ?n ?k))",
        "(<= (goal white 50) (not (line x)) (not (line o)))",
        "(<= (diagonal ?z) (true (cell 1 1 ?z)) (true (cell 2 2 ?z)) (true (cell 3 3 ?z)))",
        "(<= (diagonal ?z) (true (cell 1 3 ?z)) (true (cell 2 2 ?z)) (true (cell 3 1 ?z)))",
        "(<= terminal (line x))",
        "(<= terminal (not open))",
        "(<= open (true (cell ?m ?n b)))",
    ] {
        let (expected, _) = parse_as(clause, Syntax::Kif);
        let printed = expected.print(Syntax::Kif);
        assert!(kif.contains(&printed), "{printed} is not in\n{kif}");
    }
}
