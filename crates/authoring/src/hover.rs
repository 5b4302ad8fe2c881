//! What there is to say about a name.

use std::collections::BTreeSet;

use stonegate_gdl::{Phase, RelationId, Span, Symbol, form};

use crate::document::Document;
use crate::figures::Figures;
use crate::names::{Name, NameKind};

/// Markdown about a name, and its place.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Hover {
    pub span: Span,
    pub markdown: String,
}

/// What is known of how large the game is.
#[derive(Copy, Clone, Debug)]
pub enum Sizes<'a> {
    Known(&'a Figures),
    /// Why they are not, in a sentence.
    Unknown(&'a str),
}

/// Lists longer than this are cut.
const MAX_LISTED: usize = 8;

impl Document {
    /// What stands at an offset.
    pub fn hover(&self, offset: u32, sizes: Sizes<'_>) -> Option<Hover> {
        let name = *self.names().at(offset)?;
        let markdown = match name.kind {
            NameKind::Keyword => self.about_keyword(name, sizes),
            NameKind::Relation => self.about_relation(name, sizes),
            NameKind::Function | NameKind::Object => self.about_term(name, sizes),
            NameKind::Variable => self.about_variable(name, sizes),
        };
        Some(Hover { span: name.span, markdown })
    }

    fn about_keyword(&self, name: Name, sizes: Sizes<'_>) -> String {
        let word = self.analysis.sheet.symbols.name(name.symbol);
        let args = form(name.symbol).unwrap_or_default().join(" ");
        let shape = if args.is_empty() { word.to_owned() } else { format!("({word} {args})") };
        let mut lines = vec![format!("`{shape}`: {}", meaning(name.symbol))];
        if let Some(relation) = self.relation(name) {
            lines.push(self.size(relation, sizes));
        }
        lines.join("\n\n")
    }

    fn about_relation(&self, name: Name, sizes: Sizes<'_>) -> String {
        let rules = &self.analysis.rules;
        let word = rules.symbols.name(name.symbol);
        let arguments = match name.n_args {
            0 => "no arguments".to_owned(),
            1 => "1 argument".to_owned(),
            n_args => format!("{n_args} arguments"),
        };
        let mut lines = vec![format!("`{word}`: a relation with {arguments}")];
        lines.extend(self.description(name.symbol));
        if let Some(relation) = self.relation(name) {
            lines.push(
                match rules.dependencies.phase(relation) {
                    Phase::Static => "Static: it is the same in every state.",
                    Phase::State => "It changes with the state.",
                    Phase::Moves => "It depends on the moves that are made.",
                }
                .to_owned(),
            );
            if rules.dependencies.is_recursive(relation) {
                lines.push("It depends on itself.".to_owned());
            }
        }
        let clauses = self.heads(name.symbol);
        let mut numbers = clauses.iter().map(|&start| self.lines.number(start)).collect::<Vec<_>>();
        numbers.dedup();
        let (n_clauses, n_lines) = (clauses.len(), numbers.len());
        lines.push(match n_clauses {
            0 => "It has no facts and no rules.".to_owned(),
            n => format!(
                "{n} {}, in {} {}.",
                plural(n, "clause"),
                plural(n_lines, "line"),
                list(numbers.iter().map(ToString::to_string))
            ),
        });
        let users = self.users(name.symbol);
        lines.push(if users.is_empty() {
            "No condition asks for it.".to_owned()
        } else {
            format!("Used by {}.", list(users.iter().map(|user| format!("`{user}`"))))
        });
        if let Some(relation) = self.relation(name) {
            lines.push(self.size(relation, sizes));
        }
        lines.join("\n\n")
    }

    fn about_term(&self, name: Name, sizes: Sizes<'_>) -> String {
        let rules = &self.analysis.rules;
        let word = rules.symbols.name(name.symbol);
        let is_role = self.names().same(name).any(|other| {
            other.in_head && other.relation == Symbol::ROLE && other.kind == NameKind::Object
        });
        let what = match name.kind {
            NameKind::Function => format!("a function of {} arguments", name.n_args),
            _ if is_role => "a role".to_owned(),
            _ => "an object".to_owned(),
        };
        let mut lines = vec![format!("`{word}`: {what}")];
        let n_places = self.names().same(name).count();
        lines.push(format!("It stands in {n_places} places."));
        match sizes {
            Sizes::Known(figures) => {
                let (n_facts, n_moves) = figures.n_made_with(name.symbol);
                let made = [(n_facts, "fact"), (n_moves, "move")].into_iter();
                let made = made.filter(|(n, _)| *n > 0);
                let made = made.map(|(n, noun)| format!("{n} {}", plural(n, noun)));
                let made = made.collect::<Vec<_>>();
                if !made.is_empty() {
                    lines.push(format!("It makes {}.", made.join(" and ")));
                }
            }
            Sizes::Unknown(reason) => lines.push(reason.to_owned()),
        }
        lines.join("\n\n")
    }

    fn about_variable(&self, name: Name, sizes: Sizes<'_>) -> String {
        let word = self.name_text(name.span);
        let mut lines = vec![format!("`{word}`: a variable of this clause")];
        match sizes {
            Sizes::Known(figures) => {
                if let Some(range) = self.range_of(name, figures) {
                    lines.push(format!("It stands for: {range}."));
                }
            }
            Sizes::Unknown(reason) => lines.push(reason.to_owned()),
        }
        lines.join("\n\n")
    }

    /// What a variable can stand for; alternatives of one clause may differ.
    pub(crate) fn range_of(&self, name: Name, figures: &Figures) -> Option<String> {
        let rules = &self.analysis.rules;
        let first = rules.rules.partition_point(|rule| rule.clause < name.clause);
        let of_clause = rules.rules[first..].iter().take_while(|rule| rule.clause == name.clause);
        let ranges = (first..).zip(of_clause).filter_map(|(rule, _)| {
            figures.range(rules, rule, name.symbol).filter(|range| range != "nothing")
        });
        let ranges = ranges.collect::<BTreeSet<_>>();
        if ranges.is_empty() {
            return None;
        }
        Some(ranges.into_iter().collect::<Vec<_>>().join(" or "))
    }

    /// The size of a relation after grounding, and what it costs.
    fn size(&self, relation: RelationId, sizes: Sizes<'_>) -> String {
        let rules = &self.analysis.rules;
        let figures = match sizes {
            Sizes::Known(figures) => figures,
            Sizes::Unknown(reason) => return reason.to_owned(),
        };
        let Some(n_atoms) = figures.n_atoms(relation) else {
            return "The game does not depend on it.".to_owned();
        };
        let atoms = format!("{n_atoms} {} after grounding", plural(n_atoms, "atom"));
        match &figures.circuit {
            Some(circuit) if self.is_computed(relation) => {
                let gates = circuit.gates_of(rules.relation_name(relation));
                format!("{atoms}, {gates} {}.", plural(gates, "gate"))
            }
            _ => format!("{atoms}."),
        }
    }

    /// Whether a relation has gates: it changes, and is not what the state and the moves are.
    fn is_computed(&self, relation: RelationId) -> bool {
        let rules = &self.analysis.rules;
        let is_given = [Symbol::TRUE, Symbol::DOES].contains(&rules.relations.name(relation));
        !is_given && rules.dependencies.phase(relation) != Phase::Static
    }

    fn relation(&self, name: Name) -> Option<RelationId> {
        self.analysis.rules.relations.get(name.symbol, name.n_args)
    }

    /// Where the clauses of a relation begin.
    fn heads(&self, relation: Symbol) -> Vec<u32> {
        let clauses = self.analysis.sheet.clauses.iter();
        clauses
            .filter(|clause| clause.head.relation == relation)
            .map(|clause| clause.span.start)
            .collect()
    }

    /// The relations whose rules ask for a relation.
    fn users(&self, relation: Symbol) -> Vec<&str> {
        let sheet = &self.analysis.sheet;
        let mut users = Vec::new();
        for clause in &sheet.clauses {
            let mut asks = false;
            for condition in clause.conditions() {
                condition.for_each_atom(&mut |atom| asks |= atom.relation == relation);
            }
            let user = sheet.symbols.name(clause.head.relation);
            if asks && !users.contains(&user) {
                users.push(user);
            }
        }
        users
    }

    /// The comment right above the first clause of a relation.
    fn description(&self, relation: Symbol) -> Option<String> {
        let sheet = &self.analysis.sheet;
        let clause = sheet.clauses.iter().find(|clause| clause.head.relation == relation)?;
        if clause.paragraph {
            return None;
        }
        let end = sheet.comments.partition_point(|comment| comment.span.start < clause.span.start);
        let mut lines = Vec::new();
        let mut below = clause.span.start;
        for comment in sheet.comments[..end].iter().rev() {
            let gap = self.text.get(comment.span.end as usize..below as usize)?;
            if comment.trailing || !gap.trim().is_empty() {
                break;
            }
            lines.push(comment.text.as_str());
            below = comment.span.start;
            if comment.paragraph {
                break;
            }
        }
        lines.reverse();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

/// A list with its end cut off if it is long.
fn list(items: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let items = items.into_iter().collect::<Vec<_>>();
    let shown = items.iter().take(MAX_LISTED).map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
    match items.len().checked_sub(MAX_LISTED) {
        None | Some(0) => shown,
        Some(n_more) => format!("{shown} and {n_more} more"),
    }
}

fn plural(n: usize, noun: &str) -> String {
    format!("{noun}{}", if n == 1 { "" } else { "s" })
}

/// What a keyword means, in a sentence.
pub(crate) fn meaning(keyword: Symbol) -> &'static str {
    match keyword {
        Symbol::ROLE => "somebody plays under this name.",
        Symbol::BASE => "this can be true in some state; nobody needs to say so.",
        Symbol::INPUT => "this move can be made in some state; nobody needs to say so.",
        Symbol::INIT => "this is true in the first state.",
        Symbol::TRUE => "this is true in the current state.",
        Symbol::DOES => "the role makes this move.",
        Symbol::NEXT => "this is true in the next state; what no rule concludes is gone.",
        Symbol::LEGAL => "the role may make this move.",
        Symbol::GOAL => "what the end of the game is worth to the role, from 0 to 100.",
        Symbol::TERMINAL => "the game is over.",
        Symbol::SEES => "the role perceives this in the next state; it sees nothing else.",
        Symbol::DISTINCT => "the two terms differ.",
        Symbol::NOT => "the condition does not hold.",
        Symbol::OR => "one of the conditions holds.",
        Symbol::AND => "all of the conditions hold.",
        Symbol::RULE => "the head holds if all conditions do.",
        _ => "a role that chance plays.",
    }
}
