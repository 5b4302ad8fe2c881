// The board updater: what a stone does to the board, or why it may not be placed.
//
// The stone is placed, stones of the opponent without liberties are taken, and what
// comes out may not be a board that ko forbids: the one before the last move, or any
// earlier one with superko, which are then shown one after the other. Own stones
// without liberties are not taken: such a move is suicide, and refused.

`default_nettype none

module board_updater #(
    parameter N          = 9,
    parameter DELAY      = 0,
    parameter TWO_CLOCKS = 0
) (
    input  wire           clk,
    input  wire           reset,
    input  wire           start,       // what follows is to be kept until it is done
    input  wire           color,       // 0 Black, 1 White
    input  wire           pass,
    input  wire [4:0]     row,         // from the top
    input  wire [4:0]     column,      // from the left
    input  wire [N*N-1:0] black,
    input  wire [N*N-1:0] white,
    input  wire [N*N-1:0] ko_black,
    input  wire [N*N-1:0] ko_white,
    input  wire           ko_last,     // no other board is forbidden, else the next one follows
    output wire           compares,    // with the board of ko
    output wire           busy,
    output reg            done,        // for one clock
    output reg            valid,       // with it, and all below
    output reg  [2:0]     refusal,     // if it is not valid
    output reg  [N*N-1:0] next_black,
    output reg  [N*N-1:0] next_white
);
    `include "refusals.vh"

    localparam [2:0] WAITING = 0, LOAD = 1, APPLY = 2, PRUNE_OTHER = 3, SWAP = 4, PRUNE_OWN = 5;
    localparam POINTS = N * N;
    localparam [4:0] SIDE = N;

    reg  [2:0]        state;
    reg               prune;
    reg  [8:0]        index;
    wire              pruned;
    wire [POINTS-1:0] dead_black, dead_white;
    wire [POINTS-1:0] place = {{(POINTS-1){1'b0}}, 1'b1} << index;
    wire [8:0]        row_start = row * SIDE;
    assign busy     = state != WAITING;
    assign compares = state == SWAP;

    prune_unit #(.N(N), .DELAY(DELAY), .TWO_CLOCKS(TWO_CLOCKS)) pruner (
        .clk(clk), .reset(reset), .start(prune), .black(next_black), .white(next_white),
        .done(pruned), .dead_black(dead_black), .dead_white(dead_white)
    );

    always @(posedge clk) begin
        done  <= 1'b0;
        prune <= 1'b0;
        case (state)
            WAITING:
                if (start) begin
                    next_black <= black;
                    next_white <= white;
                    index      <= row_start + {4'd0, column};
                    state      <= LOAD;
                end
            LOAD:
                if (pass) finish(1'b1, OFF_BOARD);
                else if (row >= SIDE | column >= SIDE) finish(1'b0, OFF_BOARD);
                else state <= APPLY;
            APPLY:
                if (|(place & (black | white))) begin
                    finish(1'b0, OCCUPIED);
                end else begin
                    if (color) next_white <= white | place;
                    else next_black <= black | place;
                    prune <= 1'b1;
                    state <= PRUNE_OTHER;
                end
            PRUNE_OTHER:
                if (pruned) begin
                    if (color) next_black <= next_black & ~dead_black;
                    else next_white <= next_white & ~dead_white;
                    state <= SWAP;
                end
            SWAP:
                if (next_black == ko_black & next_white == ko_white) begin
                    finish(1'b0, KO);
                end else if (ko_last) begin
                    prune <= 1'b1;
                    state <= PRUNE_OWN;
                end
            PRUNE_OWN:
                if (pruned) finish(~|(color ? dead_white : dead_black), SUICIDE);
            default: state <= WAITING;
        endcase
        if (reset) begin
            state <= WAITING;
            done  <= 1'b0;
            prune <= 1'b0;
        end
    end

    task finish;
        input       is_valid;
        input [2:0] reason;
        begin
            valid   <= is_valid;
            refusal <= reason;
            done    <= 1'b1;
            state   <= WAITING;
        end
    endtask
endmodule

`default_nettype wire
