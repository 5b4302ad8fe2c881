// R2, the third chip: it fetches patterns from the memory and compares them with the
// window, line by line.

`default_nettype none

module r2 #(
    parameter ADDRESS_BITS = 13,
    parameter WIDE         = 0,
    parameter BUS_BITS     = WIDE != 0 ? 32 : 10
) (
    input  wire                    clk,
    input  wire                    reset,
    // X1.
    input  wire [BUS_BITS-1:0]     browspot_in,
    output wire [9:0]              browspot_out,    // with WIDE the window's column, and the spot
    input  wire                    search,
    input  wire                    load,
    input  wire                    first_line,
    input  wire                    next_line,
    output wire                    loaded,
    output wire                    exhausted,
    output wire                    match,
    // The memory.
    output wire                    sram_drive,
    output wire [ADDRESS_BITS-1:0] sram_address,
    input  wire [7:0]              sram_data        // a clock behind its address
);
    wire       take, is_behind;
    wire [9:0] pattern_row;
    wire [5:0] spot;

    sram_controller #(.ADDRESS_BITS(ADDRESS_BITS)) sram_controller (
        .clk(clk), .reset(reset), .search(search), .load(load), .drive(sram_drive),
        .address(sram_address), .take(take), .loaded(loaded), .exhausted(is_behind)
    );
    pattern_store pattern_store (
        .clk(clk), .first_byte(~take), .take(take), .data(sram_data), .first_line(first_line),
        .next_line(next_line), .pattern_row(pattern_row), .spot(spot)
    );
    // A memory that is not full is filled up with zeros, and no spot has them.
    assign exhausted = is_behind | spot == 6'd0;

    generate
        if (WIDE != 0) begin : all_windows
            wire [3:0] column;
            row_comparator row_comparator (
                .clk(clk), .first_line(first_line), .next_line(next_line), .squares(browspot_in),
                .pattern_row(pattern_row), .match(match), .column(column)
            );
            assign browspot_out = {column, spot};
        end else begin : one_window
            comparator comparator (
                .brow(browspot_in), .pattern_row(pattern_row), .match(match)
            );
            assign browspot_out = {4'd0, spot};
        end
    endgenerate
endmodule

`default_nettype wire
