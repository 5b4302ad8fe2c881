//! What holds for any file or message that people bring: records of games, patterns, weights,
//! pictures, circuits that were kept, and what a page says.

use std::sync::Arc;

use stonegate_compile::{BuiltIn, MachineReferee};
use stonegate_gomoku::patterns::PatternFile;
use stonegate_ground::{Budget, Machine, ground};
use stonegate_learning as learning;
use stonegate_matches::{notation, reading};
use stonegate_minds::Dedicated;
use stonegate_othello::Weights;
use stonegate_tables::Command;
use stonegate_vision::{Format, Frame, Object, Point, Session, Settings, Situation};
use stonegate_workbench::y4m;

/// More frames than one needs to find out.
const MAX_FRAMES: usize = 16;

/// How wide and high the picture of a camera is.
const PICTURE: usize = 24;

/// A text that is read as games of some kind is read without harm, and what was read are games that
/// its rules allow.
pub fn check_record(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = reading::read_whole(&text);
    let told = notation::ruleset_of(&text).ok().flatten();
    let told = told.as_ref().and_then(|ruleset| ruleset.dedicated().cloned());
    for game in Dedicated::all().into_iter().chain(told) {
        let mut referee = game.referee();
        for line in notation::read_lines(&text, Some(&game), &mut *referee).unwrap_or_default() {
            while referee.undo() {}
            for joint in &line.moves {
                referee.apply(joint).expect("it was read by the same rules");
            }
            assert_eq!(referee.is_terminal().ok(), Some(line.is_over), "{text}");
            while referee.undo() {}
        }
    }
}

/// Games of a rule sheet are read without harm.
pub fn check_sheet_record(bytes: &[u8]) {
    thread_local! {
        static MACHINE: Arc<Machine> = {
            let sheet = BuiltIn::find("tic-tac-toe").expect("it is built in");
            let rules = stonegate_gdl::analyze(sheet.text).rules;
            Arc::new(ground(&rules, &Budget::default()).expect("it is small").machine)
        };
    }
    let text = String::from_utf8_lossy(bytes);
    let mut referee = MachineReferee::new(MACHINE.with(Arc::clone));
    let _ = notation::read_lines(&text, None, &mut referee);
}

/// A file of patterns is printed as what it says.
pub fn check_patterns(bytes: &[u8]) {
    if let Ok(file) = PatternFile::parse(&String::from_utf8_lossy(bytes)) {
        let printed = file.to_string();
        let again = PatternFile::parse(&printed).expect("it was printed");
        assert_eq!(again.to_string(), printed);
        assert_eq!(again.expand(), file.expand(), "{printed}");
    }
}

/// Weights of Othello and of learned games are written as what they are.
pub fn check_weights(bytes: &[u8]) {
    if let Ok(weights) = Weights::from_bytes(bytes) {
        assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights));
    }
    // No fuzzer guesses a checksum.
    let sealed = [bytes, &crc32fast::hash(bytes).to_le_bytes()].concat();
    if let Ok(weights) = learning::Weights::from_bytes(&sealed) {
        assert_eq!(weights.to_bytes(), sealed);
    }
}

/// Pictures of any size and rate are read and looked at without harm.
pub fn check_pictures(bytes: &[u8]) {
    let Ok(mut reader) = y4m::Reader::new(bytes) else { return };
    let time = 1.0 / reader.header.frames_per_second();
    let mut session = Session::new(Settings::default());
    for number in 0..MAX_FRAMES {
        let Ok(y4m::Next::Frame(frame)) = reader.read() else { break };
        session.propose(&frame);
        session.look(&frame, time * number as f64, &Situation::empty(8));
    }
}

/// Whatever a page says of its camera, pictures are looked at without harm: settings up to the first
/// zero, and a picture behind it.
pub fn check_camera(bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |&byte| byte == 0);
    let (settings, picture) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let Ok(settings) = serde_json::from_slice::<Settings>(settings) else { return };
    let length = Format::Yuv420.n_bytes(PICTURE, PICTURE);
    let picture = picture.iter().chain(&[0]).copied().cycle().take(length).collect();
    let frame = Frame::new(Format::Yuv420, PICTURE, PICTURE, picture).expect("it has all bytes");
    let mut session = Session::new(settings);
    for number in 0..MAX_FRAMES {
        session.look(&frame, number as f64, &Situation::empty(8));
        for object in [Object::Marker, Object::Piece] {
            session.mask(&frame, object);
        }
    }
    session.calibrate(&frame, Object::Piece, Point::new(1.0, 2.0));
    session.propose(&frame);
    session.confirm();
}

/// The text of a machine is a machine that can be printed, or an error.
pub fn check_machine(bytes: &[u8]) {
    if let Ok(machine) = String::from_utf8_lossy(bytes).parse::<Machine>() {
        let printed = machine.to_string();
        let again = printed.parse::<Machine>().expect("it was printed");
        assert_eq!(again.to_string(), printed);
    }
}

/// What a page says is a command or a refusal.
pub fn check_page(bytes: &[u8]) {
    if let Err(refusal) = Command::parse(&String::from_utf8_lossy(bytes)) {
        assert!(!refusal.message.is_empty());
    }
}
