//! From text to tests.

use stonegate_gdl::{Rules, Span, Syntax, TokenKind, parse_as, tokens};

use super::{Action, Complaint, MAX_DEPTH, Script, Step, Test};

/// A line, its words and its place.
struct Line<'t> {
    text: &'t str,
    span: Span,
}

pub(super) fn read(text: &str) -> (Script, Vec<Complaint>) {
    let mut script = Script::default();
    let mut complaints = Vec::new();
    for line in lines(text) {
        if let Err(complaint) = read_line(&line, &mut script) {
            complaints.push(complaint);
        }
    }
    if script.tests.is_empty() && complaints.is_empty() {
        let start = Span { start: 0, end: 0 };
        let hint = "write `test` and a name, and below it what to play and to expect";
        complaints.push(Complaint::new(start, "there is no test in this file").hint(hint));
    }
    (script, complaints)
}

/// The lines that say something.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at += line.len();
        // Quoted names may have a semicolon inside.
        let mut tokens = tokens(line, Syntax::Kif).into_iter();
        let comment = tokens.find(|token| token.kind == TokenKind::Comment);
        let line = &line[..comment.map_or(line.len(), |token| token.span.start as usize)];
        let text = line.trim_start_matches('\u{feff}').trim();
        let start = start + line.find(text)?;
        (!text.is_empty()).then(|| Line { text, span: Span::new(start, start + text.len()) })
    })
}

fn read_line(line: &Line<'_>, script: &mut Script) -> Result<(), Complaint> {
    let (word, rest) = split(line.text);
    match word {
        "game" if rest.is_empty() => {
            Err(Complaint::new(line.span, "this names no sheet").hint("write `game` and a file"))
        }
        "game" if script.game.is_some() => {
            Err(Complaint::new(line.span, "there are two games in this file")
                .hint("a file tests one sheet"))
        }
        "game" => {
            script.game = Some(rest.to_owned());
            Ok(())
        }
        "test" => {
            script.tests.push(Test { name: rest.to_owned(), span: line.span, steps: Vec::new() });
            Ok(())
        }
        _ => {
            let action = read_action(line)?;
            let Some(test) = script.tests.last_mut() else {
                let message = "this line belongs to no test";
                return Err(
                    Complaint::new(line.span, message).hint("begin one with `test` and a name")
                );
            };
            test.steps.push(Step { action, span: line.span });
            Ok(())
        }
    }
}

fn read_action(line: &Line<'_>) -> Result<Action, Complaint> {
    let (is_so, text) = match split(line.text) {
        ("not", rest) => (false, rest),
        _ => (true, line.text),
    };
    let (word, rest) = split(text);
    let complain = |message: &str, hint: &str| Complaint::new(line.span, message).hint(hint);
    let only_positive = || {
        let message = format!("`not {word}` cannot be expected");
        Complaint::new(line.span, message).hint("say what is expected instead")
    };
    match word {
        "play" | "value" | "perft" if !is_so => Err(only_positive()),
        "play" => match terms(rest) {
            Some(joint) if !joint.is_empty() => Ok(Action::Play(joint)),
            _ => Err(complain(
                "this is no joint move",
                "write one move for each role, as in `play (mark 1 1) noop`",
            )),
        },
        "legal" => match terms(rest).as_deref() {
            Some([role, action]) => {
                let (role, action) = (role.clone(), action.clone());
                Ok(Action::Legal { role, action, is_legal: is_so })
            }
            _ => Err(complain(
                "a role and a move are expected here",
                "as in `legal white (mark 1 1)`",
            )),
        },
        "holds" => match terms(rest).as_deref() {
            Some([fact]) => Ok(Action::Holds { fact: fact.clone(), is_true: is_so }),
            _ => Err(complain("one fact is expected here", "as in `holds (cell 1 1 x)`")),
        },
        "terminal" if rest.is_empty() => Ok(Action::Terminal(is_so)),
        "terminal" => Err(complain("`terminal` stands alone", "remove what is behind it")),
        "value" => match terms(rest).as_deref() {
            Some([role, value]) => match value.parse() {
                Ok(value @ 0..=100) => Ok(Action::Value { role: role.clone(), value }),
                _ => Err(complain("this is no goal value", "it is a whole number from 0 to 100")),
            },
            _ => Err(complain("a role and a value are expected here", "as in `value white 100`")),
        },
        "perft" => match rest.split_whitespace().collect::<Vec<_>>()[..] {
            [depth, nodes] => match (depth.parse(), nodes.parse()) {
                (Ok(depth @ 1..=MAX_DEPTH), Ok(nodes)) => Ok(Action::Perft { depth, nodes }),
                _ => Err(complain(
                    "this is no count of lines",
                    "write the number of joint moves, at most 20, and the number of lines",
                )),
            },
            _ => Err(complain("two numbers are expected here", "as in `perft 2 72`")),
        },
        _ => Err(complain(
            &format!("no line begins with `{word}`"),
            "it is `game`, `test`, `play`, `legal`, `holds`, `terminal`, `value`, `perft`, or `not` and one of these",
        )),
    }
}

/// The first word, and what is behind it.
fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// Reads ground terms in either syntax, and prints each as `(cell 1 1 b)`. In infix syntax there
/// are commas between them.
fn terms(text: &str) -> Option<Vec<String>> {
    // A name right before its parenthesis.
    let is_infix = text
        .split_once('(')
        .is_some_and(|(before, _)| before.ends_with(|char: char| !char.is_whitespace()));
    let (sheet, errors) = if is_infix {
        parse_as(&format!("terms({text})."), Syntax::Infix)
    } else {
        // The line break ends a comment.
        parse_as(&format!("(terms {text}\n)"), Syntax::Kif)
    };
    let (rules, _) = Rules::new(&sheet);
    let [fact] = &rules.rules[..] else { return None };
    let args = &fact.head.args;
    let is_fine = errors.is_empty()
        && fact.body.is_empty()
        && args.iter().all(|&arg| rules.terms.is_ground(arg));
    is_fine.then(|| args.iter().map(|&arg| rules.display(arg).to_string()).collect())
}
