//! What a session does over time.

use stonegate_vision::scene::{Camera, Moment, Scene};
use stonegate_vision::{
    Bound, Channel, ColorRange, Geometry, Offer, Phase, Point, Quad, Session, Settings, Status,
    cells,
};

use crate::table::{HEIGHT, Table, WIDTH, at, cell};

#[test]
fn every_cell_is_found() {
    let mut table = Table::usual();
    table.show(&at("a1"), 8);
    for square in cells(!0) {
        let (sighting, _) = table.show(&Moment::at_rest(square), 1);
        assert_eq!(sighting.cell, Some(square));
    }
    let beside = Moment { piece: Some(Point::new(8.4, 3.5)), hand: None };
    assert_eq!(table.show(&beside, 1).0.cell, None);
    let (sighting, _) = table.show(&Moment::default(), 1);
    assert_eq!((sighting.piece, sighting.cell), (None, None));
}

#[test]
fn the_threshold_of_one_channel_is_enough() {
    let range =
        |channel, lower, upper| ColorRange { bounds: vec![Bound { channel, lower, upper }] };
    let settings = Settings {
        marker: range(Channel::Cr, 170, 255),
        piece: range(Channel::Cb, 165, 255),
        ..Settings::default()
    };
    let mut table = Table::usual();
    table.session = Session::new(settings);
    let (sighting, _) = table.show(&at("c7"), 8);
    assert_eq!((sighting.status, cell(&sighting).as_deref()), (Status::Found, Some("c7")));
}

#[test]
fn a_hidden_marker_is_missed_and_found_again() {
    let mut table = Table::usual();
    table.show(&at("d3"), 8);
    // Of 120 frames the last 40 lack a marker.
    table.scene.blink = Some(120);
    let mut worst = 0.0_f64;
    let mut n_lost = 0;
    for _ in 8..130 {
        let (sighting, truth) = table.show(&at("d3"), 1);
        n_lost += u32::from(sighting.status == Status::MarkersLost(1));
        let errors = sighting.corners.iter().zip(&truth.corners).map(|(a, b)| a.distance(*b));
        worst = errors.fold(worst, f64::max);
        assert_eq!(cell(&sighting).as_deref(), Some("d3"));
    }
    assert!(n_lost > 10, "{n_lost}");
    assert!(worst < 1.0, "{worst}");
    assert_eq!(table.show(&at("d3"), 3).0.status, Status::Found);
}

#[test]
fn the_board_may_be_pushed_around() {
    let mut table = Table::usual();
    table.show(&at("d3"), 8);
    for step in 0..30 {
        let center = Point::new(0.5 + 0.004 * f64::from(step), 0.53);
        table.scene.camera = Camera { center, ..table.scene.camera };
        let (sighting, _) = table.show(&at("d3"), 1);
        assert_eq!((sighting.status, cell(&sighting).as_deref()), (Status::Found, Some("d3")));
    }
    // Far away at once: the search begins again, and ends.
    table.scene.camera = Camera { center: Point::new(0.4, 0.6), zoom: 0.6, ..table.scene.camera };
    let (sighting, truth) = table.show(&at("d3"), 120);
    assert_eq!(sighting.status, Status::Found);
    assert!(sighting.corners[2].distance(truth.corners[2]) < 1.0);
}

#[test]
fn what_is_drawn_does_not_tremble() {
    let mut table = Table::usual();
    let (first, _) = table.show(&at("d3"), 20);
    for _ in 0..30 {
        let (sighting, _) = table.show(&at("d3"), 1);
        let moved = sighting
            .board
            .unwrap()
            .quad()
            .0
            .iter()
            .zip(first.board.unwrap().quad().0)
            .map(|(a, b)| a.distance(b))
            .fold(0.0, f64::max);
        assert!(moved < 0.4, "{moved}");
    }
}

#[test]
fn a_piece_that_rests_is_a_move() {
    let mut table = Table::usual();
    table.situation.legal = cells(!0).find(|cell| cell.to_string() == "d3").unwrap().bit();
    let mut made = Vec::new();
    for moment in [at("d4"), at("d3"), at("d5")] {
        for _ in 0..90 {
            if let Offer::Confirmed(cell) = table.show(&moment, 1).0.offer {
                made.push(cell.to_string());
            }
        }
    }
    assert_eq!(made, ["d3"]);
    table.situation.phase = Phase::Thinking;
    for _ in 0..90 {
        assert_eq!(table.show(&at("d3"), 1).0.offer, Offer::Nothing);
    }
}

#[test]
fn near_a_line_the_legal_cell_is_meant() {
    let mut table = Table::usual();
    table.show(&at("d3"), 8);
    let moment = Moment { piece: Some(Point::new(4.05, 2.5)), hand: None };
    assert_eq!(cell(&table.show(&Moment::default(), 1).0), None);
    assert_eq!(cell(&table.show(&moment, 1).0).as_deref(), Some("e3"));
    table.show(&Moment::default(), 1);
    table.situation.legal = cells(!0).find(|cell| cell.to_string() == "d3").unwrap().bit();
    assert_eq!(cell(&table.show(&moment, 1).0).as_deref(), Some("d3"));
}

#[test]
fn turned_mirrored_and_rectangular_boards() {
    for (turns, expected) in [(0, "c7"), (1, "g6"), (2, "f2"), (3, "b3")] {
        let settings = Settings { turns, ..Settings::default() };
        let mut table = Table::new(Scene::new(WIDTH, HEIGHT), settings);
        assert_eq!(cell(&table.show(&at("c7"), 8).0).as_deref(), Some(expected), "{turns}");
    }
    let settings = Settings { mirror: true, ..Settings::default() };
    let mut table = Table::new(Scene::new(WIDTH, HEIGHT), settings);
    assert_eq!(cell(&table.show(&at("c7"), 8).0).as_deref(), Some("f7"));

    let settings = Settings { geometry: Geometry::Rectangle, ..Settings::default() };
    let mut scene = Scene::new(WIDTH, HEIGHT);
    scene.camera = Camera { tilt: 0.0, turn: 0.0, ..scene.camera };
    let mut table = Table::new(scene, settings);
    assert_eq!(cell(&table.show(&at("c7"), 8).0).as_deref(), Some("c7"));
}

#[test]
fn corners_by_hand_need_no_markers() {
    let mut table = Table::usual();
    let (_, truth) = table.render(&at("b6"));
    let share = |corner: Point| Point::new(corner.x / WIDTH as f64, corner.y / HEIGHT as f64);
    let manual = Some(truth.corners.map(share));
    let settings =
        Settings { manual, marker: ColorRange::default(), ..table.session.settings().clone() };
    table.session.set(settings);
    let (sighting, _) = table.show(&at("b6"), 1);
    assert_eq!((sighting.status, cell(&sighting).as_deref()), (Status::Found, Some("b6")));
    let crossed = Quad(truth.corners.map(share)).mirrored().0;
    let settings = table.session.settings().clone();
    table.session.set(Settings { manual: Some([crossed[0]; 4]), ..settings });
    assert_eq!(table.show(&at("b6"), 1).0.board, None);
}

#[test]
fn settings_survive_being_saved() {
    let settings = Table::usual().session.settings().clone();
    let text = serde_json::to_string(&settings).unwrap();
    assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings);
    assert_eq!(serde_json::from_str::<Settings>("{}").unwrap(), Settings::default());
}
