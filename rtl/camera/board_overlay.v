// The game on the picture of the table: grid, discs, the person's piece, and the board in green.
//
// The color comes three clocks behind the pixel. What is drawn is looked up by where the pixel
// is: which cell, how far from its middle, how far from a line. A pixel at the edge of a disc
// shows a part of it: as many quarters as there are quarters of the pixel with their middle in
// the disc.

`default_nettype none

module board_overlay #(
    parameter N    = 8,                 // 2, 4 or 8
    parameter LINE = 2                  // pixels
) (
    input  wire           clk,
    input  wire [11:0]    hcount,
    input  wire [10:0]    vcount,
    input  wire [23:0]    video_in,
    input  wire [N*N-1:0] black,
    input  wire [N*N-1:0] white,
    input  wire           valid_player_move,
    input  wire           solver_working,
    input  wire [11:0]    board_x_left,
    input  wire [11:0]    board_x_right,
    input  wire [10:0]    board_y_top,
    input  wire [10:0]    board_y_bottom,
    input  wire [2:0]     piece_x,
    input  wire [2:0]     piece_y,
    input  wire [11:0]    coord_x,
    input  wire [10:0]    coord_y,
    output reg  [23:0]    video_out
);
    localparam [23:0] BLACK = 24'h16161a, WHITE = 24'hf4f2ec, GREEN = 24'h28d25a,
                      RED = 24'heb3228, GRAY = 24'h969696, DARK = 24'h082814;
    localparam SHIFT = $clog2(N);
    localparam [11:0] THICK = LINE;

    // Lines, middles and the radius of a disc. These stay as they are while a picture is drawn.
    wire [11:0] width  = board_x_right - board_x_left;
    wire [11:0] height = {1'b0, board_y_bottom} - {1'b0, board_y_top};
    wire [11:0] side   = width < height ? width : height;
    // 13/32 of a cell.
    wire [15:0] radius = {4'd0, side} * 16'd13 >> (5 + SHIFT);
    reg  [24:0] radius_squared;
    reg         is_board;
    reg  [12*(N+1)-1:0] lines_x, lines_y;
    reg  [12*N-1:0]     middles_x, middles_y;
    integer i;
    always @(posedge clk) begin
        radius_squared <= {9'd0, radius} * {9'd0, radius};
        is_board       <= width != 0 & height != 0;
        for (i = 0; i <= N; i = i + 1) begin
            lines_x[12*i +: 12] <= board_x_left + part(width, i, SHIFT);
            lines_y[12*i +: 12] <= {1'b0, board_y_top} + part(height, i, SHIFT);
        end
        for (i = 0; i < N; i = i + 1) begin
            middles_x[12*i +: 12] <= board_x_left + part(width, 2 * i + 1, SHIFT + 1);
            middles_y[12*i +: 12] <= {1'b0, board_y_top} + part(height, 2 * i + 1, SHIFT + 1);
        end
    end
    // So many 2^shift-th parts of a length.
    function [11:0] part(input [11:0] length, input integer times, input integer shift);
        reg [16:0] product;
        begin
            product = {5'd0, length} * times[16:0] >> shift;
            part    = product[11:0];
        end
    endfunction

    // Clock 1: the cell, and how far the pixel is from its middle.
    wire [11:0]  x = hcount, y = {1'b0, vcount};
    reg  [N-1:0] columns, rows;                       // one-hot, or nothing
    reg          is_line_x, is_line_y;
    reg  [11:0]  middle_x, middle_y;
    always @* begin
        is_line_x = 1'b0;
        is_line_y = 1'b0;
        middle_x  = 12'd0;
        middle_y  = 12'd0;
        for (i = 0; i <= N; i = i + 1) begin
            is_line_x = is_line_x | (x >= lines_x[12*i +: 12] & x - lines_x[12*i +: 12] < THICK);
            is_line_y = is_line_y | (y >= lines_y[12*i +: 12] & y - lines_y[12*i +: 12] < THICK);
        end
        for (i = 0; i < N; i = i + 1) begin
            columns[i] = x >= lines_x[12*i +: 12] & x < lines_x[12*(i+1) +: 12];
            rows[i]    = y >= lines_y[12*i +: 12] & y < lines_y[12*(i+1) +: 12];
            if (columns[i]) middle_x = middle_x | middles_x[12*i +: 12];
            if (rows[i])    middle_y = middle_y | middles_y[12*i +: 12];
        end
    end
    wire is_in_x = x >= lines_x[0 +: 12] & (x < lines_x[12*N +: 12] | is_line_x);
    wire is_in_y = y >= lines_y[0 +: 12] & (y < lines_y[12*N +: 12] | is_line_y);
    reg  [11:0]  away_x, away_y;
    reg  [N-1:0] columns_1, rows_1;
    reg          is_grid_1, is_inside_1;
    reg  [23:0]  video_1;
    always @(posedge clk) begin
        away_x      <= x > middle_x ? x - middle_x : middle_x - x;
        away_y      <= y > middle_y ? y - middle_y : middle_y - y;
        columns_1   <= columns;
        rows_1      <= rows;
        is_grid_1   <= is_board & ((is_line_x & is_in_y) | (is_line_y & is_in_x));
        is_inside_1 <= is_board & |columns & |rows;
        video_1     <= video_in;
    end

    // Clock 2: squares of distances, and what is in the cell.
    wire is_piece_there = coord_x >= board_x_left & coord_x < board_x_right
                        & coord_y >= board_y_top & coord_y < board_y_bottom;
    // The middles of the quarters are a fourth of a pixel away on both axes. Squares of distances
    // are compared with that of the radius, to which goes what this changes.
    wire [12:0] together = {1'b0, away_x} + {1'b0, away_y};
    wire [12:0] apart    = {1'b0, away_x > away_y ? away_x - away_y : away_y - away_x};
    wire signed [25:0] whole = $signed({1'b0, radius_squared}) - 26'sd1;
    reg  signed [25:0] limit_0, limit_1, limit_2, limit_3;
    reg [23:0] square_x, square_y;
    reg        is_black, is_white, is_piece, is_grid_2, is_inside_2;
    reg [23:0] video_2;
    integer    j;
    reg        has_black, has_white;
    always @* begin
        has_black = 1'b0;
        has_white = 1'b0;
        for (j = 0; j < N * N; j = j + 1) begin
            has_black = has_black | (black[j] & columns_1[j % N] & rows_1[j / N]);
            has_white = has_white | (white[j] & columns_1[j % N] & rows_1[j / N]);
        end
    end
    always @(posedge clk) begin
        square_x    <= {12'd0, away_x} * {12'd0, away_x};
        square_y    <= {12'd0, away_y} * {12'd0, away_y};
        limit_0     <= whole - half(together);
        limit_1     <= whole - half(apart);
        limit_2     <= whole + half(apart + 13'd1);
        limit_3     <= whole + half(together + 13'd1);
        is_black    <= has_black;
        is_white    <= has_white;
        is_piece    <= is_piece_there & columns_1[piece_x[SHIFT-1:0]] & rows_1[piece_y[SHIFT-1:0]];
        is_grid_2   <= is_grid_1;
        is_inside_2 <= is_inside_1;
        video_2     <= video_1;
    end

    function signed [25:0] half(input [12:0] length);
        half = {13'd0, length} >> 1;
    endfunction

    // Clock 3: the color.
    wire signed [25:0] distance = $signed({2'b00, square_x} + {2'b00, square_y});
    wire has_disc = is_inside_2 & (is_piece | is_black | is_white);
    wire [3:0] quarters = {4{has_disc}} & {distance <= limit_3, distance <= limit_2,
                                           distance <= limit_1, distance <= limit_0};
    wire [23:0] disc = is_piece ? (solver_working ? GRAY : valid_player_move ? GREEN : RED)
                     : is_black ? BLACK : WHITE;
    // Less red and less blue.
    wire [7:0]  red    = video_2[23:16] - {2'b00, video_2[23:18]};
    wire [7:0]  blue   = video_2[7:0] - {2'b00, video_2[7:2]};
    wire [23:0] ground = is_grid_2 ? DARK : is_inside_2 ? {red, video_2[15:8], blue} : video_2;
    always @(posedge clk)
        video_out <= {mixed(ground[23:16], disc[23:16], quarters),
                      mixed(ground[15:8], disc[15:8], quarters),
                      mixed(ground[7:0], disc[7:0], quarters)};
    // As much of the upper color as there are quarters.
    function [7:0] mixed(input [7:0] under, input [7:0] over, input [3:0] parts);
        reg [9:0] color_sum;
        begin
            color_sum = {2'd0, parts[0] ? over : under} + {2'd0, parts[1] ? over : under}
                      + {2'd0, parts[2] ? over : under} + {2'd0, parts[3] ? over : under};
            mixed     = color_sum[9:2];
        end
    endfunction
endmodule

`default_nettype wire
