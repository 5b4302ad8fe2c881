//! What a host and a board say to each other: docs/board-protocol.md in code.

mod frame;
mod message;

pub use frame::{BadFrame, Deframer, frame};
pub use message::{
    BadReply, Examine, Examined, Identity, Job, Order, Reply, Status, Successor, decode_examined,
    decode_identity, decode_successor, decode_total,
};

/// The version of the protocol.
pub const VERSION: u8 = 1;

/// The length of a board's [`Identity`].
pub const IDENTITY_BYTES: usize = 29;

/// The number of the board itself among its units.
pub const BOARD: u8 = 0xff;
