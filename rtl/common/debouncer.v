// Buttons and switches that bounce: a level counts when it has stayed for a while.
//
// They are looked at every CLOCKS / 8 clocks; a level that was the same eight times in a
// row is the one that counts.

`default_nettype none

module debouncer #(
    parameter WIDTH  = 1,
    parameter CLOCKS = 1_000_000
) (
    input  wire             clk,
    input  wire             reset,
    input  wire [WIDTH-1:0] in,       // in our clock
    output reg  [WIDTH-1:0] out
);
    localparam COUNT_BITS = $clog2(CLOCKS / 8 + 1);
    localparam [COUNT_BITS-1:0] FIRST = CLOCKS / 8 - 1;

    reg [COUNT_BITS-1:0] left;
    wire tick = left == 0;
    always @(posedge clk) left <= tick | reset ? FIRST : left - 1'b1;

    genvar i;
    generate
        for (i = 0; i < WIDTH; i = i + 1) begin : levels
            reg [2:0] same;           // how often it was another than the one that counts
            always @(posedge clk)
                if (reset) begin
                    out[i] <= 1'b0;
                    same   <= 3'd0;
                end else if (in[i] == out[i]) begin
                    same   <= 3'd0;
                end else if (tick) begin
                    same <= same + 1'b1;
                    if (same == 3'd7) out[i] <= in[i];
                end
        end
    endgenerate
endmodule

`default_nettype wire
