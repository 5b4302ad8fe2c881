//! Raw video: the files of the MJPEG tools, which FFmpeg reads and writes (`yuv4mpeg(5)`).

use std::io::{BufRead, Write};

use anyhow::{Context, bail, ensure};
use stonegate_vision::{Format, Frame};

const MAGIC: &str = "YUV4MPEG2";

/// A line of parameters has at most so many bytes.
const MAX_LINE: u64 = 4096;

/// What all frames of a video have in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Header {
    pub width: usize,
    pub height: usize,
    /// Frames for so many seconds.
    pub rate: (u32, u32),
}

impl Header {
    pub fn frames_per_second(&self) -> f64 {
        f64::from(self.rate.0) / f64::from(self.rate.1)
    }
}

/// Reads a video frame by frame.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    pub header: Header,
    n_frames: u64,
}

/// What comes next in a video.
#[derive(Debug)]
pub enum Next {
    Frame(Frame),
    End,
    /// The video ends in the middle of the frame with this number.
    Cut(u64),
}

impl<R: BufRead> Reader<R> {
    pub fn new(mut input: R) -> anyhow::Result<Self> {
        let line = read_line(&mut input)?.unwrap_or_default();
        let header = parse_header(&line)?;
        Ok(Self { input, header, n_frames: 0 })
    }

    pub fn read(&mut self) -> anyhow::Result<Next> {
        let reading = || format!("reading frame {}", self.n_frames + 1);
        let Some(line) = read_line(&mut self.input).with_context(reading)? else {
            return Ok(Next::End);
        };
        ensure!(
            line == "FRAME" || line.starts_with("FRAME "),
            "frame {} does not begin with FRAME: this is no raw video, or it is damaged",
            self.n_frames + 1
        );
        self.n_frames += 1;
        let Header { width, height, .. } = self.header;
        let n_bytes = Format::Yuv420.n_bytes(width, height);
        let mut bytes = Vec::with_capacity(n_bytes);
        let mut rest = std::io::Read::take(&mut self.input, n_bytes as u64);
        std::io::Read::read_to_end(&mut rest, &mut bytes)?;
        if bytes.len() < n_bytes {
            return Ok(Next::Cut(self.n_frames));
        }
        Ok(Next::Frame(Frame::new(Format::Yuv420, width, height, bytes)?))
    }
}

