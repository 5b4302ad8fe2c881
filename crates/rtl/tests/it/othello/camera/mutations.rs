//! Damaged modules of the camera, each of which has to be noticed.

use std::path::Path;

use super::overlay::compare_overlay;
use super::parts::{
    compare_center_of_mass, compare_colors, compare_divider, compare_grid, compare_k_means,
    compare_run_filter, compare_stabilizer, compare_threshold, compare_tracker,
};
use super::recognition::compare_recognition;
use super::surroundings::{
    compare_controls, compare_frame_buffer, compare_game, compare_loader, compare_receiver,
};
use crate::mutations::{Mutation, check_mutations, check_texts};

/// Who is to notice.
#[derive(Copy, Clone, PartialEq)]
enum Judge {
    Overlay,
    Colors,
    Threshold,
    RunFilter,
    Divider,
    KMeans,
    CenterOfMass,
    Tracker,
    Stabilizer,
    Grid,
    Recognition,
    Controls,
    Receiver,
    FrameBuffer,
    Loader,
    Game,
}

impl Judge {
    /// Panics if this judge finds something in the modules of a folder.
    fn finds_nothing(self, root: &Path) -> bool {
        match self {
            Self::Overlay => compare_overlay(root, 30, 1280, 720),
            Self::Colors => compare_colors(root, 2_000),
            Self::Threshold => compare_threshold(root),
            Self::RunFilter => compare_run_filter(root, 40),
            Self::Divider => compare_divider(root, 2_000),
            Self::KMeans => compare_k_means(root, 60),
            Self::CenterOfMass => compare_center_of_mass(root, 40),
            Self::Tracker => compare_tracker(root, 400),
            Self::Stabilizer => compare_stabilizer(root, 2_000),
            Self::Grid => compare_grid(root, 1_000),
            Self::Recognition => compare_recognition(root, 100),
            Self::Controls => compare_controls(root),
            Self::Receiver => compare_receiver(root),
            Self::FrameBuffer => compare_frame_buffer(root, 10),
            Self::Loader => compare_loader(root),
            Self::Game => compare_game(root, 2),
        }
        true
    }
}

const MUTATIONS: &[Mutation<Judge>] = &[
    ("board_overlay", ": is_black ? BLACK", ": is_white ? BLACK", Judge::Overlay),
    ("board_overlay", "{4{has_disc}} & ", "", Judge::Overlay),
    ("board_overlay", "whole - half(apart)", "whole", Judge::Overlay),
    ("board_overlay", "half(together + 13'd1)", "half(together)", Judge::Overlay),
    ("board_overlay", "solver_working ? GRAY", "valid_player_move ? GRAY", Judge::Overlay),
    ("board_overlay", "x < lines_x[12*(i+1) +: 12]", "x < middles_x[12*i +: 12]", Judge::Overlay),
    ("board_overlay", "is_line_x & is_in_y", "is_line_x", Judge::Overlay),
    ("score_overlay", "score_black < score_white", "score_black <= score_white", Judge::Overlay),
    ("overlay", "valid_out = valid[4]", "valid_out = valid[3]", Judge::Overlay),
    ("ycbcr", "value[8] ? 8'd255", "1'b0 ? 8'd255", Judge::Colors),
    ("ycbcr", "26'sd5329 * blue", "26'sd5328 * blue", Judge::Colors),
    ("color_channel", "chroma >= 8'd160", "chroma >= 8'd161", Judge::Colors),
    ("threshold", "step <= upper", "step < upper", Judge::Threshold),
    ("run_filter", "~&line & ", "", Judge::RunFilter),
    ("run_filter", "is_first ? fits : was_kept", "fits", Judge::RunFilter),
    ("divider", "shifted >= {1'b0, by}", "shifted > {1'b0, by}", Judge::Divider),
    (
        "k_means",
        "distances[49:25] < distances[24:0]",
        "distances[49:25] <= distances[24:0]",
        Judge::KMeans,
    ),
    ("k_means", "mask_2 & least <= reach_squared", "mask_2", Judge::KMeans),
    ("k_means", "follows ? usually + step[19:0] : weight", "weight", Judge::KMeans),
    ("k_means", "is_some & (is_usual | ~follows)", "is_some", Judge::KMeans),
    ("center_of_mass", "n_pixels[19:1]};", "19'd0};", Judge::CenterOfMass),
    ("corner_tracker", "&seen & ~|moved", "~|moved", Judge::Tracker),
    ("corner_tracker", "narrow  <= 3'd0;", "", Judge::Tracker),
    ("corner_tracker", "n_failed == PATIENCE - 8'd1", "n_failed == PATIENCE", Judge::Tracker),
    ("stabilizer", "away >>> 2", "away >>> 1", Judge::Stabilizer),
    ("stabilizer", "| away < -FAR", "", Judge::Stabilizer),
    ("grid_coordinate", "place < high", "place <= high", Judge::Grid),
    (
        "recognition",
        "update(settles & is_piece), .value(center_x)",
        "update(settles), .value(center_x)",
        Judge::Recognition,
    ),
    ("recognition", ".high(right)", ".high(left)", Judge::Recognition),
    (
        "bounding_rectangle",
        "centers_x[XW*k +: XW] > right",
        "centers_x[XW*k +: XW] < right",
        Judge::Recognition,
    ),
    ("controls", "presses & ~is_down_1 & ~shows_debug", "presses & ~shows_debug", Judge::Controls),
    ("controls", "saves & ~is_piece_mode", "saves", Judge::Controls),
    ("camera_receiver", "first  <= is_new;", "first  <= 1'b0;", Judge::Receiver),
    ("frame_buffer", "if (place == LAST) latest", "latest", Judge::FrameBuffer),
    ("frame_buffer", "reading != 2'd1 & latest != 2'd1", "latest != 2'd1", Judge::FrameBuffer),
    ("frame_buffer", " & n_promised < ROOM", "", Judge::FrameBuffer),
    ("sccb_writer", "is_ninth & sda_in", "sda_in", Judge::Loader),
    ("camera_loader", "failed | refused", "refused", Judge::Loader),
    ("othello_game", "has_piece & ~turn;", "has_piece;", Judge::Game),
    ("othello_game", "valid & confirm & has_piece", "valid & confirm", Judge::Game),
];

#[test]
fn damaged_modules_are_caught() {
    check_mutations("camera", MUTATIONS, Judge::finds_nothing);
}

/// Every mutation is one of the text as it is.
#[test]
fn mutations_fit_the_modules() {
    check_texts("camera", MUTATIONS);
}
