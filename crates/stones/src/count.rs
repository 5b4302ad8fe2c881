//! Counting at the end of a game, where people say which stones are dead.

/// The count of a game that is over. Stones are named by the points that they stand on.
pub trait Count {
    /// All stones on the board.
    fn stones(&self) -> Vec<String>;

    /// The stones that are taken for dead.
    fn dead(&self) -> Vec<String>;

    /// Takes these stones for dead, and all others for alive.
    fn set_dead(&mut self, stones: &[String]);

    /// Takes the chain of a stone for dead, or for alive if it was dead. Says whether there
    /// is such a stone.
    fn toggle(&mut self, stone: &str) -> bool;

    /// Takes for dead what does not survive random games.
    fn propose(&mut self);

    /// The points of each role, compensation included.
    fn points(&self) -> Vec<f64>;
}
