//! Learning patterns from lost games, and what lines are worth from all games.
//!
//! A [`Learner`] has a pattern file, plays with it, and asks the strong engine what went wrong.
//! What the engine says of a position is a [`Study`]: how much each move costs. The studies are
//! the corpus on which a pattern has to be right; whether the file is better with it, or after
//! some other small change, regression games decide.
//!
//! A [`LineLearner`] fits the weights of the strong engine's evaluation.

mod arena;
mod curve;
mod growth;
mod learner;
mod lines;
mod revision;
mod study;
mod trial;

pub use arena::{Opening, Opponent, Score, play_game, score};
pub use curve::{Estimate, Measurement, draw_curve};
pub use learner::{Learner, Lesson};
pub use lines::LineLearner;
pub use study::Study;
