// Brings a signal from outside into our clock: two registers in a row.

`default_nettype none

module synchronizer #(
    parameter WIDTH = 1,
    parameter [WIDTH-1:0] INITIAL = 0
) (
    input  wire             clk,
    input  wire             reset,
    input  wire [WIDTH-1:0] in,
    output reg  [WIDTH-1:0] out
);
    reg [WIDTH-1:0] first;

    always @(posedge clk)
        if (reset) begin
            first <= INITIAL;
            out   <= INITIAL;
        end else begin
            first <= in;
            out   <= first;
        end
endmodule

`default_nettype wire
