// What the seven segments say: who has won, what a pass would mean, or the points. When the
// game is over, verdict and points take turns, a second each.

`default_nettype none

module segment_messages #(
    parameter N = 9
) (
    input  wire        clk,
    input  wire        second,       // for one clock
    input  wire        my_color,
    input  wire        turn,
    input  wire        passed,
    input  wire        over,
    input  wire        resigned,
    input  wire [8:0]  black_points,
    input  wire [8:0]  white_points,
    input  wire        pass_switch,
    input  wire        offline,      // the other end is not there
    input  wire        fault,        // the boards differ, or do not fit
    output reg  [63:0] text          // eight letters, the left one in the highest byte
);
    wire       my_turn = turn == my_color & ~over;
    wire [8:0] own     = my_color ? white_points : black_points;
    wire [8:0] other   = my_color ? black_points : white_points;
    wire       wins    = resigned ? turn != my_color : own > other;
    wire       loses   = resigned ? turn == my_color : own < other;
    wire [23:0] own_digits, other_digits;
    decimal #(.BITS(9), .DIGITS(3)) own_decimal (.number(own), .ascii(own_digits));
    decimal #(.BITS(9), .DIGITS(3)) other_decimal (.number(other), .ascii(other_digits));

    wire [63:0] points = N > 9 ? {own_digits, "  ", other_digits}
                               : {own_digits[15:0], "    ", other_digits[15:0]};

    reg shows_points;
    always @(posedge clk) shows_points <= over & (shows_points ^ second);

    always @(posedge clk)
        if (over & ~shows_points)          text <= wins ? "VICTORY " : loses ? "LOSER   " : "TIED    ";
        else if (over)                     text <= points;
        else if (fault)                    text <= "ERROR   ";
        else if (offline)                  text <= "OFFLINE ";
        else if (pass_switch & my_turn)    text <= passed ? "ENDQ    " : "PASSQ   ";
        else if (passed & ~my_turn)        text <= "PASSED  ";
        else                               text <= points;
endmodule

`default_nettype wire
