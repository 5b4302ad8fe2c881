// Takes bytes off a serial line: eight data bits, no parity, one stop bit.

`default_nettype none

module uart_receiver #(
    parameter CLOCKS_PER_BIT = 16
) (
    input  wire       clk,
    input  wire       reset,
    input  wire       line,
    output reg  [7:0] data,
    output reg        valid,   // for one clock; a byte without a stop bit is dropped
    output wire       idle
);
    localparam COUNT_BITS = $clog2(CLOCKS_PER_BIT + 1);
    localparam [COUNT_BITS-1:0] WHOLE = CLOCKS_PER_BIT - 1;
    localparam [COUNT_BITS-1:0] HALF  = CLOCKS_PER_BIT / 2;

    reg [1:0]            samples;    // the line, brought into our clock
    reg [COUNT_BITS-1:0] left;
    reg [3:0]            bits;       // still to come, the stop bit included
    wire                 level = samples[1];
    assign idle = bits == 0 & level;

    always @(posedge clk) begin
        samples <= {samples[0], line};
        valid   <= 1'b0;
        if (reset) begin
            samples <= 2'b11;
            bits    <= 4'd0;
        end else if (bits == 0) begin
            left <= HALF;
            if (~level) bits <= 4'd10;
        end else if (left != 0) begin
            left <= left - 1'b1;
        end else begin
            left <= WHOLE;
            bits <= bits - 1'b1;
            if (bits == 4'd10) begin
                // The middle of the start bit: was it one?
                if (level) bits <= 4'd0;
            end else if (bits == 4'd1) begin
                valid <= level;
            end else begin
                data <= {level, data[7:1]};
            end
        end
    end
endmodule

`default_nettype wire
