//! Running a study before somebody who watches.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use stonegate_matches::Record;
use stonegate_players::Resources;
use stonegate_workbench::progress::Progress;
use stonegate_workbench::report::print_note;

use crate::journal::Journal;
use crate::live::Live;
use crate::report::{Report, progress};
use crate::run::{Outcome, RunSettings, run};
use crate::study::Study;
use crate::unit::UnitResult;

/// Where the stages of something larger are performed, each a study with a journal and a report.
#[derive(Debug)]
pub struct Workshop<'a> {
    pub resources: Resources,
    pub settings: RunSettings,
    /// How the names of journals begin.
    pub journals: Option<PathBuf>,
    /// The folder for reports, one for each stage.
    pub reports: Option<PathBuf>,
    pub stop: &'a AtomicBool,
}

impl Workshop<'_> {
    pub(crate) fn journal(&self, stage: &str) -> Option<PathBuf> {
        self.journals.as_ref().map(|prefix| prefix.with_added_extension(stage))
    }

    /// Plays what is missing in a stage, and writes its report.
    pub(crate) fn perform(&self, stage: &str, study: &Study) -> anyhow::Result<Outcome> {
        let journal = self.journal(stage);
        let outcome = perform(study, &self.settings, journal.as_deref(), self.stop, None)?;
        if let Some(folder) = &self.reports {
            let report = Report::new(study, &outcome.results, &outcome.roles);
            report.write(&folder.join(stage))?;
        }
        Ok(outcome)
    }
}

/// Adds results of units that were played somewhere else to the journal of a study, one a line.
/// Those that it has are left out. Says how many were new.
pub fn take_units(study: &Study, journal: &Path, text: &str) -> anyhow::Result<usize> {
    let (mut journal, finished) = Journal::open(journal, &study.definition())?;
    let mut known = finished.iter().map(|unit| unit.unit).collect::<BTreeSet<_>>();
    let mut new = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let unit = UnitResult::from_json(line)
            .with_context(|| format!("line {number} is no result of a unit"))?;
        if known.insert(unit.unit) {
            new.push(unit);
        }
    }
    journal.append(&new)?;
    Ok(new.len())
}

/// Plays what is missing in a study, and shows how far it is, perhaps also to those who watch it live.
pub fn perform(
    study: &Study,
    settings: &RunSettings,
    journal: Option<&Path>,
    stop: &AtomicBool,
    live: Option<&Live>,
) -> anyhow::Result<Outcome> {
    let definition = study.definition();
    let journal = journal.map(|path| Journal::open(path, &definition)).transpose()?;
    let n_before = journal.as_ref().map_or(0, |(_, units)| units.len());
    if n_before > 0 {
        print_note(&format!("{n_before} units of {} are finished already", study.name));
    }
    let mut line = Progress::new();
    let watch = |number, record: &Record| {
        if let Some(live) = live {
            live.watch(number, record);
        }
    };
    let outcome = run(study, journal, settings, stop, &watch, &mut |standing| {
        line.show(|| progress(study, standing));
        if let Some(live) = live {
            live.tell(standing);
        }
    })?;
    if let Some(live) = live {
        live.end(&outcome);
    }
    Ok(outcome)
}
