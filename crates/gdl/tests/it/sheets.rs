//! The rule sheets that tests read.

use std::path::Path;

use stonegate_oracles::{names, read, shared};

/// A rule sheet and the name of its file, without the extension.
pub(crate) struct RuleSheet {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The sheets of `../shared`; none if it is not there.
pub(crate) fn shared_games() -> Vec<RuleSheet> {
    shared("games").map_or_else(Vec::new, |path| read_sheets(&path))
}

/// Those of GDL-II.
pub(crate) fn shared_games_with_percepts() -> Vec<RuleSheet> {
    shared("games-gdl2").map_or_else(Vec::new, |path| read_sheets(&path))
}

/// The sheets that come with the project.
pub(crate) fn own_games() -> Vec<RuleSheet> {
    read_sheets(&stonegate_oracles::own_games())
}

fn read_sheets(folder: &Path) -> Vec<RuleSheet> {
    let names = names(folder, "kif").into_iter();
    let sheet = |name: String| {
        let text = read(&folder.join(format!("{name}.kif")));
        RuleSheet { name, text }
    };
    names.map(sheet).collect()
}
