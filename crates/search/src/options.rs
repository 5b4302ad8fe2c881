//! The parameters of the search.

use std::fmt;
use std::str::FromStr;

/// The parameters of the search. The defaults of the first four are those of the FPGA thesis.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The weight of exploration in UCB1, called C.
    pub exploration: f32,
    /// What the score of a move is multiplied by for each thread that is busy with it, called V.
    /// A thread whose wave is busy with other moves as well counts in part.
    pub virtual_loss: f32,
    /// A move that has not been tried counts as if it had earned so many wins ..
    pub unvisited_value: f32,
    /// .. in so many visits.
    pub unvisited_visits: f32,
    /// The logarithm in UCB1 is that of the visits of a node, but of so many at most. The thesis has
    /// no limit: the larger the tree, the more of its visits go to moves that it knows to be bad.
    pub log_visits: u32,
    /// Whether a search begins with a look at the next two steps.
    pub look: bool,
    /// How many random games are played from a leaf. A game for one has one, because the best of
    /// all lines is kept.
    pub playouts: u32,
    /// How many random games at most are played in one batch: as many as there are lanes. Fewer
    /// leaves with more games cost no more, and the tree knows more when it chooses the next ones.
    pub max_wave: usize,
    /// A wave has one leaf for so many visits of the root, so that a small tree is not flooded.
    pub visits_per_leaf: u32,
    /// The bytes that the tree may use.
    pub memory: usize,
    /// Where the random numbers start.
    pub seed: u64,
    /// Which move is the best.
    pub choice: Choice,
    /// How roles choose that move at the same time.
    pub simultaneous: Simultaneous,
    /// A random game that is not over after so many steps is given up.
    pub step_limit: u32,
    /// How many iterations a position is worth at most.
    pub iterations: u64,
}

/// How the best move is found among those without proof.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The one with the most visits.
    Visits,
    /// The one with the best mean among those that have been visited often enough to tell.
    Mean,
}

/// How roles choose that move at the same time.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Simultaneous {
    /// By regret: they mix their moves, and so does the player.
    Regret,
    /// By UCB1, as if each moved alone.
    Ucb,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            exploration: 0.55,
            virtual_loss: 0.985,
            unvisited_value: 1.0,
            unvisited_visits: 2.0,
            log_visits: 5,
            look: true,
            playouts: 4,
            max_wave: 512,
            visits_per_leaf: 64,
            memory: 1 << 30,
            seed: 1,
            choice: Choice::Visits,
            simultaneous: Simultaneous::Ucb,
            step_limit: 10_000,
            iterations: u64::MAX,
        }
    }
}

/// What is wrong with a text that should be options.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseOptionsError {
    /// There is no such parameter.
    #[error("no search parameter is called `{0}`: there are {keys}", keys = KEYS.join(", "))]
    UnknownKey(String),
    /// There is no `=` in this part.
    #[error("`{0}` has no value: write `{0}=VALUE`")]
    NoValue(String),
    /// The value is not what the parameter needs.
    #[error("`{key}` cannot be `{value}`: it is {expected}")]
    BadValue { key: String, value: String, expected: &'static str },
}

/// The names of all parameters.
pub const KEYS: [&str; 15] = [
    "c",
    "v",
    "unvisited-value",
    "unvisited-visits",
    "log-visits",
    "look",
    "playouts",
    "wave",
    "visits-per-leaf",
    "memory",
    "seed",
    "choice",
    "simultaneous",
    "step-limit",
    "iterations",
];

impl Options {
    /// How many leaves at most are evaluated in one batch.
    pub fn max_leaves(&self) -> usize {
        (self.max_wave / self.playouts as usize).max(1)
    }

