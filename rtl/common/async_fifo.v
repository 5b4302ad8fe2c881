// A queue from one clock to another.
//
// Each side keeps its own counter and sees the other's through two registers. Counters
// cross in Gray code: one bit changes at a time, so that what is seen is the counter as
// it was or as it is.

`default_nettype none

module async_fifo #(
    parameter WIDTH = 8,
    parameter BITS  = 4                 // room for 2^BITS words
) (
    input  wire             write_clk,
    input  wire             write_reset,
    input  wire             write,      // ignored when full
    input  wire [WIDTH-1:0] word,
    output wire             full,
    input  wire             read_clk,
    input  wire             read_reset,
    input  wire             take,       // ignored when empty
    output wire [WIDTH-1:0] head,
    output wire             empty
);
    reg [WIDTH-1:0] memory [0:(1 << BITS)-1];
    reg [BITS:0] written, read;                    // one bit more than an address
    reg [BITS:0] written_gray, read_gray;
    reg [BITS:0] written_there_1, written_there, read_there_1, read_there;

    wire [BITS:0] next_written = written + 1'b1;
    wire [BITS:0] next_read    = read + 1'b1;
    // Full is a lap ahead: in Gray code, the two highest bits differ and the others do not.
    assign full  = written_gray == {~read_there[BITS:BITS-1], read_there[BITS-2:0]};
    assign empty = read_gray == written_there;
    assign head  = memory[read[BITS-1:0]];

    always @(posedge write_clk)
        if (write & ~full) memory[written[BITS-1:0]] <= word;

    always @(posedge write_clk)
        if (write_reset) begin
            written      <= 0;
            written_gray <= 0;
            read_there_1 <= 0;
            read_there   <= 0;
        end else begin
            read_there_1 <= read_gray;
            read_there   <= read_there_1;
            if (write & ~full) begin
                written      <= next_written;
                written_gray <= next_written ^ next_written >> 1;
            end
        end

    always @(posedge read_clk)
        if (read_reset) begin
            read            <= 0;
            read_gray       <= 0;
            written_there_1 <= 0;
            written_there   <= 0;
        end else begin
            written_there_1 <= written_gray;
            written_there   <= written_there_1;
            if (take & ~empty) begin
                read      <= next_read;
                read_gray <= next_read ^ next_read >> 1;
            end
        end
endmodule

`default_nettype wire
