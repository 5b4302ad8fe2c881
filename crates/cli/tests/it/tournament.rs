//! `stonegate tournament`.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use stonegate_oracles::may_be_slow;

use crate::sandbox::{Sandbox, json, stdout, transcript};

/// What a journal has of each finished unit, leaving out times.
fn units(sandbox: &Sandbox, name: &str) -> BTreeMap<u64, Value> {
    let journal = sandbox.read(name);
    let lines = journal.lines().skip(1).filter_map(|line| line.split_once(' '));
    let units = lines.filter_map(|(_, text)| serde_json::from_str::<Value>(text).ok());
    let units = units.map(|mut unit| {
        for game in unit["games"].as_array_mut().expect("a unit has games") {
            game.as_object_mut().expect("a game is an object").remove("times");
        }
        (unit["unit"].as_u64().expect("a number"), unit)
    });
    units.collect()
}

#[test]
fn a_round_robin_is_told_in_all_ways() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "study.toml",
        "name = 'three'\nrounds = 2\n[[game]]\ngame = 'tic-tac-toe'\nopening = 1\n\
         [[player]]\nname = 'one'\nplayer = 'random'\n[[player]]\nname = 'two'\nplayer = 'random'\n\
         [[player]]\nplayer = 'mcts:iterations=50'\n",
    );
    let command = "tournament study.toml --journal j --report out --record games";
    let output = sandbox.run(command);
    assert!(output.status.success(), "{}", transcript(&output));
    let text = stdout(&output);
    assert!(text.starts_with("three: 6 units, 12 games\n"), "{text}");
    assert!(text.contains("tic-tac-toe xplayer"), "{text}");
    for name in ["report.html", "report.txt", "players.csv", "games.csv", "games.pgn"] {
        assert!(!sandbox.read(&format!("out/{name}")).is_empty());
    }
    assert_eq!(sandbox.read("out/games.pgn").matches("[Result ").count(), 12);
    assert_eq!(sandbox.read("out/games.csv").lines().count(), 1 + 24);
    let players = sandbox.read("out/players.csv");
    assert!(players.starts_with("player,description,elo,low,high,games,wins,"), "{players}");
    assert!(players.contains("mcts:iterations=50,"), "{players}");
    let page = sandbox.read("out/report.html");
    assert!(page.contains("<svg") && !page.contains("NaN"), "{page}");
    assert!(page.contains("<h2>Time and faults</h2>"), "{page}");
    assert_eq!(crate::matches::records(&sandbox, "games").len(), 12);

    let again = sandbox.run(command);
    assert_eq!(stdout(&again), text, "there is nothing left to play");
    let other = transcript(&sandbox.run("tournament study.toml --journal j --seed 2"));
    assert!(other.contains("whose `seed` is 1 instead of 2"), "{other}");
}

#[test]
fn a_test_ends_by_itself() {
    let sandbox = Sandbox::new();
    let study = "--game tic-tac-toe --opening 1 --rounds 500 --sprt 0,100 --json";
    let players = "--player mcts:iterations=100 --player random";
    let value = json(&sandbox.run(&format!("tournament {study} {players}")));
    assert_eq!(value["test"]["verdict"], "passed");
    assert!(value["units"].as_u64() < Some(100), "{value}");
    let mistake = format!("tournament {study} {players} --player random:seed=2");
    let text = transcript(&sandbox.run(&mistake));
    assert!(text.contains("a test needs two players"), "{text}");
}

#[test]
fn swiss_and_knockout_have_their_rounds() {
    let sandbox = Sandbox::new();
    let players = (1..=5).map(|seed| format!("--player random:seed={seed}")).collect::<Vec<_>>();
    let players = players.join(" ");
    let run = |schedule: &str| {
        json(&sandbox.run(&format!(
            "tournament --game tic-tac-toe --opening 1 --rounds 3 --schedule {schedule} {players} --json"
        )))
    };
    assert_eq!(run("swiss")["units"], 6);
    assert!(run("knockout")["units"].as_u64() >= Some(12));
}

