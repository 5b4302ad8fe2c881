//! The layout of sheets.

use expect_test::{Expect, expect};
use stonegate_authoring::format;
use stonegate_gdl::parse;
use stonegate_oracles::shared;

use crate::sheets::{bad, good, is_infix};

#[track_caller]
fn check(text: &str, expect: Expect) {
    let tidy = format(text).expect("the text has no syntax errors");
    expect.assert_eq(&tidy);
    assert_eq!(format(&tidy).as_ref(), Ok(&tidy), "it is tidy already");
}

/// Formatting changes neither clauses nor comments, and a second time nothing at all.
#[track_caller]
fn check_laws(name: &str, text: &str) {
    let Ok(tidy) = format(text) else { return };
    let ((before, _), (after, errors)) = (parse(text), parse(&tidy));
    assert_eq!(errors, [], "{name}");
    assert!(before.same_clauses(&after), "{name} says something else");
    let comments = |sheet: &stonegate_gdl::Sheet| {
        sheet.comments.iter().map(|it| (it.text.clone(), it.trailing)).collect::<Vec<_>>()
    };
    assert_eq!(comments(&before), comments(&after), "{name}");
    assert_eq!(format(&tidy).as_ref(), Ok(&tidy), "{name} is tidy already");
}

#[test]
fn our_own_sheets_are_tidy() {
    for (name, text) in good().into_iter().filter(|(name, _)| !is_infix(name)) {
        let tidy = format(&text).expect("it has no errors");
        let differ = tidy.lines().zip(text.lines()).find(|(tidy, text)| tidy != text);
        assert_eq!(differ, None, "{name} is not tidy");
        assert_eq!(tidy, text, "{name} is not tidy");
    }
}

#[test]
fn laws_hold_on_all_sheets() {
    for (name, text) in good().into_iter().chain(bad()) {
        check_laws(&name, &text);
    }
    let Some(folder) = shared("games") else { return };
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("its entries can be read").path();
        if let Ok(text) = std::fs::read_to_string(&path) {
            check_laws(&path.to_string_lossy(), &text);
        }
    }
}

#[test]
fn blanks_and_lines() {
    check(
        "( role   robot )(role human)\n\n\n\n(<=(p ?x)(q ?x)( not(r ?x) ) )",
        expect![[r#"
            (role robot) (role human)

            (<= (p ?x) (q ?x) (not (r ?x)))
        "#]],
    );
}

#[test]
fn a_rule_stays_on_its_lines() {
    check(
        "(<= (p ?x)\n(q ?x) (r ?x))\n(<= (p ?x) (s ?x))",
        expect![[r#"
        (<= (p ?x)
          (q ?x)
          (r ?x))
        (<= (p ?x) (s ?x))
    "#]],
    );
}

#[test]
fn what_is_too_long_is_broken() {
    check(
        "(<= (next (cell ?x ?y ?z)) (true (cell ?x ?y ?z)) (or (true (control white)) (true (control black)) (distinct ?x ?y) (distinct ?x ?z)))",
        expect![[r#"
            (<= (next (cell ?x ?y ?z))
              (true (cell ?x ?y ?z))
              (or (true (control white)) (true (control black)) (distinct ?x ?y) (distinct ?x ?z)))
        "#]],
    );
}

#[test]
fn comments_stay_in_place() {
    check(
        ";; Title\n(<= p ; head\n ; above q\n q ; behind q\n (r a ;inside\n b)\n ; last\n)\n\n\n; end",
        expect![[r#"
            ;; Title
            (<= p ; head
              ; above q
              q ; behind q
              (r a ;inside
                 b)
              ; last
              )

            ; end
        "#]],
    );
}

#[test]
fn infix_gets_its_stops() {
    check(
        "role( robot )\np(X):-q(X)&  ~r( X , _ )\ns :- a b(X) | c & \nt :-\n  a,\n  b & (c|d).",
        expect![[r#"
            role(robot).
            p(X) :- q(X) & ~r(X,_).
            s :- a & b(X) | c.
            t :-
              a,
              b &
              (c | d).
        "#]],
    );
}

#[test]
fn infix_comments_stay_in_place() {
    check(
        "% title\np :- % head\n  q & % behind q\n  % above r\n  r % last\n  .\ns(a, % inside\n b). % end",
        expect![[r#"
            % title
            p :- % head
              q & % behind q
              % above r
              r. % last

            s(a, % inside
                b). % end
        "#]],
    );
}

#[test]
fn what_was_left_out_does_not_get_into_a_comment() {
    check(
        "p :- q ; note\n  r",
        expect![[r#"
            p :-
              q ; note
              &
              r.
        "#]],
    );
}

#[test]
fn a_text_with_errors_has_no_layout() {
    assert_eq!(format("(role robot").map_err(|errors| errors.len()), Err(1));
    assert_eq!(format("").as_deref(), Ok(""));
}

#[test]
fn line_ends_are_kept() {
    assert_eq!(format("(p  a)\r\n\r\n(q b)\r\n").as_deref(), Ok("(p a)\r\n\r\n(q b)\r\n"));
}

/// Without its blanks, a text with a few odd characters would be taken for a binary file.
#[test]
fn what_could_not_be_read_again_stays_as_it_is() {
    let odd = format!("(role a){}({})", " ".repeat(200), "\u{fffd}".repeat(16));
    assert_eq!(format(&odd).as_ref(), Ok(&odd));
}
