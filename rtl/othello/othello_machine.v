// The solver of the Othello machine at the end of a serial line.

`default_nettype none

module othello_machine #(
    parameter CLOCK_HZ         = 25_000_000,
    parameter BAUD             = 1_000_000,
    parameter MAX_SEARCH_DEPTH = 24,
    parameter LOCATION         = 1,        // with 0 discs are counted
    parameter SOLVERS          = 1
) (
    input  wire        clk,
    input  wire        reset,
    input  wire        rx,
    output wire        tx,
    output wire [15:0] leds,               // upper half: it searches; lower half: it waits
    output wire [63:0] text                // the depth, in ASCII
);
    localparam CLOCKS_PER_BIT = CLOCK_HZ / BAUD;

    wire [7:0] rx_data, content, tx_data;
    wire       rx_valid, content_valid, ended, good, tx_valid, tx_ready;
    wire [8:0] word, reply_word;
    wire       valid, take, reply_valid, reply_ready;
    uart_receiver #(.CLOCKS_PER_BIT(CLOCKS_PER_BIT)) uart_receiver (
        .clk(clk), .reset(reset), .line(rx), .data(rx_data), .valid(rx_valid), .idle()
    );
    deframer #(.END(8'h7e), .ESC(8'h7d), .ESC_END(8'h5e), .ESC_ESC(8'h5d)) deframer (
        .clk(clk), .reset(reset), .data(rx_data), .valid(rx_valid), .out_data(content),
        .out_valid(content_valid), .ended(ended), .good(good), .idle()
    );
    frame_queue #(.BITS(6)) frame_queue (
        .clk(clk), .reset(reset), .data(content), .data_valid(content_valid), .ended(ended),
        .good(good), .valid(valid), .word(word), .take(take)
    );
    framer #(.END(8'h7e), .ESC(8'h7d), .ESC_END(8'h5e), .ESC_ESC(8'h5d)) framer (
        .clk(clk), .reset(reset), .valid(reply_valid), .word(reply_word), .ready(reply_ready),
        .out_valid(tx_valid), .out_data(tx_data), .out_ready(tx_ready), .idle()
    );
    uart_transmitter #(.CLOCKS_PER_BIT(CLOCKS_PER_BIT)) uart_transmitter (
        .clk(clk), .reset(reset), .data(tx_data), .valid(tx_valid), .ready(tx_ready), .line(tx)
    );

    wire               start, done, has_move, thinking;
    wire [63:0]        mover, opponent, move;
    wire [4:0]         depth, picked;
    wire signed [11:0] value;
    wire [31:0]        n_visits;
    wire [5:0]         square;
    solver_link #(.MAX_SEARCH_DEPTH(MAX_SEARCH_DEPTH)) solver_link (
        .clk(clk), .reset(reset), .valid(valid), .word(word), .take(take),
        .reply_valid(reply_valid), .reply_word(reply_word), .reply_ready(reply_ready),
        .start(start), .mover(mover), .opponent(opponent), .depth(depth), .picked(picked),
        .done(done), .has_move(has_move), .square(square), .value(value), .n_visits(n_visits),
        .thinking(thinking)
    );

    // Moves so far: discs that are not the first four.
    reg [6:0] n_discs;
    integer   i;
    always @* begin
        n_discs = 7'd0;
        for (i = 0; i < 64; i = i + 1) n_discs = n_discs + {6'd0, mover[i] | opponent[i]};
    end
    // In a register, for the sake of the clock. The end of a question comes after its last byte, and
    // the search after the end, so the number is there by then.
    reg [6:0] n_moves;
    always @(posedge clk) n_moves <= n_discs < 7'd4 ? 7'd0 : n_discs - 7'd4;
    depth_picker #(
        .VISITS_PER_SECOND(CLOCK_HZ / 2 * SOLVERS), .MAX_SEARCH_DEPTH(MAX_SEARCH_DEPTH)
    ) depth_picker (.n_moves(n_moves[5:0]), .depth(picked));

    generate
        if (SOLVERS == 1) begin : one
            solver #(.MAX_SEARCH_DEPTH(MAX_SEARCH_DEPTH), .LOCATION(LOCATION)) solver (
                .clk(clk), .reset(reset), .start(start), .mover(mover), .opponent(opponent),
                .depth(depth), .lower(-12'sd2047), .upper(12'sd2047), .done(done),
                .has_move(has_move), .move(move), .value(value), .n_visits(n_visits)
            );
        end else begin : several
            parallel_solver #(
                .MAX_SEARCH_DEPTH(MAX_SEARCH_DEPTH), .LOCATION(LOCATION), .SOLVERS(SOLVERS)
            ) solver (
                .clk(clk), .reset(reset), .start(start), .mover(mover), .opponent(opponent),
                .depth(depth), .done(done), .has_move(has_move), .move(move), .value(value),
                .n_visits(n_visits)
            );
        end
    endgenerate
    priority_encoder encoder (.set(move), .any(), .first(square));

    assign leds = thinking ? 16'hff00 : 16'h00ff;
    wire [15:0] digits;
    decimal #(.BITS(5), .DIGITS(2)) decimal (.number(depth), .ascii(digits));
    assign text = {"DEPTH ", digits};
endmodule

`default_nettype wire
