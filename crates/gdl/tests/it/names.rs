//! Keywords in any case, names in quotes, variables in both syntaxes.

use expect_test::{Expect, expect};
use stonegate_gdl::{Symbol, Symbols, Syntax, keyword, parse_as};

/// Shows a sheet in both syntaxes, KIF first.
#[track_caller]
fn check(syntax: Syntax, text: &str, expect: Expect) {
    let (sheet, errors) = parse_as(text, syntax);
    assert_eq!(errors, []);
    let (kif, infix) = (sheet.print(Syntax::Kif), sheet.print(Syntax::Infix));
    expect.assert_eq(&format!("{kif}{infix}"));
}

#[test]
fn keywords_fold_and_names_do_not() {
    check(
        Syntax::Kif,
        "(ROLE Red) (Role RANDOM) (<= (NEXT (Cell TRUE Goal)) (True (Cell TRUE Goal)) (NOT (Won Red)))",
        expect![[r"
            (role Red)
            (role random)
            (<= (next (Cell true goal)) (true (Cell true goal)) (not (Won Red)))
            role('Red').
            role(random).
            next('Cell'(true,goal)) :- true('Cell'(true,goal)) & ~'Won'('Red').
        "]],
    );
}

#[test]
fn operators_fold_only_where_they_operate() {
    check(
        Syntax::Kif,
        "(<= (p or NOT) (OR (q sees) (AND (r DISTINCT) (Not s))) (DISTINCT a b))",
        expect![[r"
            (<= (p or NOT) (or (q sees) (and (r DISTINCT) (not s))) (distinct a b))
            p(or,'NOT') :- (q(sees) | (r('DISTINCT') & ~s)) & distinct(a,b).
        "]],
    );
}

#[test]
fn quoted_names_in_kif() {
    check(
        Syntax::Kif,
        r"(|a b| || |(| |\|\\| |;| |?x| |true| |TRUE| |not|) (|not| x) (<= (|OR| |<=|) |and|)",
        expect![[r"
            (|a b| || |(| |\|\\| |;| |?x| true |TRUE| not)
            (|not| x)
            (<= (|OR| |<=|) |and|)
            'a b'('','(','|\\',';','?x',true,'TRUE',not).
            'not'(x).
            'OR'('<=') :- 'and'.
        "]],
    );
}

#[test]
fn quoted_names_in_infix() {
    check(
        Syntax::Infix,
        r"'Red one'('it\'s', 'X', '_', x-1, 'x--1', '1.5', 2, 'über', été).",
        expect![[r"
            (|Red one| it's X _ x-1 x--1 1.5 2 über été)
            'Red one'('it\'s','X','_',x-1,'x--1','1.5',2,über,été).
        "]],
    );
}

#[test]
fn variables_map_between_the_syntaxes() {
    check(
        Syntax::Kif,
        "(<= (p ?x ?X ?new-x) (q ?x ?X ?_x ?_ ?1 ?new-x ?x+ ?|a b| ?|(| ?||))",
        expect![[r"
            (<= (p ?x ?X ?new-x) (q ?x ?X ?_x ?_ ?1 ?new-x ?x+ ?|a b| ?|(| ?||))
            p(X,?X,New-x) :- q(X,?X,_x,?_,?1,New-x,?'x+',?'a b',?'(',?'').
        "]],
    );
    check(
        Syntax::Infix,
        "p(X,Xs,?x) :- q(X,Xs,?Xs,XS,?'it\\'s').",
        expect![[r"
            (<= (p ?x ?xs ?x) (q ?x ?xs ?Xs ?xS ?it's))
            p(X,Xs,X) :- q(X,Xs,?Xs,XS,?'it\'s').
        "]],
    );
}

#[test]
fn symbols_of_keywords_fold_and_others_do_not() {
    assert_eq!(keyword("LEGAL"), Some(Symbol::LEGAL));
    assert_eq!(keyword("Distinct"), Some(Symbol::DISTINCT));
    assert_eq!(keyword("Red"), None);
    assert_eq!(Symbols::new().name(Symbol::TERMINAL), "terminal");
}

#[test]
fn operators_are_plain_names_where_objects_stand() {
    let expect = expect![[r"
        (p OR or)
        p('OR',or).
    "]];
    check(Syntax::Kif, "(p OR or)", expect);
}
