//! Recorded random games of an independent program.

use serde_json::Value;
use stonegate_go::{Color, Game, Ko, Move, PointSet, Rules, Size, Suicide, area};
use stonegate_oracles::facts;

#[test]
fn recorded_games_replay() {
    let folder = facts("go");
    let mut n_games = 0;
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            for line in std::fs::read_to_string(&path).unwrap().lines() {
                replay(&serde_json::from_str(line).unwrap());
                n_games += 1;
            }
        }
    }
    assert!(n_games > 0, "there are no games");
}

fn replay(record: &Value) {
    let name = record["rules"].as_str().unwrap();
    let mut game = Game::new(size(&record["size"]), rules(name));
    let moves = record["moves"].as_array().unwrap();
    let counts = record["legal_counts"].as_array().unwrap();
    assert_eq!(moves.len(), counts.len());
    let mut color = Color::Black;
    for (ply, (action, count)) in moves.iter().zip(counts).enumerate() {
        let n_legal = game.legal_points(color).len() as u64;
        assert_eq!(Some(n_legal), count.as_u64(), "{name}, ply {ply}");
        let action = action.as_str().unwrap().parse::<Move>().unwrap();
        game.play_as(color, action)
            .unwrap_or_else(|refusal| panic!("{name}, ply {ply}: {refusal}"));
        color = !color;
    }
    let next = if color == Color::Black { "b" } else { "w" };
    assert_eq!(record["next"], next);
    assert_eq!(game.legal_points(color), points(&record["legal_final"]), "{name}");
    assert_eq!(game.board().stones(Color::Black), points(&record["black"]), "{name}");
    assert_eq!(game.board().stones(Color::White), points(&record["white"]), "{name}");
    let captures =
        [("caps_by_black", game.captures().black), ("caps_by_white", game.captures().white)];
    for (field, n) in captures {
        assert_eq!(record[field].as_u64(), Some(n as u64), "{name}, {field}");
    }
    let area = area(game.board());
    let lead = area.black.len() as i64 - area.white.len() as i64;
    assert_eq!(record["area_b_minus_w"].as_i64(), Some(lead), "{name}");
}

fn size(value: &Value) -> Size {
    match value {
        Value::Number(side) => Size::square(side.as_u64().unwrap() as usize).unwrap(),
        Value::String(text) => text.parse().unwrap(),
        Value::Array(sides) => {
            let side = |index: usize| sides[index].as_u64().unwrap() as usize;
            Size::new(side(0), side(1)).unwrap()
        }
        _ => panic!("{value} is no size"),
    }
}

fn rules(name: &str) -> Rules {
    let (ko, suicide) = name.split_once('_').unwrap();
    let ko = match ko {
        "simple" => Ko::Simple,
        "psk" => Ko::Positional,
        "ssk" => Ko::Situational,
        _ => panic!("{ko} is no rule of ko"),
    };
    let suicide = match suicide {
        "nosuicide" => Suicide::Forbidden,
        "suicide" => Suicide::SeveralStones,
        _ => panic!("{suicide} is no rule of suicide"),
    };
    Rules { ko, suicide, ..Rules::CHINESE }
}

fn points(value: &Value) -> PointSet {
    value.as_array().unwrap().iter().map(|point| point.as_str().unwrap().parse().unwrap()).collect()
}
