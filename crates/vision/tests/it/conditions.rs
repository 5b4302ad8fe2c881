//! Every condition, on a few small pictures. `stonegate vision --conditions` shows more.

use stonegate_vision::scene::{CONDITIONS, examine};

#[test]
fn normal_conditions_are_coped_with_and_hard_ones_do_no_harm() {
    for condition in &CONDITIONS {
        let exam = examine(condition, 12, 320, 180);
        let name = condition.name;
        assert_eq!(exam.n_wrong, 0, "{name}: {exam:?}");
        if condition.is_normal {
            assert_eq!(exam.n_boards, 12, "{name}: {exam:?}");
            assert!(exam.n_right == exam.n_pieces && exam.n_pieces >= 5, "{name}: {exam:?}");
            // 2 pixels of 1280 are 0.5 of 320.
            assert!(exam.corner_error < 0.5, "{name}: {exam:?}");
            assert!(exam.is_proposed, "{name}: the colors were not found without a click");
        }
    }
}
