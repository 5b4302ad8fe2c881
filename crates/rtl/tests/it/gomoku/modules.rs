//! The modules with their ports.

use crate::bench::Module;

/// What finds a move.
pub(crate) const THINKER_FILES: &[&str] = &[
    "gomoku/thinker.v",
    "gomoku/x1.v",
    "gomoku/main_fsm.v",
    "gomoku/game_board.v",
    "gomoku/game_board_window.v",
    "gomoku/window_counter.v",
    "gomoku/translator.v",
    "gomoku/r2.v",
    "gomoku/sram_controller.v",
    "gomoku/pattern_store.v",
    "gomoku/comparator.v",
    "gomoku/row_comparator.v",
    "gomoku/sram.v",
];

/// X1, R2 and a memory with this many bits of an address.
pub(crate) fn thinker(address_bits: u32, is_wide: bool) -> Module {
    Module {
        name: "thinker",
        files: THINKER_FILES,
        parameters: vec![("ADDRESS_BITS", address_bits), ("WIDE", u32::from(is_wide))],
        inputs: vec![
            ("reset", 1),
            ("black_ready", 1),
            ("clear", 1),
            ("store", 1),
            ("own", 1),
            ("think", 1),
            ("black_move", 8),
            ("sram_address", address_bits as usize),
            ("sram_write", 1),
            ("sram_in", 8),
            ("shown_row", 4),
        ],
        outputs: vec![
            ("white_ready", 1),
            ("white_move", 8),
            ("found", 1),
            ("refused", 1),
            ("pattern", 12),
            ("sram_busy", 1),
            ("sram_out", 8),
            ("shown_squares", 32),
        ],
        has_clock: true,
    }
}

pub(crate) fn game_board() -> Module {
    Module {
        name: "game_board",
        files: &["gomoku/game_board.v"],
        inputs: vec![
            ("row", 4),
            ("shown_row", 4),
            ("write", 1),
            ("write_all", 1),
            ("write_row", 4),
            ("write_column", 4),
            ("write_square", 2),
        ],
        outputs: vec![("squares", 32), ("shown_squares", 32)],
        has_clock: true,
        ..Module::default()
    }
}

pub(crate) fn game_board_window() -> Module {
    Module {
        name: "game_board_window",
        files: &["gomoku/game_board_window.v"],
        inputs: vec![("squares", 32), ("column", 4)],
        outputs: vec![("brow", 10)],
        ..Module::default()
    }
}

pub(crate) fn comparator() -> Module {
    Module {
        name: "comparator",
        files: &["gomoku/comparator.v"],
        inputs: vec![("brow", 10), ("pattern_row", 10)],
        outputs: vec![("match", 1)],
        ..Module::default()
    }
}

pub(crate) fn row_comparator() -> Module {
    Module {
        name: "row_comparator",
        files: &["gomoku/row_comparator.v", "gomoku/comparator.v"],
        inputs: vec![("first_line", 1), ("next_line", 1), ("squares", 32), ("pattern_row", 10)],
        outputs: vec![("match", 1), ("column", 4)],
        has_clock: true,
        ..Module::default()
    }
}

pub(crate) fn translator() -> Module {
    Module {
        name: "translator",
        files: &["gomoku/translator.v"],
        inputs: vec![("window_x", 4), ("window_y", 4), ("spot", 6)],
        outputs: vec![("square", 8)],
        ..Module::default()
    }
}

pub(crate) fn pattern_store() -> Module {
    Module {
        name: "pattern_store",
        files: &["gomoku/pattern_store.v"],
        inputs: vec![
            ("first_byte", 1),
            ("take", 1),
            ("data", 8),
            ("first_line", 1),
            ("next_line", 1),
        ],
        outputs: vec![("pattern_row", 10), ("spot", 6)],
        has_clock: true,
        ..Module::default()
    }
}

/// The three chips with their memory.
pub(crate) fn borg(clocks_per_bit: u32) -> Module {
    Module {
        name: "borg",
        files: &[
            "bench/borg.v",
            "boards/gomoku_r1.v",
            "boards/gomoku_x1.v",
            "boards/gomoku_r2.v",
            "gomoku/r1.v",
            "gomoku/host_link.v",
            "common/frame_queue.v",
            "gomoku/x1.v",
            "gomoku/main_fsm.v",
            "gomoku/game_board.v",
            "gomoku/game_board_window.v",
            "gomoku/window_counter.v",
            "gomoku/translator.v",
            "gomoku/r2.v",
            "gomoku/sram_controller.v",
            "gomoku/pattern_store.v",
            "gomoku/comparator.v",
            "gomoku/row_comparator.v",
            "common/uart_receiver.v",
            "common/uart_transmitter.v",
            "common/deframer.v",
            "common/framer.v",
            "common/crc32.v",
            "common/fifo.v",
        ],
        parameters: vec![("CLOCKS_PER_BIT", clocks_per_bit)],
        inputs: vec![("reset", 1), ("rx", 1)],
        outputs: vec![("tx", 1), ("white_ready", 1), ("clash", 1)],
        has_clock: true,
    }
}
