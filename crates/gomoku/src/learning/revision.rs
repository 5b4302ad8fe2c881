//! Small changes of a pattern file, to be tried in games.

use super::study::Study;
use super::trial::Demand;
use crate::patterns::{Cell, Entry, Pattern, PatternFile, PatternMachine, SIDE, Spot, shadows};
use stonegate_stones::Random;

/// A changed file.
#[derive(Debug)]
pub(super) struct Revision {
    pub(super) file: PatternFile,
    /// The entry that is other than it was, unless one was removed.
    pub(super) entry: Option<usize>,
    pub(super) kind: Kind,
}

/// What is done to an entry.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Kind {
    Remove,
    /// One cell less is asked for.
    Relax,
    /// One cell more is asked for.
    Restrict,
    /// Another priority.
    Move,
    /// Another blank cell to play at.
    Aim,
    /// A more special pattern above it, which may play elsewhere.
    Except,
    /// What is good for one is good for the other to prevent: the same with colors swapped.
    Reverse,
}

impl Kind {
    /// All of them, those that often help more than once.
    const ALL: [Self; 12] = [
        Self::Remove,
        Self::Relax,
        Self::Relax,
        Self::Restrict,
        Self::Restrict,
        Self::Restrict,
        Self::Move,
        Self::Move,
        Self::Aim,
        Self::Aim,
        Self::Except,
        Self::Reverse,
    ];

    pub(super) const fn demand(self) -> Demand {
        match self {
            Self::Remove => Demand::BetterOrSame,
            _ => Demand::Better,
        }
    }

    /// Whether there is an entry more.
    pub(super) const fn adds(self) -> bool {
        matches!(self, Self::Except | Self::Reverse)
    }

    /// What the comment of an entry says.
    pub(super) const fn describe(self) -> &'static str {
        match self {
            Self::Remove => "removed",
            Self::Relax => "made more general",
            Self::Restrict => "made more special",
            Self::Move => "moved",
            Self::Aim => "aimed elsewhere",
            Self::Except => "an exception to a pattern below, made",
            Self::Reverse => "a pattern with colors swapped, made",
        }
    }
}

/// Changes an entry at random. Not every entry can be changed in every way. The last one, which
/// matches everywhere, stays.
pub(super) fn revise(
    file: &PatternFile,
    machine: &PatternMachine,
    studies: &[Study],
    random: &mut Random,
) -> Option<Revision> {
    let last = file.entries.len().checked_sub(1).filter(|&last| last > 0)?;
    let number = random.below(last);
    let pattern = file.entries[number].pattern;
    let kind = Kind::ALL[random.below(Kind::ALL.len())];
    let mut file = file.clone();
    let mut place = number;
    match kind {
        Kind::Remove => _ = file.entries.remove(number),
        Kind::Relax => file.entries[number].pattern = relax(&pattern, random)?,
        Kind::Aim => file.entries[number].pattern = aim(&pattern, random)?,
        Kind::Restrict => {
            file.entries[number].pattern = restrict(number, machine, studies, random)?;
        }
        Kind::Move => {
            place = random.below(last);
            let moved = file.entries.remove(number);
            file.entries.insert(place, moved);
        }
        Kind::Except => {
            let special = restrict(number, machine, studies, random)?;
            let special = aim(&special, random).filter(|_| random.below(2) == 0).unwrap_or(special);
            file.entries.insert(number, Entry::new(special, ""));
        }
        Kind::Reverse => {
            place = random.below(last);
            file.entries.insert(place, Entry::new(reverse(&pattern), ""));
        }
    }
    let mut entry = (kind != Kind::Remove).then_some(place);
    for (shadowed, _) in shadows(&file).into_iter().rev() {
        file.entries.remove(shadowed);
        entry = match entry {
            Some(number) if number == shadowed => return None,
            Some(number) if number > shadowed => Some(number - 1),
            other => other,
        };
    }
    Some(Revision { file, entry, kind })
}

/// One of the cells that are asked for, the spot excepted, becomes don't-care.
fn relax(pattern: &Pattern, random: &mut Random) -> Option<Pattern> {
    let (at, _) = draw(pattern.demands().filter(|&(at, _)| at != pattern.spot()), random)?;
    Some(with(pattern, at, Cell::Any))
}

/// Asks for what lies in a window where the entry fires.
fn restrict(
    entry: usize,
    machine: &PatternMachine,
    studies: &[Study],
    random: &mut Random,
) -> Option<Pattern> {
    const N_LOOKS: usize = 200;
    for _ in 0..N_LOOKS.min(studies.len()) {
        let study = &studies[random.below(studies.len())];
        let firing = machine.fire(study.position().board(), study.color());
        let Some(firing) = firing.filter(|firing| firing.entry == entry) else { continue };
        let pattern = machine.pattern(firing.number);
        let seen = study.cells(firing.window);
        let spots = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| Spot { column, row }));
        let is_free = |at: &Spot| pattern.cells()[at.row][at.column] == Cell::Any;
        let at = draw(spots.filter(is_free), random)?;
        return Some(with(pattern, at, seen[at.row][at.column]));
    }
    None
}

/// Plays at another cell that is asked to be blank.
fn aim(pattern: &Pattern, random: &mut Random) -> Option<Pattern> {
    let is_other = |&(at, cell): &(Spot, Cell)| cell == Cell::Blank && at != pattern.spot();
    let (spot, _) = draw(pattern.demands().filter(is_other), random)?;
    Some(Pattern::new(*pattern.cells(), spot))
}

fn reverse(pattern: &Pattern) -> Pattern {
    let swap = |cell: Cell| match cell {
        Cell::Black => Cell::White,
        Cell::White => Cell::Black,
        Cell::Blank | Cell::Any => cell,
    };
    Pattern::new(pattern.cells().map(|row| row.map(swap)), pattern.spot())
}

fn with(pattern: &Pattern, at: Spot, cell: Cell) -> Pattern {
    let mut cells = *pattern.cells();
    cells[at.row][at.column] = cell;
    Pattern::new(cells, pattern.spot())
}

fn draw<T>(choices: impl Iterator<Item = T>, random: &mut Random) -> Option<T> {
    let mut choices: Vec<T> = choices.collect();
    (!choices.is_empty()).then(|| choices.swap_remove(random.below(choices.len())))
}
