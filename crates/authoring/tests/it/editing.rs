//! What an editor asks for.

use expect_test::{Expect, expect};
use stonegate_authoring::{Document, NameKind};
use stonegate_gdl::Span;

const LAMP: &str = "\
(role robot)
(init (lamp off))
; Whether somebody can see.
(<= (lit ?room) (true (lamp ?room)))
(legal robot push)
(<= (next (lamp on)) (does robot push))
(<= terminal (lit on))
(<= (goal robot 100) (true (lamp on)))
";

/// The place of `$0`, and the document without it.
fn at_mark(text: &str) -> (Document, u32) {
    let at = text.find("$0").expect("the place is marked");
    (Document::new(text.replace("$0", "")), at as u32)
}

#[track_caller]
fn check_completions(text: &str, expect: Expect) {
    let (document, at) = at_mark(text);
    let list = document
        .completions(at)
        .into_iter()
        .map(|it| format!("{} {} {}..{}\n", it.label, it.kind.noun(), it.span.start, it.span.end));
    expect.assert_eq(&list.collect::<String>());
}

#[test]
fn completions_of_clauses_and_conditions() {
    check_completions(
        &format!("{LAMP}(<= (l$0"),
        expect![[r#"
        lit relation 222..223
        legal keyword 222..223
    "#]],
    );
    check_completions(
        &format!("{LAMP}(<= terminal (l$0"),
        expect![[r#"
        lit relation 231..232
        legal keyword 231..232
    "#]],
    );
    check_completions(
        &format!("{LAMP}(<= terminal (d$0))"),
        expect![[r#"
            distinct keyword 231..232
            does keyword 231..232
        "#]],
    );
}

#[test]
fn completions_of_arguments() {
    check_completions(
        &format!("{LAMP}(<= (lit ?wall) (true ($0"),
        expect![[r#"
        lamp function 240..240
        ?wall variable 240..240
        100 object 240..240
        off object 240..240
        on object 240..240
        push object 240..240
        robot object 240..240
    "#]],
    );
    check_completions(
        &format!("{LAMP}(<= (lit ?wall) (true (lamp $0)))"),
        expect![[r#"
        off object 245..245
        on object 245..245
        ?wall variable 245..245
        100 object 245..245
        lamp function 245..245
        push object 245..245
        robot object 245..245
    "#]],
    );
    check_completions(
        &format!("{LAMP}(<= (lit ?wall) (true (lamp ?$0"),
        expect![[r#"
        ?wall variable 245..246
    "#]],
    );
    check_completions(&format!("{LAMP}; r$0"), expect![[r#""#]]);
}

#[test]
fn completions_in_infix_syntax() {
    let lamp = "role(robot).\ninit(lamp(off)).\nlit(R) :- true(lamp(R)).\n";
    check_completions(
        &format!("{lamp}next(lamp(on)) :- does(r$0"),
        expect![[r#"
        robot object 78..79
    "#]],
    );
    check_completions(
        &format!("{lamp}terminal :- l$0"),
        expect![[r#"
            lit relation 67..68
            legal keyword 67..68
        "#]],
    );
    check_completions(
        &format!("{lamp}goal(Who,100) :- true(lamp($0))."),
        expect![[r#"
        off object 82..82
        Who variable 82..82
        100 object 82..82
        lamp function 82..82
        robot object 82..82
    "#]],
    );
}

#[test]
fn definitions_and_references() {
    let document = Document::new(LAMP.to_owned());
    let places = |names: Vec<stonegate_authoring::Name>| {
        let lines = names.iter().map(|name| document.lines.number(name.span.start));
        lines.collect::<Vec<_>>()
    };
    let at = |what: &str| LAMP.rfind(what).expect("it is there") as u32;
    assert_eq!(places(document.definitions(at("lit on"))), [4]);
    assert_eq!(places(document.definitions(at("lamp on"))), [2, 6]);
    assert_eq!(places(document.definitions(at("?room"))), [4]);
    assert_eq!(places(document.definitions(at("push"))), [5]);
    assert_eq!(places(document.references(at("lit on"))), [4, 7]);
    assert_eq!(places(document.references(at("lamp on"))), [2, 4, 6, 8]);
    assert_eq!(places(document.references(at("?room"))), [4, 4]);
}

#[test]
fn colors_and_outline() {
    let document = Document::new(format!("{LAMP}(<= (broken ?x) (true (lamp ?x"));
    let whole = Span::new(0, document.text.len());
    let colors = document.colors(whole).into_iter().map(|it| {
        let marks = [(it.is_definition, " definition"), (it.is_static, " static")];
        let marks = marks.iter().filter(|(is_so, _)| *is_so).map(|(_, mark)| *mark);
        format!("{} {:?}{}\n", document.name_text(it.span), it.color, marks.collect::<String>())
    });
    let colors = colors.skip(6).collect::<String>();
    expect![[r#"
        <= Operator
        lit Relation definition
        ?room Variable
        true Keyword
        lamp Function
        ?room Variable
        legal Keyword
        robot Object
        push Object
        <= Operator
        next Keyword
        lamp Function
        on Object
        does Keyword
        robot Object
        push Object
        <= Operator
        terminal Keyword
        lit Relation
        on Object
        <= Operator
        goal Keyword
        robot Object
        100 Number
        true Keyword
        lamp Function
        on Object
        <= Operator
        broken Relation
        ?x Variable
        true Keyword
        lamp Relation
        ?x Variable
    "#]]
    .assert_eq(&colors);
    let outline = document.outline().into_iter();
    let outline = outline.fold(String::new(), |text, it| text + &it.name + " " + &it.detail + "\n");
    expect![[r#"
        role 
        init lamp 
        lit 
        legal push 
        next lamp 
        terminal 
        goal 
    "#]]
    .assert_eq(&outline);
}

#[test]
fn names_in_quotes_keep_them() {
    let document = Document::new("(|my role| a) (<= p (|my role| ?x))".to_owned());
    let name = document.names().at(2).expect("it is there");
    assert_eq!((name.kind, document.name_text(name.span)), (NameKind::Relation, "|my role|"));
    let labels = document.completions(21).into_iter().map(|it| it.label).collect::<Vec<_>>();
    assert!(labels.contains(&"|my role|".to_owned()), "{labels:?}");
}
