//! The parts of a sheet, for an overview.

use stonegate_gdl::{Clause, Span, Symbol, TermKind};

use crate::document::Document;

/// Clauses of one relation that stand together.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Section {
    /// The relation; for `init`, `next` and the like with what they are about.
    pub name: String,
    /// What to call it besides: the number of clauses, if there are several.
    pub detail: String,
    pub span: Span,
    /// The first head.
    pub head: Span,
    pub is_keyword: bool,
}

impl Document {
    /// The sections of the sheet in order.
    pub fn outline(&self) -> Vec<Section> {
        let mut sections = Vec::<(Section, usize)>::new();
        for clause in &self.analysis.sheet.clauses {
            let name = self.section_name(clause);
            if let Some((last, n_clauses)) = sections.last_mut()
                && last.name == name
            {
                last.span = last.span.to(clause.span);
                *n_clauses += 1;
                continue;
            }
            let is_keyword = stonegate_gdl::form(clause.head.relation).is_some();
            let (span, head) = (clause.span, clause.head.span);
            sections.push((Section { name, detail: String::new(), span, head, is_keyword }, 1));
        }
        let finish = |(section, n_clauses): (Section, usize)| {
            let detail = if n_clauses > 1 { format!("{n_clauses} clauses") } else { String::new() };
            Section { detail, ..section }
        };
        sections.into_iter().map(finish).collect()
    }

    fn section_name(&self, clause: &Clause) -> String {
        let symbols = &self.analysis.sheet.symbols;
        let relation = symbols.name(clause.head.relation);
        let about = [Symbol::BASE, Symbol::INIT, Symbol::NEXT, Symbol::INPUT, Symbol::LEGAL];
        if about.contains(&clause.head.relation)
            && let Some(term) = clause.head.args.last()
            && let TermKind::Constant(name) | TermKind::Function(name, _) = term.kind
        {
            return format!("{relation} {}", symbols.name(name));
        }
        relation.to_owned()
    }
}
