// The game on the board: the person is black, the solver white.
//
// Tidings come from recognition and buttons: a new game, a confirmation, whether a piece is on
// the board, and its cell. All of this has the clock of the solver.

`default_nettype none

module othello_game #(
    parameter N                 = 8,
    parameter MAX_SEARCH_DEPTH  = 24,
    parameter LOCATION          = 1,
    parameter VISITS_PER_SECOND = 37_000_000
) (
    input  wire             clk,
    input  wire             reset,
    input  wire             valid,
    input  wire             new_game,
    input  wire             confirm,
    input  wire             has_piece,
    input  wire [2:0]       piece_x,
    input  wire [2:0]       piece_y,
    output wire [2*N*N-1:0] game_state,          // black, and white above it
    output reg              valid_player_move,   // where the piece is
    output wire             solver_working,
    output wire             game_over,
    output wire [6:0]       score_black,
    output wire [6:0]       score_white
);
    localparam [N*N-1:0] ONE = 1;
    localparam [5:0]     FIRST_DISCS = 6'd4;

    wire           starts_over = reset | (valid & new_game);
    wire [N*N-1:0] black, white, legal, move;
    wire           turn, done, has_move;
    reg            is_thinking;
    wire [N*N-1:0] here = ONE << (piece_y * N + {29'd0, piece_x});
    wire           person_moves = valid & confirm & has_piece & ~turn;
    wire           solver_moves = is_thinking & done & has_move;
    game_state_manager #(.N(N)) game_state_manager (
        .clk(clk), .reset(starts_over), .confirm(person_moves | solver_moves),
        .square(is_thinking ? move : here), .black(black), .white(white), .turn(turn),
        .legal(legal), .is_refused(), .has_passed(), .is_over(game_over),
        .black_score(score_black), .white_score(score_white)
    );
    assign game_state     = {white, black};
    assign solver_working = is_thinking;

    // White thinks when it is its turn and it has a move.
    wire       starts  = turn & |legal & ~is_thinking;
    // Discs that are not the first four; 64 of them are 0 in six bits.
    wire [5:0] n_moves = score_black[5:0] + score_white[5:0] - FIRST_DISCS;
    wire [4:0] depth;
    depth_picker #(
        .VISITS_PER_SECOND(VISITS_PER_SECOND), .MAX_SEARCH_DEPTH(MAX_SEARCH_DEPTH)
    ) depth_picker (.n_moves(n_moves), .depth(depth));
    solver #(.N(N), .MAX_SEARCH_DEPTH(MAX_SEARCH_DEPTH), .LOCATION(LOCATION)) solver (
        .clk(clk), .reset(starts_over), .start(starts), .mover(white), .opponent(black),
        .depth(depth), .lower(-12'sd2047), .upper(12'sd2047), .done(done), .has_move(has_move),
        .move(move), .value(), .n_visits()
    );

    always @(posedge clk) begin
        if (starts) is_thinking <= 1'b1;
        if (done)   is_thinking <= 1'b0;
        if (valid)  valid_player_move <= has_piece & ~turn & |(here & legal);
        if (starts_over) begin
            is_thinking       <= 1'b0;
            valid_player_move <= 1'b0;
        end
    end
endmodule

`default_nettype wire
