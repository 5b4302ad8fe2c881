// Keeps still what only trembles: an average of a quarter of the new value and three of the
// old, which is shown when it has left what is shown by more than the dead zone. A value that
// is farther away than a jump is taken as it is, and so is the first one.

`default_nettype none

module stabilizer #(
    parameter BITS      = 16,
    parameter DEAD_ZONE = 4,
    parameter JUMP      = 100
) (
    input  wire            clk,
    input  wire            reset,       // the next value is the first one
    input  wire            update,
    input  wire [BITS-1:0] value,
    output reg  [BITS-1:0] shown
);
    // The average has some more bits than the values, or it would never come to an end.
    localparam EXTRA = 4, WIDE = BITS + EXTRA + 1;
    localparam signed [WIDE-1:0] FAR = JUMP << EXTRA, NEAR = DEAD_ZONE << EXTRA;

    reg                    has_value;
    reg  signed [WIDE-1:0] average;
    wire signed [WIDE-1:0] target = {1'b0, value, {EXTRA{1'b0}}};
    wire signed [WIDE-1:0] away   = target - average;
    wire                   jumps  = ~has_value | away > FAR | away < -FAR;
    wire signed [WIDE-1:0] next   = average + (away >>> 2);
    wire signed [WIDE-1:0] strays = next - $signed({1'b0, shown, {EXTRA{1'b0}}});

    always @(posedge clk) begin
        if (update) begin
            has_value <= 1'b1;
            average   <= jumps ? target : next;
            if (jumps) shown <= value;
            else if (strays > NEAR | strays < -NEAR) shown <= next[EXTRA +: BITS];
        end
        if (reset) begin
            has_value <= 1'b0;
            average   <= 0;
            shown     <= 0;
        end
    end
endmodule

`default_nettype wire
