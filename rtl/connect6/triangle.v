// The cell in which lines through two cells meet, if it is near enough to both.

`default_nettype none

module triangle (
    input  wire [19:0] cells,
    input  wire [1:0]  one,            // the direction of the line through the first cell
    input  wire [1:0]  other,          // and through the second
    output wire        meets,
    output wire [9:0]  at
);
    // A step along a line: (0, 1), (1, 0), (1, 1), (1, -1).
    function signed [6:0] row_step(input [1:0] direction);
        row_step = direction == 2'd0 ? 7'sd0 : 7'sd1;
    endfunction
    function signed [6:0] column_step(input [1:0] direction);
        column_step = direction == 2'd1 ? 7'sd0 : direction == 2'd3 ? -7'sd1 : 7'sd1;
    endfunction
    // A product with -1, 0 or 1 is no more than a choice.
    function signed [6:0] scaled(input signed [6:0] value, input signed [6:0] by);
        scaled = by == 7'sd0 ? 7'sd0 : by == 7'sd1 ? value : -value;
    endfunction

    wire signed [6:0] rows    = $signed({2'b0, cells[19:15]}) - $signed({2'b0, cells[9:5]});
    wire signed [6:0] columns = $signed({2'b0, cells[14:10]}) - $signed({2'b0, cells[4:0]});
    wire signed [6:0] u0 = row_step(one), u1 = column_step(one);
    wire signed [6:0] v0 = row_step(other), v1 = column_step(other);
    // first + i * u = second + j * v, by Cramer's rule.
    wire signed [6:0] determinant = scaled(v1, u0) - scaled(v0, u1);
    wire signed [6:0] i_times = scaled(rows, v1) - scaled(columns, v0);
    wire signed [6:0] j_times = scaled(rows, u1) - scaled(columns, u0);
    wire              is_two  = determinant == 7'sd2 | determinant == -7'sd2;
    wire              is_even = ~i_times[0] & ~j_times[0];
    wire signed [6:0] i_halved = is_two ? i_times >>> 1 : i_times;
    wire signed [6:0] j_halved = is_two ? j_times >>> 1 : j_times;
    wire signed [6:0] i = determinant[6] ? -i_halved : i_halved;
    wire signed [6:0] j = determinant[6] ? -j_halved : j_halved;

    function is_near(input signed [6:0] distance);
        is_near = distance != 7'sd0 & distance > -7'sd6 & distance < 7'sd6;
    endfunction
    wire signed [6:0] row    = $signed({2'b0, cells[9:5]}) + scaled(i, u0);
    wire signed [6:0] column = $signed({2'b0, cells[4:0]}) + scaled(i, u1);
    assign meets = determinant != 7'sd0 & (~is_two | is_even) & is_near(i) & is_near(j)
                 & row >= 7'sd0 & row < 7'sd19 & column >= 7'sd0 & column < 7'sd19;
    assign at = {row[4:0], column[4:0]};
endmodule

`default_nettype wire
