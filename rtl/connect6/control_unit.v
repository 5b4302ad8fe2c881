// The control unit (CU): waits for a color, puts the stones of both onto the board, and
// lets the core think.
//
// A stone that is not on the board, or on another one, ends the game, as six in a row do.

`default_nettype none

module control_unit (
    input  wire        clk,
    input  wire        reset,
    // The UART controller.
    output wire        listen,
    output wire        is_playing,
    input  wire        has_color,
    input  wire        given_color,
    input  wire        has_stone,
    input  wire        is_inside,
    input  wire [9:0]  heard_cell,
    output wire        send,
    output wire [9:0]  send_cell,
    input  wire        send_ready,
    // The core.
    output reg         color,           // of the machine: 1 light
    output wire        core_clear,
    input  wire        core_ready,
    output wire        probe,           // is the cell empty?
    input  wire        probe_done,
    input  wire        probe_empty,
    output wire        store,
    output wire        store_color,
    output wire [9:0]  store_cell,
    output wire        think,
    input  wire        core_done,
    input  wire        is_over,         // six in a row, of either
    input  wire [1:0]  core_n_stones,
    input  wire [19:0] core_stones
);
    localparam [9:0] CENTER = {5'd9, 5'd9};            // (10,10), counted from 1
    localparam [3:0] IDLE = 4'd0, CLEAR = 4'd1, CLEARED = 4'd2, OPEN = 4'd3, HEAR = 4'd4,
                     PROBE = 4'd5, PROBED = 4'd6, STORE = 4'd7, THINK = 4'd8, SEND = 4'd9,
                     STORED = 4'd10;

    reg [3:0]  phase;
    reg [9:0]  cell_;
    reg [1:0]  n_expected;
    reg [1:0]  n_stones;               // of the machine, still to be sent
    reg [19:0] stones;
    reg        ends;                   // the game, with this turn
    assign listen      = phase == IDLE | phase == HEAR;
    assign is_playing  = phase == HEAR;
    assign core_clear  = phase == CLEAR;
    assign probe       = phase == PROBE;
    assign store       = phase == STORE | phase == OPEN;
    assign store_color = color ^ (phase == STORE);
    assign store_cell  = phase == OPEN ? CENTER : cell_;
    assign think       = phase == THINK;
    assign send        = phase == SEND & n_stones != 2'd0 & send_ready;
    assign send_cell   = stones[9:0];

    always @(posedge clk) begin
        case (phase)
            IDLE: ;
            CLEAR: phase <= CLEARED;
            CLEARED: if (core_ready) phase <= color ? HEAR : OPEN;
            OPEN: begin
                stones   <= {10'd0, CENTER};
                n_stones <= 2'd1;
                ends     <= 1'b0;
                phase    <= SEND;
            end
            HEAR:
                if (has_stone) begin
                    cell_ <= heard_cell;
                    phase <= is_inside ? PROBE : IDLE;
                end
            PROBE: phase <= PROBED;
            PROBED: if (probe_done) phase <= probe_empty ? STORE : IDLE;
            STORE: begin
                n_expected <= n_expected - 2'd1;
                phase      <= STORED;
            end
            STORED: if (core_ready) phase <= n_expected == 2'd0 ? THINK : HEAR;
            THINK:
                if (core_done) begin
                    stones   <= core_stones;
                    n_stones <= core_n_stones;
                    ends     <= is_over | core_n_stones == 2'd0;
                    phase    <= SEND;
                end
            SEND: begin
                if (send) begin
                    n_stones <= n_stones - 2'd1;
                    stones   <= stones >> 10;
                end
                if (n_stones == 2'd0) phase <= ends ? IDLE : HEAR;
                n_expected <= 2'd2;
            end
            default: phase <= IDLE;
        endcase
        if (has_color) begin
            color      <= given_color;
            n_expected <= 2'd1;
            phase      <= CLEAR;
        end
        if (reset) phase <= IDLE;
    end
endmodule

`default_nettype wire
