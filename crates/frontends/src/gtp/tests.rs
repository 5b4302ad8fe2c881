//! Random conversations about Go: whatever a controller asks for and in whatever order, a move is
//! legal for the player for whom it was asked.

use std::time::Duration;

use stonegate_go::{Rules, Setup, Size};
use stonegate_players::ThreadCrew;
use stonegate_protocols::gtp::Command;

use super::analyze::analyze;
use super::session::{Outcome, Session, Settings};

/// An engine that has heard nothing. It plays so many games for each move, and never gives up.
fn fresh() -> Session {
    Session::new(Settings {
        setup: Setup::even(Size::NINE, Rules::CHINESE),
        crew: ThreadCrew { n_threads: 1 },
        n_bytes: 1 << 20,
        seed: 1,
        max_games: 32,
        time: Duration::from_hours(1),
        resign_below: 0.0,
    })
}

fn run(session: &mut Session, line: &str) -> Outcome {
    let command = Command::parse(line).ok().flatten().expect("the line is a command");
    session.run(&command)
}

/// An engine that was told all of this.
fn told(story: &[String]) -> Session {
    let mut session = fresh();
    for line in story {
        run(&mut session, line).unwrap_or_else(|failure| panic!("{line}: {failure}"));
    }
    session
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % n
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.roll(words.len())]
    }

    /// A vertex that is on most of the boards.
    fn vertex(&mut self) -> String {
        match self.roll(8) {
            0 => "pass".to_owned(),
            _ => format!("{}{}", self.pick(&["A", "B", "C", "D"]), 1 + self.roll(4)),
        }
    }
}

/// Asks for a move, by whichever command. Gives the answer and whether the move was made.
fn generate(session: &mut Session, dice: &mut Dice, color: &str) -> (String, bool) {
    let name = dice.pick(&[
        "genmove",
        "genmove",
        "reg_genmove",
        "reg_genmove",
        "kgs-genmove_cleanup",
        "lz-genmove_analyze",
    ]);
    let line = format!("{name} {color}");
    if name.starts_with("lz") {
        let command = Command::parse(&line).ok().flatten().expect("the line is a command");
        let mut said = Vec::new();
        analyze(session, &command, &|| false, &mut said).expect("memory takes all");
        let said = String::from_utf8_lossy(&said).into_owned();
        let played = said.lines().find_map(|line| line.strip_prefix("play "));
        return (played.expect("it plays").to_owned(), true);
    }
    let action = run(session, &line).expect("there is always a move");
    (action, name != "reg_genmove")
}

/// One random conversation. The story is what a fresh engine has to be told to be as far.
fn converse(seed: u64, n_commands: usize) {
    let mut dice = Dice(seed);
    let mut session = fresh();
    let mut story = Vec::new();
    for _ in 0..n_commands {
        let color = dice.pick(&["b", "w"]);
        let line = match dice.roll(24) {
            0..9 => {
                let mut other = told(&story);
                let (action, is_played) = generate(&mut session, &mut dice, color);
                let is_legal = run(&mut other, &format!("is_legal {color} {action}"));
                assert_eq!(is_legal.as_deref(), Ok("1"), "{seed}: {story:?} {color} {action}");
                if is_played {
                    story.push(format!("play {color} {action}"));
                }
                continue;
            }
            9..14 => format!("play {color} {}", dice.vertex()),
            14..18 => "undo".to_owned(),
            18 => format!("set_free_handicap {} {}", dice.vertex(), dice.vertex()),
            19 => format!("komi {}", dice.roll(9)),
            20 => format!("kata-set-rules {}", dice.pick(&["chinese", "aga", "tromp-taylor"])),
            21 => format!("gogui-setup {color} {}", dice.vertex()),
            22 => format!("rectangular_boardsize {} {}", 2 + dice.roll(4), 2 + dice.roll(4)),
            _ => "clear_board".to_owned(),
        };
        if run(&mut session, &line).is_ok() {
            story.push(line);
        }
    }
    let mut other = told(&story);
    for question in ["showboard", "all_legal b", "all_legal w", "get_komi", "kata-get-rules"] {
        assert_eq!(run(&mut session, question), run(&mut other, question), "{seed}: {story:?}");
    }
}

#[test]
fn moves_are_legal_for_the_player_for_whom_they_are_asked() {
    (0..40).for_each(|seed| converse(seed, 30));
}

/// The tree of White's thoughts says nothing of Black's moves.
#[test]
fn a_tree_belongs_to_the_player_to_move() {
    let story = ["boardsize 5", "set_free_handicap D4 E5", "genmove w", "undo", "genmove b"];
    told(&story.map(str::to_owned));
    // Black may play into the eye, White may not.
    let mut session =
        told(&["rectangular_boardsize 3 2", "play b B1", "play b A2"].map(str::to_owned));
    for color in ["b", "w", "b"] {
        let action = run(&mut session, &format!("reg_genmove {color}")).expect("there is a move");
        let is_legal = run(&mut session, &format!("is_legal {color} {action}"));
        assert_eq!(is_legal.as_deref(), Ok("1"), "{color} {action}");
    }
}
