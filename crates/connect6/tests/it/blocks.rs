//! One-turn wins and what stops them, on random boards, against brute force.

use stonegate_connect6::{
    Blocks, Board, Cell, Color, Engine, Limits, Position, Random, Size, Threats, seven_steps,
};

use crate::brute_force::Table;

#[test]
fn smallest_blocks_are_found_and_played() {
    let mut n_cases = [0; 5];
    for number in 0..400 {
        let board = random_board(&mut Random::new(13, number));
        if board.has_six(Color::Black) || board.has_six(Color::White) {
            continue;
        }
        let blocks = blocks_of(&board);
        assert_eq!(Threats::of(&board, Color::Black).blocks(), blocks);
        let can_win = Table::of(&board).wins_in_one(Color::White);
        let case = match blocks {
            _ if can_win => 0,
            Blocks::Nothing => 1,
            Blocks::One(_) => 2,
            Blocks::Two(_) => 3,
            Blocks::Impossible => 4,
        };
        n_cases[case] += 1;
        let position = Position::new(board, Color::White, 2);
        // Even an engine without time to think sees this much.
        let report = Engine::default().think(&position, &Limits::default(), &|| true, &mut |_| ());
        for played in [seven_steps(&position).stones, report.stones] {
            let is_right = match &blocks {
                _ if can_win => board.with(Color::White, &played).has_six(Color::White),
                Blocks::One(cells) => cells.iter().any(|cell| played.contains(cell)),
                Blocks::Two(pairs) => {
                    pairs.iter().any(|pair| pair.iter().all(|cell| played.contains(cell)))
                }
                Blocks::Nothing | Blocks::Impossible => true,
            };
            assert!(is_right, "{position}: {played:?}");
        }
    }
    assert!(n_cases.iter().all(|&n_cases| n_cases > 5), "{n_cases:?}");
}

fn random_board(random: &mut Random) -> Board {
    let mut board = Board::empty(Size::new(8).expect("there are such boards"));
    let mut cells = board.area().into_iter().collect::<Vec<Cell>>();
    random.shuffle(&mut cells);
    let (n_black, n_white) = (10 + random.below(12), 4 + random.below(8));
    cells.iter().take(n_black).for_each(|&cell| board.place(Color::Black, cell));
    cells.iter().skip(n_black).take(n_white).for_each(|&cell| board.place(Color::White, cell));
    board
}

/// What stops Black, by trying all cells and all pairs of cells.
fn blocks_of(board: &Board) -> Blocks {
    let table = Table::of(board);
    let is_stopped = |stones: &[Cell]| {
        let stones = stones.iter().map(|&cell| table.index(cell)).collect::<Vec<_>>();
        !table.with(Color::White, &stones).wins_in_one(Color::Black)
    };
    if is_stopped(&[]) {
        return Blocks::Nothing;
    }
    let cells = board.empties().into_iter().collect::<Vec<Cell>>();
    let singles = cells.iter().copied().filter(|&cell| is_stopped(&[cell])).collect::<Vec<_>>();
    if !singles.is_empty() {
        return Blocks::One(singles);
    }
    let pairs = cells.iter().enumerate().flat_map(|(number, &first)| {
        cells[number + 1..].iter().map(move |&second| [first, second])
    });
    let pairs = pairs.filter(|pair| is_stopped(pair)).collect::<Vec<_>>();
    if pairs.is_empty() { Blocks::Impossible } else { Blocks::Two(pairs) }
}
