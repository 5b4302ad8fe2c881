//! Interned names.

use std::fmt;

use rustc_hash::FxHashMap;

/// A name, interned in a [`Symbols`] table.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Symbol(u32);

/// Names of constants, functions, relations and variables, each stored once.
///
/// Every table starts with the keywords of GDL, so that they are the same
/// [`Symbol`] everywhere (`Symbol::TRUE`, `Symbol::LEGAL`, ...).
#[derive(Clone)]
pub struct Symbols {
    names: Vec<Box<str>>,
    ids: FxHashMap<Box<str>, Symbol>,
}

macro_rules! keywords {
    ($($id:literal $constant:ident $name:literal)*) => {
        impl Symbol {
            $(pub const $constant: Self = Self($id);)*
        }

        const KEYWORDS: &[&str] = &[$($name),*];
    };
}

keywords! {
    0 ROLE "role"
    1 BASE "base"
    2 INPUT "input"
    3 INIT "init"
    4 TRUE "true"
    5 DOES "does"
    6 NEXT "next"
    7 LEGAL "legal"
    8 GOAL "goal"
    9 TERMINAL "terminal"
    10 RANDOM "random"
    11 SEES "sees"
    12 DISTINCT "distinct"
    13 NOT "not"
    14 OR "or"
    15 AND "and"
    16 RULE "<="
}

impl Symbol {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match KEYWORDS.get(self.index()) {
            Some(keyword) => f.write_str(keyword),
            None => write!(f, "Symbol({})", self.0),
        }
    }
}

impl Symbols {
    pub fn new() -> Self {
        let mut symbols = Self { names: Vec::new(), ids: FxHashMap::default() };
        for keyword in KEYWORDS {
            symbols.intern(keyword);
        }
        symbols
    }

    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.ids.get(name) {
            return symbol;
        }
        let symbol = Symbol(self.names.len() as u32);
        self.names.push(name.into());
        self.ids.insert(name.into(), symbol);
        symbol
    }

    /// Interns a constant: the keywords that can stand for an object or a
    /// relation are written in any case, all other names keep their spelling.
    pub(crate) fn intern_constant(&mut self, name: &str) -> Symbol {
        match keyword(name) {
            Some(keyword) if keyword < Symbol::SEES => keyword,
            _ => self.intern(name),
        }
    }

    /// Interns the name of a relation, which may be any keyword in any case.
    pub(crate) fn intern_relation(&mut self, name: &str) -> Symbol {
        keyword(name).unwrap_or_else(|| self.intern(name))
    }

    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.ids.get(name).copied()
    }

    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.index()]
    }

    /// All names with their symbols, in the order of their first appearance.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, &str)> {
        self.names.iter().enumerate().map(|(index, name)| (Symbol(index as u32), &**name))
    }
}

impl Default for Symbols {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Symbols({})", self.names.len())
    }
}

/// The keyword that a name spells, in any case.
pub fn keyword(name: &str) -> Option<Symbol> {
    let index = KEYWORDS.iter().position(|keyword| keyword.eq_ignore_ascii_case(name))?;
    Some(Symbol(index as u32))
}
