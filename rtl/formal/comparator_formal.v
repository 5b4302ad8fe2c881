// The comparator that looks at all windows of a row finds what the plain one finds, window
// by window: for any board and any pattern.

module comparator_formal (
    input wire        clk,
    input wire [31:0] squares,
    input wire [9:0]  pattern_row
);
    reg [3:0] clock = 4'd0;
    always @(posedge clk) if (clock != 4'd15) clock <= clock + 1'b1;
    wire first_line = clock == 0, next_line = clock >= 1 & clock <= 5;

    wire       match;
    wire [3:0] column;
    row_comparator row_comparator (
        .clk(clk), .first_line(first_line), .next_line(next_line), .squares(squares),
        .pattern_row(pattern_row), .match(match), .column(column)
    );

    // Any of the windows, in the plain way.
    (* anyconst *) wire [3:0] window;
    wire [9:0] brow;
    wire       fits;
    reg        has_fitted = 1'b1;
    game_board_window game_board_window (.squares(squares), .column(window), .brow(brow));
    comparator comparator (.brow(brow), .pattern_row(pattern_row), .match(fits));
    always @(posedge clk) if (next_line) has_fitted <= has_fitted & fits;

    always @* begin
        assume (window < 12);
        if (next_line & has_fitted & fits) assert (match);
        // Behind the last line: none before the one that is found fits, and that one does.
        if (clock == 6 & has_fitted) assert (column <= window);
        if (clock == 6 & column == window & found) assert (has_fitted);
    end

    // Whether the last line had a match.
    reg found = 1'b0;
    always @(posedge clk) if (next_line) found <= match;
endmodule
