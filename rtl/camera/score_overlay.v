// The score at the upper left, and how the game ended below.
//
// Letters come from memory three clocks behind a place, which therefore comes two clocks before
// its pixel. The picture is two clocks behind the pixel.

`default_nettype none

module score_overlay #(
    parameter WIDTH  = 1280,
    parameter HEIGHT = 720
) (
    input  wire        clk,
    input  wire [11:0] hcount,
    input  wire [10:0] vcount,
    input  wire [23:0] video_in,        // two clocks later
    input  wire        game_over,
    input  wire [6:0]  score_black,     // the person's
    input  wire [6:0]  score_white,
    output reg  [23:0] video_out
);
    localparam SCALE = WIDTH >= 1280 ? 2 : WIDTH >= 640 ? 1 : 0;
    localparam SCORE_X = 8 << SCALE, SCORE_Y = 8 << SCALE;
    localparam RESULT_X = (WIDTH - (64 << SCALE)) / 2, RESULT_Y = HEIGHT - (16 << SCALE);
    localparam [23:0] WORDS = 24'hfafaf5, WON = 24'h3ce678, LOST = 24'hff4632;

    wire [15:0] black_digits, white_digits;
    decimal #(.BITS(7), .DIGITS(2)) black_decimal (.number(score_black), .ascii(black_digits));
    decimal #(.BITS(7), .DIGITS(2)) white_decimal (.number(score_white), .ascii(white_digits));

    wire is_won  = score_black > score_white;
    wire is_lost = score_black < score_white;
    wire [63:0] result = is_won ? "YOU WIN " : is_lost ? "YOU LOSE" : "  DRAW  ";
    wire is_score, is_result;
    text #(.COLUMNS(8), .X(SCORE_X), .Y(SCORE_Y), .SCALE(SCALE)) score (
        .clk(clk), .x(hcount[10:0]), .y(vcount[9:0]),
        .line({"B", black_digits, " W", white_digits, " "}), .on(is_score)
    );
    text #(.COLUMNS(8), .X(RESULT_X), .Y(RESULT_Y), .SCALE(SCALE)) ending (
        .clk(clk), .x(hcount[10:0]), .y(vcount[9:0]), .line(result), .on(is_result)
    );

    // The answer of the memory is there when the pixel has waited for a clock.
    reg [23:0] video_1;
    always @(posedge clk) begin
        video_1   <= video_in;
        video_out <= is_score ? WORDS
                   : is_result & game_over ? (is_won ? WON : is_lost ? LOST : WORDS)
                   : video_1;
    end
endmodule

`default_nettype wire
