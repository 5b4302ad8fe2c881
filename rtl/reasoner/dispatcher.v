// Puts frames into the queues of those they are for.
//
// The content of a frame is tag, unit, request. The queue of the unit gets the tag, the
// request and a marker. All of it is taken back if the checksum is wrong or the queue
// is full.

`default_nettype none

module dispatcher #(
    parameter UNITS = 1            // the board itself answers as one more, number 255
) (
    input  wire             clk,
    input  wire             reset,
    input  wire [7:0]       data,
    input  wire             valid,
    input  wire             ended,
    input  wire             good,
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

    reg        overflow, ending, is_good;
    reg [1:0]  taken;         // bytes of the frame so far: none, the tag, the unit as well
    reg [7:0]  tag;
    reg [UNITS:0] unit;       // one-hot; none if there is no such unit

    assign idle = ~ending & ~|write & ~|commit & ~rollback & ~failed;

    integer i;
    always @(posedge clk) begin
        write    <= 0;
        commit   <= 0;
        rollback <= 1'b0;
        failed   <= 1'b0;
        ending   <= ended;
        is_good  <= good & taken == 2'd2;
        if (valid)
            case (taken)
                2'd0: begin
                    tag   <= data;
                    taken <= 2'd1;
                end
                2'd1: begin
                    for (i = 0; i < UNITS; i = i + 1) begin
                        unit[i]  <= data == i[7:0];
                        write[i] <= data == i[7:0];
                    end
                    unit[UNITS]  <= data == 8'hff;
                    write[UNITS] <= data == 8'hff;
                    word  <= {1'b0, tag};
                    taken <= 2'd2;
                end
                default: begin
                    write <= unit;
                    word  <= {1'b0, data};
                end
            endcase
        if (|(write & full)) overflow <= 1'b1;
        if (ended & good & taken == 2'd2) begin
            // The marker is only kept if all was well.
            write <= unit;
            word  <= 9'h100;
        end
        if (ending) begin
            // The marker is being written, or finds no room.
            if (is_good & |unit & ~overflow & ~|(write & full)) begin
                commit <= unit;
            end else begin
                rollback      <= 1'b1;
                failed        <= 1'b1;
                failed_tag    <= taken == 2'd0 ? 8'd0 : tag;
                failed_status <= ~is_good ? BAD_FRAME
                               : ~|unit   ? NO_UNIT
                               : BUSY;
            end
            taken    <= 2'd0;
            overflow <= 1'b0;
            unit     <= 0;
        end
        if (reset) begin
            taken    <= 2'd0;
            overflow <= 1'b0;
            ending   <= 1'b0;
            unit     <= 0;
        end
    end
endmodule

`default_nettype wire
