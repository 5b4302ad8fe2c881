//! `stonegate patterns`.

use crate::sandbox::{Sandbox, stdout, transcript};

/// Four stones of Black's in a row, on a board of the machine's size.
fn board() -> String {
    let row = |row: usize| if row == 7 { "......XXXX......\n" } else { "................\n" };
    (0..16).map(row).collect()
}

#[test]
fn a_board_is_explained_for_both_sides() {
    let sandbox = Sandbox::new();
    sandbox.write("board.txt", board());
    for (args, expected) in [
        ("patterns explain board.txt", "white plays "),
        ("patterns explain board.txt --side white --color never", "white plays "),
        ("patterns explain board.txt --side black", "black plays "),
        ("patterns explain board.txt --side Black --color always", "black plays "),
    ] {
        let output = sandbox.run(args);
        assert!(output.status.success(), "{args}: {}", transcript(&output));
        let text = stdout(&output).to_lowercase();
        assert!(text.contains(expected), "{args}: {text}");
    }
    let output = sandbox.run("patterns explain board.txt --side red");
    assert_eq!(output.status.code(), Some(2), "{}", transcript(&output));
}
