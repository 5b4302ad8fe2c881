//! Damaged modules, each of which has to be noticed by a comparison.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use stonegate_oracles::is_slow_run;

use crate::bench::{NotBuilt, rtl_folder};
use crate::side_by_side::for_each;
use crate::tools::has;

/// A file, what is replaced in it, by what, and who is to notice.
pub(crate) type Mutation<J> = (&'static str, &'static str, &'static str, J);

/// Tries the mutations of a machine; `finds_nothing` says whether a judge is content with a damaged
/// copy of `rtl/`.
pub(crate) fn check_mutations<J: Copy + Sync + PartialEq>(
    machine: &str,
    mutations: &[Mutation<J>],
    finds_nothing: impl Fn(J, &Path) -> bool + Sync,
) {
    if !has("verilator") {
        return;
    }
    // All of them take a while to build.
    let tried = if is_slow_run() { mutations } else { &mutations[..1] };
    if is_slow_run() {
        check_judges(machine, mutations, &finds_nothing);
    }
    let unnoticed = Mutex::new(Vec::new());
    for_each(tried, |number, &(module, from, to, judge)| {
        let root = damaged(machine, number, module, from, to);
        // A module that hangs makes a comparison panic, and is noticed. One that cannot be built is
        // no damaged module.
        let survives = catch_unwind(AssertUnwindSafe(|| finds_nothing(judge, &root)));
        if survives.unwrap_or_else(|thrown| thrown.is::<NotBuilt>()) {
            unnoticed.lock().unwrap().push(format!("`{to}` instead of `{from}` in {module}"));
        }
    });
    let unnoticed = unnoticed.into_inner().unwrap();
    assert!(unnoticed.is_empty(), "nobody notices {}", unnoticed.join(", nor "));
    eprintln!("{machine}: {} damaged modules, all caught", tried.len());
}

/// Every judge is content with the modules as they are: one that never is would notice everything.
fn check_judges<J: Copy + Sync + PartialEq>(
    machine: &str,
    mutations: &[Mutation<J>],
    finds_nothing: &(impl Fn(J, &Path) -> bool + Sync),
) {
    let is_first = |at: usize| mutations[..at].iter().all(|earlier| earlier.3 != mutations[at].3);
    let firsts = (0..mutations.len()).filter(|&at| is_first(at)).collect::<Vec<_>>();
    for_each(&firsts, |_, &at| {
        let (module, text, _, judge) = mutations[at];
        let root = damaged(machine, mutations.len() + at, module, text, text);
        assert!(finds_nothing(judge, &root), "the judge of {module} is content with nothing");
    });
}

/// Every mutation is one of the text as it is.
pub(crate) fn check_texts<J>(machine: &str, mutations: &[Mutation<J>]) {
    for (module, from, ..) in mutations {
        let text = fs::read_to_string(rtl_folder().join(format!("{machine}/{module}.v"))).unwrap();
        assert_eq!(text.matches(from).count(), 1, "`{from}` in {module}");
    }
}

/// A copy of the files with one place changed.
fn damaged(machine: &str, number: usize, module: &str, from: &str, to: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mutation-{machine}-{number}"));
    for folder in [machine, "common", "othello", "video"] {
        fs::create_dir_all(root.join(folder)).unwrap();
        for entry in fs::read_dir(rtl_folder().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, root.join(folder).join(path.file_name().unwrap())).unwrap();
        }
    }
    let path = root.join(format!("{machine}/{module}.v"));
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
    root
}
