//! What a frame of 1280x720 pixels costs: `cargo bench -p stonegate-vision`.

use divan::Bencher;
use stonegate_vision::scene::{Moment, Scene};
use stonegate_vision::{
    Frame, Geometry, Object, Phase, Session, Settings, Sighting, Situation, Status, overlay, paint,
};

const WIDTH: usize = 1280;
const HEIGHT: usize = 720;

fn main() {
    divan::main();
}

/// A frame, a session that knows its board, and what it saw last.
fn seen(frame: impl Fn(Frame) -> Frame) -> (Frame, Session, Sighting) {
    let scene = Scene::new(WIDTH, HEIGHT);
    let moment = Moment::at_rest("d3".parse().expect("a cell"));
    let (picture, truth) = scene.render(&moment, 0);
    let picture = frame(picture);
    let mut session =
        Session::new(Settings { geometry: Geometry::Projective, ..Settings::default() });
    let piece = truth.piece.expect("there is one");
    for (object, point) in [(Object::Marker, truth.corners[0]), (Object::Piece, piece)] {
        assert!(session.calibrate(&picture, object, point));
    }
    let mut last = None;
    for k in 0..20 {
        last = Some(session.look(&picture, f64::from(k) / 60.0, &situation()));
    }
    let last = last.expect("there were frames");
    assert_eq!(last.status, Status::Found);
    assert_eq!(last.cell.map(|cell| cell.to_string()).as_deref(), Some("d3"));
    (picture, session, last)
}

/// A board with discs on all cells but a few.
fn situation() -> Situation {
    Situation {
        black: 0x5555_aaaa_5555_aaaa & !0xff,
        white: 0xaaaa_5555_aaaa_5555 & !0xff,
        legal: 0xff,
        flipped: 0xff00,
        phase: Phase::Choosing,
        ..Situation::empty(8)
    }
}

fn look(bencher: Bencher, frame: impl Fn(Frame) -> Frame) {
    let (picture, mut session, _) = seen(frame);
    let mut time = 1.0;
    bencher.bench_local(|| {
        time += 1.0 / 60.0;
        let sighting = session.look(&picture, time, &situation());
        assert_eq!(sighting.status, Status::Found);
        sighting
    });
}

#[divan::bench]
fn recognition_yuv(bencher: Bencher) {
    look(bencher, |frame| frame);
}

#[divan::bench]
fn recognition_rgb(bencher: Bencher) {
    look(bencher, |frame| frame.to_rgb());
}

#[divan::bench]
fn overlay_yuv(bencher: Bencher) {
    let (mut picture, _, sighting) = seen(|frame| frame);
    let (width, height) = (WIDTH as f64, HEIGHT as f64);
    bencher.bench_local(|| {
        paint(&mut picture, &overlay(&sighting, &situation(), width, height));
    });
}

#[divan::bench]
fn proposal(bencher: Bencher) {
    let (picture, session, _) = seen(|frame| frame);
    bencher.bench_local(|| assert!(session.clone().propose(&picture)));
}

#[divan::bench]
fn scene(bencher: Bencher) {
    let scene = Scene::new(WIDTH, HEIGHT);
    let moment = Moment::default();
    let mut number = 0;
    bencher.bench_local(|| {
        number += 1;
        scene.render(&moment, number)
    });
}
