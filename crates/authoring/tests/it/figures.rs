//! What games become.

use expect_test::expect;
use stonegate_authoring::{Document, Figures, Limits, Sizes};
use stonegate_compile::Compilation;
use stonegate_ground::{Budget, GroundErrorKind};
use stonegate_oracles::own_game;

const LIMITS: Limits<'_> = Limits { stop: &|| false, max_rows: 1_000_000, max_bytes: 1 << 30 };

#[test]
fn figures_are_those_of_the_compilation() {
    for name in ["tic-tac-toe", "connect-four", "nim", "eight-puzzle", "rock-paper-scissors"] {
        let document = Document::new(own_game(name));
        let rules = &document.analysis.rules;
        let figures = Figures::new(rules, &LIMITS).expect("it is small");
        let compilation = Compilation::new(rules, &Budget::default()).expect("it is small");
        assert_eq!(figures.n_changing(rules), compilation.grounded.n_atoms, "{name}");
        let machine = compilation.optimize(&|| false).machine;
        let circuit = figures.circuit.as_ref().expect("there was time");
        assert_eq!(circuit.core, machine.circuit.gates(machine.core_roots()), "{name}");
        let mut roots = machine.core_roots();
        roots.extend(machine.goal_roots());
        let all = machine.circuit.gates(roots);
        assert_eq!(circuit.core + circuit.goals, all, "{name}");
        // Every gate comes from the rules of some relation.
        let mut names = rules.relations.ids().map(|it| rules.relation_name(it)).collect::<Vec<_>>();
        names.sort_unstable();
        names.dedup();
        let gates = names.iter().map(|relation| circuit.gates_of(relation)).sum::<usize>();
        assert_eq!(gates, all, "{name}");
    }
}

#[test]
fn names_are_explained() {
    let document = Document::new(own_game("tic-tac-toe"));
    let figures = Figures::new(&document.analysis.rules, &LIMITS).expect("it is small");
    let hover = |what: &str| {
        let at = document.text.find(what).expect("it is there") as u32 + 1;
        let hover = document.hover(at, Sizes::Known(&figures)).expect("there is a name");
        format!("{}\n\n---\n", hover.markdown)
    };
    let all = ["(line", "(legal", "(cell", "(xplayer", "?player", "(true"];
    let all = all.iter().filter(|what| document.text.contains(**what)).map(|what| hover(what));
    expect![[r#"
        `line`: a relation with 1 argument

        It changes with the state.

        4 clauses, in lines 60, 64, 68, 72.

        Used by `won`, `goal`.

        2 atoms after grounding, 36 gates.

        ---
        `(legal role move)`: the role may make this move.

        20 atoms after grounding, 18 gates.

        ---
        `cell`: a function of 3 arguments

        It stands in 17 places.

        It makes 18 facts.

        ---
        `(true fact)`: this is true in the current state.

        20 atoms after grounding.

        ---
    "#]]
    .assert_eq(&all.collect::<String>());
}

#[test]
fn variables_show_what_they_range_over() {
    let document = Document::new(own_game("tic-tac-toe"));
    let figures = Figures::new(&document.analysis.rules, &LIMITS).expect("it is small");
    let whole = stonegate_gdl::Span::new(0, document.text.len());
    let hints = document.hints(whole, &figures);
    let shown = hints.iter().map(|hint| {
        let line = document.lines.number(hint.offset);
        let before = &document.text[..hint.offset as usize];
        let name = before.rsplit([' ', '(']).next().unwrap_or_default();
        format!("{line} {name}{}\n", hint.text)
    });
    expect![[r#"
        34 ?x: 1..3
        34 ?y: 1..3
        35 ?p: oplayer xplayer
        37 ?p: oplayer xplayer
        37 ?x: 1..3
        37 ?y: 1..3
        42 ?p: oplayer xplayer
        48 ?x: 1..3
        48 ?y: 1..3
        48 ?p: oplayer xplayer
        50 ?x: 1..3
        50 ?y: 1..3
        50 ?p: oplayer xplayer
        60 ?p: oplayer xplayer
        61 ?y: 1..3
        64 ?p: oplayer xplayer
        65 ?x: 1..3
        68 ?p: oplayer xplayer
        72 ?p: oplayer xplayer
        78 ?p: oplayer xplayer
        83 ?x: 1..3
        84 ?y: 1..3
        92 ?p: oplayer xplayer
        94 ?p: oplayer xplayer
        97 ?p: oplayer xplayer
    "#]]
    .assert_eq(&shown.collect::<String>());
}

#[test]
fn a_sheet_that_explodes_is_given_up() {
    let mut text =
        "(role r) (init a) (legal r b) (<= terminal (true a)) (<= (goal r 100) (true a))\n"
            .to_owned();
    (0..100).for_each(|n| text = format!("{text}(n {n})\n"));
    text.push_str("(<= (next (f ?a ?b ?c ?d ?e)) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e))\n");
    let document = Document::new(text);
    let error = Figures::new(&document.analysis.rules, &Limits { max_rows: 10_000, ..LIMITS });
    assert_eq!(error.map(|_| ()).map_err(|error| error.kind), Err(GroundErrorKind::TooLarge));
}
