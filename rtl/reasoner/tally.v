// What came of random games: how they ended, and the sums of scores and their squares.

`default_nettype none

module tally #(
    parameter ROLES      = 2,
    parameter SCORE_BITS = 7
) (
    input  wire clk,
    input  wire clear,
    input  wire step,
    input  wire finish,       // a game is over, with these scores
    input  wire give_up,      // a game is at its step limit
    input  wire get_stuck,    // a role has no legal move
    input  wire flawed,
    input  wire [ROLES*SCORE_BITS-1:0]   scores,
    input  wire [ROLES*2*SCORE_BITS-1:0] squares,
    output wire [8*(12+7*ROLES)-1:0]     sums
);
    localparam SQUARE_BITS = 2 * SCORE_BITS;

    reg [15:0] n_finished, n_unfinished, n_stuck, n_flawed;
    reg [31:0] n_steps;
    reg [ROLES*24-1:0] score_sums;
    reg [ROLES*32-1:0] square_sums;
    assign sums = {square_sums, score_sums, n_steps, n_flawed, n_stuck, n_unfinished, n_finished};

    integer r;
    always @(posedge clk)
        if (clear) begin
            n_finished   <= 0;
            n_unfinished <= 0;
            n_stuck      <= 0;
            n_flawed     <= 0;
            n_steps      <= 0;
            score_sums   <= 0;
            square_sums  <= 0;
        end else begin
            if (step)      n_steps      <= n_steps + 1'b1;
            if (give_up)   n_unfinished <= n_unfinished + 1'b1;
            if (get_stuck) n_stuck      <= n_stuck + 1'b1;
            if (finish) begin
                n_finished <= n_finished + 1'b1;
                if (flawed) n_flawed <= n_flawed + 1'b1;
                for (r = 0; r < ROLES; r = r + 1) begin
                    score_sums[r*24 +: 24] <= score_sums[r*24 +: 24]
                        + {{(24-SCORE_BITS){1'b0}}, scores[r*SCORE_BITS +: SCORE_BITS]};
                    square_sums[r*32 +: 32] <= square_sums[r*32 +: 32]
                        + {{(32-SQUARE_BITS){1'b0}}, squares[r*SQUARE_BITS +: SQUARE_BITS]};
                end
            end
        end
endmodule

`default_nettype wire
