//! What holds for any bytes that come from programs and boards for single games.

use std::time::Duration;

use stonegate_protocols::connect6::serial;
use stonegate_protocols::connect6::text;
use stonegate_protocols::go_link::{
    Endpoint, FrameReader, MAX_FRAME, Message, Settings, Side, encode_frame,
};
use stonegate_protocols::{gomocup, gomoku_link, gtp, nboard, othello_link, uci};
use stonegate_rtl::protocol as board;

/// The only size of board that the text dialect of Connect6 has.
const CONNECT6_SIZE: u8 = 19;

/// A command of GTP is printed as what it says.
pub fn check_gtp(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut responses = gtp::ResponseReader::default();
    for line in text.lines() {
        if let Ok(Some(command)) = gtp::Command::parse(line) {
            let printed = command.to_string();
            let read = gtp::Command::parse(printed.trim_end_matches('\n'));
            assert_eq!(read.expect("it was printed"), Some(command), "{printed}");
        }
        let _ = responses.push(line);
    }
    if let Ok(vertex) = text.parse::<gtp::Vertex>() {
        assert_eq!(vertex.to_string().parse(), Ok(vertex));
    }
}

/// Commands and replies of NBoard are printed as what they say.
pub fn check_nboard(bytes: &[u8]) {
    for line in String::from_utf8_lossy(bytes).lines() {
        if let Ok(command) = line.parse::<nboard::Command>() {
            assert_eq!(command.to_string().parse(), Ok(command), "{line}");
        }
        let _ = line.parse::<nboard::Reply>();
    }
}

/// Commands and replies of UCI are printed as what they say.
pub fn check_uci(bytes: &[u8]) {
    for line in String::from_utf8_lossy(bytes).lines() {
        if let Ok(command) = line.parse::<uci::Command>() {
            assert_eq!(command.to_string().parse(), Ok(command), "{line}");
        }
        if let Ok(reply) = line.parse::<uci::Reply>() {
            assert_eq!(reply.to_string().parse(), Ok(reply), "{line}");
        }
    }
}

/// Nothing that a manager or a program says in the Gomocup protocol does harm.
pub fn check_gomocup(bytes: &[u8]) {
    let mut reader = gomocup::Reader::default();
    for line in String::from_utf8_lossy(bytes).lines() {
        if let Some(command) = reader.read(line) {
            let _ = command.to_string();
        }
        if let Some(answer) = gomocup::Answer::decode(line) {
            let _ = answer.to_string();
        }
    }
}

/// Turns of Connect6 are written as what they say, as text and on the serial line.
pub fn check_connect6(bytes: &[u8]) {
    for line in String::from_utf8_lossy(bytes).lines() {
        if let Ok(command) = text::Command::decode(line, CONNECT6_SIZE) {
            let encoded = command.encode(CONNECT6_SIZE);
            let decoded = text::Command::decode(encoded.trim_end(), CONNECT6_SIZE);
            assert_eq!(decoded, Ok(command), "{encoded}");
        }
        let _ = text::Reply::decode(line, CONNECT6_SIZE);
    }
    let mut reader = serial::StoneReader::default();
    for &byte in bytes {
        if let Some(Ok(stone)) = reader.push(byte) {
            let mut again = serial::StoneReader::default();
            let read = serial::encode_stones(&[stone]);
            let read = read.iter().find_map(|&byte| again.push(byte)?.ok());
            assert_eq!(read, Some(stone));
        }
    }
}

/// A frame between Go machines holds what was put into it, and an endpoint bears any bytes.
pub fn check_go_link(bytes: &[u8]) {
    // Nothing in a frame is the same as no frame.
    if (1..=MAX_FRAME).contains(&bytes.len()) {
        let mut reader = FrameReader::default();
        let frames = encode_frame(bytes);
        let found = frames.iter().find_map(|&byte| reader.push(byte));
        assert_eq!(found.as_deref(), Some(bytes));
    }
    if let Some(message) = Message::decode(bytes) {
        assert_eq!(Message::decode(&message.encode()), Some(message));
    }
    let settings = Settings { width: 9, height: 9, rules: 0, komi: 15, side: Side::Black };
    let mut endpoint = Endpoint::new(settings);
    for (millisecond, &byte) in (0..).zip(bytes) {
        let now = Duration::from_millis(millisecond);
        let _ = endpoint.receive(byte, now);
        let _ = endpoint.tick(now);
    }
}

/// What a PC and the Gomoku machine say is read as it was written.
pub fn check_gomoku_link(bytes: &[u8]) {
    let content = |frame: Vec<u8>| {
        let mut reader = FrameReader::default();
        frame.into_iter().find_map(|byte| reader.push(byte))
    };
    if let Some(request) = gomoku_link::Request::decode(bytes) {
        assert_eq!(content(request.encode()).as_deref(), Some(bytes));
    }
    if let Some(reply) = gomoku_link::Reply::decode(bytes) {
        assert_eq!(content(reply.encode()).as_deref(), Some(bytes));
    }
}

/// What a PC and the Othello machine say is read as it was written.
pub fn check_othello_link(bytes: &[u8]) {
    if let Some(request) = othello_link::Request::decode(bytes) {
        assert_eq!(request.content(), bytes);
    }
    if let Some(reply) = othello_link::Reply::decode(bytes) {
        assert_eq!(reply.content(), bytes);
    }
}

/// A frame to a board holds what was put into it, and any frame of a board is a reply or none.
pub fn check_board(bytes: &[u8]) {
    let mut deframer = board::Deframer::default();
    for &byte in bytes {
        if let Some(Ok(message)) = deframer.push(byte) {
            let _ = board::Reply::decode(&message);
        }
    }
    let mut deframer = board::Deframer::default();
    let frame = board::frame(bytes);
    if let Some(Ok(message)) = frame.iter().find_map(|&byte| deframer.push(byte)) {
        assert_eq!(message, bytes);
    }
    let _ = board::decode_identity(bytes);
    let _ = board::decode_total(bytes);
}
