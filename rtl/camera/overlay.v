// What is drawn over the picture of the table. The ports are those of the report, but scores have
// seven bits, since six cannot hold 64.
//
// The picture takes three clocks for the board and two more for letters.

`default_nettype none

module overlay #(
    parameter WIDTH  = 1280,
    parameter HEIGHT = 720,
    parameter N      = 8,
    parameter LINE   = WIDTH >= 640 ? WIDTH / 640 : 1
) (
    input  wire             clk_in,
    input  wire             rst_in,
    input  wire [11:0]      hcount,
    input  wire [10:0]      vcount,
    input  wire [23:0]      video_in,
    input  wire             valid_in,
    input  wire [2*N*N-1:0] game_state,          // black, and white above it
    input  wire             valid_player_move,
    input  wire             solver_working,
    input  wire             game_over,
    input  wire [11:0]      board_x_left,
    input  wire [11:0]      board_x_right,
    input  wire [10:0]      board_y_top,
    input  wire [10:0]      board_y_bottom,
    input  wire [2:0]       piece_x,
    input  wire [2:0]       piece_y,
    input  wire [11:0]      coord_x,
    input  wire [10:0]      coord_y,
    input  wire [6:0]       score_white,
    input  wire [6:0]       score_black,
    output wire             valid_out,
    output wire [23:0]      video_out_data
);
    wire [23:0] board;
    board_overlay #(.N(N), .LINE(LINE)) board_overlay (
        .clk(clk_in), .hcount(hcount), .vcount(vcount), .video_in(video_in),
        .black(game_state[N*N-1:0]), .white(game_state[2*N*N-1:N*N]),
        .valid_player_move(valid_player_move), .solver_working(solver_working),
        .board_x_left(board_x_left), .board_x_right(board_x_right), .board_y_top(board_y_top),
        .board_y_bottom(board_y_bottom), .piece_x(piece_x), .piece_y(piece_y),
        .coord_x(coord_x), .coord_y(coord_y), .video_out(board)
    );

    // Letters are looked up while the board is drawn.
    reg [11:0] hcount_1;
    reg [10:0] vcount_1;
    always @(posedge clk_in) {hcount_1, vcount_1} <= {hcount, vcount};
    score_overlay #(.WIDTH(WIDTH), .HEIGHT(HEIGHT)) score_overlay (
        .clk(clk_in), .hcount(hcount_1), .vcount(vcount_1), .video_in(board),
        .game_over(game_over), .score_black(score_black), .score_white(score_white),
        .video_out(video_out_data)
    );

    reg [4:0] valid;
    assign valid_out = valid[4];
    always @(posedge clk_in) valid <= rst_in ? 5'd0 : {valid[3:0], valid_in};
endmodule

`default_nettype wire
