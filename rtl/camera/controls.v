// Buttons and switches of the report, and what they set.
//
// Buttons: 0 resets all, 1 changes between the corners and the piece, 2 saves the bounds and the
// channel of the switches for one of these, 3 confirms a move. Switches: 15 to 12 are the upper
// bound, 11 to 8 the lower one, 7 to 4 say what the debug picture has, 3 to 1 are the channel,
// and 0 shows the debug picture. With 0 on, button 3 starts the recognition again; with button 1
// down, it starts a new game.

`default_nettype none

module controls #(
    parameter CLOCKS = 1_000_000,         // for which a level has to stay
    // Channel, lower and upper bound at first.
    parameter [10:0] CORNER = {3'd5, 4'hb, 4'hf},
    parameter [10:0] PIECE  = {3'd4, 4'ha, 4'hf}
) (
    input  wire        clk,
    input  wire        power_up,
    input  wire [3:0]  buttons,           // these may be from outside
    input  wire [15:0] switches,
    output wire        reset,
    output wire        confirm,           // these three for one clock
    output wire        restart,
    output wire        new_game,
    output reg         is_piece_mode,
    output wire        shows_debug,
    output wire [3:0]  debug,
    output wire [10:0] live,              // channel, lower and upper bound of the switches
    output reg  [10:0] corner,            // and of what was saved
    output reg  [10:0] piece,
    output wire [63:0] text               // for the seven segments
);
    wire [19:0] levels, steady;
    synchronizer #(.WIDTH(20)) synchronizer (
        .clk(clk), .reset(power_up), .in({buttons, switches}), .out(levels)
    );
    debouncer #(.WIDTH(20), .CLOCKS(CLOCKS)) debouncer (
        .clk(clk), .reset(power_up), .in(levels), .out(steady)
    );
    wire is_down_1 = steady[17], is_down_3 = steady[19];
    wire changes_mode, saves, presses;
    level_to_pulse mode_pulse (
        .clk(clk), .reset(power_up), .level(is_down_1), .pulse(changes_mode)
    );
    level_to_pulse save_pulse (
        .clk(clk), .reset(power_up), .level(steady[18]), .pulse(saves)
    );
    level_to_pulse confirm_pulse (
        .clk(clk), .reset(power_up), .level(is_down_3), .pulse(presses)
    );

    assign reset       = steady[16] | power_up;
    assign shows_debug = steady[0];
    assign debug       = steady[7:4];
    assign live        = {steady[3:1], steady[11:8], steady[15:12]};
    assign new_game    = presses & is_down_1;
    assign restart     = presses & ~is_down_1 & shows_debug;
    assign confirm     = presses & ~is_down_1 & ~shows_debug;

    always @(posedge clk) begin
        if (changes_mode) is_piece_mode <= ~is_piece_mode;
        if (saves & is_piece_mode) piece <= live;
        if (saves & ~is_piece_mode) corner <= live;
        if (reset) begin
            is_piece_mode <= 1'b0;
            corner        <= CORNER;
            piece         <= PIECE;
        end
    end

    // Channel and bounds that are saved, and those of the switches: C5BF-5BF.
    wire [10:0] saved = is_piece_mode ? piece : corner;
    assign text = {is_piece_mode ? "P" : "C", 5'b00110, saved[10:8], hexadecimal(saved[7:4]),
                   hexadecimal(saved[3:0]), "-", 5'b00110, live[10:8], hexadecimal(live[7:4]),
                   hexadecimal(live[3:0])};

    function [7:0] hexadecimal(input [3:0] digit);
        hexadecimal = digit < 4'd10 ? {4'h3, digit} : {4'h4, digit - 4'd9};
    endfunction
endmodule

`default_nettype wire
