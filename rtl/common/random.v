// Random numbers: xoshiro128++ (Blackman and Vigna), one word of 32 bits at a time.
//
// The generator moves on only when it is told to, so that the numbers depend on the
// seed and on how many were drawn before, and on nothing else: a program can draw
// the same ones.

`default_nettype none

module random (
    input  wire        clk,
    input  wire        load,      // start from the seed; the first words are to be thrown away
    input  wire [63:0] seed,
    input  wire        advance,
    output reg  [31:0] word
);
    reg [31:0] s0, s1, s2, s3;

    wire [31:0] sum     = s0 + s3;
    wire [31:0] result  = {sum[24:0], sum[31:25]} + s0;
    wire [31:0] t2      = s2 ^ s0;
    wire [31:0] t3      = s3 ^ s1;

    always @(posedge clk)
        if (load) begin
            s0 <= seed[31:0];
            s1 <= seed[63:32];
            // Any constants will do, as long as they are not all zero.
            s2 <= 32'h9e3779b9;
            s3 <= 32'h243f6a88;
        end else if (advance) begin
            word <= result;
            s0   <= s0 ^ t3;
            s1   <= s1 ^ t2;
            s2   <= t2 ^ {s1[22:0], 9'd0};
            s3   <= {t3[20:0], t3[31:21]};
        end
endmodule

`default_nettype wire
