//! Which move a role makes in a node.
//!
//! A role tries its legal moves one after the other, as long as none of those that it has tried
//! promises more than an untried one; then it chooses by UCB1. Records for the moves are made when
//! they are needed, in runs that double their number.

use std::sync::atomic::Ordering;

use stonegate_ground::RoleId;

use crate::game::Game;
use crate::node::{Chooser, Node};
use crate::random::Random;
use crate::stats::{Stats, WIDTH};
use crate::tree::Tree;

/// The move that a role has chosen in a node.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Choice {
    /// The record of its statistics, and its place there.
    pub(crate) record: u32,
    pub(crate) at: u32,
    /// Its number among the moves that have been tried.
    pub(crate) slot: u32,
    pub(crate) role: RoleId,
}

impl<G: Game> Tree<G> {
    /// Makes records for the moves of a node when a visit goes through for the first time.
    pub(crate) fn open(&self, node: &Node<G::State>) -> Option<()> {
        if node.is_open() {
            return Some(());
        }
        let choosers = || {
            let counts = node.position().legal.counts(self.game().n_roles());
            RoleId::enumerate(counts).filter(|&(_, n_legal)| n_legal > 1)
        };
        // Somebody has to hold the links, even if nobody has a choice.
        let (first_role, first_n_legal) = choosers().next().unwrap_or((RoleId::new(0), 1));
        let mut later = 0;
        for (role, n_legal) in choosers().skip(1).collect::<Vec<_>>().into_iter().rev() {
            let Some(id) = self.choosers.take(&self.memory) else { return self.out_of_memory() };
            let chooser = self.choosers.get(id);
            let records = self.new_run(1)?;
            fill(chooser, role, n_legal, later);
            chooser.records.store(records, Ordering::Relaxed);
            later = id;
        }
        let records = self.new_run(1)?;
        // Whoever comes second leaves its records to the next cleaning.
        let first = &node.chooser;
        let next = match first.next.compare_exchange(0, later, Ordering::AcqRel, Ordering::Acquire)
        {
            Ok(_) => later,
            Err(other) => other,
        };
        fill(first, first_role, first_n_legal, next);
        let _ = first.records.compare_exchange(0, records, Ordering::AcqRel, Ordering::Acquire);
        Some(())
    }

    /// Up to so many records for the moves of a chooser.
    fn new_run(&self, n: u32) -> Option<u32> {
        let Some(run) = self.stats.take_run(n, &self.memory) else { return self.out_of_memory() };
        let n_records = run.end - run.start;
        self.stats(run.start).n_records.store(n_records, Ordering::Relaxed);
        Some(run.start)
    }

    /// The next role that has a choice in a node.
    pub(crate) fn next_chooser(&self, chooser: &Chooser) -> Option<&Chooser> {
        let id = chooser.next.load(Ordering::Relaxed);
        (id != 0).then(|| self.choosers.get(id))
    }

