//! Running a study before somebody who watches.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use stonegate_workbench::progress::Progress;
use stonegate_workbench::report::print_note;

use crate::journal::Journal;
use crate::report::live;
use crate::run::{Outcome, RunSettings, run};
use crate::study::Study;

/// Plays what is missing in a study, and shows how far it is.
pub fn perform(
    study: &Study,
    settings: &RunSettings,
    journal: Option<&Path>,
    stop: &AtomicBool,
) -> anyhow::Result<Outcome> {
    let definition = study.definition();
    let journal = journal.map(|path| Journal::open(path, &definition)).transpose()?;
    let n_before = journal.as_ref().map_or(0, |(_, units)| units.len());
    if n_before > 0 {
        print_note(&format!("{n_before} units of {} are finished already", study.name));
    }
    let mut progress = Progress::new();
    run(study, journal, settings, stop, &|_, _| {}, &mut |standing| {
        progress.show(|| live(study, standing));
    })
}
