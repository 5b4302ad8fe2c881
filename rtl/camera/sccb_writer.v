// Writes a register of a camera: the serial bus of cameras (SCCB), which is that of I2C with
// writes only.
//
// A write is a start, the number of the camera, two bytes of an address, a value, and a stop. The
// ninth bit of each byte is the camera's. Both wires are open drain: 0 is driven, 1 is let go.

`default_nettype none

module sccb_writer #(
    parameter CLOCKS_PER_QUARTER = 186,   // of a bit: 100 kHz at 74.25 MHz
    parameter [7:0] CAMERA = 8'h78
) (
    input  wire        clk,
    input  wire        reset,
    input  wire        start,
    input  wire [15:0] address,
    input  wire [7:0]  value,
    output wire        busy,
    output reg         refused,           // the camera has left a ninth bit at 1
    output reg         scl,
    output reg         sda,
    input  wire        sda_in
);
    localparam COUNT_BITS = $clog2(CLOCKS_PER_QUARTER + 1);
    localparam [COUNT_BITS-1:0] LAST = CLOCKS_PER_QUARTER - 1;
    // A start, 36 bits and a stop.
    localparam [5:0] STOP = 6'd37, REST = 6'd38;

    reg [COUNT_BITS-1:0] count;
    reg [1:0]            quarter;
    reg [5:0]            bit_number;
    reg [35:0]           bits;            // the ninth ones are 1: let go
    wire                 tick = count == LAST;
    wire is_ninth = bit_number == 6'd9 | bit_number == 6'd18 | bit_number == 6'd27
                  | bit_number == 6'd36;
    assign busy = bit_number != REST;

    always @(posedge clk) begin
        count <= tick | ~busy ? 0 : count + 1'b1;
        if (start & ~busy) begin
            bits <= {CAMERA, 1'b1, address[15:8], 1'b1, address[7:0], 1'b1, value, 1'b1};
            bit_number <= 6'd0;
            quarter    <= 2'd0;
            refused    <= 1'b0;
        end else if (busy & tick) begin
            quarter <= quarter + 2'd1;
            if (quarter == 2'd3) bit_number <= bit_number + 6'd1;
            if (bit_number == 6'd0) begin
                // The data falls while the clock is high.
                scl <= quarter != 2'd3;
                sda <= quarter < 2'd1;
            end else if (bit_number == STOP) begin
                scl <= quarter != 2'd0;
                sda <= quarter >= 2'd2;
            end else begin
                // It changes while the clock is low.
                scl <= quarter == 2'd1 | quarter == 2'd2;
                if (quarter == 2'd0) begin
                    sda  <= bits[35];
                    bits <= {bits[34:0], 1'b1};
                end
                if (quarter == 2'd2 & is_ninth & sda_in) refused <= 1'b1;
            end
        end
        if (reset) begin
            bit_number <= REST;
            count      <= 0;
            scl        <= 1'b1;
            sda        <= 1'b1;
            refused    <= 1'b0;
        end
    end
endmodule

`default_nettype wire
