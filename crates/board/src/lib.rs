//! Finds the board in the propositions of a game and draws it as text.
#![forbid(unsafe_code)]
