// R2 of the report as a chip of its own: nineteen wires to X1, and the bus of the memory,
// which it drives only during a search.

`default_nettype none

module gomoku_r2 (
    input  wire        clk,
    input  wire        reset,
    // X1.
    inout  wire [9:0]  browspot,
    input  wire        busc,
    input  wire        search,
    input  wire        load,
    input  wire        first_line,
    input  wire        next_line,
    output wire        loaded,
    output wire        exhausted,
    output wire        match,
    // An asynchronous memory of 8 KB, shared with R1.
    inout  wire [12:0] sram_address,
    input  wire [7:0]  sram_data,
    inout  wire        sram_ce_n,
    inout  wire        sram_oe_n,
    inout  wire        sram_we_n
);
    wire        drives;
    wire [12:0] address;
    wire [9:0]  spot;
    reg  [7:0]  heard;
    always @(posedge clk) heard <= sram_data;

    r2 r2 (
        .clk(clk), .reset(reset), .browspot_in(browspot), .browspot_out(spot), .search(search),
        .load(load), .first_line(first_line), .next_line(next_line), .loaded(loaded),
        .exhausted(exhausted), .match(match), .sram_drive(drives), .sram_address(address),
        .sram_data(heard)
    );
    assign browspot     = busc ? spot : 10'bz;
    assign sram_address = drives ? address : 13'bz;
    assign sram_ce_n    = drives ? 1'b0 : 1'bz;
    assign sram_oe_n    = drives ? 1'b0 : 1'bz;
    assign sram_we_n    = drives ? 1'b1 : 1'bz;
endmodule

`default_nettype wire