/// 300 games, killed whenever some more are finished, and once with a full disk.
#[test]
fn a_study_that_is_killed_goes_on_as_if_nothing_had_happened() {
    const N_KILLS: usize = 20;
    let sandbox = Sandbox::new();
    let study = "tournament --game tic-tac-toe --opening 2 --rounds 50 --concurrency 2 \
                 --player mcts:iterations=100 --player mcts:iterations=50 --player random";
    let whole = sandbox.run(&format!("{study} --journal whole"));
    assert!(whole.status.success(), "{}", transcript(&whole));
    let size = |name: &str| {
        let path = sandbox.folder.path().join(name);
        fs::metadata(path).map_or(0, |file| file.len())
    };
    let step = size("whole") / (N_KILLS as u64 + 3);
    let mut n_in_the_middle = 0;
    for number in 0..N_KILLS {
        let before = size("killed");
        if number == N_KILLS / 2 {
            // No file may grow beyond so many blocks of 512 bytes: the disk is full.
            let n_blocks = (before + step) / 512;
            let program = env!("CARGO_BIN_EXE_stonegate");
            let script = format!(
                "trap '' XFSZ; ulimit -f {n_blocks}; exec {program} {study} --no-cache --journal killed"
            );
            let mut command = Command::new("sh");
            let output = command.args(["-c", &script]).current_dir(sandbox.folder.path()).output();
            let text = transcript(&output.expect("there is a shell"));
            assert!(text.contains("error: writing killed"), "{text}");
            continue;
        }
        let mut command = sandbox.command(&format!("{study} --journal killed"));
        let command = command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let until = Instant::now() + Duration::from_secs(20);
        while size("killed") < before + step && Instant::now() < until {
            thread::sleep(Duration::from_millis(1 + number as u64 % 3));
        }
        child.kill().expect("it is running or has ended");
        let status = child.wait().expect("it ends");
        n_in_the_middle += usize::from(status.code().is_none());
    }
    assert!(n_in_the_middle >= N_KILLS / 2, "{n_in_the_middle} kills were in the middle");
    let last = sandbox.run(&format!("{study} --journal killed"));
    assert!(last.status.success(), "{}", transcript(&last));
    assert_eq!(units(&sandbox, "killed"), units(&sandbox, "whole"));
    assert_eq!(units(&sandbox, "whole").len(), 150);
}

/// A program for Go that passes three times, each after a moment in which it can be killed, and then
/// gives up.
#[cfg(unix)]
const PASSING: &str = "n=0
while read id name rest; do case $name in
  genmove)
    sleep 0.02
    n=$((n + 1))
    if [ $n -gt 3 ]; then printf '=%s resign\\n\\n' $id; else printf '=%s pass\\n\\n' $id; fi;;
  *) printf '=%s\\n\\n' $id;;
esac; done";

/// 300 games with programs, which are killed as well as the driver: a unit in which somebody has
/// killed a program is played again, and the results are those of a run without disturbances.
#[test]
#[cfg(unix)]
fn programs_that_are_killed_change_nothing() {
    const N_KILLS: usize = 20;
    let sandbox = Sandbox::new();
    sandbox.write("passing", PASSING);
    let arguments = ["--player", "gtp:sh passing", "--player", "random"];
    let study =
        "tournament --game go5 --opening 2 --rounds 150 --concurrency 4 --start 20 --play 20";
    let command = |journal: &str| {
        let mut command = sandbox.command(&format!("{study} --journal {journal}"));
        command.args(arguments);
        command
    };
    let whole = command("whole").output().expect("the program starts");
    assert!(whole.status.success(), "{}", transcript(&whole));
    let n_units = |name: &str| {
        let path = sandbox.folder.path().join(name);
        fs::read_to_string(path).map_or(0, |text| text.lines().count())
    };
    let (mut n_drivers, mut n_programs) = (0, 0);
    let until = Instant::now() + Duration::from_mins(5);
    while n_drivers + n_programs < N_KILLS && Instant::now() < until {
        let mut command = command("killed");
        let command = command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let id = child.id().to_string();
        // Three programs, and then their driver, some units later each.
        for _ in 0..3 {
            let before = n_units("killed");
            while n_units("killed") < before + 4 && Instant::now() < until {
                if child.try_wait().expect("it can be asked").is_some() {
                    break;
                }
                thread::sleep(Duration::from_millis(5));
            }
            let kill =
                Command::new("pkill").args(["-KILL", "-n", "-P", &id, "-f", "passing"]).status();
            n_programs += usize::from(kill.expect("there is pkill").success());
        }
        child.kill().expect("it is running or has ended");
        n_drivers += usize::from(child.wait().expect("it ends").code().is_none());
    }
    assert!(n_drivers >= 3 && n_programs >= 10, "{n_drivers} drivers, {n_programs} programs");
    let last = command("killed").output().expect("the program starts");
    assert!(last.status.success(), "{}", transcript(&last));
    assert_eq!(units(&sandbox, "killed"), units(&sandbox, "whole"));
    assert_eq!(units(&sandbox, "whole").len(), 150);
}

