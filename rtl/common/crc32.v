// The CRC-32 of Ethernet and zip, one bit a clock: a byte takes eight clocks.

`default_nettype none

module crc32 (
    input  wire        clk,
    input  wire        clear,
    input  wire        start,   // take the byte; only when not busy
    input  wire [7:0]  data,
    output wire        busy,
    output reg  [31:0] crc      // as it stands, before the final inversion
);
    reg [7:0] shift;
    reg [3:0] left;
    assign busy = left != 0;

    wire bit_in = shift[0] ^ crc[0];

    always @(posedge clk)
        if (clear) begin
            crc  <= 32'hffffffff;
            left <= 4'd0;
        end else if (start) begin
            shift <= data;
            left  <= 4'd8;
        end else if (busy) begin
            shift <= {1'b0, shift[7:1]};
            left  <= left - 1'b1;
            crc   <= {1'b0, crc[31:1]} ^ (bit_in ? 32'hedb88320 : 32'd0);
        end
endmodule

`default_nettype wire
