//! Positions in blocks, and the threads that work on them.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{hint, iter};

use rayon::ThreadPool;
use stonegate_lanes::{Block, Engine, LANES, Lanes, Play};

/// The work that makes it worth waking another thread.
const WAKING: Duration = Duration::from_micros(100);

/// The positions of a batch.
pub(crate) struct Positions {
    pub(crate) blocks: Vec<Block>,
    /// One for each thread.
    lanes: Vec<Lanes>,
    /// Nothing if the thread of the caller does it all.
    pool: Option<Arc<ThreadPool>>,
}

impl Positions {
    /// So many positions, in blocks that are prepared for what is asked of them. If they take more
    /// memory than there is, the error is the number of bytes that each of them takes.
    pub(crate) fn new(
        engine: &Arc<Engine>,
        play: Play,
        n: usize,
        n_threads: usize,
        pool: Option<Arc<ThreadPool>>,
        prepare: impl FnOnce(&mut Block),
    ) -> Result<Self, usize> {
        let mut lanes: Vec<Lanes> =
            (0..n_threads).map(|_| Lanes::new(Arc::clone(engine))).collect();
        let n_blocks = n.div_ceil(LANES);
        let mut first = lanes[0].block(play, 0, n.min(LANES));
        prepare(&mut first);
        let mut blocks = room_for(n_blocks, &first)?;
        blocks.push(first);
        for number in 1..n_blocks {
            let start = number * LANES;
            let mut block = blocks[0].clone();
            block.renumber(start as u64, (n - start).min(LANES));
            blocks.push(block);
        }
        Ok(Self { blocks, lanes, pool })
    }

    /// The same positions once more, or the same error.
    pub(crate) fn copy(&self) -> Result<Self, usize> {
        let mut blocks = room_for(self.blocks.len(), &self.blocks[0])?;
        blocks.extend(self.blocks.iter().cloned());
        Ok(Self { blocks, lanes: self.lanes.clone(), pool: self.pool.clone() })
    }

    /// Does something with each block and a part of something else, with the help of other threads
    /// as far as that is worth it.
    pub(crate) fn for_each<T: Send, R: Send>(
        &mut self,
        parts: Vec<T>,
        work: impl Fn(&mut Lanes, &mut Block, T) -> R + Sync,
    ) -> Vec<R> {
        let n = self.blocks.len();
        let mut tasks: VecDeque<_> = self.blocks.iter_mut().zip(parts).enumerate().collect();
        let (own, others) = self.lanes.split_first_mut().expect("there is one for the caller");
        let work = |lanes: &mut Lanes, (number, (block, part)): (usize, (&mut Block, T))| {
            (number, work(lanes, block, part))
        };
        let mut results = Vec::with_capacity(n);
        // The first block tells how long all of them take.
        let start = Instant::now();
        results.extend(tasks.pop_front().map(|task| work(own, task)));
        let left = start.elapsed().saturating_mul(tasks.len() as u32);
        let n_helpers = others.len().min((left.as_nanos() / WAKING.as_nanos()) as usize);
        match &self.pool {
            Some(pool) if n_helpers > 0 => {
                let mut found: Vec<Vec<_>> = Vec::new();
                found.resize_with(n_helpers, Vec::new);
                let tasks = Mutex::new(tasks);
                let lock = || tasks.lock().unwrap_or_else(PoisonError::into_inner);
                let (next, last) = (|| lock().pop_front(), || lock().pop_back());
                let n_busy = AtomicUsize::new(n_helpers);
                pool.in_place_scope(|scope| {
                    let (work, last, n_busy) = (&work, &last, &n_busy);
                    for (lanes, found) in others.iter_mut().zip(&mut found) {
                        scope.spawn(move |_| {
                            // From the end, so that most blocks stay with whoever had them before.
                            found.extend(iter::from_fn(last).map(|task| work(lanes, task)));
                            n_busy.fetch_sub(1, Ordering::Release);
                        });
                    }
                    results.extend(iter::from_fn(next).map(|task| work(own, task)));
                    // The others are about to finish, and to be woken by them takes longer.
                    let start = Instant::now();
                    while n_busy.load(Ordering::Acquire) > 0 && start.elapsed() < WAKING {
                        hint::spin_loop();
                    }
                });
                results.extend(found.into_iter().flatten());
                results.sort_unstable_by_key(|&(number, _)| number);
            }
            _ => results.extend(tasks.into_iter().map(|task| work(own, task))),
        }
        results.into_iter().map(|(_, result)| result).collect()
    }

    /// The part of each block, of a slice that has so many values for each position.
    pub(crate) fn parts<'s, T>(&self, values: &'s mut [T], width: usize) -> Vec<&'s mut [T]> {
        let mut rest = values;
        let part = |block: &Block| {
            let (part, others) = std::mem::take(&mut rest).split_at_mut(block.len() * width);
            rest = others;
            part
        };
        self.blocks.iter().map(part).collect()
    }

    /// Fills a slice that has so many values for each position, once it is known what holds there.
    pub(crate) fn fill<T: Send>(
        &mut self,
        values: &mut [T],
        width: usize,
        write: impl Fn(&Block, &mut [T]) + Sync,
    ) {
        let parts = self.parts(values, width);
        self.for_each(parts, |lanes, block, part| {
            lanes.look(block);
            write(block, part);
        });
    }
}

/// Room for so many blocks like this one, or the number of bytes that each position takes.
fn room_for(n_blocks: usize, block: &Block) -> Result<Vec<Block>, usize> {
    let needed = block.bytes().checked_mul(n_blocks);
    let mut blocks = Vec::new();
    if needed.is_none_or(|bytes| bytes > available_memory())
        || blocks.try_reserve_exact(n_blocks).is_err()
    {
        return Err(block.bytes().div_ceil(block.len()));
    }
    Ok(blocks)
}

/// The bytes that positions may take, as far as the system tells.
fn available_memory() -> usize {
    let told = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
        line.split_whitespace().nth(1)?.parse::<usize>().ok()
    });
    told.map_or(isize::MAX as usize, |kilobytes| kilobytes.saturating_mul(1024))
}
