//! Sheets that are large, deep or no text at all: made here rather than stored.
//!
//! Each is read in well under a second in a release build; the limit here only
//! tells a hang from a slow machine.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use expect_test::{Expect, expect};
use stonegate_gdl::{Code, MAX_SHEET_BYTES, Syntax, analyze, decode, parse, render};

/// A game to put a mistake into.
const GAME: &str = "\
(role robot)
(init (lamp off))
(legal robot push)
(<= (next (lamp on)) (does robot push))
(<= terminal (true (lamp on)))
(<= (goal robot 100) (true (lamp on)))
";

const INFIX_GAME: &str = "\
role(robot).
init(lamp(off)).
legal(robot,push).
next(lamp(on)) :- does(robot,push).
terminal :- true(lamp(on)).
goal(robot,100) :- true(lamp(on)).
";

/// Checks and draws a sheet in the time there is.
#[track_caller]
fn explain(sheet: impl AsRef<[u8]>) -> (BTreeSet<Code>, String) {
    let start = Instant::now();
    let (text, undecodable) = decode(sheet.as_ref());
    let mut diagnostics = analyze(&text).diagnostics;
    diagnostics.extend(undecodable);
    let drawings = diagnostics.iter().map(|it| render(it, "sheet", &text, false));
    let drawing = drawings.collect::<Vec<_>>().join("\n");
    assert!(start.elapsed() < Duration::from_secs(10), "took {:?}", start.elapsed());
    assert!(drawing.len() < 200_000, "{} bytes are drawn", drawing.len());
    (diagnostics.iter().map(|diagnostic| diagnostic.code).collect(), drawing)
}

#[track_caller]
fn check_codes(sheet: impl AsRef<[u8]>, codes: &[Code]) {
    let (found, drawing) = explain(sheet);
    assert_eq!(found, codes.iter().copied().collect(), "{drawing}");
}

#[track_caller]
fn check(sheet: impl AsRef<[u8]>, expect: Expect) {
    expect.assert_eq(&explain(sheet).1);
}

/// `part(0) part(1) ..`
fn repeat(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect()
}

