//! What search needs to know of a game.

/// A game of any number of roles that move at the same time. A role whose turn it is not has one
/// legal move.
///
/// Roles are numbered from 0 and so are the moves of each role; what a move is called is the
/// game's business.
pub trait Game: Send + Sync {
    type State: Clone + Eq + Send + Sync;

    fn n_roles(&self) -> usize;

    fn initial(&self) -> Self::State;

    /// The legal moves of a role, ascending. In a state that is not terminal there may be none for
    /// a role of a flawed game: play ends there as well.
    fn legal(&self, state: &Self::State, role: usize) -> Vec<u32>;

    /// The state after each role has made a legal move.
    fn apply(&self, state: &Self::State, joint: &[u32]) -> Self::State;

    /// The goal of each role, 0 to 100, if the game is over.
    fn outcome(&self, state: &Self::State) -> Option<Vec<u8>>;

    /// Equal for equal states, and for different ones hardly ever.
    fn hash(&self, state: &Self::State) -> u64;

    /// The role that is played by chance, each legal move as likely as the others.
    fn chance(&self) -> Option<usize> {
        None
    }
}