    /// Sets one parameter by its name.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ParseOptionsError> {
        let bad = |expected| ParseOptionsError::BadValue {
            key: key.to_owned(),
            value: value.to_owned(),
            expected,
        };
        let real = |range: std::ops::RangeInclusive<f32>, expected| {
            let number = value.parse::<f32>().ok().filter(|number| range.contains(number));
            number.ok_or_else(|| bad(expected))
        };
        let whole = |least: u64, most: u64, expected| {
            let number = value.parse::<u64>().ok();
            number.filter(|number| (least..=most).contains(number)).ok_or_else(|| bad(expected))
        };
        match key {
            "c" => self.exploration = real(0.0..=1e3, "a number from 0 to 1000")?,
            "v" => self.virtual_loss = real(1e-3..=1.0, "a number from 0.001 to 1")?,
            "unvisited-value" => {
                self.unvisited_value = real(0.0..=1e3, "a number from 0 to 1000")?;
            }
            "unvisited-visits" => {
                self.unvisited_visits = real(1e-3..=1e3, "a number from 0.001 to 1000")?;
            }
            "log-visits" => {
                self.log_visits = whole(1, u64::from(u32::MAX), "a number of at least 1")? as u32;
            }
            "look" => self.look = value.parse().map_err(|_| bad("`true` or `false`"))?,
            "playouts" => self.playouts = whole(1, 1_000, "a number from 1 to 1000")? as u32,
            "wave" => self.max_wave = whole(1, 65_536, "a number from 1 to 65536")? as usize,
            "visits-per-leaf" => {
                self.visits_per_leaf = whole(1, 1 << 20, "a number from 1 to 1048576")? as u32;
            }
            "memory" => {
                self.memory = bytes(value)
                    .ok_or_else(|| bad("a number of bytes of at least 1M, as in 512M or 2G"))?;
            }
            "seed" => self.seed = whole(0, u64::MAX, "a number")?,
            "choice" => {
                self.choice = match value {
                    "visits" => Choice::Visits,
                    "mean" => Choice::Mean,
                    _ => return Err(bad("`visits` or `mean`")),
                }
            }
            "simultaneous" => {
                self.simultaneous = match value {
                    "regret" => Simultaneous::Regret,
                    "ucb" => Simultaneous::Ucb,
                    _ => return Err(bad("`regret` or `ucb`")),
                }
            }
            "step-limit" => {
                self.step_limit = whole(1, u64::from(u32::MAX), "a number of at least 1")? as u32;
            }
            "iterations" => self.iterations = whole(1, u64::MAX, "a number of at least 1")?,
            _ => return Err(ParseOptionsError::UnknownKey(key.to_owned())),
        }
        Ok(())
    }
}

/// A number of bytes with an optional suffix.
fn bytes(text: &str) -> Option<usize> {
    let (digits, shift) = match text.as_bytes().last()? {
        b'k' | b'K' => (&text[..text.len() - 1], 10),
        b'm' | b'M' => (&text[..text.len() - 1], 20),
        b'g' | b'G' => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number = digits.parse::<usize>().ok()?.checked_mul(1 << shift)?;
    (number >= 1 << 20).then_some(number)
}

/// Parameters and values separated by commas, as in `c=0.7,playouts=8`. What is not named has its
/// default.
impl FromStr for Options {
    type Err = ParseOptionsError;

    fn from_str(text: &str) -> Result<Self, ParseOptionsError> {
        let mut options = Self::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (key, value) =
                part.split_once('=').ok_or_else(|| ParseOptionsError::NoValue(part.to_owned()))?;
            options.set(key.trim(), value.trim())?;
        }
        Ok(options)
    }
}

/// The inverse of [`FromStr`]: what differs from the defaults.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = |options: &Self| {
            let choice = match options.choice {
                Choice::Visits => "visits",
                Choice::Mean => "mean",
            };
            let simultaneous = match options.simultaneous {
                Simultaneous::Regret => "regret",
                Simultaneous::Ucb => "ucb",
            };
            [
                options.exploration.to_string(),
                options.virtual_loss.to_string(),
                options.unvisited_value.to_string(),
                options.unvisited_visits.to_string(),
                options.log_visits.to_string(),
                options.look.to_string(),
                options.playouts.to_string(),
                options.max_wave.to_string(),
                options.visits_per_leaf.to_string(),
                options.memory.to_string(),
                options.seed.to_string(),
                choice.to_owned(),
                simultaneous.to_owned(),
                options.step_limit.to_string(),
                options.iterations.to_string(),
            ]
        };
        let defaults = values(&Self::default());
        let mut separator = "";
        for ((key, value), default) in KEYS.iter().zip(values(self)).zip(defaults) {
            if value != default {
                write!(f, "{separator}{key}={value}")?;
                separator = ",";
            }
        }
        Ok(())
    }
}
