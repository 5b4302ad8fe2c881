//! Frames: bytes with a beginning, an end and a checksum.
//!
//! A frame stands between two bytes [`FLAG`]. A flag or an escape within is sent as [`ESCAPE`] and
//! the byte with bit 5 turned over, as in HDLC. The last four bytes are the CRC-32 of the others,
//! the lowest first. There is no time limit within a frame: the next flag ends it in any case.

const FLAG: u8 = 0x7e;
const ESCAPE: u8 = 0x7d;
const TURNED: u8 = 0x20;

/// The longest frame, without its checksum.
pub const MAX_FRAME: usize = 4096;

/// The bytes on the wire for a frame with this content.
pub fn encode_frame(content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![FLAG];
    for byte in content.iter().copied().chain(crc32fast::hash(content).to_le_bytes()) {
        if byte == FLAG || byte == ESCAPE {
            bytes.extend([ESCAPE, byte ^ TURNED]);
        } else {
            bytes.push(byte);
        }
    }
    bytes.push(FLAG);
    bytes
}

/// Finds the frames in what comes over the wire. What has a wrong checksum is left out.
#[derive(Clone, Default, Debug)]
pub struct FrameReader {
    content: Vec<u8>,
    is_escaped: bool,
    /// More came than a frame may have: nothing is kept until the next flag.
    is_too_long: bool,
}

impl FrameReader {
    /// Takes a byte, and gives the content of the frame that it completes.
    pub fn push(&mut self, byte: u8) -> Option<Vec<u8>> {
        match byte {
            FLAG => return self.finish(),
            ESCAPE => self.is_escaped = true,
            _ if self.content.len() >= MAX_FRAME + 4 => self.is_too_long = true,
            _ => {
                let is_escaped = std::mem::take(&mut self.is_escaped);
                self.content.push(if is_escaped { byte ^ TURNED } else { byte });
            }
        }
        None
    }

    fn finish(&mut self) -> Option<Vec<u8>> {
        let mut content = std::mem::take(&mut self.content);
        let is_cut = std::mem::take(&mut self.is_escaped) | std::mem::take(&mut self.is_too_long);
        let checksum = *content.last_chunk::<4>()?;
        content.truncate(content.len() - 4);
        let is_intact = crc32fast::hash(&content) == u32::from_le_bytes(checksum);
        (!is_cut && is_intact && !content.is_empty()).then_some(content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut reader = FrameReader::default();
        bytes.iter().filter_map(|&byte| reader.push(byte)).collect()
    }

    #[test]
    fn the_checksum_is_that_of_zip() {
        assert_eq!(crc32fast::hash(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn contents_come_back() {
        let all = (0..=u8::MAX).collect::<Vec<_>>();
        let mut bytes = encode_frame(&all);
        bytes.extend(encode_frame(b"}~"));
        assert_eq!(read(&bytes), [all, b"}~".to_vec()]);
    }

    #[test]
    fn damage_is_noticed_and_the_next_frame_is_read() {
        let intact = encode_frame(b"hello");
        for position in 0..intact.len() {
            for damage in 1..=u8::MAX {
                let mut bytes = intact.clone();
                bytes[position] ^= damage;
                bytes.extend(&intact);
                let frames = read(&bytes);
                assert!(frames.iter().all(|frame| frame == b"hello"), "{bytes:?}");
                assert!(!frames.is_empty() || position + 1 == intact.len(), "{bytes:?}");
            }
        }
    }

    #[test]
    fn endless_frames_are_not_kept() {
        let mut reader = FrameReader::default();
        for _ in 0..3 * MAX_FRAME {
            assert_eq!(reader.push(1), None);
        }
        assert!(reader.content.len() <= MAX_FRAME + 4);
        assert_eq!(reader.push(FLAG), None);
        let found = encode_frame(b"x").into_iter().find_map(|byte| reader.push(byte));
        assert_eq!(found, Some(b"x".to_vec()));
    }
}
