//! `stonegate lsp`, driven by a scripted editor over its standard input and output.

mod client;

mod answers;
mod burden;
mod findings;
mod pages;
