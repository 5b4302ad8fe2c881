// A memory of bytes. What is read comes a clock behind its address.

`default_nettype none

module sram #(
    parameter ADDRESS_BITS = 13
) (
    input  wire                    clk,
    input  wire [ADDRESS_BITS-1:0] address,
    input  wire                    write,
    input  wire [7:0]              in,
    output reg  [7:0]              out
);
    reg [7:0] memory [0:(1 << ADDRESS_BITS)-1];

    always @(posedge clk) begin
        if (write) memory[address] <= in;
        out <= memory[address];
    end
endmodule

`default_nettype wire
