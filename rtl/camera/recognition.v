// Sees the board and the piece: pixels come in while a picture is drawn, and between two
// pictures the centers of mass become corners, a rectangle and a cell.
//
// Places that are shown are in pixels and do not tremble. The cell is found with the places as
// they were seen.

`default_nettype none

module recognition #(
    parameter WIDTH         = 1280,
    parameter HEIGHT        = 720,
    parameter N             = 8,
    parameter FRACTION      = 4,
    parameter MIN_RUN       = 3,
    parameter MAX_RUN       = WIDTH / 16,
    parameter MIN_PIXELS    = 24,
    parameter TOLERANCE     = WIDTH / 128,
    parameter STABLE_FRAMES = 4,
    parameter RESET_AFTER   = 30,
    parameter NARROWEST     = 4,
    parameter MARGIN        = WIDTH / 32,     // how far beside the board the piece may be
    parameter DEAD_ZONE     = (WIDTH << FRACTION) / 1250,
    parameter JUMP          = (WIDTH << FRACTION) / 50
) (
    input  wire        clk,
    input  wire        reset,
    // Masks and where they are. Columns and rows go on counting behind what is visible.
    input  wire        corner_mask,
    input  wire        piece_mask,
    input  wire [11:0] x,
    input  wire [10:0] y,
    output wire [4*(12+FRACTION)-1:0] centers_x,
    output wire [4*(11+FRACTION)-1:0] centers_y,
    output wire        board_found,
    output reg  [11:0] board_x_left,          // all 0 if there is no board
    output reg  [11:0] board_x_right,
    output reg  [10:0] board_y_top,
    output reg  [10:0] board_y_bottom,
    output reg         piece_seen,            // in a cell
    output reg  [2:0]  piece_x,
    output reg  [2:0]  piece_y,
    output reg  [11:0] coord_x,               // all 1 if there is no piece
    output reg  [10:0] coord_y,
    output reg         updated                // for one clock, when all of this is new
);
    localparam XW = 12 + FRACTION, YW = 11 + FRACTION;
    localparam [10:0] LAST_ROW = HEIGHT;
    localparam [11:0] LAST_COLUMN = WIDTH, BESIDE = MARGIN;

    // All pixels have left the filters when the line below the picture ends.
    reg frame_end;
    always @(posedge clk) frame_end <= x == LAST_COLUMN & y == LAST_ROW & ~reset;

    wire        corner, piece;
    wire [11:0] corner_x, pixel_x;
    wire [10:0] corner_y, pixel_y;
    run_filter #(.MIN_RUN(MIN_RUN), .MAX_RUN(MAX_RUN)) corner_filter (
        .clk(clk), .reset(reset), .mask(corner_mask), .x(x), .y(y), .out(corner),
        .out_x(corner_x), .out_y(corner_y)
    );
    run_filter #(.MIN_RUN(MIN_RUN), .MAX_RUN(MAX_RUN)) piece_filter (
        .clk(clk), .reset(reset), .mask(piece_mask), .x(x), .y(y), .out(piece),
        .out_x(pixel_x), .out_y(pixel_y)
    );

    wire        corners_done, piece_done, is_piece, restart;
    wire [3:0]  seen;
    wire [24:0] reach_squared;
    wire [XW-1:0] center_x;
    wire [YW-1:0] center_y;
    reg         track;
    k_means #(
        .WIDTH(WIDTH), .HEIGHT(HEIGHT), .FRACTION(FRACTION), .MIN_PIXELS(MIN_PIXELS)
    ) k_means (
        .clk(clk), .reset(reset), .restart(restart), .follows(board_found), .mask(corner),
        .x(corner_x), .y(corner_y), .reach_squared(reach_squared), .frame_end(frame_end), .centers_x(centers_x),
        .centers_y(centers_y), .seen(seen), .done(corners_done)
    );
    corner_tracker #(
        .WIDTH(WIDTH), .FRACTION(FRACTION), .TOLERANCE(TOLERANCE),
        .STABLE_FRAMES(STABLE_FRAMES), .RESET_AFTER(RESET_AFTER), .NARROWEST(NARROWEST)
    ) corner_tracker (
        .clk(clk), .reset(reset), .update(track), .centers_x(centers_x), .centers_y(centers_y),
        .seen(seen), .found(board_found), .restart(restart), .reach_squared(reach_squared)
    );
    // A piece is on the board or next to it.
    wire is_near = pixel_x + BESIDE >= board_x_left & pixel_x < board_x_right + BESIDE
                 & {1'b0, pixel_y} + BESIDE >= {1'b0, board_y_top}
                 & {1'b0, pixel_y} < {1'b0, board_y_bottom} + BESIDE & board_found;
    center_of_mass #(.FRACTION(FRACTION), .MIN_PIXELS(MIN_PIXELS)) center_of_mass (
        .clk(clk), .reset(reset), .mask(piece & is_near), .x(pixel_x), .y(pixel_y),
        .frame_end(frame_end), .center_x(center_x), .center_y(center_y), .seen(is_piece),
        .done(piece_done)
    );

    wire [XW-1:0] left, right;
    wire [YW-1:0] top, bottom;
    bounding_rectangle #(.FRACTION(FRACTION)) bounding_rectangle (
        .centers_x(centers_x), .centers_y(centers_y), .left(left), .right(right), .top(top),
        .bottom(bottom)
    );

    // One thing after the other: centers, corners, cell, and what is shown.
    localparam [2:0] WAIT = 3'd0, MEASURE = 3'd1, TRACK = 3'd2, LOCATE = 3'd3, DIVIDE = 3'd4,
                     SETTLE = 3'd5, SHOW = 3'd6;
    reg [2:0]  phase;
    reg        has_corners, has_piece;
    wire       is_inside_x, is_inside_y, cell_done, cell_done_y;
    wire [2:0] column, row;
    grid_coordinate #(.N(N), .BITS(XW)) grid_x (
        .clk(clk), .reset(reset), .start(phase == LOCATE), .place(center_x), .low(left),
        .high(right), .is_inside(is_inside_x), .cell_number(column), .done(cell_done)
    );
    grid_coordinate #(.N(N), .BITS(XW)) grid_y (
        .clk(clk), .reset(reset), .start(phase == LOCATE), .place({1'b0, center_y}),
        .low({1'b0, top}), .high({1'b0, bottom}), .is_inside(is_inside_y), .cell_number(row),
        .done(cell_done_y)
    );

    wire settles = phase == SETTLE;
    wire [XW-1:0] shown_left, shown_right, shown_x;
    wire [YW-1:0] shown_top, shown_bottom, shown_y;
    stabilizer #(.BITS(XW), .DEAD_ZONE(DEAD_ZONE), .JUMP(JUMP)) steady_left (
        .clk(clk), .reset(~board_found), .update(settles), .value(left), .shown(shown_left)
    );
    stabilizer #(.BITS(XW), .DEAD_ZONE(DEAD_ZONE), .JUMP(JUMP)) steady_right (
        .clk(clk), .reset(~board_found), .update(settles), .value(right), .shown(shown_right)
    );
    stabilizer #(.BITS(YW), .DEAD_ZONE(DEAD_ZONE), .JUMP(JUMP)) steady_top (
        .clk(clk), .reset(~board_found), .update(settles), .value(top), .shown(shown_top)
    );
    stabilizer #(.BITS(YW), .DEAD_ZONE(DEAD_ZONE), .JUMP(JUMP)) steady_bottom (
        .clk(clk), .reset(~board_found), .update(settles), .value(bottom), .shown(shown_bottom)
    );
    stabilizer #(.BITS(XW), .DEAD_ZONE(DEAD_ZONE), .JUMP(JUMP)) steady_x (
        .clk(clk), .reset(~board_found), .update(settles & is_piece), .value(center_x),
        .shown(shown_x)
    );
    stabilizer #(.BITS(YW), .DEAD_ZONE(DEAD_ZONE), .JUMP(JUMP)) steady_y (
        .clk(clk), .reset(~board_found), .update(settles & is_piece), .value(center_y),
        .shown(shown_y)
    );

    always @(posedge clk) begin
        track   <= 1'b0;
        updated <= 1'b0;
        if (corners_done) has_corners <= 1'b1;
        if (piece_done)   has_piece <= 1'b1;
        case (phase)
            WAIT:
                if (frame_end) begin
                    phase       <= MEASURE;
                    has_corners <= 1'b0;
                    has_piece   <= 1'b0;
                end
            MEASURE:
                if (has_corners & has_piece) begin
                    phase <= TRACK;
                    track <= 1'b1;
                end
            TRACK: phase <= LOCATE;
            LOCATE: phase <= DIVIDE;
            DIVIDE: if (cell_done & cell_done_y) phase <= SETTLE;
            SETTLE: phase <= SHOW;
            SHOW: begin
                phase          <= WAIT;
                updated        <= 1'b1;
                board_x_left   <= board_found ? rounded(shown_left) : 12'd0;
                board_x_right  <= board_found ? rounded(shown_right) : 12'd0;
                board_y_top    <= board_found ? rounded_y(shown_top) : 11'd0;
                board_y_bottom <= board_found ? rounded_y(shown_bottom) : 11'd0;
                piece_seen     <= board_found & is_piece & is_inside_x & is_inside_y;
                piece_x        <= column;
                piece_y        <= row;
                coord_x        <= board_found & is_piece ? rounded(shown_x) : 12'hfff;
                coord_y        <= board_found & is_piece ? rounded_y(shown_y) : 11'h7ff;
            end
            default: phase <= WAIT;
        endcase
        if (reset) begin
            phase          <= WAIT;
            board_x_left   <= 12'd0;
            board_x_right  <= 12'd0;
            board_y_top    <= 11'd0;
            board_y_bottom <= 11'd0;
            piece_seen     <= 1'b0;
            coord_x        <= 12'hfff;
            coord_y        <= 11'h7ff;
            updated        <= 1'b0;
        end
    end

    // The nearest pixel.
    function [11:0] rounded(input [XW-1:0] place);
        rounded = place[XW-1:FRACTION] + {11'd0, place[FRACTION-1]};
    endfunction
    function [10:0] rounded_y(input [YW-1:0] place);
        rounded_y = place[YW-1:FRACTION] + {10'd0, place[FRACTION-1]};
    endfunction
endmodule

`default_nettype wire
