// Takes frames off the line and puts them into the queues of those they are for.
//
// A frame is, between two END bytes and with END and ESC escaped (SLIP, RFC 1055):
// tag, unit, request, CRC-32. The queue of the unit gets the tag, the request and a
// marker. All of it is taken back if the checksum is wrong or the queue is full; the
// END of one frame starts the next, so nothing that arrives can stop the line.

`default_nettype none

module deframer #(
    parameter UNITS = 1            // the board itself answers as one more, number 255
) (
    input  wire             clk,
    input  wire             reset,
    input  wire [7:0]       data,
    input  wire             valid,  // at least ten clocks apart
    input  wire [UNITS:0]   full,
    output reg  [8:0]       word,   // the highest bit marks the end of a frame
    output reg  [UNITS:0]   write,
    output reg  [UNITS:0]   commit,
    output reg              rollback,
    output reg              failed, // for one clock, with the tag and the reason
    output reg  [7:0]       failed_tag,
    output reg  [7:0]       failed_status,
    output wire             idle
);
    `include "status.vh"

    localparam [7:0] END = 8'hc0, ESC = 8'hdb, ESC_END = 8'hdc, ESC_ESC = 8'hdd;
    // What the CRC register holds after a frame whose checksum is right.
    localparam [31:0] RESIDUE = 32'hdebb20e3;

    reg        escaped, broken, overflow, ending;
    reg [2:0]  held;          // bytes in the line below, which may be the checksum
    reg [31:0] line;
    reg [1:0]  taken;         // bytes that have left it: none, the tag, the unit as well
    reg [7:0]  tag;
    reg [UNITS:0] unit;       // one-hot; none if there is no such unit
    wire [31:0] crc;
    wire       crc_busy;

    wire is_end   = valid & data == END;
    wire is_byte  = valid & data != END & (escaped | data != ESC);
    wire [7:0] plain = ~escaped         ? data
                     : data == ESC_END  ? END
                     : ESC;
    wire bad_escape = escaped & data != ESC_END & data != ESC_ESC;
    wire [7:0] oldest = line[31:24];
    wire shifts = is_byte & held == 3'd4;

    crc32 crc32 (
        .clk(clk), .clear(reset | ending), .start(is_byte & ~crc_busy), .data(plain),
        .busy(crc_busy), .crc(crc)
    );

    wire is_good = ~broken & taken == 2'd2 & crc == RESIDUE;
    assign idle = ~valid & ~ending & ~|write & ~|commit & ~rollback & ~failed;

    integer i;
    always @(posedge clk) begin
        write    <= 0;
        commit   <= 0;
        rollback <= 1'b0;
        failed   <= 1'b0;
        ending   <= 1'b0;
        if (is_byte) begin
            escaped <= 1'b0;
            broken  <= broken | bad_escape;
            line    <= {line[23:0], plain};
            if (held != 3'd4) held <= held + 1'b1;
        end else if (valid & data == ESC) begin
            escaped <= 1'b1;
        end
        if (shifts)
            case (taken)
                2'd0: begin
                    tag   <= oldest;
                    taken <= 2'd1;
                end
                2'd1: begin
                    for (i = 0; i < UNITS; i = i + 1) begin
                        unit[i]  <= oldest == i[7:0];
                        write[i] <= oldest == i[7:0];
                    end
                    unit[UNITS]  <= oldest == 8'hff;
                    write[UNITS] <= oldest == 8'hff;
                    word  <= {1'b0, tag};
                    taken <= 2'd2;
                end
                default: begin
                    write <= unit;
                    word  <= {1'b0, oldest};
                end
            endcase
        if (|(write & full)) overflow <= 1'b1;
        if (is_end) begin
            // What there is of a frame ends here. The marker is only kept if all was well.
            ending <= 1'b1;
            if (is_good & ~escaped) begin
                write <= unit;
                word  <= 9'h100;
            end
        end
        if (ending) begin
            // The marker is being written, or finds no room.
            if (is_good & ~escaped & |unit & ~overflow & ~|(write & full)) begin
                commit <= unit;
            end else if (held != 0 | escaped | broken) begin
                rollback      <= 1'b1;
                failed        <= 1'b1;
                failed_tag    <= taken == 2'd0 ? 8'd0 : tag;
                failed_status <= ~is_good | escaped ? BAD_FRAME
                               : ~|unit             ? NO_UNIT
                               : BUSY;
            end
            held     <= 3'd0;
            taken    <= 2'd0;
            escaped  <= 1'b0;
            broken   <= 1'b0;
            overflow <= 1'b0;
            unit     <= 0;
        end
        if (reset) begin
            held     <= 3'd0;
            taken    <= 2'd0;
            escaped  <= 1'b0;
            broken   <= 1'b0;
            overflow <= 1'b0;
            ending   <= 1'b0;
            unit     <= 0;
        end
    end
endmodule

`default_nettype wire
