//! What holds before the game cannot depend on a state, nor what holds in a
//! state on the moves made in it.

use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::symbol::Symbol;

const BEFORE_THE_GAME: [Symbol; 4] = [Symbol::ROLE, Symbol::INIT, Symbol::BASE, Symbol::INPUT];
const IN_A_STATE: [Symbol; 3] = [Symbol::LEGAL, Symbol::GOAL, Symbol::TERMINAL];
const OF_A_STATE: [Symbol; 5] =
    [Symbol::TRUE, Symbol::DOES, Symbol::LEGAL, Symbol::GOAL, Symbol::TERMINAL];
/// What no rule can conclude, or no condition ask for: that is reported already.
const DEAD_ENDS: [Symbol; 4] = [Symbol::TRUE, Symbol::DOES, Symbol::INIT, Symbol::NEXT];

pub(super) fn check(checker: &Checker<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for relation in checker.rules.relations.ids() {
        let keyword = checker.rules.relations.name(relation);
        let (code, too_early, hint): (_, &[Symbol], _) = if BEFORE_THE_GAME.contains(&keyword) {
            (
                Code::StateTooEarly,
                &OF_A_STATE,
                "use relations that hold in every state, given by facts and rules of their own",
            )
        } else if IN_A_STATE.contains(&keyword) {
            (Code::DoesTooEarly, &[Symbol::DOES], "ask for the state (`true`) instead")
        } else {
            continue;
        };
        let names = &checker.rules.relations;
        let wanted = |relation| too_early.contains(&names.name(relation));
        let Some(path) = checker.rules.dependencies.path(relation, wanted) else { continue };
        let (Some(first), Some(last)) = (path.first(), path.last()) else { continue };
        if path[1..].iter().any(|edge| DEAD_ENDS.contains(&names.name(edge.from))) {
            continue;
        }
        let rules = checker.rules;
        let chain = path.iter().map(|edge| rules.relation_name(edge.to)).collect::<Vec<_>>();
        let name = rules.relation_name(relation);
        let message = match &chain[..] {
            [direct] => format!("`{name}` cannot depend on `{direct}`"),
            [.., last] => format!(
                "`{name}` cannot depend on `{last}`, as it does: {name} -> {}",
                chain.join(" -> ")
            ),
            [] => continue,
        };
        let span = |edge: &crate::graph::Edge| {
            let rule = &rules.rules[edge.rule];
            rule.body[edge.literal].sentence().map_or(rule.head.span, |sentence| sentence.span)
        };
        let mut diagnostic = Diagnostic::new(code, span(first), message).hint(hint);
        if path.len() > 1 {
            diagnostic = diagnostic.related(span(last), "the chain ends here");
        }
        diagnostics.push(diagnostic);
    }
}
