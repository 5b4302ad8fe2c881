//! Names of earlier releases: they are understood for one more, with a note.

use std::ffi::OsString;

use crate::report::print_note;

/// Words of a command line that have another name: what stands before them, the old name and the
/// one that they have.
const OLD_NAMES: &[(&str, &str, &str)] = &[
    ("othello", "analyse", "analyze"),
    ("", "othello:seed", "othello:classic"),
    ("", "rules=seed", "rules=fpga"),
    ("--rules", "seed", "fpga"),
];

/// Tells of old names on the command line.
pub fn note(args: impl Iterator<Item = OsString>) {
    let args = args.map(|arg| arg.to_string_lossy().into_owned()).collect::<Vec<_>>();
    for (old, new) in find(&args) {
        print_note(&format!("`{old}` is called `{new}`: the old name goes with the next release"));
    }
}

fn find(args: &[String]) -> Vec<(&'static str, &'static str)> {
    let is_used = |before: &str, old: &str| {
        args.windows(2).any(|words| match before {
            // The name of a player or a game, perhaps with other options around it.
            "" => words[1].contains(old),
            _ => words[0] == before && words[1] == old,
        })
    };
    let used = OLD_NAMES.iter().filter(|(before, old, _)| is_used(before, old));
    used.map(|&(_, old, new)| (old, new)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &[(&str, &str)]) {
        let args = line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(find(&args), expected);
    }

    #[test]
    fn old_names_are_found() {
        check("stonegate othello analyse --seconds 1", &[("analyse", "analyze")]);
        check(
            "stonegate match othello othello othello:seed",
            &[("othello:seed", "othello:classic")],
        );
        check("stonegate play go9:rules=seed,komi=1", &[("rules=seed", "rules=fpga")]);
        check("stonegate gtp --rules seed", &[("seed", "fpga")]);
        check("stonegate match othello greedy:seed=3 random --seed 7", &[]);
        check("stonegate", &[]);
    }
}
