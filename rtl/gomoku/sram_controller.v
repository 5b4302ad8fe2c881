// The SRAM controller: takes the bus of the memory for a search, and fetches patterns.
//
// Its state is its outputs, so that they have no glitches. Without a search it drives
// nothing: then the PC may read and write the memory, and what it has written is what the
// next search finds. Within a search, each `load` brings the next eleven bytes, one a
// clock, from the first byte of the memory on.
//
//   IDLE   the bus is free
//   HELD   the bus is ours; the address is that of the next pattern
//   READ   a byte is there, and the address of the next one out
//   LAST   the last byte of a pattern is there

`default_nettype none

module sram_controller #(
    parameter ADDRESS_BITS = 13
) (
    input  wire                    clk,
    input  wire                    reset,
    input  wire                    search,
    input  wire                    load,
    output wire                    drive,        // the bus is ours
    output reg  [ADDRESS_BITS-1:0] address,      // its byte is there with the next clock
    output wire                    take,         // a byte of the pattern is there
    output wire                    loaded,       // with the last byte
    output reg                     exhausted     // there was nothing left to load
);
    localparam PATTERN_BYTES = 11;
    localparam [ADDRESS_BITS-1:0] END = (1 << ADDRESS_BITS) / PATTERN_BYTES * PATTERN_BYTES;

    // drive, take, loaded
    localparam [2:0] IDLE = 3'b000, HELD = 3'b100, READ = 3'b110, LAST = 3'b111;

    reg [2:0] state;
    reg [3:0] left;                              // bytes behind this one
    assign {drive, take, loaded} = state;

    wire begins = state == HELD & load;

    always @(posedge clk) begin
        case (state)
            IDLE:    state <= HELD;
            HELD:    if (load) state <= address == END ? LAST : READ;
            READ:    if (left == 4'd1) state <= LAST;
            default: state <= HELD;
        endcase
        if (begins) begin
            left      <= PATTERN_BYTES - 1;
            exhausted <= address == END;
        end else if (take) begin
            left <= left - 1'b1;
        end
        if ((begins & address != END) | state == READ) address <= address + 1'b1;
        if (reset | ~search) begin
            state   <= IDLE;
            address <= 0;
        end
    end

`ifdef FORMAL
    // No state but the four, and addresses fit them.
    wire [ADDRESS_BITS:0] next_pattern = address + (state == READ ? left : 4'd0);
    integer i;
    reg     is_first_byte;
    always @* begin
        is_first_byte = 1'b0;
        for (i = 0; i <= END; i = i + PATTERN_BYTES) if (next_pattern == i) is_first_byte = 1'b1;
    end
    always @* if (~reset) begin
        assert (state == IDLE | state == HELD | state == READ | state == LAST);
        assert (address <= END & is_first_byte);
        if (state == IDLE) assert (address == 0);
        if (state == READ) assert (left != 0 & left < PATTERN_BYTES & address < END);
    end
`endif
endmodule

`default_nettype wire
