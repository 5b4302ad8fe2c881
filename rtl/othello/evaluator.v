// What a board is worth to the mover: by the squares of the discs or by their number, and
// by the result of a game that is over.

`default_nettype none

module evaluator #(
    parameter N        = 8,
    parameter LOCATION = 1              // with 0 discs are counted
) (
    input  wire [N*N-1:0]     mover,
    input  wire [N*N-1:0]     opponent,
    output reg  signed [11:0] worth,
    output wire signed [11:0] outcome
);
    `include "location.vh"

    localparam signed [11:0] DECIDED = 12'sd1000;

    // An adder tree is what becomes of this.
    integer           i;
    reg signed [11:0] discs, value;
    always @* begin
        discs = 12'sd0;
        worth = 12'sd0;
        for (i = 0; i < N * N; i = i + 1) begin
            value = location(i);
            discs = discs + (mover[i] ? 12'sd1 : opponent[i] ? -12'sd1 : 12'sd0);
            worth = worth + (mover[i] ? value : opponent[i] ? -value : 12'sd0);
        end
        if (LOCATION == 0) worth = discs;
    end
    assign outcome = discs == 0 ? 12'sd0 : discs > 0 ? discs + DECIDED : discs - DECIDED;
endmodule

`default_nettype wire
