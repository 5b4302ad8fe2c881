//! Percepts that tell every move to everybody: the GDL-II of games in which nothing is hidden.

use stonegate_gdl::{Literal, Rule, Rules, Symbol, TermId, TermNode};

/// How the moves of all roles stand in what each role perceives, as in
/// `(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m))`.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct ToldMoves {
    /// The function of the percept, `did`.
    function: String,
    /// Whether the role stands before its move.
    role_first: bool,
}

impl ToldMoves {
    /// How the rules tell all moves, if they do.
    pub fn find(rules: &Rules) -> Option<Self> {
        rules.rules.iter().find_map(|rule| Self::of(rules, rule))
    }

    fn of(rules: &Rules, rule: &Rule) -> Option<Self> {
        let is_variable = |term: TermId| matches!(rules.terms.get(term), TermNode::Variable(_));
        let [viewer, percept] = rule.head.args[..] else { return None };
        if rules.relations.name(rule.head.relation) != Symbol::SEES || !is_variable(viewer) {
            return None;
        }
        let TermNode::Function(function, told) = rules.terms.get(percept) else { return None };
        // Any further condition would hide something.
        let mut moves = None;
        for literal in &rule.body {
            let Literal::Positive(condition) = literal else { return None };
            match (rules.relations.name(condition.relation), &condition.args[..]) {
                (Symbol::ROLE, [role]) if *role == viewer => {}
                (Symbol::DOES, [role, action]) if moves.is_none() => moves = Some((*role, *action)),
                _ => return None,
            }
        }
        let (role, action) = moves?;
        if !is_variable(role) || !is_variable(action) || [role, action].contains(&viewer) {
            return None;
        }
        let role_first = match told[..] {
            [first, second] if (first, second) == (role, action) => true,
            [first, second] if (first, second) == (action, role) => false,
            _ => return None,
        };
        Some(Self { function: rules.symbols.name(*function).to_owned(), role_first })
    }

    /// The joint move that percepts tell of.
    pub fn joint<S: AsRef<str>>(&self, roles: &[S], percepts: &[String]) -> Option<Vec<String>> {
        let told = percepts.iter().filter_map(|percept| self.read(percept)).collect::<Vec<_>>();
        let of_role = |role: &S| {
            let mut found =
                told.iter().filter(|(teller, _)| teller.eq_ignore_ascii_case(role.as_ref()));
            found.next().map(|(_, action)| (*action).to_owned())
        };
        roles.iter().map(of_role).collect()
    }

    /// The role and its move.
    fn read<'p>(&self, percept: &'p str) -> Option<(&'p str, &'p str)> {
        let inner = percept.strip_prefix('(')?.strip_suffix(')')?;
        let (function, told) = inner.split_once(' ')?;
        if !function.eq_ignore_ascii_case(&self.function) {
            return None;
        }
        let told = if self.role_first {
            told.split_once(' ')
        } else {
            told.rsplit_once(' ').map(|(action, role)| (role, action))
        };
        told.filter(|(role, _)| !role.contains(['(', ')']))
    }
}

#[cfg(test)]
mod tests {
    use stonegate_gdl::analyze;

    use super::*;

    fn find(rule: &str) -> Option<ToldMoves> {
        ToldMoves::find(&analyze(rule).rules)
    }

    #[test]
    fn moves_are_read_from_percepts() {
        let told = find("(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m))").expect("it tells all");
        let percepts = ["(did red (move a b))", "(roll 3)", "(did blue noop)"].map(str::to_owned);
        let joint = told.joint(&["blue", "red"], &percepts);
        assert_eq!(joint, Some(vec!["noop".to_owned(), "(move a b)".to_owned()]));
        assert_eq!(told.joint(&["green"], &percepts), None);
        let turned = find("(<= (sees ?r (made ?m ?p)) (does ?p ?m) (role ?r))").expect("it is one");
        let percepts = ["(made (move a b) red)".to_owned()];
        assert_eq!(turned.joint(&["red"], &percepts), Some(vec!["(move a b)".to_owned()]));
    }

    #[test]
    fn what_hides_anything_is_none() {
        for rule in [
            "(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m) (distinct ?p random))",
            "(<= (sees red (did ?p ?m)) (does ?p ?m))",
            "(<= (sees ?p (did ?p ?m)) (does ?p ?m))",
            "(<= (sees ?r (did ?p)) (role ?r) (does ?p ?m))",
            "(<= (sees ?r (did ?p ?m)) (role ?r) (does ?p ?m) (true night))",
        ] {
            assert_eq!(find(rule), None, "{rule}");
        }
    }
}