/// A program that is killed again and again is not waited for.
#[test]
#[cfg(unix)]
fn who_is_always_killed_has_a_fault() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command("tournament --game go5 --forfeit --json --player random");
    let output = command.args(["--player", "gtp:sh -c 'kill -9 $$'"]).output();
    let value = json(&output.expect("the program starts"));
    assert_eq!(value["games"], 2);
    assert!(value["players"][1]["failed"].as_u64() >= Some(2), "{value}");
    assert_eq!(value["players"][0]["failed"], 0);
}

/// Every unit is a function of the study and its number: played alone, and put together again.
#[test]
fn units_can_be_played_elsewhere() {
    let sandbox = Sandbox::new();
    let study = "tournament --game tic-tac-toe --opening 1 --rounds 2 --player mcts:iterations=50 \
                 --player random --player random:seed=2";
    assert!(sandbox.run(&format!("{study} --journal whole")).status.success());
    let lines = (0..6).rev().map(|unit| {
        let output = sandbox.run(&format!("{study} --unit {unit}"));
        assert!(output.status.success(), "{}", transcript(&output));
        stdout(&output)
    });
    sandbox.write("results", lines.collect::<String>());
    let taken = sandbox.run(&format!("{study} --journal taken --take results"));
    assert!(transcript(&taken).contains("took 6 units"), "{}", transcript(&taken));
    assert_eq!(units(&sandbox, "taken"), units(&sandbox, "whole"));
    assert_eq!(stdout(&sandbox.run(&format!("{study} --count"))), "6\n");
    let some = stdout(&sandbox.run(&format!("{study} --unit 2..5")));
    assert_eq!(some.lines().count(), 3);
    sandbox.write("results", some);
    assert!(sandbox.run(&format!("{study} --journal some --take results")).status.success());
    assert_eq!(units(&sandbox, "some"), units(&sandbox, "whole"));
    let missing = transcript(&sandbox.run(&format!("{study} --unit 6")));
    assert!(missing.contains("the study has no unit 6"), "{missing}");
    sandbox.write("results", "{}");
    let wrong = transcript(&sandbox.run(&format!("{study} --journal taken --take results")));
    assert!(wrong.contains("line 1 is no result of a unit"), "{wrong}");
}

/// A search for values that is killed goes on as if nothing had happened, by grids and by steps.
#[test]
fn a_tuning_that_is_killed_goes_on() {
    for method in ["--steps 3 --rounds 12", "--spsa 40 --batch 2"] {
        let sandbox = Sandbox::new();
        let tune = format!(
            "tune --game tic-tac-toe --opening 2 --player mcts:iterations=60,c=0.9 \
             --parameter c=0.1..2 --parameter v=0.5..1 {method} --test-rounds 10 --concurrency 2"
        );
        let whole = sandbox.run(&format!("{tune} --journal whole --report whole-report"));
        assert!(whole.status.success(), "{}", transcript(&whole));
        let mut n_kills = 0;
        for number in 0..6 {
            let mut command = sandbox.command(&format!("{tune} --journal killed"));
            let command = command.stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.spawn().expect("the program starts");
            thread::sleep(Duration::from_millis(150 + 60 * number));
            child.kill().expect("it is running or has ended");
            n_kills += usize::from(child.wait().expect("it ends").code().is_none());
        }
        assert!(n_kills > 0, "the program is too fast to be killed");
        let last = sandbox.run(&format!("{tune} --journal killed --report killed-report"));
        assert_eq!(stdout(&last), stdout(&whole), "{method}");
        let name = if method.contains("spsa") { "spsa" } else { "curves" };
        let curve = |folder: &str| sandbox.read(&format!("{folder}-report/{name}.csv"));
        assert_eq!(curve("killed"), curve("whole"));
        assert!(curve("whole").lines().count() > 6, "{}", curve("whole"));
        assert!(sandbox.read(&format!("whole-report/{name}.html")).contains("<svg"));
        assert!(stdout(&whole).contains("-test: "), "{}", stdout(&whole));
    }
}

