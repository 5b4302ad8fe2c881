// The three chips of the Gomoku machine and their memory on one board, with the wires
// that the report has. Nothing here goes onto a chip.

`default_nettype none

module borg #(
    parameter CLOCKS_PER_BIT = 8
) (
    input  wire clk,
    input  wire reset,
    input  wire rx,
    output wire tx,
    output wire white_ready,
    output reg  clash               // two have driven the bus of the memory at once
);
    wire        black_ready, clear, store, own, think, found, refused;
    wire [7:0]  black_move, white_move;
    wire [11:0] pattern;
    wire [9:0]  browspot;
    wire        busc, search, load, first_line, next_line, loaded, exhausted, match;
    wire [12:0] address;
    wire [7:0]  data;
    wire        ce_n, oe_n, we_n;
    pullup (ce_n);
    pullup (oe_n);
    pullup (we_n);

    gomoku_r1 #(.CLOCKS_PER_BIT(CLOCKS_PER_BIT)) r1 (
        .clk(clk), .reset(reset), .rx(rx), .tx(tx), .black_ready(black_ready), .clear(clear),
        .store(store), .own(own), .think(think), .black_move(black_move),
        .white_ready(white_ready), .white_move(white_move), .found(found), .refused(refused),
        .pattern(pattern), .sram_address(address), .sram_data(data), .sram_ce_n(ce_n),
        .sram_oe_n(oe_n), .sram_we_n(we_n)
    );
    gomoku_x1 x1 (
        .clk(clk), .reset(reset), .black_ready(black_ready), .clear(clear), .store(store),
        .own(own), .think(think), .black_move(black_move), .white_ready(white_ready),
        .white_move(white_move), .found(found), .refused(refused), .pattern(pattern),
        .browspot(browspot), .busc(busc), .search(search), .load(load),
        .first_line(first_line), .next_line(next_line), .loaded(loaded), .exhausted(exhausted),
        .match(match)
    );
    gomoku_r2 r2 (
        .clk(clk), .reset(reset), .browspot(browspot), .busc(busc), .search(search),
        .load(load), .first_line(first_line), .next_line(next_line), .loaded(loaded),
        .exhausted(exhausted), .match(match), .sram_address(address), .sram_data(data),
        .sram_ce_n(ce_n), .sram_oe_n(oe_n), .sram_we_n(we_n)
    );

    // The memory: asynchronous, as such chips are.
    reg [7:0] memory [0:8191];
    assign data = ~ce_n & ~oe_n & we_n ? memory[address] : 8'bz;
    always @(posedge we_n) if (~ce_n) memory[address] <= data;

    always @(posedge clk)
        if (reset) clash <= 1'b0;
        else if (r1.drives & r2.drives) clash <= 1'b1;
endmodule

`default_nettype wire
