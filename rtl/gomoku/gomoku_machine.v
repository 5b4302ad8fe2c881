// The Gomoku machine in one chip: R1, X1, R2 and the memory.
//
// Within a chip no wire has two ends that drive it: `browspot` is two buses, and the
// address of the memory has a multiplexer. boards/gomoku_r1.v, gomoku_x1.v and
// gomoku_r2.v are the three chips with the wires of the report.

`default_nettype none

module gomoku_machine #(
    parameter CLOCKS_PER_BIT = 25,
    parameter ADDRESS_BITS   = 13,
    parameter WIDE           = 0
) (
    input  wire        clk,
    input  wire        reset,
    input  wire        rx,
    output wire        tx,
    output wire        thinking,
    output wire        color,
    output wire [2:0]  status,
    output wire        has_last,
    output wire [7:0]  last_move,
    output wire [11:0] last_pattern,
    input  wire [3:0]  shown_row,
    output wire [31:0] shown_squares
);
    wire                    black_ready, clear, store, own, think, white_ready, found, refused;
    wire [7:0]              black_move, white_move;
    wire [11:0]             pattern;
    wire                    sram_write, sram_drive;
    wire [ADDRESS_BITS-1:0] sram_address;
    wire [7:0]              sram_in, sram_out;
    assign thinking = ~black_ready;

    r1 #(
        .CLOCKS_PER_BIT(CLOCKS_PER_BIT), .ADDRESS_BITS(ADDRESS_BITS), .WIDE(WIDE)
    ) r1 (
        .clk(clk), .reset(reset), .rx(rx), .tx(tx), .black_ready(black_ready), .clear(clear),
        .store(store), .own(own), .think(think), .black_move(black_move),
        .white_ready(white_ready), .white_move(white_move), .found(found), .refused(refused),
        .pattern(pattern), .sram_drive(sram_drive), .sram_address(sram_address),
        .sram_write(sram_write), .sram_in(sram_in), .sram_out(sram_out), .color(color),
        .status(status), .has_last(has_last), .last_move(last_move), .last_pattern(last_pattern)
    );
    thinker #(.ADDRESS_BITS(ADDRESS_BITS), .WIDE(WIDE)) thinker (
        .clk(clk), .reset(reset), .black_ready(black_ready), .clear(clear), .store(store),
        .own(own), .think(think), .black_move(black_move), .white_ready(white_ready),
        .white_move(white_move), .found(found), .refused(refused), .pattern(pattern),
        .sram_busy(), .sram_address(sram_address), .sram_write(sram_write & sram_drive),
        .sram_in(sram_in), .sram_out(sram_out), .shown_row(shown_row),
        .shown_squares(shown_squares)
    );
endmodule

`default_nettype wire
