// Puts frames onto a line: the inverse of the deframer.

`default_nettype none

module framer #(
    // SLIP, RFC 1055.
    parameter [7:0] END     = 8'hc0,
    parameter [7:0] ESC     = 8'hdb,
    parameter [7:0] ESC_END = 8'hdc,
    parameter [7:0] ESC_ESC = 8'hdd
) (
    input  wire       clk,
    input  wire       reset,
    input  wire       valid,
    input  wire [8:0] word,      // the highest bit alone marks the end
    output wire       ready,
    output reg        out_valid,
    output reg  [7:0] out_data,
    input  wire       out_ready,
    output wire       idle
);
    localparam [1:0] BETWEEN = 2'd0, INSIDE = 2'd1, CHECK = 2'd2, CLOSE = 2'd3;

    reg [1:0]  phase;
    reg [1:0]  check_byte;
    reg        second;           // the byte is escaped, and ESC has been sent
    wire [31:0] crc;
    wire        crc_busy;

    wire [31:0] checksum = ~crc;
    wire [7:0]  plain    = phase == CHECK ? checksum[8*check_byte +: 8] : word[7:0];
    wire        special  = plain == END | plain == ESC;
    wire        can_send = ~out_valid | out_ready;
    wire        has_byte = phase == CHECK | (phase == INSIDE & valid & ~word[8]);
    wire        sends    = can_send & ~crc_busy & has_byte;
    wire        finishes = sends & (~special | second);
    assign ready = phase == INSIDE & (word[8] ? ~crc_busy : finishes);
    assign idle  = phase == BETWEEN & ~out_valid;

    crc32 crc32 (
        .clk(clk), .clear(reset | phase == BETWEEN), .start(finishes & phase == INSIDE),
        .data(plain), .busy(crc_busy), .crc(crc)
    );

    always @(posedge clk)
        if (reset) begin
            phase     <= BETWEEN;
            out_valid <= 1'b0;
            second    <= 1'b0;
        end else begin
            if (out_ready) out_valid <= 1'b0;
            if (sends) begin
                out_valid <= 1'b1;
                second    <= special & ~second;
                out_data  <= ~special     ? plain
                           : ~second      ? ESC
                           : plain == END ? ESC_END
                           : ESC_ESC;
            end
            case (phase)
                BETWEEN:
                    if (valid & can_send) begin
                        out_valid <= 1'b1;
                        out_data  <= END;
                        phase     <= INSIDE;
                    end
                INSIDE:
                    if (valid & word[8] & ~crc_busy) begin
                        check_byte <= 2'd0;
                        phase      <= CHECK;
                    end
                CHECK:
                    if (finishes) begin
                        check_byte <= check_byte + 1'b1;
                        if (check_byte == 2'd3) phase <= CLOSE;
                    end
                CLOSE:
                    if (can_send) begin
                        out_valid <= 1'b1;
                        out_data  <= END;
                        phase     <= BETWEEN;
                    end
            endcase
        end
endmodule

`default_nettype wire
