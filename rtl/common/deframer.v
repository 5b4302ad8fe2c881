// Takes frames off a line and tells whether their checksums are right.
//
// A frame stands between two END bytes, with END and ESC escaped, and its last four
// bytes are its CRC-32. The content comes out byte by byte, before it is known whether
// it is good: who keeps it has to be able to forget it. The END of one frame starts
// the next, so nothing that arrives can stop the line.

`default_nettype none

module deframer #(
    // SLIP, RFC 1055.
    parameter [7:0] END     = 8'hc0,
    parameter [7:0] ESC     = 8'hdb,
    parameter [7:0] ESC_END = 8'hdc,
    parameter [7:0] ESC_ESC = 8'hdd
) (
    input  wire       clk,
    input  wire       reset,
    input  wire [7:0] data,
    input  wire       valid,      // at least ten clocks apart
    output reg  [7:0] out_data,   // a byte of the content
    output reg        out_valid,
    output reg        ended,      // for one clock, behind a frame that is not empty
    output reg        good,       // with it: the checksum is right
    output wire       idle
);
    // What the CRC register holds after a frame whose checksum is right.
    localparam [31:0] RESIDUE = 32'hdebb20e3;

    reg        escaped, broken;
    reg [2:0]  held;          // bytes in the line below, which may be the checksum
    reg [31:0] line;
    wire [31:0] crc;
    wire       crc_busy;

    wire is_end   = valid & data == END;
    wire is_byte  = valid & data != END & (escaped | data != ESC);
    wire [7:0] plain = ~escaped        ? data
                     : data == ESC_END ? END
                     : ESC;
    wire bad_escape = escaped & data != ESC_END & data != ESC_ESC;
    assign idle = ~valid & ~out_valid & ~ended;

    crc32 crc32 (
        .clk(clk), .clear(reset | is_end), .start(is_byte & ~crc_busy), .data(plain),
        .busy(crc_busy), .crc(crc)
    );

    always @(posedge clk) begin
        out_valid <= is_byte & held == 3'd4;
        out_data  <= line[31:24];
        ended     <= is_end & (held != 3'd0 | escaped | broken);
        good      <= ~broken & ~escaped & held == 3'd4 & crc == RESIDUE;
        if (is_byte) begin
            escaped <= 1'b0;
            broken  <= broken | bad_escape;
            line    <= {line[23:0], plain};
            if (held != 3'd4) held <= held + 1'b1;
        end else if (valid & data == ESC) begin
            escaped <= 1'b1;
        end
        if (reset | is_end) begin
            held    <= 3'd0;
            escaped <= 1'b0;
            broken  <= 1'b0;
        end
        if (reset) begin
            out_valid <= 1'b0;
            ended     <= 1'b0;
        end
    end
endmodule

`default_nettype wire
