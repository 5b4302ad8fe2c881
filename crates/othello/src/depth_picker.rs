//! How deep the classic solver searches: its module `depth_picker`.

/// The deepest search of the classic solver.
pub const MAX_DEPTH: u32 = 10;

/// The classic solver visits a node every two cycles of a 74 MHz clock.
pub const VISITS_PER_SECOND: u64 = 74_000_000 / 2;

/// The depth of a search after so many moves: the deepest that takes about a second, and at most
/// [`MAX_DEPTH`].
pub const fn pick_depth(n_moves: usize) -> u32 {
    let row = n_moves / MOVES_PER_ROW;
    let row = if row < MEAN_VISITS.len() { row } else { MEAN_VISITS.len() - 1 };
    let visits = MEAN_VISITS[row];
    let mut depth = MAX_DEPTH;
    while depth > FIRST_DEPTH && visits[(depth - FIRST_DEPTH) as usize] > VISITS_PER_SECOND {
        depth -= 1;
    }
    depth
}

/// A row of `MEAN_VISITS` stands for so many moves.
const MOVES_PER_ROW: usize = 3;

/// The first column of `MEAN_VISITS`.
const FIRST_DEPTH: u32 = 8;

/// The mean visits of searches to depths 8, 9 and 10 after 0, 3, 6.. moves, each on four positions
/// of random games (`stonegate othello depths` measures more of them).
const MEAN_VISITS: [[u64; 3]; 20] = [
    [5_859, 21_091, 44_291],
    [19_924, 65_776, 173_476],
    [46_819, 177_393, 531_554],
    [123_003, 592_130, 1_616_687],
    [205_290, 829_028, 5_177_064],
    [287_572, 1_584_390, 4_853_883],
    [528_746, 1_799_990, 8_518_296],
    [491_582, 2_330_671, 8_192_426],
    [401_756, 2_612_102, 6_065_077],
    [480_364, 1_542_523, 7_301_160],
    [332_598, 1_784_360, 5_046_734],
    [1_224_633, 5_951_716, 22_834_610],
    [450_309, 1_558_618, 5_073_350],
    [211_978, 803_713, 2_402_192],
    [90_234, 326_733, 738_512],
    [90_340, 224_276, 463_955],
    [24_304, 49_074, 94_154],
    [5_362, 7_923, 11_624],
    [270, 270, 270],
    [24, 24, 24],
];