/// At the smallest scale, which takes minutes all the same: games want to be compiled.
#[test]
fn the_thesis_is_repeated_at_any_scale() {
    if !may_be_slow() {
        return;
    }
    let sandbox = Sandbox::new();
    let output = sandbox.run(
        "experiment thesis --scale 0.001 --journal thesis --report report \
         --part errors --part tuning --part speeds --part matches",
    );
    assert!(output.status.success(), "{}", transcript(&output));
    let text = stdout(&output);
    for expected in [
        "Table 6.2",
        "26.06",
        "tuning-coarse: 14 units",
        "tuning-fine: ",
        "Figure 6.1",
        "waves:",
        "43 : 3207    0 : 80",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert!(sandbox.read("report/joint/report.html").contains("<svg"));
    assert!(sandbox.read("report/speeds.html").contains("<svg"));
    let again = sandbox.run("experiment thesis --scale 0.001 --journal thesis --part tuning");
    assert!(transcript(&again).contains("finished already"), "{}", transcript(&again));
}

#[test]
fn the_thesis_has_no_other_parts() {
    let wrong = transcript(&Sandbox::new().run("experiment thesis --part all"));
    assert!(wrong.contains("there is no part `all`"), "{wrong}");
}

/// Whatever players do, the study ends, and the others play as if they were not there.
#[test]
fn faulty_players_spoil_only_their_own_games() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "illegal",
        "while read id name rest; do case $name in genmove) printf '=%s a1\\n\\n' $id;; \
         *) printf '=%s\\n\\n' $id;; esac; done",
    );
    sandbox.write("garbage", "while read line; do printf 'what?\\n\\n'; done");
    // One ply, and no search for the end of the game, whose time the clock would limit: what the
    // sound player does must not depend on how busy the faulty ones keep the machine.
    let good = ["othello:depth=1,exact=1,threads=1", "random"];
    let faulty = [
        "gtp:sh -c 'exit 3'",
        "gtp:sh -c 'read line; sleep 1000'",
        "gtp:sh illegal",
        "gtp:sh garbage",
        "gtp:yes",
        "gtp:sh -c 'sleep 1000; cat'",
    ];
    let run = |name: &str, others: &[&str]| {
        let mut command = sandbox.command("tournament --game othello --opening 6 --forfeit --json");
        command.args("--concurrency 8 --start 4 --play 4 --journal".split(' ')).arg(name);
        for player in good.iter().chain(others) {
            command.arg("--player").arg(player);
        }
        let output = command.output().expect("the program starts");
        assert!(output.status.success(), "{}", transcript(&output));
        json(&output)
    };
    let value = run("faulty", &faulty);
    assert_eq!((&value["units"], &value["games"]), (&json!(28), &json!(56)));
    for (index, player) in value["players"].as_array().expect("a list").iter().enumerate() {
        let faults = ["late", "illegal", "failed"].map(|kind| player[kind].as_u64().unwrap_or(0));
        let n_faults = faults.iter().sum::<u64>();
        if index < good.len() {
            assert_eq!(n_faults, 0, "{player}");
            assert_eq!(player["games"], 14);
        } else {
            assert!(n_faults >= 4, "every game against a sound one shows it: {player}");
            for opponent in 0..good.len() {
                assert_eq!(value["cross_table"][index][opponent], json!([0, 0, 2]), "{player}");
            }
        }
    }
    let illegal = &value["players"][good.len() + 2];
    assert!(illegal["illegal"].as_u64() > Some(0), "{illegal}");
    run("sound", &["random"; 6]);
    assert_eq!(units(&sandbox, "faulty")[&0], units(&sandbox, "sound")[&0]);
}

#[test]
#[cfg(unix)]
fn an_interruption_prints_what_there_is() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(
        "tournament --game tic-tac-toe --rounds 1000000 --player random --player random:seed=2 --journal j",
    );
    let command = command.stdout(Stdio::piped()).stderr(Stdio::null());
    let child = command.spawn().expect("the program starts");
    let until = Instant::now() + Duration::from_secs(20);
    let journal = sandbox.folder.path().join("j");
    while fs::metadata(&journal).map_or(0, |file| file.len()) < 10_000 && Instant::now() < until {
        thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    Command::new("kill").args(["-INT", &id]).status().expect("there is a kill command");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(stdout(&output).contains("95 % between"), "{}", stdout(&output));
}
