//! Memory for the tree: records of one kind, named by small numbers, within a limit.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// Records per allocation.
const SEGMENT: usize = 1024;

/// Counts the bytes of the tree.
#[derive(Debug)]
pub(crate) struct Memory {
    limit: usize,
    used: AtomicUsize,
}

impl Memory {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, used: AtomicUsize::new(0) }
    }

    #[inline]
    pub(crate) fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Counts these bytes, unless there would be too many.
    #[inline]
    pub(crate) fn reserve(&self, bytes: usize) -> bool {
        let fits = |used: usize| used.checked_add(bytes).filter(|&sum| sum <= self.limit);
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).is_ok()
    }

    pub(crate) fn release(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// A growing store of records. Many threads take from it at the same time; records are given back
/// by someone who has it for himself.
#[derive(Debug)]
pub(crate) struct Pool<T> {
    segments: Box<[OnceLock<Box<[T]>>]>,
    /// The first id that has never been taken. Ids start at 1, so that 0 can say "none".
    next: AtomicU32,
    /// Ids that have been given back, and how many of them have been taken again.
    free: Vec<u32>,
    n_retaken: AtomicUsize,
}

impl<T: Default> Pool<T> {
    /// A pool that can use up to so many bytes.
    pub(crate) fn new(max_bytes: usize) -> Self {
        let max_segments =
            (max_bytes / Self::segment_bytes()).clamp(1, u32::MAX as usize / SEGMENT);
        Self {
            segments: (0..max_segments).map(|_| OnceLock::new()).collect(),
            next: AtomicU32::new(1),
            free: Vec::new(),
            n_retaken: AtomicUsize::new(0),
        }
    }

    const fn segment_bytes() -> usize {
        SEGMENT * size_of::<T>()
    }

    /// A record that nobody uses, in its default state, unless memory is short.
    pub(crate) fn take(&self, memory: &Memory) -> Option<u32> {
        self.take_run(1, memory).map(|run| run.start)
    }

    /// Up to so many records one behind the other, at least one, unless memory is short.
    pub(crate) fn take_run(&self, n: u32, memory: &Memory) -> Option<Range<u32>> {
        self.retake_run(n).or_else(|| self.take_new_run(n, memory))
    }

    /// Records that have been given back.
    fn retake_run(&self, n: u32) -> Option<Range<u32>> {
        loop {
            let at = self.n_retaken.load(Ordering::Relaxed);
            let (&first, rest) = self.free.get(at..)?.split_first()?;
            let segment_end = (first / SEGMENT as u32 + 1) * SEGMENT as u32;
            let end = segment_end.min(first + n);
            let n_more = rest.iter().zip(first + 1..end).take_while(|&(&id, next)| id == next);
            let n_taken = 1 + n_more.count();
            let taken = self.n_retaken.compare_exchange(
                at,
                at + n_taken,
                Ordering::Relaxed,
                Ordering::Relaxed,
            );
            if taken.is_ok() {
                return Some(first..first + n_taken as u32);
            }
        }
    }

    fn take_new_run(&self, n: u32, memory: &Memory) -> Option<Range<u32>> {
        loop {
            let first = self.next.load(Ordering::Relaxed);
            let number = first as usize / SEGMENT;
            let segment = self.segments.get(number)?;
            if segment.get().is_none() {
                if !memory.reserve(Self::segment_bytes()) {
                    return None;
                }
                let mut is_first = false;
                segment.get_or_init(|| {
                    is_first = true;
                    (0..SEGMENT).map(|_| T::default()).collect()
                });
                if !is_first {
                    memory.release(Self::segment_bytes());
                }
            }
            let end = (first + n).min(((number + 1) * SEGMENT) as u32);
            let taken =
                self.next.compare_exchange(first, end, Ordering::Relaxed, Ordering::Relaxed);
            if taken.is_ok() {
                return Some(first..end);
            }
        }
    }

    /// Records that were taken as one run.
    pub(crate) fn run(&self, first: u32, n: u32) -> &[T] {
        let segment = self.segments[first as usize / SEGMENT].get();
        let segment = segment.expect("an id comes from take, which makes the segment");
        &segment[first as usize % SEGMENT..][..n as usize]
    }

    pub(crate) fn get(&self, id: u32) -> &T {
        let segment = self.segments[id as usize / SEGMENT].get();
        &segment.expect("an id comes from take, which makes the segment")[id as usize % SEGMENT]
    }

    pub(crate) fn get_mut(&mut self, id: u32) -> &mut T {
        let segment = self.segments[id as usize / SEGMENT].get_mut();
        &mut segment.expect("an id comes from take, which makes the segment")[id as usize % SEGMENT]
    }

    /// All ids that have ever been taken are below this one.
    pub(crate) fn end(&self) -> u32 {
        self.next.load(Ordering::Relaxed)
    }

    /// How many records are in use.
    pub(crate) fn len(&self) -> usize {
        self.end() as usize - 1 - self.free_ids().len()
    }

    /// Ids that have been given back and not been taken again.
    pub(crate) fn free_ids(&self) -> &[u32] {
        &self.free[self.n_retaken.load(Ordering::Relaxed).min(self.free.len())..]
    }

    /// Gives back a record, which is in its default state again.
    pub(crate) fn give_back(&mut self, id: u32) {
        let n_retaken = self.n_retaken.get_mut();
        if *n_retaken >= self.free.len() {
            self.free.clear();
            *n_retaken = 0;
        }
        self.free.push(id);
    }
}
