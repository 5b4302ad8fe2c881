// X1, R2 and the memory: all that it takes to find a move.
//
// Whoever is at the other end, R1 or a test bench, may use the memory while there is no
// search.

`default_nettype none

module thinker #(
    parameter ADDRESS_BITS = 13,
    parameter WIDE         = 0
) (
    input  wire                    clk,
    input  wire                    reset,
    input  wire                    black_ready,
    input  wire                    clear,
    input  wire                    store,
    input  wire                    own,
    input  wire                    think,
    input  wire [7:0]              black_move,
    output wire                    white_ready,
    output wire [7:0]              white_move,
    output wire                    found,
    output wire                    refused,
    output wire [11:0]             pattern,
    output wire                    sram_busy,
    input  wire [ADDRESS_BITS-1:0] sram_address,
    input  wire                    sram_write,
    input  wire [7:0]              sram_in,
    output wire [7:0]              sram_out,
    input  wire [3:0]              shown_row,
    output wire [31:0]             shown_squares
);
    localparam BUS_BITS = WIDE != 0 ? 32 : 10;

    wire [BUS_BITS-1:0]     brow;
    wire [9:0]              spot;
    wire                    search, load, first_line, next_line, loaded, exhausted, match;
    wire [ADDRESS_BITS-1:0] fetched_address;

    x1 #(.WIDE(WIDE)) x1 (
        .clk(clk), .reset(reset), .black_ready(black_ready), .clear(clear), .store(store),
        .own(own), .think(think), .black_move(black_move), .white_ready(white_ready),
        .white_move(white_move), .found(found), .refused(refused), .pattern(pattern),
        .browspot_out(brow), .browspot_in(spot), .busc(), .search(search), .load(load),
        .first_line(first_line), .next_line(next_line), .loaded(loaded), .exhausted(exhausted),
        .match(match), .shown_row(shown_row), .shown_squares(shown_squares)
    );
    r2 #(.ADDRESS_BITS(ADDRESS_BITS), .WIDE(WIDE)) r2 (
        .clk(clk), .reset(reset), .browspot_in(brow), .browspot_out(spot), .search(search),
        .load(load), .first_line(first_line), .next_line(next_line), .loaded(loaded),
        .exhausted(exhausted), .match(match), .sram_drive(sram_busy),
        .sram_address(fetched_address), .sram_data(sram_out)
    );
    sram #(.ADDRESS_BITS(ADDRESS_BITS)) sram (
        .clk(clk), .address(sram_busy ? fetched_address : sram_address),
        .write(sram_write & ~sram_busy), .in(sram_in), .out(sram_out)
    );
endmodule

`default_nettype wire
