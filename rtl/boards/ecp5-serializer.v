// Ten bits a pixel for each color, two at a time with a clock that is five times as fast as
// that of the pixels.

`default_nettype none

module ecp5_serializer (
    input  wire       clk,
    input  wire       fast,
    input  wire [9:0] red,
    input  wire [9:0] green,
    input  wire [9:0] blue,
    output wire [3:0] gpdi_dp       // clock, red, green, blue
);
    // A pixel is loaded when the slow clock has been high for a while.
    reg       toggle = 1'b0;
    reg [2:0] seen = 3'd0;
    reg [9:0] shift [0:3];
    wire      load = seen[2] ^ seen[1];
    always @(posedge clk) toggle <= ~toggle;
    always @(posedge fast) begin
        seen     <= {seen[1:0], toggle};
        shift[0] <= load ? blue  : shift[0] >> 2;
        shift[1] <= load ? green : shift[1] >> 2;
        shift[2] <= load ? red   : shift[2] >> 2;
        shift[3] <= load ? 10'b0000011111 : shift[3] >> 2;
    end
    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : pairs
            ODDRX1F pair (
                .D0(shift[i][0]), .D1(shift[i][1]), .Q(gpdi_dp[i]), .SCLK(fast), .RST(1'b0)
            );
        end
    endgenerate
endmodule

`default_nettype wire