    /// Each role that has a choice in a node that is open.
    pub(crate) fn choosers<'t>(
        &'t self,
        node: &'t Node<G::State>,
    ) -> impl Iterator<Item = &'t Chooser> {
        let first = node.is_open().then_some(&node.chooser);
        std::iter::successors(first, |chooser| self.next_chooser(chooser))
    }

    /// The records of a chooser, run by run.
    pub(crate) fn runs(&self, chooser: &Chooser) -> impl Iterator<Item = (u32, &[Stats])> {
        let run = |first: u32| {
            (first != 0).then(|| {
                let n_records = self.stats(first).n_records.load(Ordering::Relaxed);
                (first, self.stats.run(first, n_records))
            })
        };
        let first = run(chooser.records.load(Ordering::Acquire));
        std::iter::successors(first, move |(_, records)| {
            run(records[0].next.load(Ordering::Acquire))
        })
    }

    /// The records of the moves that have been tried.
    pub(crate) fn records(&self, chooser: &Chooser) -> impl Iterator<Item = &Stats> {
        let n_records = (chooser.n_tried() as usize).div_ceil(WIDTH);
        self.runs(chooser).flat_map(|(_, records)| records).take(n_records)
    }

    /// The record of a move, if it has one.
    fn record_of(&self, chooser: &Chooser, slot: u32) -> Option<u32> {
        let mut number = slot / WIDTH as u32;
        self.runs(chooser).find_map(|(first, records)| {
            let n_records = records.len() as u32;
            let record = (number < n_records).then_some(first + number);
            number = number.saturating_sub(n_records);
            record
        })
    }

    /// The move of a chooser with this slot, if it is ready.
    pub(crate) fn choice(&self, chooser: &Chooser, slot: u32) -> Option<Choice> {
        let record = self.record_of(chooser, slot)?;
        let (at, role) = (slot % WIDTH as u32, chooser.role());
        let is_ready = self.stats(record).is_ready(at as usize);
        is_ready.then_some(Choice { record, at, slot, role })
    }

    /// Chooses a move for one role in a node.
    pub(crate) fn choose(
        &self,
        chooser: &Chooser,
        exploration: f32,
        random: &mut Random,
    ) -> Option<Choice> {
        if Some(chooser.role()) == self.game().chance() {
            return self.draw_any(chooser, random);
        }
        let best = self.best(chooser, exploration);
        let is_better = |&(_, ucb): &(Choice, f32)| ucb >= self.formula.unvisited(exploration);
        if chooser.is_all_tried() || best.as_ref().is_some_and(is_better) {
            return best.map(|(choice, _)| choice);
        }
        self.try_next(chooser).or(best.map(|(choice, _)| choice))
    }

    /// The best of the moves that have been tried, and its UCB1.
    pub(crate) fn best(&self, chooser: &Chooser, exploration: f32) -> Option<(Choice, f32)> {
        let mut n_left = chooser.n_tried() as usize;
        let mut best = (Choice { record: 0, at: 0, slot: 0, role: chooser.role() }, f32::MIN);
        let mut first_slot = 0;
        for (first, records) in self.runs(chooser) {
            for (record, stats) in (first..).zip(records) {
                let n = n_left.min(WIDTH);
                let (at, ucb) = stats.best(n, exploration);
                if ucb > best.1 {
                    let (at, slot) = (at as u32, first_slot + at as u32);
                    best = (Choice { record, at, slot, ..best.0 }, ucb);
                }
                n_left -= n;
                if n_left == 0 {
                    return (best.0.record != 0).then_some(best);
                }
                first_slot += WIDTH as u32;
            }
        }
        (best.0.record != 0).then_some(best)
    }

    /// Adds the next move of a role to those that have been tried.
    pub(crate) fn try_next(&self, chooser: &Chooser) -> Option<Choice> {
        let n_legal = chooser.n_legal();
        loop {
            let slot = chooser.n_tried();
            if slot >= n_legal {
                return None;
            }
            let Some(record) = self.record_of(chooser, slot) else {
                self.add_run(chooser)?;
                continue;
            };
            let taken = chooser.n_tried.compare_exchange(
                slot,
                slot + 1,
                Ordering::AcqRel,
                Ordering::Relaxed,
            );
            if taken.is_ok() {
                let (at, role) = (slot % WIDTH as u32, chooser.role());
                self.stats(record).add_move(at as usize, &self.formula);
                return Some(Choice { record, at, slot, role });
            }
        }
    }

    /// Doubles the number of records of a chooser, as far as it has moves for them.
    fn add_run(&self, chooser: &Chooser) -> Option<()> {
        let n_records = self.runs(chooser).map(|(_, records)| records.len() as u32).sum::<u32>();
        let n_wanted = chooser.n_legal().div_ceil(WIDTH as u32).saturating_sub(n_records);
        let (_, last) = self.runs(chooser).last().expect("an open node has records");
        let run = self.new_run(n_records.min(n_wanted).max(1))?;
        // Whoever comes second leaves its records to the next cleaning.
        let _ = last[0].next.compare_exchange(0, run, Ordering::AcqRel, Ordering::Acquire);
        Some(())
    }
}

/// Describes a chooser. Threads that do it at the same time say the same.
fn fill(chooser: &Chooser, role: RoleId, n_legal: u32, next: u32) {
    chooser.role.store(role.into(), Ordering::Relaxed);
    chooser.n_legal.store(n_legal, Ordering::Relaxed);
    chooser.next.store(next, Ordering::Relaxed);
}
