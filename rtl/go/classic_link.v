// The wire of the report: one byte for each move.
//
// The high nibble is the row from the top, the low one the column from the left, and
// 0xff is a pass. There is no answer, so what the other end makes of a byte is not
// known; but when it sends a move that is refused here, the boards differ, and `differs`
// says so until the next game.

`default_nettype none

module classic_link (
    input  wire       clk,
    input  wire       reset,
    input  wire [7:0] rx_data,
    input  wire       rx_valid,
    output reg  [7:0] tx_data,
    output reg        tx_valid,
    input  wire       tx_ready,
    // Moves from the wire.
    output reg        move,           // for one clock
    output reg        move_pass,
    output reg  [4:0] move_row,
    output reg  [4:0] move_column,
    input  wire       game_busy,
    input  wire       refused,        // what became of it
    input  wire       out_of_turn,
    // Own moves that were accepted.
    input  wire       own,            // for one clock
    input  wire       own_pass,
    input  wire [4:0] own_row,
    input  wire [4:0] own_column,
    output reg        differs
);
    localparam [7:0] PASS = 8'hff;

    reg waiting;                      // a byte that has not been made a move yet

    always @(posedge clk) begin
        move <= 1'b0;
        if (rx_valid) begin
            move_pass   <= rx_data == PASS;
            move_row    <= {1'b0, rx_data[7:4]};
            move_column <= {1'b0, rx_data[3:0]};
            waiting     <= 1'b1;
        end else if (waiting & ~game_busy & ~move) begin
            move    <= 1'b1;
            waiting <= 1'b0;
        end
        if (refused & ~out_of_turn) differs <= 1'b1;
        if (tx_ready) tx_valid <= 1'b0;
        if (own) begin
            tx_data  <= own_pass ? PASS : {own_row[3:0], own_column[3:0]};
            tx_valid <= 1'b1;
        end
        if (reset) begin
            move     <= 1'b0;
            waiting  <= 1'b0;
            tx_valid <= 1'b0;
            differs  <= 1'b0;
        end
    end
endmodule

`default_nettype wire
