//! Positions in blocks, and the threads that work on them.

use std::sync::Arc;

use rayon::ThreadPool;
use stonegate_lanes::{Block, Engine, LANES, Lanes, Play};

/// The positions of a batch.
#[derive(Clone)]
pub(crate) struct Positions {
    pub(crate) blocks: Vec<Block>,
    /// One for each thread.
    lanes: Vec<Lanes>,
    /// Nothing if the thread of the caller does it all.
    pool: Option<Arc<ThreadPool>>,
}

impl Positions {
    /// So many positions, in blocks that are prepared for what is asked of them. If they take more memory than there is, the error is the number of bytes
    /// that each of them takes.
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
        let needed = first.bytes().checked_mul(n_blocks);
        let mut blocks = Vec::new();
        if needed.is_none_or(|bytes| bytes > available_memory())
            || blocks.try_reserve_exact(n_blocks).is_err()
        {
            return Err(first.bytes().div_ceil(first.len()));
        }
        blocks.push(first);
        for number in 1..n_blocks {
            let start = number * LANES;
            let mut block = blocks[0].clone();
            block.renumber(start as u64, (n - start).min(LANES));
            blocks.push(block);
        }
        Ok(Self { blocks, lanes, pool })
    }

    /// Does something with each block and a part of something else, in all threads.
    pub(crate) fn for_each<T: Send, R: Send>(
        &mut self,
        parts: Vec<T>,
        work: impl Fn(&mut Lanes, &mut Block, T) -> R + Sync,
    ) -> Vec<R> {
        let work = |lanes: &mut Lanes, tasks: Vec<(&mut Block, T)>| -> Vec<R> {
            tasks.into_iter().map(|(block, part)| work(lanes, block, part)).collect()
        };
        let mut tasks: Vec<(&mut Block, T)> = self.blocks.iter_mut().zip(parts).collect();
        let Some(pool) = self.pool.as_ref().filter(|_| tasks.len() > 1) else {
            return work(&mut self.lanes[0], tasks);
        };
        let (n_tasks, n_threads) = (tasks.len(), self.lanes.len());
        let mut results: Vec<Vec<R>> = Vec::new();
        results.resize_with(n_threads, Vec::new);
        pool.in_place_scope(|scope| {
            let work = &work;
            let threads = self.lanes.iter_mut().zip(&mut results).enumerate();
            for (number, (lanes, results)) in threads.rev() {
                let group = tasks.split_off(n_tasks * number / n_threads);
                match number {
                    // To wake a thread takes a while: the caller is awake.
                    0 => *results = work(lanes, group),
                    _ => scope.spawn(move |_| *results = work(lanes, group)),
                }
            }
        });
        results.into_iter().flatten().collect()
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

/// The bytes that positions may take, as far as the system tells.
fn available_memory() -> usize {
    let told = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
        line.split_whitespace().nth(1)?.parse::<usize>().ok()
    });
    told.map_or(isize::MAX as usize, |kilobytes| kilobytes.saturating_mul(1024))
}
