// The whole Othello machine: a camera in, a screen out, buttons, switches, and the solver.
//
// There are three clocks: that of the camera, that of the pixels of the screen, which the memory
// has as well, and that of the solver. They are joined by queues. What is recognized in a picture
// is drawn onto the next one.

`default_nettype none

module othello_camera #(
    parameter WIDTH              = 1280,
    parameter HEIGHT             = WIDTH == 320 ? 180 : WIDTH == 640 ? 480 : 720,
    parameter BYTES              = 3,         // of a pixel of the camera
    parameter PACK               = 4,
    parameter FRACTION           = 4,
    parameter DEBOUNCE           = 742_500,   // clocks: 10 ms
    parameter CLOCKS_PER_DIGIT   = 74_250,
    parameter CLOCKS_PER_QUARTER = 186,
    parameter PAUSE              = 1_500_000,
    parameter MAX_SEARCH_DEPTH   = 24,
    parameter VISITS_PER_SECOND  = 37_000_000,
    parameter ADDRESS_BITS       = $clog2(WIDTH * HEIGHT / PACK + 1) + 2
) (
    input  wire                      reset,            // of no clock in particular
    // The camera.
    input  wire                      camera_clk,
    input  wire                      camera_vsync,
    input  wire                      camera_href,
    input  wire [7:0]                camera_data,
    output wire                      camera_scl,
    output wire                      camera_sda,       // 0 is driven, 1 is let go
    input  wire                      camera_sda_in,
    // The screen.
    input  wire                      clk,
    output wire                      hsync,
    output wire                      vsync,
    output wire                      visible,
    output wire [23:0]               video,
    output wire [9:0]                tmds_blue,        // a clock later
    output wire [9:0]                tmds_green,
    output wire [9:0]                tmds_red,
    // The memory.
    output wire                      memory_valid,
    output wire                      memory_write,
    output wire [ADDRESS_BITS-1:0]   memory_address,
    output wire [8*BYTES*PACK-1:0]   memory_data,
    input  wire                      memory_ready,
    input  wire                      memory_reply,
    input  wire [8*BYTES*PACK-1:0]   memory_reply_data,
    // The person.
    input  wire [3:0]                buttons,
    input  wire [15:0]               switches,
    output wire [15:0]               leds,
    output wire [63:0]               text,
    output wire [7:0]                digits,
    output wire [6:0]                segments,
    // What is recognized, for whoever watches.
    output wire [4*(12+FRACTION)-1:0] centers_x,
    output wire [4*(11+FRACTION)-1:0] centers_y,
    output wire                      board_found,
    output wire                      piece_seen,
    output wire [2:0]                piece_x,
    output wire [2:0]                piece_y,
    output wire [11:0]               board_x_left,
    output wire [11:0]               board_x_right,
    output wire [10:0]               board_y_top,
    output wire [10:0]               board_y_bottom,
    output reg  [127:0]              game_state,
    // The solver.
    input  wire                      solver_clk
);
    localparam PIXEL = 8 * BYTES, WORD = PIXEL * PACK;
    localparam [9:0] ROWS = HEIGHT;

    // Buttons, and a reset for each clock.
    wire        power_up, is_reset, camera_reset, solver_reset;
    wire        confirm, restart, new_game, is_piece_mode, shows_debug;
    wire [3:0]  debug;
    wire [10:0] live, corner, piece;
    synchronizer #(.INITIAL(1)) own_reset (
        .clk(clk), .reset(1'b0), .in(reset), .out(power_up)
    );
    synchronizer #(.INITIAL(1)) reset_of_camera (
        .clk(camera_clk), .reset(1'b0), .in(is_reset), .out(camera_reset)
    );
    synchronizer #(.INITIAL(1)) reset_of_solver (
        .clk(solver_clk), .reset(1'b0), .in(is_reset), .out(solver_reset)
    );
    controls #(.CLOCKS(DEBOUNCE)) controls (
        .clk(clk), .power_up(power_up), .buttons(buttons), .switches(switches), .reset(is_reset),
        .confirm(confirm), .restart(restart), .new_game(new_game), .is_piece_mode(is_piece_mode),
        .shows_debug(shows_debug), .debug(debug), .live(live), .corner(corner), .piece(piece),
        .text(text)
    );
    seven_segment #(.CLOCKS_PER_DIGIT(CLOCKS_PER_DIGIT)) seven_segment (
        .clk(clk), .reset(is_reset), .text(text), .digits(digits), .segments(segments)
    );

    // From the camera to the memory, and from there to the screen.
    wire loader_done, loader_failed;
    camera_loader #(
        .WIDTH(WIDTH), .HEIGHT(HEIGHT), .BYTES(BYTES), .CLOCKS_PER_QUARTER(CLOCKS_PER_QUARTER),
        .PAUSE(PAUSE)
    ) camera_loader (
        .clk(clk), .reset(is_reset), .done(loader_done), .failed(loader_failed),
        .scl(camera_scl), .sda(camera_sda), .sda_in(camera_sda_in)
    );
    wire            word_valid, word_first, word_take, camera_full, no_word, camera_first;
    wire [WORD-1:0] word, camera_word;
    camera_receiver #(.BYTES(BYTES), .PACK(PACK)) camera_receiver (
        .clk(camera_clk), .reset(camera_reset), .vsync(camera_vsync), .href(camera_href),
        .data(camera_data), .valid(word_valid), .first(word_first), .word(word)
    );
    async_fifo #(.WIDTH(WORD + 1), .BITS(5)) camera_queue (
        .write_clk(camera_clk), .write_reset(camera_reset), .write(word_valid),
        .word({word_first, word}), .full(camera_full), .read_clk(clk), .read_reset(is_reset),
        .take(word_take), .head({camera_first, camera_word}), .empty(no_word)
    );
    wire [10:0]      x;
    wire [9:0]       y;
    wire             is_visible, is_hsync, is_vsync, starved;
    wire [PIXEL-1:0] stored;
    timing #(.WIDTH(WIDTH)) timing (
        .clk(clk), .reset(is_reset), .x(x), .y(y), .visible(is_visible), .hsync(is_hsync),
        .vsync(is_vsync)
    );
    frame_buffer #(
        .WIDTH(WIDTH), .HEIGHT(HEIGHT), .PIXEL(PIXEL), .PACK(PACK), .ADDRESS_BITS(ADDRESS_BITS)
    ) frame_buffer (
        .clk(clk), .reset(is_reset), .camera_valid(~no_word), .camera_first(camera_first),
        .camera_word(camera_word), .camera_take(word_take), .frame(x == 0 & y == ROWS),
        .take(is_visible), .pixel(stored), .starved(starved), .memory_valid(memory_valid),
        .memory_write(memory_write), .memory_address(memory_address), .memory_data(memory_data),
        .memory_ready(memory_ready), .memory_reply(memory_reply),
        .memory_reply_data(memory_reply_data)
    );
    wire [23:0] color;
    generate
        if (BYTES == 2) begin : expanded
            assign color = {stored[15:11], stored[15:13], stored[10:5], stored[10:9],
                            stored[4:0], stored[4:2]};
        end else begin : whole
            assign color = stored;
        end
    endgenerate

    // Six clocks from a pixel to the screen. Those of its place and of the pixel are together.
    reg [11:0] x_1, x_2, x_3, x_4, x_5;
    reg [10:0] y_1, y_2, y_3, y_4, y_5;
    reg [23:0] color_1, color_2, color_3, color_4, color_5;
    reg [4:0]  visible_line;
    reg [5:0]  hsync_line, vsync_line;
    always @(posedge clk) begin
        {x_1, y_1, color_1} <= {1'b0, x, 1'b0, y, color};
        {x_2, y_2, color_2} <= {x_1, y_1, color_1};
        {x_3, y_3, color_3} <= {x_2, y_2, color_2};
        {x_4, y_4, color_4} <= {x_3, y_3, color_3};
        {x_5, y_5, color_5} <= {x_4, y_4, color_4};
        visible_line <= {visible_line[3:0], is_visible & ~is_reset};
        hsync_line   <= {hsync_line[4:0], is_hsync};
        vsync_line   <= {vsync_line[4:0], is_vsync};
    end

    // Masks of markers, of the piece, and of what the switches say.
    wire [7:0] luma, blueness, redness, corner_value, piece_value, live_value;
    wire       corner_mask, piece_mask, live_mask;
    ycbcr ycbcr (.clk(clk), .pixel(color_1), .y(luma), .cb(blueness), .cr(redness));
    color_channel corner_channel (
        .clk(clk), .red(color_3[23:16]), .green(color_3[15:8]), .blue(color_3[7:0]), .y(luma),
        .cb(blueness), .cr(redness), .channel(corner[10:8]), .value(corner_value)
    );
    color_channel piece_channel (
        .clk(clk), .red(color_3[23:16]), .green(color_3[15:8]), .blue(color_3[7:0]), .y(luma),
        .cb(blueness), .cr(redness), .channel(piece[10:8]), .value(piece_value)
    );
    color_channel live_channel (
        .clk(clk), .red(color_3[23:16]), .green(color_3[15:8]), .blue(color_3[7:0]), .y(luma),
        .cb(blueness), .cr(redness), .channel(live[10:8]), .value(live_value)
    );
    threshold corner_threshold (
        .clk(clk), .value(corner_value), .lower(corner[7:4]), .upper(corner[3:0]),
        .mask(corner_mask)
    );
    threshold piece_threshold (
        .clk(clk), .value(piece_value), .lower(piece[7:4]), .upper(piece[3:0]), .mask(piece_mask)
    );
    threshold live_threshold (
        .clk(clk), .value(live_value), .lower(live[7:4]), .upper(live[3:0]), .mask(live_mask)
    );
    reg [7:0] live_value_1;
    always @(posedge clk) live_value_1 <= live_value;

    wire [11:0] coord_x;
    wire [10:0] coord_y;
    wire        updated;
    recognition #(.WIDTH(WIDTH), .HEIGHT(HEIGHT), .FRACTION(FRACTION)) recognition (
        .clk(clk), .reset(is_reset | restart), .corner_mask(corner_mask & visible_line[4]),
        .piece_mask(piece_mask & visible_line[4]), .x(x_5), .y(y_5), .centers_x(centers_x),
        .centers_y(centers_y), .board_found(board_found), .board_x_left(board_x_left),
        .board_x_right(board_x_right), .board_y_top(board_y_top),
        .board_y_bottom(board_y_bottom), .piece_seen(piece_seen), .piece_x(piece_x),
        .piece_y(piece_y), .coord_x(coord_x), .coord_y(coord_y), .updated(updated)
    );

    // The game has another clock: tidings go there, and its state comes back again and again.
    wire       no_tidings;
    wire [8:0] tidings;
    async_fifo #(.WIDTH(9), .BITS(3)) tidings_queue (
        .write_clk(clk), .write_reset(is_reset), .write(updated | confirm | new_game),
        .word({new_game, confirm, piece_seen, piece_y, piece_x}), .full(),
        .read_clk(solver_clk), .read_reset(solver_reset), .take(1'b1), .head(tidings),
        .empty(no_tidings)
    );
    localparam STATE = 145;
    wire [127:0] discs;
    wire         valid_move, is_working, is_over, is_full, no_state;
    wire [6:0]   black_discs, white_discs;
    wire [STATE-1:0] state;
    othello_game #(
        .MAX_SEARCH_DEPTH(MAX_SEARCH_DEPTH), .VISITS_PER_SECOND(VISITS_PER_SECOND)
    ) othello_game (
        .clk(solver_clk), .reset(solver_reset), .valid(~no_tidings), .new_game(tidings[8]),
        .confirm(tidings[7]), .has_piece(tidings[6]), .piece_x(tidings[2:0]),
        .piece_y(tidings[5:3]), .game_state(discs), .valid_player_move(valid_move),
        .solver_working(is_working), .game_over(is_over), .score_black(black_discs),
        .score_white(white_discs)
    );
    async_fifo #(.WIDTH(STATE), .BITS(2)) state_queue (
        .write_clk(solver_clk), .write_reset(solver_reset), .write(~is_full),
        .word({is_over, is_working, valid_move, white_discs, black_discs, discs}),
        .full(is_full), .read_clk(clk), .read_reset(is_reset), .take(1'b1), .head(state),
        .empty(no_state)
    );
    reg [STATE-1:0] latest;
    reg             game_over, solver_working, valid_player_move;
    reg [6:0]       score_white, score_black;
    always @(posedge clk) begin
        if (~no_state) latest <= state;
        // It changes between two pictures only.
        if (x == 0 & y == 0)
            {game_over, solver_working, valid_player_move, score_white, score_black, game_state}
                <= latest;
        if (is_reset) begin
            latest <= 0;
            {game_over, solver_working, valid_player_move, score_white, score_black} <= 17'd0;
            game_state <= 128'd0;
        end
    end

    // Onto the screen.
    wire [23:0] overlaid, debugged;
    overlay #(.WIDTH(WIDTH), .HEIGHT(HEIGHT)) overlay (
        .clk_in(clk), .rst_in(is_reset), .hcount(x_1), .vcount(y_1), .video_in(color_1),
        .valid_in(visible_line[0]), .game_state(game_state),
        .valid_player_move(valid_player_move), .solver_working(solver_working),
        .game_over(game_over), .board_x_left(board_x_left), .board_x_right(board_x_right),
        .board_y_top(board_y_top), .board_y_bottom(board_y_bottom), .piece_x(piece_x),
        .piece_y(piece_y), .coord_x(coord_x), .coord_y(coord_y), .score_white(score_white),
        .score_black(score_black), .valid_out(visible), .video_out_data(overlaid)
    );
    debug_picture #(.FRACTION(FRACTION), .ARM(WIDTH / 80)) debug_picture (
        .clk(clk), .shows(debug), .video(color_5), .channel(live_value_1), .live_mask(live_mask),
        .corner_mask(corner_mask), .piece_mask(piece_mask), .x(x_5), .y(y_5),
        .centers_x(centers_x), .centers_y(centers_y), .video_out(debugged)
    );
    assign hsync = hsync_line[5];
    assign vsync = vsync_line[5];
    assign video = shows_debug ? debugged : overlaid;
    tmds_encoder blue_encoder (
        .clk(clk), .data(video[7:0]), .control({vsync, hsync}), .visible(visible), .out(tmds_blue)
    );
    tmds_encoder green_encoder (
        .clk(clk), .data(video[15:8]), .control(2'b00), .visible(visible), .out(tmds_green)
    );
    tmds_encoder red_encoder (
        .clk(clk), .data(video[23:16]), .control(2'b00), .visible(visible), .out(tmds_red)
    );

    // Lights: what was lost on the way stays on until a reset.
    reg has_starved, has_overflowed, overflow_1, overflow_2;
    reg camera_lost;
    always @(posedge camera_clk)
        camera_lost <= ~camera_reset & (camera_lost | (word_valid & camera_full));
    always @(posedge clk) begin
        {overflow_2, overflow_1} <= {overflow_1, camera_lost};
        has_starved    <= ~is_reset & (has_starved | starved);
        has_overflowed <= ~is_reset & (has_overflowed | overflow_2);
    end
    assign leds = {board_found, piece_seen, valid_player_move, solver_working, game_over,
                   is_piece_mode, shows_debug, 5'd0, has_overflowed, has_starved, loader_failed,
                   loader_done};
endmodule

`default_nettype wire
