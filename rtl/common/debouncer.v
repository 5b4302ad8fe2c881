// A button or switch that bounces: its level counts when it has stayed for CLOCKS.

`default_nettype none

module debouncer #(
    parameter CLOCKS = 1_000_000
) (
    input  wire clk,
    input  wire reset,
    input  wire in,       // in our clock
    output reg  out
);
    localparam COUNT_BITS = $clog2(CLOCKS + 1);
    localparam [COUNT_BITS-1:0] FIRST = CLOCKS - 1;

    reg [COUNT_BITS-1:0] left;

    always @(posedge clk)
        if (reset) begin
            out  <= 1'b0;
            left <= FIRST;
        end else if (in == out) begin
            left <= FIRST;
        end else if (left != 0) begin
            left <= left - 1'b1;
        end else begin
            out  <= in;
            left <= FIRST;
        end
endmodule

`default_nettype wire
