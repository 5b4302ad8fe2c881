// Keeps the content of frames until their checksums have been seen, and forgets those
// that are damaged or too long.

`default_nettype none

module frame_queue #(
    parameter BITS = 8              // room for 2^BITS - 1 bytes and ends of frames
) (
    input  wire       clk,
    input  wire       reset,
    // From the deframer.
    input  wire [7:0] data,
    input  wire       data_valid,
    input  wire       ended,
    input  wire       good,
    // Frames that are good.
    output wire       valid,
    output wire [8:0] word,         // the highest bit alone marks the end
    input  wire       take
);
    reg  overflow, commit, rollback;
    wire full;
    wire keeps = ended & good & ~overflow & ~full;

    fifo #(.WIDTH(9), .BITS(BITS)) fifo (
        .clk(clk), .reset(reset), .write(data_valid | keeps), .word({ended, ended ? 8'd0 : data}),
        .commit(commit), .rollback(rollback), .full(full), .empty(), .valid(valid), .head(word),
        .take(take)
    );

    always @(posedge clk) begin
        commit   <= keeps;
        rollback <= ended & ~keeps;
        if (data_valid & full) overflow <= 1'b1;
        if (ended | reset) overflow <= 1'b0;
        if (reset) begin
            commit   <= 1'b0;
            rollback <= 1'b0;
        end
    end
endmodule

`default_nettype wire
