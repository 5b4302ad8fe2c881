// The game: who has which squares, whose turn it is, which moves are valid, what they
// flip, who has to pass, and how it ends.

`default_nettype none

module game_state_manager #(
    parameter N = 8
) (
    input  wire             clk,
    input  wire             reset,
    input  wire             confirm,     // place a disc, if that is valid
    input  wire [N*N-1:0]   square,      // alone
    output reg  [N*N-1:0]   black,
    output reg  [N*N-1:0]   white,
    output reg              turn,        // 1 white
    output wire [N*N-1:0]   legal,
    output reg              is_refused,  // for one clock
    output reg              has_passed,  // the last move left the opponent without one
    output wire             is_over,
    output reg  [6:0]       black_score, // seven bits: six cannot hold 64
    output reg  [6:0]       white_score
);
    wire [N*N-1:0] mover    = turn ? white : black;
    wire [N*N-1:0] opponent = turn ? black : white;
    wire [N*N-1:0] flips, other_legal;
    legal_moves #(.N(N)) own_moves (.mover(mover), .opponent(opponent), .legal(legal));
    legal_moves #(.N(N)) other_moves (.mover(opponent), .opponent(mover), .legal(other_legal));
    flipper #(.N(N)) flipper (
        .mover(mover), .opponent(opponent), .square(square), .flips(flips)
    );
    wire is_valid   = |(square & legal);
    wire must_pass  = ~|legal & |other_legal;
    assign is_over  = ~|legal & ~|other_legal;

    integer i;
    always @* begin
        black_score = 7'd0;
        white_score = 7'd0;
        for (i = 0; i < N * N; i = i + 1) begin
            black_score = black_score + {6'd0, black[i]};
            white_score = white_score + {6'd0, white[i]};
        end
    end

    // The four discs in the middle.
    localparam MIDDLE = (N / 2 - 1) * N + N / 2 - 1;
    localparam [N*N-1:0] ONE = 1;
    localparam [N*N-1:0] FALLING = ONE << MIDDLE | ONE << (MIDDLE + N + 1);
    localparam [N*N-1:0] RISING  = ONE << (MIDDLE + 1) | ONE << (MIDDLE + N);

    always @(posedge clk) begin
        is_refused <= 1'b0;
        if (must_pass) begin
            turn       <= ~turn;
            has_passed <= 1'b1;
        end else if (confirm) begin
            is_refused <= ~is_valid;
            if (is_valid) begin
                black      <= turn ? black & ~flips : black | square | flips;
                white      <= turn ? white | square | flips : white & ~flips;
                turn       <= ~turn;
                has_passed <= 1'b0;
            end
        end
        if (reset) begin
            black      <= RISING;
            white      <= FALLING;
            turn       <= 1'b0;
            has_passed <= 1'b0;
        end
    end
endmodule

`default_nettype wire
