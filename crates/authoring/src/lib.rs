#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod document;
mod edit;
mod lines;
mod names;

mod fixes;

mod colors;
mod complete;
mod hints;
mod hover;
mod outline;
mod rename;

mod figures;
mod game;

mod format;

mod page;

mod expectations;
mod template;

pub use colors::{Color, Colored};
pub use complete::Completion;
pub use document::Document;
pub use edit::{Edit, apply, difference};
pub use expectations::{Complaint, Script, Test};
pub use figures::{CircuitFigures, Figures, Limits};
pub use fixes::Fix;
pub use format::format;
pub use game::{End, RandomGame, lines_of_play, random_game};
pub use hints::Hint;
pub use hover::{Hover, Sizes};
pub use lines::{Encoding, Lines};
pub use names::{Name, NameKind, Names};
pub use outline::Section;
pub use page::{CompletionView, EditView, FixView, HoverView, PageAnswer, PageQuestion};
pub use rename::RenameError;
pub use template::{Kind, Template, UnknownKind, template};
