//! Frames: bytes between delimiters, with a checksum.
//!
//! Delimiters are those of SLIP (RFC 1055), so that a receiver is in step again at the next one,
//! whatever was lost before.

const END: u8 = 0xc0;
const ESC: u8 = 0xdb;
const ESC_END: u8 = 0xdc;
const ESC_ESC: u8 = 0xdd;

/// What is longer than any message is not worth keeping.
const MAX_BYTES: usize = 1 << 20;

/// Puts a message into a frame.
pub fn frame(message: &[u8]) -> Vec<u8> {
    let mut frame = vec![END];
    for &byte in message.iter().chain(&crc32fast::hash(message).to_le_bytes()) {
        match byte {
            END => frame.extend([ESC, ESC_END]),
            ESC => frame.extend([ESC, ESC_ESC]),
            _ => frame.push(byte),
        }
    }
    frame.push(END);
    frame
}

/// A frame arrived that is none.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("a frame was damaged on the line")]
pub struct BadFrame;

/// Takes messages out of frames, byte by byte.
#[derive(Clone, Debug, Default)]
pub struct Deframer {
    bytes: Vec<u8>,
    is_escaped: bool,
    is_broken: bool,
}

impl Deframer {
    /// Takes the next byte of the line, and gives the message that ends with it.
    pub fn push(&mut self, byte: u8) -> Option<Result<Vec<u8>, BadFrame>> {
        let was_escaped = std::mem::take(&mut self.is_escaped);
        match (was_escaped, byte) {
            (_, END) => {
                let frame = std::mem::take(self);
                return frame.finish(was_escaped);
            }
            (false, ESC) => self.is_escaped = true,
            (false, byte) => self.bytes.push(byte),
            (true, ESC_END) => self.bytes.push(END),
            (true, ESC_ESC) => self.bytes.push(ESC),
            (true, _) => self.is_broken = true,
        }
        if self.bytes.len() > MAX_BYTES {
            self.bytes.clear();
            self.is_broken = true;
        }
        None
    }

    /// The message of a whole frame; nothing between two delimiters is none.
    fn finish(self, ends_in_escape: bool) -> Option<Result<Vec<u8>, BadFrame>> {
        let Self { mut bytes, is_broken, .. } = self;
        if bytes.is_empty() && !is_broken && !ends_in_escape {
            return None;
        }
        let Some(length) = bytes.len().checked_sub(4) else { return Some(Err(BadFrame)) };
        let is_good = crc32fast::hash(&bytes[..length]).to_le_bytes() == bytes[length..];
        if is_broken || ends_in_escape || !is_good {
            return Some(Err(BadFrame));
        }
        bytes.truncate(length);
        Some(Ok(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deframe(bytes: &[u8]) -> Vec<Result<Vec<u8>, BadFrame>> {
        let mut deframer = Deframer::default();
        bytes.iter().filter_map(|&byte| deframer.push(byte)).collect()
    }

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(crc32fast::hash(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn messages_come_back() {
        let all = (0..=255).collect::<Vec<u8>>();
        for message in [&b""[..], b"a", &[END, ESC, ESC_END, ESC_ESC], &all] {
            assert_eq!(deframe(&frame(message)), [Ok(message.to_vec())]);
        }
    }

    #[test]
    fn damage_is_noticed_and_the_next_frame_is_read() {
        let whole = frame(b"hello");
        let good = Ok(b"hello".to_vec());
        for at in 1..whole.len() - 1 {
            for bit in 0..8 {
                let mut damaged = whole.clone();
                damaged[at] ^= 1 << bit;
                damaged.extend(&whole);
                let messages = deframe(&damaged);
                assert_eq!(messages.last(), Some(&good));
                assert_eq!(messages.iter().filter(|&message| *message == good).count(), 1);
            }
        }
        let mut cut = whole[..4].to_vec();
        cut.extend(&whole);
        assert_eq!(deframe(&cut), [Err(BadFrame), good]);
    }
}
