// A pruner as the other modules see it: it says which stones reach no liberty, two to five
// clocks after it was asked. pruner_formal.v and closure_formal.v prove that ours do that.

module prune_unit #(
    parameter N          = 9,
    parameter DELAY      = 0,
    parameter TWO_CLOCKS = 0
) (
    input  wire           clk,
    input  wire           reset,
    input  wire           start,
    input  wire [N*N-1:0] black,
    input  wire [N*N-1:0] white,
    output reg            done,
    output wire [N*N-1:0] dead_black,
    output wire [N*N-1:0] dead_white
);
    `include "reach.vh"

    (* anyconst *) wire [1:0] patience;
    wire [N*N-1:0] alive = reach(black, white);
    assign dead_black = black & ~alive;
    assign dead_white = white & ~alive;

    reg       works;
    reg [1:0] left;
    always @(posedge clk) begin
        done <= works & left == 0 & ~start & ~reset;
        if (start) left <= patience;
        else if (left != 0) left <= left - 1'b1;
        works <= ~reset & (start | (works & left != 0));
    end
endmodule
