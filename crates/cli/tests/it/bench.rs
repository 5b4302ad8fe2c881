use serde_json::Value;

use crate::sandbox::{LAMP, Sandbox, json, stdout};

/// Games that never end, and a role that runs out of moves.
const CLOCK: &str = "\
(role robot)
(init (tick))
(legal robot wait)
(<= (next (tick)) (does robot wait))
(<= terminal (true (tock)))
(goal robot 100)
";

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[track_caller]
fn bench(args: &str) -> Value {
    let output = Sandbox::new().run(&format!("bench {args} --json"));
    assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    json(&output)
}

#[test]
fn every_back_end_plays() {
    for backend in ["", "--backend interpreter", "--backend portable", "--backend reference"] {
        let report = bench(&format!("tic-tac-toe --seconds 0.05 --threads 2 {backend}"));
        for field in ["states_per_second", "playouts_per_second", "ready_ms", "states", "seconds"] {
            assert!(number(&report[field]) > 0.0, "{field}: {report}");
        }
        let length = number(&report["mean_length"]);
        assert!((5.0..=9.0).contains(&length), "{backend}: {length}");
        let stages = &report["stages_ms"];
        let sum = ["read", "ground", "optimize", "generate"].map(|stage| number(&stages[stage]));
        assert!((sum.iter().sum::<f64>() - number(&report["ready_ms"])).abs() < 0.1, "{report}");
        let has_tiers = backend != "--backend reference";
        assert_eq!(report["optimized_ms"].is_number(), has_tiers, "{report}");
        let goals = report["goals"].as_array().expect("a list");
        assert_eq!(goals[0]["role"], "xplayer", "{backend}");
        let mean = goals.iter().map(|goal| number(&goal["mean"])).sum::<f64>();
        assert!((mean - 100.0).abs() < 0.01, "{backend}: {mean}");
    }
}

#[test]
fn a_seed_gives_the_same_games_everywhere() {
    for game in ["tic-tac-toe", "rock-paper-scissors", "breakthrough-6x6"] {
        let results = |args: &str| {
            let report = bench(&format!("{game} --playouts 5000 {args}"));
            ["states", "playouts", "mean_length", "goals"].map(|field| report[field].clone())
        };
        let expected = results("--threads 1 --seed 7");
        assert_eq!(expected[1], 5000);
        for args in [
            "--threads 2 --seed 7",
            "--threads 3 --lanes 100 --seed 7",
            "--backend interpreter --threads 2 --seed 7",
            "--backend portable --lanes 1 --seed 7",
        ] {
            assert_eq!(results(args), expected, "{game} {args}");
        }
        assert_ne!(results("--seed 8"), expected, "{game}");
    }
}

#[test]
fn the_reference_evaluator_plays_the_same_games() {
    for game in ["tic-tac-toe", "rock-paper-scissors", "breakthrough-6x6"] {
        let results = |backend: &str| {
            let report = bench(&format!("{game} --playouts 30 --seed 7 --backend {backend}"));
            ["states", "playouts", "mean_length", "goals"].map(|field| report[field].clone())
        };
        assert_eq!(results("reference"), results("portable"), "{game}");
    }
}

#[test]
fn back_ends_agree_with_the_reference_evaluator() {
    let sandbox = Sandbox::new();
    sandbox.write("bad.kif", "(role robot");
    sandbox.write("clock.kif", CLOCK);
    let games = "tic-tac-toe joint-connect-four hex clock.kif bad.kif";
    let args = "--seconds 0.3 --step-limit 50 --optimize-seconds 0";
    let output = sandbox.run(&format!("bench --verify {games} {args}"));
    let text = stdout(&output);
    assert!(output.status.success(), "{text}");
    let lines = text.lines().collect::<Vec<_>>();
    for (line, game) in lines.iter().zip(games.split(' ').take(4)) {
        assert!(line.starts_with(&format!("{game}: equal, ")), "{text}");
    }
    assert!(lines[4].starts_with("bad.kif: not compared: "), "{text}");
    assert!(lines[5].starts_with("4 equal, 0 different, 1 not compared; "), "{text}");
}

/// Every 32nd of the shared sheets, or all of them where slow tests are wanted.
#[test]
fn back_ends_agree_on_shared_sheets() {
    let Some(folder) = stonegate_oracles::shared("games") else { return };
    let entries = std::fs::read_dir(&folder).expect("the folder can be listed");
    let mut sheets = entries.flatten().map(|entry| entry.path()).collect::<Vec<_>>();
    sheets.sort();
    let all = stonegate_oracles::is_slow_run();
    let step = if all { 1 } else { 32 };
    let limits = if all {
        "--seconds 2"
    } else {
        "--seconds 0.05 --ground-seconds 0.3 --max-rows 20000 --optimize-seconds 0"
    };
    let sheets = sheets.iter().step_by(step).map(|path| path.display().to_string());
    let sheets = sheets.collect::<Vec<_>>().join(" ");
    let output = Sandbox::new().run(&format!("bench --verify {sheets} {limits} --step-limit 100"));
    let text = stdout(&output);
    assert!(output.status.success() && text.contains(" equal, 0 different, "), "{text}");
    assert!(text.matches(": equal, ").count() > 3, "{text}");
}

#[test]
fn jobs_start_from_different_states() {
    let report = bench("tic-tac-toe --seconds 0.05 --jobs 50 --job-playouts 8");
    let jobs = &report["jobs"];
    let results = jobs["results"].as_array().expect("a list");
    assert_eq!(results.len(), 50);
    assert_eq!(jobs["start_states"], 50);
    for result in results {
        assert_eq!(result["playouts"], results[0]["playouts"]);
        let means = result["means"].as_array().expect("a list");
        assert!((means.iter().map(number).sum::<f64>() - 100.0).abs() < 1e-6, "{result}");
    }
    assert!(results.iter().any(|result| result["means"] != results[0]["means"]));
    // The lamp is on after one push: there is one state to start from.
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP);
    let report = json(&sandbox.run("bench lamp.kif --seconds 0.02 --jobs 9 --json"));
    assert_eq!(report["jobs"]["start_states"], 1);
}

