// The Connect6 machine: core, control unit and UART controller.

`default_nettype none

module connect6_machine #(
    parameter CLOCK_HZ = 25_000_000,
    parameter BAUD     = 115_200,
    parameter LINES    = 1,            // with 0 the scanner reads cell by cell
    parameter PAPER    = 0             // with 1, kinds of wins as the paper has them
) (
    input  wire        clk,
    input  wire        reset,
    input  wire        rx,
    output wire        tx,
    output wire [15:0] leds,           // upper half: the machine thinks; lower half: it waits
    output wire [63:0] text            // its color and the step, in ASCII
);
    wire       listen, is_playing, has_color, given_color, has_stone, is_inside, send, send_ready;
    wire [9:0] heard_cell, send_cell, store_cell;
    wire       color, core_clear, core_ready, probe, probe_done, probe_empty, store, store_color;
    wire       think, core_done, is_over;
    wire [1:0]  n_stones;
    wire [19:0] stones;
    wire [8:0] active;
    uart_controller #(.CLOCKS_PER_BIT(CLOCK_HZ / BAUD)) uart_controller (
        .clk(clk), .reset(reset), .rx(rx), .tx(tx), .listen(listen), .is_playing(is_playing),
        .has_color(has_color), .color(given_color), .has_stone(has_stone),
        .is_inside(is_inside), .cell_(heard_cell), .send(send), .send_cell(send_cell),
        .ready(send_ready)
    );
    control_unit control_unit (
        .clk(clk), .reset(reset), .listen(listen), .is_playing(is_playing),
        .has_color(has_color), .given_color(given_color), .has_stone(has_stone),
        .is_inside(is_inside), .heard_cell(heard_cell), .send(send), .send_cell(send_cell),
        .send_ready(send_ready), .color(color), .core_clear(core_clear),
        .core_ready(core_ready), .probe(probe), .probe_done(probe_done),
        .probe_empty(probe_empty), .store(store), .store_color(store_color),
        .store_cell(store_cell), .think(think), .core_done(core_done), .is_over(is_over),
        .core_n_stones(n_stones), .core_stones(stones)
    );
    connect6_core #(.LINES(LINES)) connect6_core (
        .clk(clk), .reset(reset), .paper(PAPER != 0), .color(color), .steps(9'h1ff),
        .iRst_n(think), .iTurn(2'd2), .oDone(core_done), .is_over(is_over), .clear(core_clear),
        .ready(core_ready), .probe(probe), .probe_done(probe_done), .probe_empty(probe_empty),
        .store(store), .store_cell(store_cell), .store_color(store_color),
        .n_stones(n_stones), .stones(stones), .active(active)
    );

    // The name of the step, two letters.
    reg [15:0] step;
    always @*
        case (active)
            9'b000000001: step = " 1";
            9'b000000010: step = " 2";
            9'b000000100: step = " 3";
            9'b000001000: step = "5A";
            9'b000010000: step = " 4";
            9'b000100000: step = "6A";
            9'b001000000: step = "5B";
            9'b010000000: step = "6B";
            9'b100000000: step = " 7";
            default: step = "  ";
        endcase
    assign leds = think ? 16'hff00 : 16'h00ff;
    assign text = {color ? "LIGHT " : "DARK  ", step};
endmodule

`default_nettype wire
