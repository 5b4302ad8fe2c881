//! Two Go machines on a wire.
//!
//! [`classic`] is the protocol of the machine of two FPGAs: a byte for each move, and nothing
//! else. What goes wrong on the wire is not noticed.
//!
//! [`Endpoint`] speaks the framed protocol on the same wire: frames with a checksum, numbered
//! moves that are sent until they are acknowledged or refused, a hash of the position with every
//! move, and the list of moves to catch up from after a break. `docs/go-link.md` describes it.
//!
//! Neither knows the rules of Go: the caller judges moves and gives the hashes of positions.
//!
//! ```
//! use std::time::Duration;
//! use stonegate_protocols::go_link::{Action, Endpoint, Event, Settings, Side};
//!
//! let settings = |side| Settings { width: 9, height: 9, rules: 0, komi: 15, side };
//! let mut black = Endpoint::new(settings(Side::Black));
//! let mut white = Endpoint::new(settings(Side::White));
//! let carry = |from: &mut Endpoint, to: &mut Endpoint| {
//!     let bytes = from.take_output();
//!     bytes.into_iter().filter_map(|byte| to.receive(byte, Duration::ZERO)).collect::<Vec<_>>()
//! };
//! black.tick(Duration::ZERO);
//! white.tick(Duration::ZERO);
//! assert_eq!(carry(&mut black, &mut white), [Event::Connected]);
//! assert_eq!(carry(&mut white, &mut black), [Event::Connected]);
//!
//! let action = Action::Place { column: 4, row: 4 };
//! black.play(action, 0x1234, Duration::ZERO).expect("it is the first move");
//! let events = carry(&mut black, &mut white);
//! assert_eq!(events, [Event::Asked { index: 0, action, hash: 0x1234 }]);
//! white.accept(0x1234, Duration::ZERO);
//! assert_eq!(carry(&mut white, &mut black), [Event::Accepted { index: 0 }]);
//! ```

pub mod classic;

mod endpoint;
mod frame;
mod message;

pub use endpoint::{Endpoint, Event, NotNow};
pub use frame::{FrameReader, MAX_FRAME, encode_frame};
pub use message::{Action, Message, Proposal, Refusal, Settings, Side};
