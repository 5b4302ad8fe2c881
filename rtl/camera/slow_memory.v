// A model of a memory that takes its time: it answers after LATENCY clocks, and in STALL of 16
// clocks, chosen at random, it takes no request.

`default_nettype none

module slow_memory #(
    parameter WIDTH        = 96,
    parameter ADDRESS_BITS = 20,
    parameter LATENCY      = 20,
    parameter STALL        = 4
) (
    input  wire                    clk,
    input  wire                    reset,
    input  wire                    valid,
    input  wire                    write,
    input  wire [ADDRESS_BITS-1:0] address,
    input  wire [WIDTH-1:0]        data,
    output wire                    ready,
    output wire                    reply,
    output wire [WIDTH-1:0]        reply_data
);
    localparam [4:0] STALLED = STALL;

    reg [WIDTH-1:0] memory [0:(1 << ADDRESS_BITS)-1];
    reg [15:0]      noise;
    assign ready = {1'b0, noise[3:0]} >= STALLED;

    // The answers, the next one in the highest bits.
    reg [LATENCY-1:0]       replies;
    reg [LATENCY*WIDTH-1:0] words;
    assign reply      = replies[LATENCY-1];
    assign reply_data = words[LATENCY*WIDTH-1 -: WIDTH];

    always @(posedge clk) begin
        noise   <= {noise[14:0], noise[15] ^ noise[13] ^ noise[12] ^ noise[10]};
        replies <= {replies[LATENCY-2:0], valid & ready & ~write};
        words   <= {words[(LATENCY-1)*WIDTH-1:0], memory[address]};
        if (valid & ready & write) memory[address] <= data;
        if (reset) begin
            noise   <= 16'hace1;
            replies <= 0;
        end
    end
endmodule

`default_nettype wire