#[test]
fn nothing_at_all() {
    let empty = expect![[r"
        error[missing-role]: the sheet has no rules at all
        --> sheet
         = help: check that the right file was given
    "]];
    for sheet in ["", "; a\n; b", "\u{feff}", "\r\n \t\n"] {
        empty.assert_eq(&explain(sheet).1);
    }
}

#[test]
fn line_ends_and_byte_order_marks() {
    for game in [GAME, INFIX_GAME] {
        check_codes(format!("\u{feff}{game}"), &[]);
        check_codes(game.replace('\n', "\r\n"), &[]);
        check_codes(game.replace('\n', "\r"), &[]);
        check_codes(game.replace('\n', "\u{a0}\n\u{3000}"), &[]);
        check_codes(format!("; a comment\r{game}").replace('\n', "\r"), &[]);
    }
}

#[test]
fn invalid_utf_8() {
    check(
        [GAME.as_bytes(), b"(init (name Andr\xe9))"].concat(),
        expect![[r#"
            error[invalid-text]: this is not UTF-8 text
             --> sheet:7:17
              |
            7 | (init (name Andr�))
              |                 ^
              |
              = help: save the sheet as UTF-8, or check that the right file was given
        "#]],
    );
}

#[test]
fn null_characters() {
    check(
        format!("{GAME}\0\0(init (\0x\u{1b}[31m))"),
        expect![[r#"
            error[invalid-text]: there is a character here that no text has: \u{0}
             --> sheet:7:1
              |
            7 |   (init ( x [31m))
              | ^
              |
              = help: remove it and all like it, or check that the right file was given
        "#]],
    );
    check_codes(format!("{INFIX_GAME}\0init(x)."), &[Code::InvalidText]);
}

#[test]
fn binary_garbage() {
    let mut state = 1u64;
    let garbage = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 56) as u8
    });
    let (codes, text) = explain(garbage.take(1 << 20).collect::<Vec<_>>());
    assert_eq!(codes, BTreeSet::from([Code::InvalidText]), "{text}");
    assert!(text.contains("the file is a binary one"), "{text}");
    let utf_16 = GAME.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    check_codes(utf_16, &[Code::InvalidText]);
}

#[test]
fn a_megabyte_on_one_line() {
    let line = GAME.replace('\n', " ");
    let facts = repeat(50_000, |n| format!("(init (cell {n})) "));
    check_codes(format!("{line}{facts}"), &[]);
    check(
        format!("{line}{facts}(init (cell ?x)) {facts}"),
        expect![[r#"
            error[variable-in-fact]: a fact cannot have the variable `?x`
             --> sheet:1:85
              |
            1 | ... 49996)) (init (cell 49997)) (init (cell 49998)) (init (cell 49999)) (init (cell ?x)) (init (cell 0)) (init (cell 1)) (init (cell ...
              |                                                                                     ^^
              |
              = note: line 1 is cut here: this is column 989063
              = help: write one fact for each value, or make it a rule with a condition that gives the values
        "#]],
    );
}

#[test]
fn a_sheet_that_is_too_large() {
    let text = format!("{GAME}{}", " ".repeat(MAX_SHEET_BYTES));
    check_codes(&text[..MAX_SHEET_BYTES], &[]);
    check(
        text,
        expect![[r#"
            error[too-large]: the sheet has more than 16777216 bytes
            --> sheet
             = help: check that the right file was given
        "#]],
    );
}

#[test]
fn deep_nesting() {
    let n = 100_000;
    let (open, close) = ("(f ".repeat(n), ")".repeat(n));
    check(
        format!("{GAME}(init {open}a{close})"),
        expect![[r#"
            error[nested-too-deeply]: more than 200 lists are nested here
             --> sheet:7:85
              |
            7 | ... f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (f (...
              |                                                                                     ^
              |
              = note: line 7 is cut here: this is column 604
              = help: give the inner terms names by relations of their own
        "#]],
    );
    check_codes(format!("{GAME}(init {open}"), &[Code::TooDeep, Code::Unbalanced]);
    check_codes(format!("{GAME}{close}"), &[Code::Unbalanced, Code::TooManyErrors]);
    check_codes("(".repeat(n), &[Code::TooDeep, Code::Unbalanced]);
    let open = "f(".repeat(n);
    check(
        format!("{INFIX_GAME}init({open}a{close})."),
        expect![[r#"
            error[nested-too-deeply]: more than 200 terms or conditions are nested here
             --> sheet:7:85
              |
            7 | ... f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f...
              |                                                                                     ^
              |
              = note: line 7 is cut here: this is column 406
              = help: give the inner terms names by relations of their own
        "#]],
    );
    check_codes(format!("{INFIX_GAME}init({open}"), &[Code::TooDeep]);
    let (tildes, open) = ("~".repeat(n), "(".repeat(n));
    check_codes(format!("{INFIX_GAME}terminal :- {tildes}p."), &[Code::TooDeep]);
    check_codes(format!("{INFIX_GAME}terminal :- {open}p{close}."), &[Code::TooDeep]);
}

#[test]
fn as_deep_as_can_be() {
    let (open, close) = ("(f ".repeat(199), ")".repeat(199));
    let (sheet, errors) = parse(&format!("(<= (p {open}a{close}) (q {open}a{close}))"));
    assert_eq!(errors, []);
    let (infix, errors) = parse(&sheet.print(Syntax::Infix));
    assert_eq!(errors, []);
    assert!(infix.same_clauses(&sheet));
    check_codes(format!("{GAME}(init (f {open}a{close}))"), &[Code::TooDeep]);
}

#[test]
fn an_error_in_each_of_many_clauses() {
    let many = [Code::UnsafeVariable, Code::TooManyErrors];
    let n = 100_000;
    let kif = repeat(n, |n| format!("(<= (init (p{n} ?x)) (role robot))\n"));
    check_codes(format!("{GAME}{kif}"), &many);
    let infix = repeat(n, |n| format!("init(p{n}(X)) :- role(robot).\n"));
    check_codes(format!("{INFIX_GAME}{infix}"), &many);
    let many = [Code::UnexpectedToken, Code::TooManyErrors];
    check_codes(format!("{GAME}{}", "(init ?)\n".repeat(n)), &many);
    check_codes(format!("{INFIX_GAME}{}", "init(,).\n".repeat(n)), &many);
}

#[test]
fn a_warning_in_each_of_many_clauses() {
    let warnings = [Code::UndefinedRelation, Code::UnusedRelation, Code::TooManyWarnings];
    check_codes(format!("{GAME}{}", repeat(30_000, |n| format!("(<= p{n} q{n})\n"))), &warnings);
}

#[test]
fn too_many_alternatives() {
    let ors = "(or (role robot) (role robot))".repeat(20);
    check(
        format!("{GAME}(<= terminal {ors})"),
        expect![[r#"
            error[too-large]: the alternatives of this rule multiply to a million or more rules
             --> sheet:7:5
              |
            7 | (<= terminal (or (role robot) (role robot))(or (role robot) (role robot))(or (role r ...
              |     ^^^^^^^^
              |
              = note: line 7 is cut here: this is column 5
              = help: give each `or` a relation of its own
        "#]],
    );
    let ors = "(or (role robot) (role robot))".repeat(13);
    let many = format!("(<= terminal {ors})\n").repeat(50);
    check_codes(format!("{GAME}{many}"), &[Code::TooLarge]);
    let long = "(role robot)".repeat(20_000);
    check_codes(format!("{GAME}(<= terminal {ors} {long})"), &[Code::TooLarge]);
}

#[test]
fn many_alternatives_of_which_none_holds() {
    let ors = "(or (role robot) (role robot))".repeat(40);
    check_codes(format!("{GAME}(<= terminal {ors} (or))"), &[Code::OddAlternatives]);
    let sheet = format!("{GAME}(<= terminal (or (and {ors} (or)) (role robot)))");
    check_codes(sheet, &[Code::OddAlternatives]);
}

#[test]
fn terms_that_grow() {
    // Each step doubles the term, or makes it one deeper.
    let doubling = repeat(60, |n| format!("(not (distinct ?x{n} (f ?x{} ?x{})))", n + 1, n + 1));
    let deepening = repeat(20_000, |n| format!("(not (distinct ?x{n} (f ?x{})))", n + 1));
    for equalities in [doubling, deepening] {
        let (codes, _) = explain(format!("{GAME}(<= (next ?x0) {equalities})"));
        assert!(codes.contains(&Code::TooLarge), "{codes:?}");
    }
}

#[test]
fn long_rules() {
    let n = 50_000;
    let conditions = repeat(n, |n| format!("(true (cell ?x{n}))"));
    check_codes(format!("{GAME}(<= terminal {conditions})"), &[]);
    let alternatives = repeat(n, |n| format!("(distinct ?x{n} a)"));
    check_codes(format!("{GAME}(<= terminal {conditions} (not (p ?x1)) {alternatives})(p a)"), &[]);
    let recursive = repeat(n, |n| format!("(terminal ?x{n})"));
    let unbounded = [Code::KeywordArity, Code::UnboundedRecursion, Code::TooManyErrors];
    check_codes(format!("{GAME}(<= (terminal ?x0) {recursive})"), &unbounded);
    check_codes(format!("{GAME}(<= terminal (or {conditions}))"), &[Code::TooLarge]);
}

#[test]
fn many_cycles() {
    let cycles = repeat(20_000, |n| format!("(<= p{n} (not q{n})) (<= q{n} p{n})\n"));
    check_codes(format!("{GAME}{cycles}"), &[Code::NegativeCycle, Code::TooManyErrors]);
    let chain = repeat(50_000, |n| format!("(<= (p{n}) (p{}))\n", n + 1));
    check_codes(format!("{GAME}{chain}(<= (p50000) (not p0)) (p0)"), &[Code::NegativeCycle]);
}

#[test]
fn many_comments() {
    let comments = "; a comment\n\n(init (p a)) ; another one\n".repeat(50_000);
    check_codes(format!("{GAME}{comments}"), &[]);
    let (sheet, _) = parse(&comments);
    assert_eq!(sheet.print(Syntax::Kif), comments);
}

#[test]
fn a_very_long_name() {
    let name = "long".repeat(250_000);
    check(
        format!("{GAME}({name} a)"),
        expect![[r#"
            warning[unused-relation]: no condition asks for `longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglon ... nglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong`
             --> sheet:7:1
              |
            7 | (longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglon ...
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: line 7 is cut here: this is column 1
              = help: remove it, or use it
        "#]],
    );
    let (codes, _) = explain(format!("{GAME}(<= (goal ?{name} {name}) (q '{name}))"));
    assert!(codes.contains(&Code::UnsafeVariable), "{codes:?}");
}
