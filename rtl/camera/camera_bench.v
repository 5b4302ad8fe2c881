// The machine in simulation, with a model of its memory.

`default_nettype none

module camera_bench #(
    parameter WIDTH            = 320,
    parameter BYTES            = 3,
    parameter MAX_SEARCH_DEPTH = 4,
    parameter LATENCY          = 20,
    parameter STALL            = 4
) (
    input  wire         reset,
    input  wire         camera_clk,
    input  wire         camera_vsync,
    input  wire         camera_href,
    input  wire [7:0]   camera_data,
    input  wire         clk,
    input  wire         solver_clk,
    output wire         vsync,
    output wire         visible,
    output wire [23:0]  video,
    input  wire [3:0]   buttons,
    input  wire [15:0]  switches,
    output wire [15:0]  leds,
    output wire [63:0]  text,
    output wire [63:0]  centers_x,
    output wire [59:0]  centers_y,
    output wire [2:0]   piece_x,
    output wire [2:0]   piece_y,
    output wire [11:0]  board_x_left,
    output wire [11:0]  board_x_right,
    output wire [10:0]  board_y_top,
    output wire [10:0]  board_y_bottom,
    output wire [127:0] game_state
);
    localparam HEIGHT = WIDTH == 320 ? 180 : WIDTH == 640 ? 480 : 720;
    localparam PACK = 4, WORD = 8 * BYTES * PACK;
    localparam ADDRESS_BITS = $clog2(WIDTH * HEIGHT / PACK + 1) + 2;

    wire                    valid, write, ready, reply;
    wire [ADDRESS_BITS-1:0] address;
    wire [WORD-1:0]         data, reply_data;
    othello_camera #(
        .WIDTH(WIDTH), .BYTES(BYTES), .PACK(PACK), .DEBOUNCE(128), .CLOCKS_PER_DIGIT(64),
        .CLOCKS_PER_QUARTER(4), .PAUSE(64), .MAX_SEARCH_DEPTH(MAX_SEARCH_DEPTH)
    ) othello_camera (
        .reset(reset), .camera_clk(camera_clk), .camera_vsync(camera_vsync),
        .camera_href(camera_href), .camera_data(camera_data), .camera_scl(), .camera_sda(),
        // A camera that says yes to everything.
        .camera_sda_in(1'b0), .clk(clk), .hsync(), .vsync(vsync), .visible(visible),
        .video(video), .tmds_blue(), .tmds_green(), .tmds_red(), .memory_valid(valid),
        .memory_write(write), .memory_address(address), .memory_data(data),
        .memory_ready(ready), .memory_reply(reply), .memory_reply_data(reply_data),
        .buttons(buttons), .switches(switches), .leds(leds), .text(text), .digits(),
        .segments(), .centers_x(centers_x), .centers_y(centers_y), .board_found(),
        .piece_seen(), .piece_x(piece_x), .piece_y(piece_y), .board_x_left(board_x_left),
        .board_x_right(board_x_right), .board_y_top(board_y_top),
        .board_y_bottom(board_y_bottom), .game_state(game_state), .solver_clk(solver_clk)
    );
    slow_memory #(
        .WIDTH(WORD), .ADDRESS_BITS(ADDRESS_BITS), .LATENCY(LATENCY), .STALL(STALL)
    ) slow_memory (
        .clk(clk), .reset(reset), .valid(valid), .write(write), .address(address), .data(data),
        .ready(ready), .reply(reply), .reply_data(reply_data)
    );
endmodule

`default_nettype wire
