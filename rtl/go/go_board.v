// The Go machine: all of it but what belongs to a certain board.
//
// One clock for everything, that of the pixels. Buttons and switches may bounce and
// need no clock. Of the two wires, the switch `framed` chooses one.

`default_nettype none

module go_board #(
    parameter N          = 9,
    parameter CLOCK_HZ   = 65_000_000,
    parameter BAUD       = 9600,
    parameter WIDTH      = 1024,                    // of the screen: 640, 1024 or 1280
    parameter DEBOUNCE   = CLOCK_HZ / 65,           // clocks: 15 ms
    parameter DELAY      = 0,
    parameter TWO_CLOCKS = 0,
    parameter BOT        = 1,                       // whether there is a player on the board
    parameter SUPERKO    = 0,                       // whether every earlier board is forbidden
    parameter MOVE_BITS  = 10                       // room for 2^MOVE_BITS - 1 moves
) (
    input  wire        clk,
    input  wire        reset,
    input  wire        rx,
    output wire        tx,
    input  wire [4:0]  buttons,      // centre, up, down, left, right: the last is the lowest
    input  wire [4:0]  switches,     // bot, framed, pass, color (1 White), reset
    output wire [15:0] leds,         // upper half: my turn; lower half: the other's; all: over
    output wire [63:0] text,         // what the seven segments show, in ASCII
    output wire [7:0]  digits,
    output wire [6:0]  segments,
    output wire        hsync,
    output wire        vsync,
    output wire        visible,
    output wire [11:0] pixel         // red, green, blue
);
    localparam HEIGHT = WIDTH == 640 ? 480 : WIDTH == 1024 ? 768 : 720;
    localparam [2:0] OUT_OF_TURN = 3'd5;
    localparam RULES = SUPERKO != 0 ? 3 : 0;

    // ---- Buttons and switches.
    wire [9:0] inputs, levels;
    wire [4:0] pressed;
    synchronizer #(.WIDTH(10)) input_synchronizer (
        .clk(clk), .reset(reset), .in({switches, buttons}), .out(inputs)
    );
    debouncer #(.WIDTH(10), .CLOCKS(DEBOUNCE)) debouncer (
        .clk(clk), .reset(reset), .in(inputs), .out(levels)
    );
    genvar i;
    generate
        for (i = 0; i < 5; i = i + 1) begin : buttons_one_by_one
            level_to_pulse level_to_pulse (
                .clk(clk), .reset(reset), .level(levels[i]), .pulse(pressed[i])
            );
        end
    endgenerate
    wire my_color = levels[6], pass_switch = levels[7], is_framed = levels[8];
    wire has_bot = levels[9] & BOT != 0;
    wire all_reset = reset | levels[5];

    // ---- Time.
    localparam TICK_BITS = $clog2(CLOCK_HZ);
    localparam [TICK_BITS-1:0] LAST_TICK = CLOCK_HZ - 1;
    reg [TICK_BITS-1:0] ticks_left;
    wire                second = ticks_left == 0;
    always @(posedge clk) ticks_left <= reset | second ? LAST_TICK : ticks_left - 1'b1;

    // ---- The wire.
    wire       line, rx_valid, tx_ready;
    wire [7:0] rx_data;
    wire [7:0] classic_data, framed_data;
    wire       classic_valid, framed_valid;
    synchronizer #(.INITIAL(1'b1)) line_synchronizer (
        .clk(clk), .reset(reset), .in(rx), .out(line)
    );
    rx #(.CLOCKS_PER_SAMPLE(CLOCK_HZ / BAUD / 16)) receiver (
        .clk(clk), .reset(all_reset), .line(line), .data(rx_data), .valid(rx_valid), .armed()
    );
    uart_transmitter #(.CLOCKS_PER_BIT(CLOCK_HZ / BAUD)) transmitter (
        .clk(clk), .reset(all_reset), .data(is_framed ? framed_data : classic_data),
        .valid(is_framed ? framed_valid : classic_valid), .ready(tx_ready), .line(tx)
    );

    // ---- The game.
    wire           game_busy, accepted, refused, turn, passed, over, resigned, counting;
    wire [2:0]     refusal;
    wire [N*N-1:0] black, white;
    wire [8:0]     black_points, white_points;
    wire           restart, classic_move, classic_pass, framed_move, framed_pass, framed_resign;
    wire [4:0]     classic_row, classic_column, framed_row, framed_column;
    wire           framed_ready, connected, misfit, silent, framed_differs, classic_differs;
    wire           user_move, user_pass, bot_move, bot_pass;
    wire [4:0]     cursor_row, cursor_column, bot_row, bot_column;

    wire my_turn   = turn == my_color & ~over;
    wire link_move = is_framed ? framed_move : classic_move;
    wire can_move  = my_turn & ~game_busy & (~is_framed | framed_ready);
    wire own_move  = can_move & ~link_move & (has_bot ? bot_move : user_move);
    wire own_pass  = has_bot ? bot_pass : user_pass;
    wire [4:0] own_row    = has_bot ? bot_row : cursor_row;
    wire [4:0] own_column = has_bot ? bot_column : cursor_column;

    game #(
        .N(N), .DELAY(DELAY), .TWO_CLOCKS(TWO_CLOCKS), .SUPERKO(SUPERKO), .HISTORY_BITS(MOVE_BITS)
    ) game (
        .clk(clk), .reset(all_reset | restart), .move(link_move | own_move),
        .mover(~link_move ? my_color : is_framed ? turn : ~my_color),
        .move_pass(~link_move ? own_pass : is_framed ? framed_pass : classic_pass),
        .move_resign(link_move & is_framed & framed_resign),
        .move_row(~link_move ? own_row : is_framed ? framed_row : classic_row),
        .move_column(~link_move ? own_column : is_framed ? framed_column : classic_column),
        .busy(game_busy), .accepted(accepted), .refused(refused), .refusal(refusal),
        .black(black), .white(white), .turn(turn), .passed(passed), .over(over),
        .resigned(resigned), .counting(counting), .black_points(black_points),
        .white_points(white_points)
    );

    // Whose move is being judged, and which one it was.
    reg       is_own;
    reg [4:0] last_row, last_column;
    reg       has_last;
    reg [4:0] judged_row, judged_column;
    reg       judged_pass;
    always @(posedge clk) begin
        if (link_move | own_move) begin
            is_own        <= own_move;
            judged_pass   <= ~link_move ? own_pass : is_framed ? framed_pass : classic_pass;
            judged_row    <= ~link_move ? own_row : is_framed ? framed_row : classic_row;
            judged_column <= ~link_move ? own_column : is_framed ? framed_column : classic_column;
        end
        if (accepted) begin
            has_last    <= ~judged_pass;
            last_row    <= judged_row;
            last_column <= judged_column;
        end
        if (all_reset | restart) has_last <= 1'b0;
    end

    // ---- Who plays here.
    user_io #(.N(N)) user_io (
        .clk(clk), .reset(all_reset), .up(pressed[3]), .down(pressed[2]), .left(pressed[1]),
        .right(pressed[0]), .centre(pressed[4]), .pass_switch(pass_switch), .my_turn(my_turn),
        .occupied(black | white), .cursor_row(cursor_row), .cursor_column(cursor_column),
        .move(user_move), .move_is_pass(user_pass)
    );
    generate
        if (BOT != 0) begin : with_bot
            bot #(.N(N)) bot (
                .clk(clk), .reset(all_reset | restart | ~has_bot), .on(can_move), .color(my_color),
                .black(black), .white(white), .passed(passed), .counting(counting),
                .black_points(black_points), .white_points(white_points), .taken(own_move & has_bot),
                .accepted(accepted & is_own), .refused(refused & is_own), .move(bot_move),
                .move_is_pass(bot_pass), .move_row(bot_row), .move_column(bot_column)
            );
        end else begin : without_bot
            assign bot_move   = 1'b0;
            assign bot_pass   = 1'b0;
            assign bot_row    = 5'd0;
            assign bot_column = 5'd0;
        end
    endgenerate

    // ---- The links.
    wire own_done = accepted & is_own;
    classic_link classic_link (
        .clk(clk), .reset(all_reset | is_framed), .rx_data(rx_data), .rx_valid(rx_valid),
        .tx_data(classic_data), .tx_valid(classic_valid), .tx_ready(tx_ready),
        .move(classic_move), .move_pass(classic_pass), .move_row(classic_row),
        .move_column(classic_column), .game_busy(game_busy), .refused(refused & ~is_own),
        .out_of_turn(refusal == OUT_OF_TURN), .own(own_done), .own_pass(judged_pass),
        .own_row(judged_row), .own_column(judged_column), .differs(classic_differs)
    );
    framed_link #(.N(N), .RULES(RULES), .MOVE_BITS(MOVE_BITS)) framed_link (
        .clk(clk), .reset(all_reset | ~is_framed), .second(second), .color(my_color), .rx_data(rx_data),
        .rx_valid(rx_valid), .tx_data(framed_data), .tx_valid(framed_valid),
        .tx_ready(tx_ready), .black(black), .white(white), .turn(turn), .over(over),
        .game_busy(game_busy), .accepted(accepted), .refused(refused), .refusal(refusal),
        .restart(restart), .move(framed_move), .move_pass(framed_pass),
        .move_resign(framed_resign), .move_row(framed_row), .move_column(framed_column),
        .own(own_done), .own_pass(judged_pass), .own_row(judged_row),
        .own_column(judged_column), .wants_new(pressed[4] & over), .ready(framed_ready),
        .connected(connected), .misfit(misfit), .silent(silent), .differs(framed_differs),
        .was_refused()
    );

    // ---- What is shown.
    assign leds = over ? 16'hffff : my_turn ? 16'hff00 : 16'h00ff;
    segment_messages #(.N(N)) segment_messages (
        .clk(clk), .second(second), .my_color(my_color), .turn(turn), .passed(passed), .over(over),
        .resigned(resigned), .black_points(black_points), .white_points(white_points),
        .pass_switch(pass_switch), .offline(is_framed & (~connected | silent)),
        .fault(is_framed ? misfit | framed_differs : classic_differs), .text(text)
    );
    seven_segment #(.CLOCKS_PER_DIGIT(CLOCK_HZ / 1000)) seven_segment (
        .clk(clk), .reset(reset), .text(text), .digits(digits), .segments(segments)
    );
    screen #(.N(N), .WIDTH(WIDTH), .HEIGHT(HEIGHT)) screen (
        .clk(clk), .reset(reset), .black(black), .white(white), .has_cursor(my_turn),
        .cursor_row(cursor_row), .cursor_column(cursor_column), .has_last(has_last),
        .last_row(last_row), .last_column(last_column), .my_color(my_color), .text(text),
        .hsync(hsync), .vsync(vsync), .visible(visible), .pixel(pixel)
    );
endmodule

`default_nettype wire
