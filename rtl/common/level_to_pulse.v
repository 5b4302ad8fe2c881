// One clock of 1 for every rise of a level.

`default_nettype none

module level_to_pulse (
    input  wire clk,
    input  wire reset,
    input  wire level,
    output wire pulse
);
    reg last;
    assign pulse = level & ~last;

    // A level that is high from the start is no rise.
    always @(posedge clk)
        last <= level | reset;
endmodule

`default_nettype wire
