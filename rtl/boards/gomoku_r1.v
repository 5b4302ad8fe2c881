// R1 of the report as a chip of its own: the serial line, the wires to X1, and the bus of
// the memory, which it drives only while R2 does not need it.

`default_nettype none

module gomoku_r1 #(
    parameter CLOCKS_PER_BIT = 25
) (
    input  wire        clk,
    input  wire        reset,
    input  wire        rx,
    output wire        tx,
    // X1.
    output wire        black_ready,
    output wire        clear,
    output wire        store,
    output wire        own,
    output wire        think,
    output wire [7:0]  black_move,
    input  wire        white_ready,
    input  wire [7:0]  white_move,
    input  wire        found,
    input  wire        refused,
    input  wire [11:0] pattern,
    // An asynchronous memory of 8 KB, shared with R2.
    inout  wire [12:0] sram_address,
    inout  wire [7:0]  sram_data,
    inout  wire        sram_ce_n,
    inout  wire        sram_oe_n,
    inout  wire        sram_we_n
);
    wire        drive, write;
    wire [12:0] address;
    wire [7:0]  data;
    reg  [7:0]  heard;

    r1 #(.CLOCKS_PER_BIT(CLOCKS_PER_BIT)) r1 (
        .clk(clk), .reset(reset), .rx(rx), .tx(tx), .black_ready(black_ready), .clear(clear),
        .store(store), .own(own), .think(think), .black_move(black_move),
        .white_ready(white_ready), .white_move(white_move), .found(found), .refused(refused),
        .pattern(pattern), .sram_drive(drive), .sram_address(address), .sram_write(write),
        .sram_in(data), .sram_out(heard), .color(), .status(), .has_last(), .last_move(),
        .last_pattern()
    );

    // A byte is written in the second half of the clock behind the one in which it came, and
    // stays for another clock: bytes are at least two clocks apart.
    reg        writes, holds;
    reg [12:0] write_address;
    reg [7:0]  write_data;
    always @(posedge clk) begin
        heard  <= sram_data;
        writes <= write & ~reset;
        holds  <= writes & ~reset;
        if (write) begin
            write_address <= address;
            write_data    <= data;
        end
    end

    wire puts  = writes | holds;
    wire drives = drive | puts;
    assign sram_address = drives ? (puts ? write_address : address) : 13'bz;
    assign sram_data    = puts ? write_data : 8'bz;
    assign sram_ce_n    = drives ? 1'b0 : 1'bz;
    assign sram_oe_n    = drives ? puts | write : 1'bz;
    assign sram_we_n    = drives ? ~writes | clk : 1'bz;
endmodule

`default_nettype wire
