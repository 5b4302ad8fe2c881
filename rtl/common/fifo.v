// A queue whose words can be taken back until they are committed: what arrives over
// the line is only worth something when its checksum has been seen.

`default_nettype none

module fifo #(
    parameter WIDTH = 9,
    parameter BITS  = 8             // room for 2^BITS - 1 words
) (
    input  wire             clk,
    input  wire             reset,
    input  wire             write,  // ignored when full
    input  wire [WIDTH-1:0] word,
    input  wire             commit,
    input  wire             rollback,
    output wire             full,
    output wire             empty,
    output reg              valid,
    output reg  [WIDTH-1:0] head,
    input  wire             take
);
    reg [WIDTH-1:0] memory [0:(1 << BITS)-1];
    reg [BITS-1:0]  written, committed, read;

    wire [BITS-1:0] after = written + 1'b1;
    assign full  = after == read;
    assign empty = committed == read;

    always @(posedge clk)
        if (write & ~full) memory[written] <= word;
    always @(posedge clk) head <= memory[read];

    always @(posedge clk)
        if (reset) begin
            written   <= 0;
            committed <= 0;
            read      <= 0;
            valid     <= 1'b0;
        end else begin
            if (rollback) written <= committed;
            else if (write & ~full) written <= after;
            if (commit) committed <= written;
            if (take & valid) read <= read + 1'b1;
            valid <= ~empty & ~(take & valid);
        end

`ifdef FORMAL
    // Any place of the memory, and what was written there last.
    (* anyconst *) wire [BITS-1:0] spot;
    reg [WIDTH-1:0] kept;
    reg             has_kept;
    always @(posedge clk) begin
        if (write & ~full & written == spot) begin
            kept     <= word;
            has_kept <= 1'b1;
        end
        if (reset) has_kept <= 1'b0;
    end
    always @* if (~reset) begin
        if (has_kept) assert (memory[spot] == kept);
        if (valid & read == spot) assert (head == memory[spot]);
    end
`endif
endmodule

`default_nettype wire
