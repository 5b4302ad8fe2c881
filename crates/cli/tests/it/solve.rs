use expect_test::expect;

use crate::sandbox::{LAMP, Sandbox, json};

#[test]
fn tic_tac_toe_is_a_draw() {
    Sandbox::new().check(
        "solve tic-tac-toe",
        &expect![[r#"
        solved after 5478 positions
          xplayer gets 50
          oplayer gets 50
        first moves of xplayer
          (mark 1 1)  50 : 50  best
          (mark 1 2)  50 : 50  best
          (mark 1 3)  50 : 50  best
          (mark 2 1)  50 : 50  best
          (mark 2 2)  50 : 50  best
          (mark 2 3)  50 : 50  best
          (mark 3 1)  50 : 50  best
          (mark 3 2)  50 : 50  best
          (mark 3 3)  50 : 50  best
        perfect play in 9 moves
            1. (mark 1 1)  noop
            2. noop  (mark 2 2)
            3. (mark 1 2)  noop
            4. noop  (mark 1 3)
            5. (mark 3 1)  noop
            6. noop  (mark 2 1)
            7. (mark 2 3)  noop
            8. noop  (mark 3 3)
            9. (mark 3 2)  noop
    "#]],
    );
}

#[test]
fn a_single_role_takes_the_shortest_way() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP);
    sandbox.check(
        "solve lamp.kif",
        &expect![[r#"
        solved after 2 positions
          robot gets 100
        first moves of robot
          push  100  best
        perfect play in 1 move
            1. push
    "#]],
    );
}

#[test]
fn json_has_everything() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP);
    let object = json(&sandbox.run("solve lamp.kif --json"));
    assert_eq!(object["solved"], true);
    assert_eq!(object["positions"], 2);
    assert_eq!(object["goals"][0], 100);
    assert_eq!(object["line"][0][0], "push");
    assert_eq!(object["moves"][0]["best"], true);
}

#[test]
fn what_is_not_solved_is_said_so() {
    let sandbox = Sandbox::new();
    sandbox.check(
        "solve rock-paper-scissors",
        &expect![[r#"
        not solved: moves are simultaneous: several roles have a choice, at move 1
        [exit code 1]
    "#]],
    );
    let output = sandbox.run("solve connect-four --memory 1M --json");
    assert_eq!(output.status.code(), Some(1));
    let output = sandbox.run("solve connect-four --seconds 0");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("not solved: stopped; 1 positions were found"), "{text}");
    assert!(text.ends_with("; the limit is 0 s, see --seconds\n"), "{text}");
}
