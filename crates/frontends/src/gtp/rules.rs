//! Rules as KataGo and the boards made for it write them: a name, or all parts as JSON.

use serde::{Deserialize, Serialize};
use stonegate_go::{Color, Game, Ko, Rules, Scoring, Suicide};
use stonegate_protocols::gtp::{Arguments, Failure};

use super::session::{Entry, Outcome, Session};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "kata-set-rules", run: set_rules },
    Entry { name: "kata-get-rules", run: get_rules },
];

/// The parts of rules. What is left out is as in Tromp-Taylor rules, as KataGo has it.
#[derive(Copy, Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct Parts {
    friendly_pass_ok: bool,
    #[serde(alias = "button")]
    has_button: bool,
    ko: KoRule,
    #[serde(alias = "score")]
    scoring: ScoringRule,
    /// Of several stones.
    suicide: bool,
    tax: Tax,
    white_handicap_bonus: Bonus,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "UPPERCASE")]
enum KoRule {
    Simple,
    Positional,
    Situational,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "UPPERCASE")]
enum ScoringRule {
    Area,
    Territory,
}

/// Which groups pay for their eyes.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "UPPERCASE")]
enum Tax {
    None,
    Seki,
    All,
}

/// What White gets for N handicap stones.
#[derive(Copy, Clone, Eq, PartialEq, Default, Debug, Deserialize, Serialize)]
pub(super) enum Bonus {
    #[default]
    #[serde(rename = "0")]
    Nothing,
    #[serde(rename = "N-1")]
    AllButOne,
    #[serde(rename = "N")]
    All,
}

impl Bonus {
    /// The points for White in a game: stones of Black alone at its start are a handicap.
    pub(super) fn points(self, game: &Game) -> usize {
        let stones = |color| game.start_board().stones(color).len();
        let n_stones = if stones(Color::White) == 0 { stones(Color::Black) } else { 0 };
        match self {
            Self::Nothing => 0,
            Self::AllButOne => n_stones.saturating_sub(1),
            Self::All if n_stones < 2 => 0,
            Self::All => n_stones,
        }
    }
}

impl Default for Parts {
    fn default() -> Self {
        Self {
            friendly_pass_ok: false,
            has_button: false,
            ko: KoRule::Positional,
            scoring: ScoringRule::Area,
            suicide: true,
            tax: Tax::None,
            white_handicap_bonus: Bonus::Nothing,
        }
    }
}

impl Parts {
    /// The rules of a name, as KataGo understands it.
    fn named(name: &str) -> Option<Self> {
        let area = Self { friendly_pass_ok: true, suicide: false, ..Self::default() };
        let (simple, situational) = (KoRule::Simple, KoRule::Situational);
        Some(match name.to_ascii_lowercase().replace(['_', ' '], "-").as_str() {
            "tromp-taylor" => Self::default(),
            "chinese" => Self { ko: simple, white_handicap_bonus: Bonus::All, ..area },
            "chinese-ogs" | "chinese-kgs" => Self { white_handicap_bonus: Bonus::All, ..area },
            "aga" | "bga" | "french" => {
                Self { ko: situational, white_handicap_bonus: Bonus::AllButOne, ..area }
            }
            "aga-button" => Self {
                ko: situational,
                white_handicap_bonus: Bonus::AllButOne,
                has_button: true,
                ..area
            },
            "new-zealand" => Self { ko: situational, suicide: true, ..area },
            "japanese" | "korean" => {
                Self { ko: simple, scoring: ScoringRule::Territory, tax: Tax::Seki, ..area }
            }
            "stone-scoring" | "ancient-area" => Self { ko: simple, tax: Tax::All, ..area },
            _ => return None,
        })
    }

    fn of(rules: &Rules, white_handicap_bonus: Bonus) -> Self {
        Self {
            friendly_pass_ok: rules.removes_dead,
            ko: match rules.ko {
                Ko::Simple => KoRule::Simple,
                Ko::Positional => KoRule::Positional,
                Ko::Situational => KoRule::Situational,
            },
            suicide: rules.suicide != Suicide::Forbidden,
            white_handicap_bonus,
            ..Self::default()
        }
    }

    /// Our rules with these parts, as far as there are such.
    fn rules(self, komi: f64) -> Result<Rules, String> {
        let refused = if self.scoring == ScoringRule::Territory {
            "territory scoring is not supported: `scoring` is `AREA`"
        } else if self.tax != Tax::None {
            "taxes on groups are not supported: `tax` is `NONE`"
        } else if self.has_button {
            "the button is not supported: `hasButton` is false"
        } else {
            return Ok(Rules {
                ko: match self.ko {
                    KoRule::Simple => Ko::Simple,
                    KoRule::Positional => Ko::Positional,
                    KoRule::Situational => Ko::Situational,
                },
                suicide: if self.suicide { Suicide::SeveralStones } else { Suicide::Forbidden },
                scoring: Scoring::Area,
                komi,
                removes_dead: self.friendly_pass_ok,
            });
        };
        Err(refused.to_owned())
    }
}