/// A line without its end; `None` at the end of the file.
fn read_line(input: &mut impl BufRead) -> anyhow::Result<Option<String>> {
    let mut line = Vec::new();
    let mut limited = std::io::Read::take(input, MAX_LINE);
    let n_bytes = limited.read_until(b'\n', &mut line)?;
    if n_bytes == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

fn parse_header(line: &str) -> anyhow::Result<Header> {
    let mut words = line.split(' ');
    ensure!(
        words.next() == Some(MAGIC),
        "this is no raw video: `ffmpeg -i FILE -pix_fmt yuv420p -f yuv4mpegpipe -` makes one of \
         almost anything"
    );
    let (mut width, mut height, mut rate) = (None, None, (25, 1));
    for word in words.filter(|word| !word.is_empty()) {
        let tag = word.chars().next().unwrap_or_default();
        let value = &word[tag.len_utf8()..];
        let wrong = || format!("`{word}` in the first line of the video");
        match tag {
            'W' => width = Some(value.parse::<usize>().with_context(wrong)?),
            'H' => height = Some(value.parse::<usize>().with_context(wrong)?),
            'F' => rate = parse_rate(value).with_context(wrong)?,
            'C' => ensure!(
                ["420", "420jpeg", "420mpeg2", "420paldv"].contains(&value),
                "the colors of the video are {value}: convert it with `ffmpeg -i FILE -pix_fmt \
                 yuv420p -f yuv4mpegpipe -`"
            ),
            // Interlacing, the shape of pixels and remarks change nothing here.
            _ => {}
        }
    }
    let (Some(width), Some(height)) = (width, height) else {
        bail!("the first line of the video tells no width and height");
    };
    Frame::check_size(width, height)?;
    Ok(Header { width, height, rate })
}

fn parse_rate(text: &str) -> anyhow::Result<(u32, u32)> {
    let (frames, seconds) = text.split_once(':').context("a rate is like 30:1")?;
    let rate = (frames.parse()?, seconds.parse()?);
    ensure!(rate.0 > 0 && rate.1 > 0, "a rate is above 0");
    Ok(rate)
}

/// Writes a video frame by frame.
#[derive(Debug)]
pub struct Writer<W> {
    output: W,
}

impl<W: Write> Writer<W> {
    pub fn new(mut output: W, header: &Header) -> anyhow::Result<Self> {
        let Header { width, height, rate: (frames, seconds) } = header;
        writeln!(output, "{MAGIC} W{width} H{height} F{frames}:{seconds} Ip A1:1 C420jpeg")?;
        Ok(Self { output })
    }

    pub fn write(&mut self, frame: &Frame) -> anyhow::Result<()> {
        self.output.write_all(b"FRAME\n")?;
        Ok(self.output.write_all(frame.bytes())?)
    }

    pub fn finish(mut self) -> anyhow::Result<()> {
        Ok(self.output.flush()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let header = Header { width: 6, height: 4, rate: (60, 1) };
        let frame = Frame::new(Format::Yuv420, 6, 4, (0..36).collect()).unwrap();
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes, &header).unwrap();
        writer.write(&frame).unwrap();
        writer.write(&frame).unwrap();
        writer.finish().unwrap();
        let mut reader = Reader::new(&bytes[..]).unwrap();
        assert_eq!(reader.header, header);
        for _ in 0..2 {
            assert!(matches!(reader.read().unwrap(), Next::Frame(read) if read == frame));
        }
        assert!(matches!(reader.read().unwrap(), Next::End));

        let mut reader = Reader::new(&bytes[..bytes.len() - 5]).unwrap();
        assert!(matches!(reader.read().unwrap(), Next::Frame(_)));
        assert!(matches!(reader.read().unwrap(), Next::Cut(2)));
    }

    #[test]
    fn what_is_no_video_is_refused() {
        let refusal =
            |text: &str| Reader::new(text.as_bytes()).err().map(|error| format!("{error:#}"));
        for text in [
            "",
            "RIFF....AVI",
            "YUV4MPEG2 W0 H4\n",
            "YUV4MPEG2 W6\n",
            "YUV4MPEG2 Wx H4\n",
            "YUV4MPEG2 W6 H4 C444\n",
            "YUV4MPEG2 W6 H4 F0:1\n",
            "YUV4MPEG2 W99999999999 H4\n",
            "YUV4MPEG2 W6 H4 é\n",
        ] {
            let is_fine = text.contains('é');
            assert_eq!(refusal(text).is_none(), is_fine, "{text}");
        }
        let mut reader = Reader::new(&b"YUV4MPEG2 W6 H4\nFRAMES\n"[..]).unwrap();
        assert!(reader.read().is_err());
    }

    #[test]
    fn garbage_is_read_to_an_end() {
        let mut video = Vec::new();
        let header = Header { width: 6, height: 4, rate: (60, 1) };
        let frame = Frame::new(Format::Yuv420, 6, 4, vec![7; 36]).unwrap();
        let mut writer = Writer::new(&mut video, &header).unwrap();
        for _ in 0..3 {
            writer.write(&frame).unwrap();
        }
        let mut state = 1_u64;
        let mut random = |limit: usize| {
            // Marsaglia's xorshift.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % limit as u64) as usize
        };
        for _ in 0..20_000 {
            let mut bytes = video[..=random(video.len())].to_vec();
            // Small numbers are kept small, so that no frame is large.
            for _ in 0..random(6) {
                let at = random(bytes.len());
                if !bytes[at].is_ascii_digit() {
                    bytes[at] = b"YUVMPEGRA WHFC:410jp\n\0\xff"[random(23)];
                }
            }
            let Ok(mut reader) = Reader::new(&bytes[..]) else { continue };
            let mut n_frames = 0;
            while let Ok(Next::Frame(frame)) = reader.read() {
                let Header { width, height, .. } = reader.header;
                assert_eq!((frame.width(), frame.height()), (width, height));
                n_frames += 1;
                assert!(n_frames <= bytes.len(), "each frame takes some bytes");
            }
        }
    }
}
