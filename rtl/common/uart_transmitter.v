// Puts bytes onto a serial line: eight data bits, no parity, one stop bit.

`default_nettype none

module uart_transmitter #(
    parameter CLOCKS_PER_BIT = 16
) (
    input  wire       clk,
    input  wire       reset,
    input  wire [7:0] data,
    input  wire       valid,
    output wire       ready,
    output wire       line
);
    localparam COUNT_BITS = $clog2(CLOCKS_PER_BIT + 1);
    localparam [COUNT_BITS-1:0] WHOLE = CLOCKS_PER_BIT - 1;

    reg [8:0]            shift;   // the bit on the line is the lowest one
    reg [COUNT_BITS-1:0] left;
    reg [3:0]            bits;    // still to be sent
    assign ready = bits == 0;
    assign line  = shift[0];

    always @(posedge clk)
        if (reset) begin
            shift <= 9'h1ff;
            bits  <= 4'd0;
            left  <= 0;
        end else if (ready) begin
            left <= WHOLE;
            if (valid) begin
                shift <= {data, 1'b0};
                bits  <= 4'd10;
            end
        end else if (left != 0) begin
            left <= left - 1'b1;
        end else begin
            left  <= WHOLE;
            shift <= {1'b1, shift[8:1]};
            bits  <= bits - 1'b1;
        end
endmodule

`default_nettype wire
