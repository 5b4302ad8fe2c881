// Whether a number is within two bounds, both of which belong to it.
//
// Bounds have fewer bits than the number, as many as there are switches. The answer comes a
// clock behind the question.

`default_nettype none

module threshold #(
    parameter BITS = 4                  // of a bound
) (
    input  wire            clk,
    input  wire [7:0]      value,
    input  wire [BITS-1:0] lower,
    input  wire [BITS-1:0] upper,
    output reg             mask
);
    wire [BITS-1:0] step = value[7 -: BITS];
    always @(posedge clk) mask <= step >= lower & step <= upper;
endmodule

`default_nettype wire
