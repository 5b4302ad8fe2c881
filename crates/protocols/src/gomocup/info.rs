//! What a manager says of the game and its limits.

use std::fmt;

/// A piece of information. Limits are in milliseconds and bytes.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Info {
    /// The time for each move; 0 is to play at once.
    TimeoutTurn(u64),
    /// The time for the whole game; 0 is no limit.
    TimeoutMatch(u64),
    /// The time that is left for the game.
    TimeLeft(i64),
    /// 0 is no limit.
    MaxMemory(u64),
    GameType(u32),
    /// The sum of 1 (exactly five wins), 2 (the game goes on), 4 (renju) and 8 (caro).
    Rule(u32),
    /// A folder for files that outlive the game.
    Folder(String),
    /// Plies to search (Yixin).
    MaxDepth(u32),
    /// Nodes to search (Yixin).
    MaxNodes(u64),
    /// Threads to use (Yixin).
    Threads(u32),
    /// Something else, which a brain ignores.
    Other(String),
}

impl Info {
    /// Reads a key and a value.
    pub(super) fn decode(text: &str) -> Self {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        let known = match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => value.parse().ok().map(Self::TimeoutTurn),
            "timeout_match" => value.parse().ok().map(Self::TimeoutMatch),
            "time_left" => value.parse().ok().map(Self::TimeLeft),
            "max_memory" => value.parse().ok().map(Self::MaxMemory),
            "game_type" => value.parse().ok().map(Self::GameType),
            "rule" => value.parse().ok().map(Self::Rule),
            "folder" => Some(Self::Folder(value.to_owned())),
            "max_depth" => value.parse().ok().map(Self::MaxDepth),
            "max_node" => value.parse().ok().map(Self::MaxNodes),
            "thread_num" => value.parse().ok().map(Self::Threads),
            _ => None,
        };
        known.unwrap_or_else(|| Self::Other(text.to_owned()))
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeoutTurn(time) => write!(f, "timeout_turn {time}"),
            Self::TimeoutMatch(time) => write!(f, "timeout_match {time}"),
            Self::TimeLeft(time) => write!(f, "time_left {time}"),
            Self::MaxMemory(bytes) => write!(f, "max_memory {bytes}"),
            Self::GameType(kind) => write!(f, "game_type {kind}"),
            Self::Rule(rule) => write!(f, "rule {rule}"),
            Self::Folder(path) => write!(f, "folder {path}"),
            Self::MaxDepth(depth) => write!(f, "max_depth {depth}"),
            Self::MaxNodes(nodes) => write!(f, "max_node {nodes}"),
            Self::Threads(threads) => write!(f, "thread_num {threads}"),
            Self::Other(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infos_are_printed_as_they_are_read() {
        for text in [
            "timeout_turn 0",
            "timeout_match 180000",
            "time_left -20",
            "max_memory 367001600",
            "game_type 1",
            "rule 4",
            "folder C:\\brain files",
            "max_depth 12",
            "max_node 100000",
            "thread_num 2",
            "evaluate 3,4",
            "rule x",
        ] {
            assert_eq!(Info::decode(text).to_string(), text);
        }
        assert_eq!(Info::decode("RULE  1"), Info::Rule(1));
        assert_eq!(Info::decode("rule x"), Info::Other("rule x".to_owned()));
    }
}
