//! Videos through recognition, good ones and bad ones.

use std::process::Output;

use crate::sandbox::Sandbox;

/// A rendered game of one move.
const DEMO: &str = "vision --demo --moves 1 --size 320x180 --rate 10 --depth 2";

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_game_is_rendered_played_and_recognized_again() {
    let sandbox = Sandbox::new();
    let output = sandbox.run(&format!("{DEMO} --out demo.y4m --report --pictures last.png"));
    assert!(output.status.success(), "{}", errors(&output));
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(report.lines().any(|line| line.contains("d3 made")), "{report}");
    let game = errors(&output);
    let game = game.lines().find(|line| line.contains("the game: d3 ")).expect("it is told");
    assert_eq!(game.split_whitespace().count(), 5, "a move and its answer: {game}");

    // The discs that are drawn over the board do not hide its markers.
    let output = sandbox.run("vision demo.y4m --play --depth 2 --out again.y4m --save colors.json");
    assert!(output.status.success(), "{}", errors(&output));
    assert!(errors(&output).contains("markers found"), "{}", errors(&output));
    assert!(sandbox.read("colors.json").contains("\"marker\""));
    let output = sandbox.run("vision demo.y4m --config colors.json --rectangle --report");
    assert!(String::from_utf8_lossy(&output.stdout).contains("\tfound\t"));
}

#[test]
fn a_video_that_is_cut_off_is_used_as_far_as_it_goes() {
    let sandbox = Sandbox::new();
    let mut video = b"YUV4MPEG2 W4 H4 F30:1 C420jpeg\n".to_vec();
    for _ in 0..3 {
        video.extend(b"FRAME\n");
        video.extend([7; 24]);
    }
    let output = sandbox.run_with_input("vision - --out -", &video[..video.len() - 9]);
    assert!(output.status.success(), "{}", errors(&output));
    assert!(errors(&output).contains("the video ends in the middle of frame 3"));
    let n_frames = output.stdout.windows(6).filter(|bytes| bytes == b"FRAME\n").count();
    assert_eq!(n_frames, 2);
}

#[test]
fn what_is_no_video_is_refused() {
    let sandbox = Sandbox::new();
    let check = |input: &[u8], message: &str| {
        let output = sandbox.run_with_input("vision -", input);
        assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
        assert!(errors(&output).contains(message), "{}", errors(&output));
    };
    check(b"", "this is no raw video");
    check(&[0; 5000], "this is no raw video");
    check(b"YUV4MPEG2 W100000 H100000\nFRAME\n", "width and height are from 1 to");
    check(b"YUV4MPEG2 W4 H4 C444\n", "convert it");
    check(b"YUV4MPEG2 W4 H4\nframe\n", "does not begin with FRAME");
    let output = sandbox.run("vision missing.y4m");
    assert!(errors(&output).contains("opening missing.y4m"), "{}", errors(&output));
    let output = sandbox.run("vision - --marker hue=3");
    assert!(errors(&output).contains("is no"), "{}", errors(&output));
}

#[test]
fn a_demo_in_which_nothing_is_recognized_ends() {
    let sandbox = Sandbox::new();
    let output = sandbox.run("vision --demo --moves 1 --size 16x16 --rate 4 --out small.y4m");
    assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
    assert!(errors(&output).contains("no move was recognized for 31 s"), "{}", errors(&output));
    let video = std::fs::read(sandbox.folder.path().join("small.y4m")).expect("it was written");
    assert!(video.starts_with(b"YUV4MPEG2 W16 H16"), "what there was to see is kept");
}