fn set_rules(session: &mut Session, arguments: &mut Arguments<'_>) -> Outcome {
    let text = arguments.rest().collect::<Vec<_>>().join(" ");
    let (rules, bonus) = read(&text, session.komi()).map_err(Failure::Other)?;
    session.set_rules(rules, bonus);
    Ok(String::new())
}

fn read(text: &str, komi: f64) -> Result<(Rules, Bonus), String> {
    // The rules of the FPGA machine have no name elsewhere.
    if let Some(rules) = text.parse().ok().filter(|rules| Rules::OF_MACHINES.contains(rules)) {
        return Ok((rules.with_komi(komi), Bonus::Nothing));
    }
    let parts = if text.starts_with('{') {
        serde_json::from_str(text).map_err(|error| format!("the rules cannot be read: {error}"))?
    } else {
        let unknown = "rules are JSON, or `chinese`, `chinese-ogs`, `chinese-kgs`, `aga`, `bga`, \
                       `french`, `new-zealand`, `tromp-taylor`, `fpga` or `fpga-superko`";
        Parts::named(text).ok_or(unknown)?
    };
    Ok((parts.rules(komi)?, parts.white_handicap_bonus))
}

fn get_rules(session: &mut Session, _: &mut Arguments<'_>) -> Outcome {
    let parts = Parts::of(session.game.rules(), session.bonus);
    serde_json::to_string(&parts).map_err(|error| Failure::Other(error.to_string()))
}

#[cfg(test)]
mod tests {
    use stonegate_go::{Board, Size};

    use super::*;

    #[test]
    fn rules_of_the_machines_have_names() {
        for (name, rules) in
            [("fpga", Rules::FPGA), ("Seed", Rules::FPGA), ("fpga-superko", Rules::FPGA_SUPERKO)]
        {
            let (read, bonus) = read(name, 0.5).expect("it is a name");
            assert_eq!((read, bonus), (rules.with_komi(0.5), Bonus::Nothing), "{name}");
        }
    }

    #[test]
    fn names_and_json_mean_the_same() {
        for (name, json) in [
            ("tromp-taylor", "{}"),
            (
                "Chinese",
                r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"AREA",
                   "suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#,
            ),
            (
                "new_zealand",
                r#"{"ko":"SITUATIONAL","score":"AREA","suicide":true,"friendlyPassOk":true}"#,
            ),
            (
                "aga",
                r#"{"friendlyPassOk":true,"button":false,"ko":"SITUATIONAL","suicide":false,
                   "whiteHandicapBonus":"N-1"}"#,
            ),
        ] {
            let rules = read(name, 6.5);
            assert_eq!(rules, read(json, 6.5), "{name}");
            let (rules, bonus) = rules.expect("they are supported");
            let printed = serde_json::to_string(&Parts::of(&rules, bonus)).expect("it is JSON");
            assert_eq!(read(&printed, 6.5), Ok((rules, bonus)));
        }
        let chinese = read("chinese", 7.5).expect("they are supported");
        assert_eq!(chinese, (Rules::CHINESE, Bonus::All));
    }

    #[test]
    fn what_there_is_not_is_refused() {
        for (text, expected) in [
            ("japanese", "territory scoring is not supported: `scoring` is `AREA`"),
            ("stone-scoring", "taxes on groups are not supported"),
            ("aga-button", "the button is not supported"),
            (r#"{"tax":"SEKI"}"#, "taxes on groups are not supported"),
            (r#"{"ko":"SPIGHT"}"#, "unknown variant `SPIGHT`, expected one of `SIMPLE`"),
            (r#"{"suicide":"yes"}"#, "invalid type: string \"yes\", expected a boolean"),
            (r#"{"komi":7.5}"#, "unknown field `komi`"),
            (r#"{"ko":"SIMPLE""#, "the rules cannot be read: EOF"),
            ("martian", "rules are JSON, or `chinese`"),
            ("", "rules are JSON, or `chinese`"),
        ] {
            let error = read(text, 7.5).expect_err("there are no such rules");
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn handicap_stones_give_points() {
        let mut board = Board::new(Size::NINE);
        let game = |board: &Board| Game::from_board(*board, Color::White, Rules::CHINESE);
        for (n_stones, expected) in [(0, [0; 3]), (1, [0; 3]), (2, [0, 1, 2])] {
            let points = [Bonus::Nothing, Bonus::AllButOne, Bonus::All];
            assert_eq!(points.map(|bonus| bonus.points(&game(&board))), expected, "{n_stones}");
            let point = board.empty().first().expect("there is room");
            board.set(point, Some(Color::Black));
        }
        let point = board.empty().first().expect("there is room");
        board.set(point, Some(Color::White));
        assert_eq!(Bonus::All.points(&game(&board)), 0);
    }
}
