//! Frames that show nothing, or too much of it.

use stonegate_vision::{
    Format, Frame, Object, Point, Session, Settings, Situation, overlay, paint,
};

use crate::table::{Table, at, cell};

/// Everything that can be done with a frame.
fn use_up(session: &mut Session, mut frame: Frame) {
    let situation = Situation { legal: !0, black: 1 << 27, ..Situation::empty(8) };
    let (width, height) = (frame.width() as f64, frame.height() as f64);
    for time in 0..3 {
        let sighting = session.look(&frame, f64::from(time), &situation);
        paint(&mut frame, &overlay(&sighting, &situation, width, height));
    }
    session.propose(&frame);
    for object in [Object::Marker, Object::Piece] {
        for point in [Point::new(0.0, 0.0), Point::new(width, height), Point::new(f64::NAN, -1.0)] {
            session.calibrate(&frame, object, point);
        }
        assert_eq!(session.mask(&frame, object).cells().len(), {
            frame.width().div_ceil(2) * frame.height().div_ceil(2)
        });
    }
}

fn noise(n_bytes: usize, seed: u64) -> Vec<u8> {
    let mut state = seed | 1;
    let bytes = (0..n_bytes).map(|_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u8
    });
    bytes.collect()
}

#[test]
fn garbage_and_changing_sizes() {
    let mut session = Session::new(Settings::default());
    let sizes = [(4, 4), (1, 1), (2, 1), (1, 7), (640, 3), (161, 91), (4, 4), (320, 180)];
    for (index, (width, height)) in sizes.into_iter().enumerate() {
        for format in [Format::Yuv420, Format::Rgb] {
            let n_bytes = format.n_bytes(width, height);
            for bytes in [noise(n_bytes, index as u64), vec![0; n_bytes], vec![255; n_bytes]] {
                use_up(&mut session, Frame::new(format, width, height, bytes).unwrap());
            }
        }
    }
}

#[test]
fn a_whole_picture_of_the_markers_color() {
    let mut table = Table::usual();
    let n_luma = 320 * 180;
    let bytes = [vec![120; n_luma], vec![140; n_luma / 4], vec![210; n_luma / 4]].concat();
    let flat = Frame::new(Format::Yuv420, 320, 180, bytes).unwrap();
    for _ in 0..40 {
        let sighting = table.session.look(&flat, 0.0, &table.situation);
        assert_eq!(sighting.board, None);
    }
    // The table comes back.
    assert_eq!(cell(&table.show(&at("d3"), 60).0).as_deref(), Some("d3"));
}

#[test]
fn a_frame_of_8k() {
    let (width, height) = (7680, 4320);
    let n_luma = width * height;
    let bytes = [vec![90; n_luma], vec![128; n_luma / 2]].concat();
    let mut session = Table::usual().session;
    let frame = Frame::new(Format::Yuv420, width, height, bytes).unwrap();
    let sighting = session.look(&frame, 0.0, &Situation::empty(8));
    assert_eq!(sighting.board, None);
}
