//! Wins of the threat-space search, checked against every defense.

use stonegate_connect6::{
    Board, Cell, Color, Memory, Position, Random, Size, ThreatSpace, host_stone, seven_steps,
};

use crate::brute_force::Table;

/// The search with three turns is the four-turn prediction.
const N_TURNS: u32 = 3;

#[test]
fn forced_wins_hold_against_every_answer() {
    let mut n_wins = [0; N_TURNS as usize + 1];
    for number in 0..40 {
        let mut random = Random::new(11, number);
        let mut position = Position::start(Size::new(11).expect("there are such boards"));
        let mut is_won = false;
        while position.outcome().is_none() && !is_won {
            let (board, color) = (position.board(), position.color());
            if position.stones_left() == 2
                && let Some(n_turns) = n_turns_to_win(board, color)
            {
                n_wins[n_turns as usize] += 1;
                assert!(is_forced(board, color, n_turns), "in {n_turns} turns: {position}");
                is_won = true;
            }
            // White is weak, so that there is something to win.
            let stones = if color == Color::White {
                host_stone(&position, &mut random).into_iter().collect()
            } else {
                seven_steps(&position).stones
            };
            for cell in stones {
                position = position.place(cell).expect("the players keep to the rules");
            }
        }
    }
    assert!(n_wins[1..].iter().all(|&n_wins| n_wins > 0), "{n_wins:?}");
}

/// The fewest turns before the last one by which a player wins.
fn n_turns_to_win(board: &Board, color: Color) -> Option<u32> {
    let (mut memory, never) = (Memory::default(), || false);
    let mut search = ThreatSpace::new(&mut memory, &never);
    (0..=N_TURNS).find(|&n_turns| search.win(board, color, n_turns, 10_000).is_some())
}

/// Whether the turn that the search proposes wins whatever the opponent does.
fn is_forced(board: &Board, color: Color, n_turns: u32) -> bool {
    if n_turns == 0 {
        return Table::of(board).wins_in_one(color);
    }
    let never = || false;
    let win = ThreatSpace::new(&mut Memory::default(), &never).win(board, color, n_turns, 10_000);
    let Some(win) = win else { return false };
    let after = board.with(color, win.stones.cells());
    let table = Table::of(&after);
    let cells = after.area().into_iter().collect::<Vec<Cell>>();
    !table.wins_in_one(!color)
        && table.answers(color).all(|answer| {
            let answered = after.with(!color, &answer.map(|index| cells[index]));
            (0..n_turns).any(|n_turns| is_forced(&answered, color, n_turns))
        })
}
