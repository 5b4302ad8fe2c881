// Several reasoners behind one serial line.
//
// Frames go from the line into the queues of the reasoners and of the board itself;
// replies take turns on the way back, one whole frame at a time. Whatever arrives,
// there is a reply or a report of an error, and the next frame is read.

`default_nettype none

module driver #(
    parameter UNITS            = 1,
    parameter CLOCKS_PER_BIT   = 16,
    parameter QUEUE_BITS       = 8,    // a queue has room for 2^QUEUE_BITS - 1 bytes
    parameter IDENTITY_BYTES   = 1,
    parameter ROLES            = 2,
    parameter MOVES            = 10,
    parameter MOVE_BITS        = 4,
    parameter STATE_BYTES      = 4,
    parameter ADDRESS_BITS     = 2,
    parameter SLOT_BITS        = 3,
    parameter SCORE_BITS       = 7,
    parameter LEGAL_CLOCKS     = 1,
    parameter NEXT_CLOCKS      = 1,
    parameter SCORE_CLOCKS     = 1,
    parameter SETTLE_CLOCKS    = 1,
    parameter LOOPS_READ_MOVES = 0
) (
    input  wire clk,
    input  wire reset,
    input  wire [8*IDENTITY_BYTES-1:0] identity,
    input  wire rx,
    output wire tx,
    output wire idle      // nothing is going on, on the line or in any unit
);
    localparam BOARD     = UNITS;      // the number of the board itself among those who answer
    localparam UNIT_BITS = $clog2(UNITS + 1);

    // From the line into the queues.
    wire [7:0] rx_data, tx_data, content;
    wire       rx_valid, rx_idle, tx_valid, tx_ready, content_valid, ended, good;
    wire [8:0] queued_word;
    wire [UNITS:0] queue_write, queue_commit, queue_full, queue_empty;
    wire       rollback, failed, deframer_idle, dispatcher_idle;
    wire [7:0] failed_tag, failed_status;

    uart_receiver #(.CLOCKS_PER_BIT(CLOCKS_PER_BIT)) receiver (
        .clk(clk), .reset(reset), .line(rx), .data(rx_data), .valid(rx_valid), .idle(rx_idle)
    );
    deframer deframer (
        .clk(clk), .reset(reset), .data(rx_data), .valid(rx_valid), .out_data(content),
        .out_valid(content_valid), .ended(ended), .good(good), .idle(deframer_idle)
    );
    dispatcher #(.UNITS(UNITS)) dispatcher (
        .clk(clk), .reset(reset), .data(content), .valid(content_valid), .ended(ended),
        .good(good), .full(queue_full), .word(queued_word), .write(queue_write),
        .commit(queue_commit), .rollback(rollback), .failed(failed), .failed_tag(failed_tag),
        .failed_status(failed_status), .idle(dispatcher_idle)
    );

    // Those who answer.
    wire [UNITS:0]       reply_valid, reply_ready, unit_idle;
    wire [9*(UNITS+1)-1:0] reply_words;
    wire                 board_valid, board_take, resets_units;
    wire [8:0]           board_word;
    wire                 unit_reset = reset | resets_units;

    genvar u;
    generate
        for (u = 0; u < UNITS; u = u + 1) begin : unit
            wire       request_valid, request_take;
            wire [8:0] request_word;
            localparam [7:0] NUMBER = u;
            fifo #(.BITS(QUEUE_BITS)) queue (
                .clk(clk), .reset(unit_reset), .write(queue_write[u]), .word(queued_word),
                .commit(queue_commit[u]), .rollback(rollback), .full(queue_full[u]),
                .empty(queue_empty[u]), .valid(request_valid), .head(request_word),
                .take(request_take)
            );
            reasoner #(
                .UNIT(NUMBER), .ROLES(ROLES), .MOVES(MOVES), .MOVE_BITS(MOVE_BITS),
                .STATE_BYTES(STATE_BYTES), .ADDRESS_BITS(ADDRESS_BITS), .SLOT_BITS(SLOT_BITS),
                .SCORE_BITS(SCORE_BITS), .LEGAL_CLOCKS(LEGAL_CLOCKS), .NEXT_CLOCKS(NEXT_CLOCKS),
                .SCORE_CLOCKS(SCORE_CLOCKS), .SETTLE_CLOCKS(SETTLE_CLOCKS),
                .LOOPS_READ_MOVES(LOOPS_READ_MOVES)
            ) reasoner (
                .clk(clk), .reset(unit_reset), .request_valid(request_valid),
                .request_word(request_word), .request_take(request_take),
                .reply_valid(reply_valid[u]), .reply_word(reply_words[9*u +: 9]),
                .reply_ready(reply_ready[u]), .idle(unit_idle[u])
            );
        end
    endgenerate

    fifo #(.BITS(4)) board_queue (
        .clk(clk), .reset(reset), .write(queue_write[BOARD]), .word(queued_word),
        .commit(queue_commit[BOARD]), .rollback(rollback), .full(queue_full[BOARD]),
        .empty(queue_empty[BOARD]), .valid(board_valid), .head(board_word), .take(board_take)
    );
    board_unit #(.IDENTITY_BYTES(IDENTITY_BYTES)) board_unit (
        .clk(clk), .reset(reset), .identity(identity), .request_valid(board_valid), .request_word(board_word),
        .request_take(board_take), .failed(failed), .failed_tag(failed_tag),
        .failed_status(failed_status), .reply_valid(reply_valid[BOARD]),
        .reply_word(reply_words[9*BOARD +: 9]), .reply_ready(reply_ready[BOARD]),
        .resets_units(resets_units), .idle(unit_idle[BOARD])
    );

    // From those who answer to the line: whose turn it is, until the end of the frame.
    reg  [UNIT_BITS-1:0] turn;
    reg                  sending;
    wire                 framer_ready, framer_idle;
    wire [8:0]           word = reply_words[9*turn +: 9];
    wire                 has_word = reply_valid[turn];
    generate
        for (u = 0; u <= UNITS; u = u + 1) begin : answer
            localparam [UNIT_BITS-1:0] NUMBER = u;
            assign reply_ready[u] = sending & framer_ready & turn == NUMBER;
        end
    endgenerate
    localparam [UNIT_BITS-1:0] LAST = UNITS;

    always @(posedge clk)
        if (reset) begin
            turn    <= 0;
            sending <= 1'b0;
        end else if (~sending) begin
            if (has_word) sending <= 1'b1;
            else turn <= turn == LAST ? 0 : turn + 1'b1;
        end else if (has_word & word[8] & framer_ready) begin
            sending <= 1'b0;
            turn    <= turn == LAST ? 0 : turn + 1'b1;
        end

    framer framer (
        .clk(clk), .reset(reset), .valid(sending & has_word), .word(word), .ready(framer_ready),
        .out_valid(tx_valid), .out_data(tx_data), .out_ready(tx_ready), .idle(framer_idle)
    );
    uart_transmitter #(.CLOCKS_PER_BIT(CLOCKS_PER_BIT)) transmitter (
        .clk(clk), .reset(reset), .data(tx_data), .valid(tx_valid), .ready(tx_ready), .line(tx)
    );

    assign idle = rx_idle & deframer_idle & dispatcher_idle & (&queue_empty) & (&unit_idle)
                & ~sending & framer_idle & tx_ready;
endmodule

`default_nettype wire
