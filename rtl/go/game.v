// The game: the FSM with the board updater and the territory counter.
//
// With SUPERKO no board comes again, else only the one before the last move does not.

`default_nettype none

module game #(
    parameter N            = 9,
    parameter DELAY        = 0,
    parameter TWO_CLOCKS   = 0,
    parameter TROMP_TAYLOR = 0,
    parameter ENDS         = 1,
    parameter SUPERKO      = 0,
    parameter HISTORY_BITS = 10         // with it, room for 2^HISTORY_BITS - 1 moves
) (
    input  wire           clk,
    input  wire           reset,
    input  wire           move,         // for one clock; only when not busy
    input  wire           mover,
    input  wire           move_pass,
    input  wire           move_resign,
    input  wire [4:0]     move_row,
    input  wire [4:0]     move_column,
    output wire           busy,
    output wire           accepted,
    output wire           refused,
    output wire [2:0]     refusal,
    output wire [N*N-1:0] black,
    output wire [N*N-1:0] white,
    output wire           turn,
    output wire           passed,
    output wire           over,
    output wire           resigned,
    output wire           counting,     // the points are those of the board before
    output wire [8:0]     black_points,
    output wire [8:0]     white_points
);
    wire           update, updated, update_valid, pass;
    wire [4:0]     row, column;
    wire [2:0]     update_refusal;
    wire [N*N-1:0] next_black, next_white, last_black, last_white, ko_black, ko_white;
    wire           compares, ko_last, full;

    game_fsm #(.N(N), .ENDS(ENDS)) game_fsm (
        .clk(clk), .reset(reset), .move(move), .mover(mover), .move_pass(move_pass),
        .move_resign(move_resign), .move_row(move_row), .move_column(move_column), .full(full),
        .busy(busy), .accepted(accepted), .refused(refused), .refusal(refusal), .update(update),
        .pass(pass), .row(row), .column(column), .updated(updated), .update_valid(update_valid),
        .update_refusal(update_refusal), .next_black(next_black), .next_white(next_white),
        .black(black), .white(white), .last_black(last_black), .last_white(last_white),
        .turn(turn), .passed(passed), .over(over), .resigned(resigned)
    );
    board_updater #(.N(N), .DELAY(DELAY), .TWO_CLOCKS(TWO_CLOCKS)) board_updater (
        .clk(clk), .reset(reset), .start(update), .color(turn), .pass(pass), .row(row),
        .column(column), .black(black), .white(white), .ko_black(ko_black), .ko_white(ko_white),
        .ko_last(ko_last), .compares(compares), .busy(), .done(updated), .valid(update_valid),
        .refusal(update_refusal), .next_black(next_black), .next_white(next_white)
    );

    // Every board is counted and kept, the empty one included.
    reg was_reset;
    wire count = accepted | was_reset;
    wire busy_counting;
    assign counting = count | busy_counting;
    always @(posedge clk) was_reset <= reset;
    territory_counter #(
        .N(N), .DELAY(DELAY), .TWO_CLOCKS(TWO_CLOCKS), .TROMP_TAYLOR(TROMP_TAYLOR)
    ) territory_counter (
        .clk(clk), .reset(reset), .start(count), .black(black), .white(white),
        .busy(busy_counting), .done(), .black_points(black_points), .white_points(white_points)
    );

    generate
        if (SUPERKO != 0) begin : superko
            history #(.N(N), .BITS(HISTORY_BITS)) history (
                .clk(clk), .reset(reset), .store(count), .black(black), .white(white),
                .compares(compares), .shown_black(ko_black), .shown_white(ko_white),
                .shows_last(ko_last), .full(full)
            );
        end else begin : simple_ko
            assign ko_black = last_black;
            assign ko_white = last_white;
            assign ko_last  = 1'b1;
            assign full     = 1'b0;
        end
    endgenerate
endmodule

`default_nettype wire
