// The Gomoku machine comes back to waiting after everything that the PC asks, whatever is
// on the board and in the memory; and the bus of the memory has one driver at most.
//
// Each clock of work makes a measure smaller: bytes of the memory that are left, then
// windows, then lines.

module gomoku_formal #(
    parameter ADDRESS_BITS = 13
) (
    input wire       clk,
    // Any requests, and any bytes of patterns and rows of the board.
    input wire       valid,
    input wire [8:0] word,
    input wire       reply_ready,
    input wire [7:0] sram_out,
    input wire       occupied,
    input wire       match,
    input wire       is_zero          // the spot of a pattern
);
    localparam END = (1 << ADDRESS_BITS) / 11 * 11;

    reg first = 1'b1;
    always @(posedge clk) first <= 1'b0;

    // R1.
    wire       black_ready, clear, store, own, think, pc_drives, white_ready;
    wire [7:0] black_move;
    host_link #(.ADDRESS_BITS(ADDRESS_BITS)) host_link (
        .clk(clk), .reset(first), .valid(valid), .word(word), .take(), .reply_valid(),
        .reply_word(), .reply_ready(reply_ready), .black_ready(black_ready), .clear(clear),
        .store(store), .own(own), .think(think), .black_move(black_move),
        .white_ready(white_ready), .white_move(8'd0), .found(1'b0), .refused(1'b0),
        .pattern(12'd0), .sram_drive(pc_drives), .sram_address(), .sram_write(), .sram_in(),
        .sram_out(sram_out), .color(), .status(), .has_last(), .last_move(), .last_pattern()
    );

    // X1 without its board.
    wire       waiting, clearing, storing, rewind, search, load, first_line, comparing,
               next_window, busc, looking, storing_own, loaded, is_behind;
    wire       is_last_line, is_last_window;
    wire [3:0] window_x, window_y, row;
    wire [2:0] line;
    reg  [3:0] cleared_row;
    always @(posedge clk) cleared_row <= clearing ? cleared_row + 1'b1 : 4'd0;
    main_fsm main_fsm (
        .clk(clk), .reset(first), .black_ready(black_ready), .clear(clear), .store(store),
        .think(think), .cleared(&cleared_row), .occupied(occupied), .loaded(loaded),
        .exhausted(is_behind | is_zero), .match(match), .is_last_line(is_last_line),
        .is_last_window(is_last_window), .waiting(waiting), .clearing(clearing),
        .storing(storing), .rewind(rewind), .search(search), .load(load),
        .first_line(first_line), .next_line(comparing), .next_window(next_window), .busc(busc),
        .looking(looking), .storing_own(storing_own), .white_ready(white_ready)
    );
    window_counter window_counter (
        .clk(clk), .rewind(rewind), .loaded(loaded & load), .next_line(comparing),
        .next_window(next_window), .window_x(window_x), .window_y(window_y), .line(line),
        .row(row), .is_last_line(is_last_line), .is_last_window(is_last_window), .pattern()
    );

    // R2 without its store.
    wire                    drives, take;
    wire [ADDRESS_BITS-1:0] address;
    sram_controller #(.ADDRESS_BITS(ADDRESS_BITS)) sram_controller (
        .clk(clk), .reset(first), .search(search), .load(load), .drive(drives),
        .address(address), .take(take), .loaded(loaded), .exhausted(is_behind)
    );

    wire is_idle = ~drives, is_held = drives & ~take;
    wire is_busy = ~waiting & ~white_ready;

    // What is left to do: bytes of the memory, then windows, then lines.
    wire [7:0]              windows = 8'd144 - {window_y, 3'd0} - {window_y, 2'd0} - window_x;
    wire [ADDRESS_BITS-1:0] bytes   = END - address + 1'b1;
    wire [10:0]             lines   = {windows, 3'd0};
    localparam BITS = ADDRESS_BITS + 13;
    reg  [BITS-1:0]         measure;
    always @* begin
        measure = 0;
        if (storing)                   measure = {2'd2, {(BITS-2){1'b0}}};
        if (clearing)                  measure = 5'd16 - cleared_row;
        if (rewind)                    measure = {2'd1, {(BITS-2){1'b0}}};
        if (load & is_held)            measure = {bytes, 11'd0};
        if (load & take)               measure = {bytes, 11'd1500};
        if (load & loaded & is_behind) measure = 20;
        if (comparing)                 measure = {bytes, lines + 4'd6 - line};
        if (comparing & is_behind)     measure = 10;
        if (next_window)               measure = {bytes, lines + 4'd1};
        if (busc)                      measure = 3;
        if (looking)                   measure = 2;
        if (storing_own)               measure = 1;
    end
    reg [BITS-1:0] last_measure;
    reg            was_busy = 1'b0;
    always @(posedge clk) begin
        last_measure <= measure;
        was_busy     <= is_busy & ~first;
    end

    always @* if (~first) begin
        // One driver at most.
        assert (~(pc_drives & drives));
        // The PC lets the machine work, and waits for its end.
        if (is_busy) assert (~black_ready);
        if (waiting | storing | rewind | clearing | looking | storing_own) assert (is_idle);
        if (comparing | next_window | busc) assert (is_held);
        if (load) assert (drives);
        // Windows lie on the board.
        if (load) assert (window_x == 0 & window_y == 0 & line == 0);
        if (comparing | next_window) assert (window_x < 12 & window_y < 12 & line <= 5);
        if (comparing) assert (line < 5);
        if (next_window) assert (~is_behind);
        // Work comes to an end.
        if (is_busy) assert (measure != 0);
        if (was_busy) assert (measure < last_measure);
    end
endmodule
