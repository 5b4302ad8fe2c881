//! What a page has sent and nobody has looked at.

use std::collections::VecDeque;

use axum::body::Bytes;
use axum::extract::ws::Message;

/// So many messages wait; then the page is not read any further.
const MAX_WAITING: usize = 16;

/// Messages in their order, with one picture at most: the newest.
#[derive(Debug, Default)]
pub(super) struct Queue(VecDeque<Message>);

/// What became of a message.
#[derive(PartialEq, Debug)]
pub(super) enum Added {
    Behind,
    /// It is a picture that replaces another.
    InsteadOf(Bytes),
    /// It is nothing to look at.
    Nothing,
}

impl Queue {
    pub(super) fn has_room(&self) -> bool {
        self.0.len() < MAX_WAITING
    }

    pub(super) fn has_picture(&self) -> bool {
        self.0.iter().any(is_picture)
    }

    pub(super) fn add(&mut self, message: Message) -> Added {
        if !matches!(message, Message::Binary(_) | Message::Text(_)) {
            return Added::Nothing;
        }
        let older = if is_picture(&message) { self.0.iter().position(is_picture) } else { None };
        let older = older.and_then(|index| self.0.remove(index));
        self.0.push_back(message);
        match older {
            Some(Message::Binary(picture)) => Added::InsteadOf(picture),
            _ => Added::Behind,
        }
    }

    /// The next message. A picture may have to wait, and what is behind it does not.
    pub(super) fn next(&mut self, may_look: bool) -> Option<Message> {
        let index = self.0.iter().position(|message| may_look || !is_picture(message))?;
        self.0.remove(index)
    }
}

fn is_picture(message: &Message) -> bool {
    matches!(message, Message::Binary(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_picture_wins() {
        let picture = |number: u8| Message::Binary(vec![number].into());
        let text = |text: &str| Message::Text(text.into());
        let mut queue = Queue::default();
        assert_eq!(queue.add(picture(1)), Added::Behind);
        assert_eq!(queue.add(text("one")), Added::Behind);
        assert_eq!(queue.add(Message::Ping(Bytes::new())), Added::Nothing);
        assert_eq!(queue.add(picture(2)), Added::InsteadOf(vec![1].into()));
        assert_eq!(queue.add(text("two")), Added::Behind);
        assert_eq!(queue.next(true), Some(text("one")));
        assert_eq!(queue.next(false), Some(text("two")), "the picture has to wait");
        assert_eq!(queue.next(false), None);
        assert!(queue.has_picture());
        assert_eq!(queue.next(true), Some(picture(2)));
        assert_eq!(queue.next(true), None);
        for _ in 0..MAX_WAITING {
            assert!(queue.has_room());
            queue.add(text("more"));
        }
        assert!(!queue.has_room());
    }
}
