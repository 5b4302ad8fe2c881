// The comparator: does a line of the window match a line of the pattern?
//
// Both have five squares, low bits below high bits. In the pattern, 11 is anything.

`default_nettype none

module comparator (
    input  wire [9:0] brow,
    input  wire [9:0] pattern_row,
    output wire       match
);
    wire [4:0] any   = pattern_row[4:0] & pattern_row[9:5];
    wire [4:0] equal = ~(pattern_row[4:0] ^ brow[4:0]) & ~(pattern_row[9:5] ^ brow[9:5]);
    assign match = &(any | equal);
endmodule

`default_nettype wire