#[test]
fn a_position_is_searched() {
    let report = bench("connect-four --search c=0.7,wave=64 --seconds 0.1 --threads 2");
    let runs = report["runs"].as_array().expect("a list");
    assert_eq!(runs.len(), 3, "with one playout per leaf, as many as by default, and ten");
    for (run, playouts) in runs.iter().zip([1, 4, 10]) {
        assert_eq!(run["playouts_per_leaf"], playouts);
        for field in ["iterations_per_second", "states_per_second", "nodes", "depth"] {
            assert!(number(&run[field]) > 0.0, "{field}: {report}");
        }
        let per_iteration =
            number(&run["playouts_per_second"]) / number(&run["iterations_per_second"]);
        assert!(per_iteration > 0.9 * f64::from(playouts), "{report}");
        let in_lanes = number(&run["time_in_lanes"]);
        assert!(in_lanes > 0.0 && in_lanes < 1.0, "{report}");
    }
}

#[test]
fn a_profile_names_the_parts_of_a_step() {
    let report = bench("tic-tac-toe --seconds 0.02 --profile");
    let parts = report["profile"]["parts"].as_array().expect("a list");
    let names = parts.iter().map(|part| part["part"].as_str().expect("a text"));
    assert_eq!(names.collect::<Vec<_>>(), ["legal", "choice", "next", "rest"]);
    assert!(number(&parts[0]["ns_per_table"]) > 0.0);
    let sum = parts.iter().map(|part| number(&part["ns_per_pass"])).sum::<f64>();
    assert!(sum >= number(&report["profile"]["ns_per_pass"]) * 0.99);
}

#[test]
fn games_without_an_end_are_given_up() {
    let sandbox = Sandbox::new();
    sandbox.write("clock.kif", CLOCK);
    sandbox
        .write("stuck.kif", CLOCK.replace("(legal robot wait)", "(<= (legal robot wait) (over))"));
    for backend in ["portable", "reference"] {
        let run = |game: &str| {
            let args = "--playouts 30 --step-limit 20 --threads 1 --json";
            json(&sandbox.run(&format!("bench {game} {args} --backend {backend}")))
        };
        let clock = run("clock.kif");
        assert_eq!(clock["unfinished"], 30, "{backend}: {clock}");
        assert_eq!(clock["mean_length"], 20.0);
        let stuck = run("stuck.kif");
        assert_eq!(stuck["stuck"], 30, "{backend}: {stuck}");
        assert_eq!(stuck["states"], 0);
    }
}

#[test]
fn the_table_has_the_six_games() {
    // The quick circuits are enough to see the table.
    let args = "--all --seconds 0.02 --optimize-seconds 0";
    let table = bench(args);
    let games = table["games"].as_array().expect("a list");
    let names = games.iter().map(|game| game["game"].as_str().expect("a text"));
    assert_eq!(
        names.collect::<Vec<_>>(),
        ["horseshoe", "connect-four", "pentago", "joint-connect-four", "breakthrough", "reversi"]
    );
    for game in games {
        let ratio = number(&game["states_per_second"]) / number(&game["thesis"]["fpga"]);
        assert!((ratio / number(&game["ratio_to_fpga"]) - 1.0).abs() < 1e-9, "{game}");
    }
}

#[test]
fn a_plot_is_drawn_and_tells_what_it_left_out() {
    let sandbox = Sandbox::new();
    sandbox.write("bad.kif", "(role robot");
    let args = "--plot cost.svg tic-tac-toe hex bad.kif --seconds 0.02 --optimize-seconds 0";
    let output = sandbox.run(&format!("bench {args} --json"));
    let report = json(&output);
    let sheets = report["sheets"].as_array().expect("a list");
    assert_eq!(
        sheets.iter().map(|sheet| &sheet["sheet"]).collect::<Vec<_>>(),
        ["tic-tac-toe", "hex"]
    );
    assert_eq!(report["left_out"][0]["sheet"], "bad");
    let svg = sandbox.read("cost.svg");
    assert!(svg.starts_with("<svg ") && svg.contains("tic-tac-toe: "), "{svg}");
    assert_eq!(svg.matches("<circle").count(), 2);
}

#[test]
fn the_text_says_what_was_measured() {
    let text = stdout(&Sandbox::new().run("bench nim --seconds 0.02 --profile --jobs 4"));
    for word in ["states/s", "playouts/s", "mean length", "goal", "gates", "code", "ns/table"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn wrong_arguments_exit_with_2() {
    let sandbox = Sandbox::new();
    for args in [
        "",
        "no-such-game",
        "nim hex",
        "nim --seconds 0",
        "nim --seconds -1",
        "nim --seconds soon",
        "nim --threads 0",
        "nim --lanes 0",
        "nim --lanes 513",
        "nim --jobs 0",
        "nim --job-playouts 3",
        "nim --playouts 0",
        "nim --playouts 5 --seconds 1",
        "nim --backend fpga",
        "nim --backend reference --profile",
        "nim --all",
        "nim --sheets games",
        "nim --verify --backend portable",
        "--verify",
        "nim --plot no/such/folder/cost.svg --seconds 0.01",
        "--all --sheets no/such/folder --seconds 0.01 --optimize-seconds 0",
    ] {
        let output = sandbox.run(&format!("bench {args}"));
        assert_eq!(output.status.code(), Some(2), "{args}: {}", stdout(&output));
    }
}
