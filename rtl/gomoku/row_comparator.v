// A comparator that looks at all windows of a row at once.
//
// Twelve comparators, and a register for each that says whether all lines up to now have
// matched. There is a match as long as one of them is left; in the end the leftmost one
// is the window that the plain machine would have found.

`default_nettype none

module row_comparator (
    input  wire        clk,
    input  wire        first_line,   // forget what was
    input  wire        next_line,    // keep what this line says
    input  wire [31:0] squares,      // a row of the board
    input  wire [9:0]  pattern_row,
    output wire        match,
    output reg  [3:0]  column        // the leftmost window that is left
);
    localparam WINDOWS = 12;

    wire [WINDOWS-1:0] fits;
    genvar w;
    generate
        for (w = 0; w < WINDOWS; w = w + 1) begin : windows
            comparator comparator (
                .brow({squares[16+w +: 5], squares[w +: 5]}), .pattern_row(pattern_row),
                .match(fits[w])
            );
        end
    endgenerate

    reg  [WINDOWS-1:0] left;
    wire [WINDOWS-1:0] still = left & fits;
    assign match = |still;

    always @(posedge clk)
        if (first_line) left <= {WINDOWS{1'b1}};
        else if (next_line) left <= still;

    integer i;
    always @* begin
        column = 4'd0;
        for (i = WINDOWS - 1; i >= 0; i = i - 1)
            if (left[i]) column = i[3:0];
    end
endmodule

`default_nettype wire
