// A quotient, a bit a clock: there is time for it between two pictures.
//
// A division by 0 gives all ones.

`default_nettype none

module divider #(
    parameter NUMERATOR   = 32,         // bits, and clocks
    parameter DENOMINATOR = 20
) (
    input  wire                   clk,
    input  wire                   reset,
    input  wire                   start,
    input  wire [NUMERATOR-1:0]   numerator,
    input  wire [DENOMINATOR-1:0] denominator,
    output wire                   busy,
    output reg                    done,      // for one clock
    output reg  [NUMERATOR-1:0]   quotient
);
    localparam COUNT_BITS = $clog2(NUMERATOR + 1);
    localparam [COUNT_BITS-1:0] ALL = NUMERATOR;

    // What is left of the numerator comes in from above as the quotient comes in from below.
    reg [DENOMINATOR-1:0] by, remainder;
    reg [COUNT_BITS-1:0]  left;
    wire [DENOMINATOR:0]  shifted = {remainder, quotient[NUMERATOR-1]};
    wire [DENOMINATOR:0]  rest    = shifted - {1'b0, by};
    wire                  fits    = shifted >= {1'b0, by};
    assign busy = left != 0;

    always @(posedge clk) begin
        done <= left == 1;
        if (start) begin
            by        <= denominator;
            remainder <= 0;
            quotient  <= numerator;
            left      <= ALL;
        end else if (busy) begin
            remainder <= fits ? rest[DENOMINATOR-1:0] : shifted[DENOMINATOR-1:0];
            quotient  <= {quotient[NUMERATOR-2:0], fits};
            left      <= left - 1'b1;
        end
        if (reset) begin
            left <= 0;
            done <= 1'b0;
        end
    end
endmodule

`default_nettype wire
