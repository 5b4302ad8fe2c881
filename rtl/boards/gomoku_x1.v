// X1 of the report as a chip of its own, with nineteen wires to R2: ten of `browspot`,
// eight signals and the reset.

`default_nettype none

module gomoku_x1 (
    input  wire        clk,
    input  wire        reset,
    // R1.
    input  wire        black_ready,
    input  wire        clear,
    input  wire        store,
    input  wire        own,
    input  wire        think,
    input  wire [7:0]  black_move,
    output wire        white_ready,
    output wire [7:0]  white_move,
    output wire        found,
    output wire        refused,
    output wire [11:0] pattern,
    // R2.
    inout  wire [9:0]  browspot,
    output wire        busc,
    output wire        search,
    output wire        load,
    output wire        first_line,
    output wire        next_line,
    input  wire        loaded,
    input  wire        exhausted,
    input  wire        match
);
    wire [9:0] brow;

    x1 x1 (
        .clk(clk), .reset(reset), .black_ready(black_ready), .clear(clear), .store(store),
        .own(own), .think(think), .black_move(black_move), .white_ready(white_ready),
        .white_move(white_move), .found(found), .refused(refused), .pattern(pattern),
        .browspot_out(brow), .browspot_in(browspot), .busc(busc), .search(search), .load(load),
        .first_line(first_line), .next_line(next_line), .loaded(loaded), .exhausted(exhausted),
        .match(match), .shown_row(4'd0), .shown_squares()
    );
    assign browspot = busc ? 10'bz : brow;
endmodule

`default_nettype wire
