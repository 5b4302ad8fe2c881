// Answers for the board as a whole: who it is, how to start again, and what went
// wrong with frames that reached nobody.

`default_nettype none

module board_unit #(
    parameter IDENTITY_BYTES = 1
) (
    input  wire       clk,
    input  wire       reset,
    input  wire [8*IDENTITY_BYTES-1:0] identity,
    input  wire       request_valid,
    input  wire [8:0] request_word,
    output wire       request_take,
    input  wire       failed,         // a frame was dropped
    input  wire [7:0] failed_tag,
    input  wire [7:0] failed_status,
    output wire       reply_valid,
    output reg  [8:0] reply_word,
    input  wire       reply_ready,
    output reg        resets_units,
    output wire       idle
);
    `include "status.vh"

    localparam [7:0] IDENTIFY = 8'h01, RESET = 8'h02;
    localparam INDEX_BITS = $clog2(IDENTITY_BYTES + 1);
    localparam [INDEX_BITS-1:0] LAST = IDENTITY_BYTES - 1;
    localparam [2:0]
        GET_TAG = 0, GET_OP = 1, GET_END = 2, SEND_TAG = 3, SEND_UNIT = 4, SEND_STATUS = 5,
        SEND_IDENTITY = 6, SEND_END = 7;

    reg [2:0] phase;
    reg [7:0] tag, op, status;
    reg       has_failure;            // one report may wait; others are lost meanwhile
    reg [7:0] waiting_tag, waiting_status;
    reg [INDEX_BITS-1:0] index;

    wire is_marker = request_word[8];
    assign request_take = request_valid & (phase == GET_TAG & ~has_failure
                        | phase == GET_OP | phase == GET_END);
    assign reply_valid  = phase >= SEND_TAG;
    assign idle         = phase == GET_TAG & ~request_valid & ~has_failure;

    always @*
        case (phase)
            SEND_TAG:      reply_word = {1'b0, tag};
            SEND_UNIT:     reply_word = 9'h0ff;
            SEND_STATUS:   reply_word = {1'b0, status};
            SEND_IDENTITY: reply_word = {1'b0, identity[8*index +: 8]};
            default:       reply_word = 9'h100;
        endcase

    always @(posedge clk) begin
        // No other unit is in the middle of a reply while this one has the line.
        resets_units <= phase == SEND_UNIT & op == RESET & status == OK;
        case (phase)
            GET_TAG: begin
                index <= 0;
                if (has_failure) begin
                    tag         <= waiting_tag;
                    status      <= waiting_status;
                    has_failure <= 1'b0;
                    phase       <= SEND_TAG;
                end else if (request_valid & ~is_marker) begin
                    tag    <= request_word[7:0];
                    phase  <= GET_OP;
                end
            end
            GET_OP:
                if (request_valid) begin
                    op     <= request_word[7:0];
                    status <= is_marker ? MALFORMED
                            : request_word[7:0] == IDENTIFY | request_word[7:0] == RESET ? OK
                            : BAD_OP;
                    phase  <= is_marker ? SEND_TAG : GET_END;
                end
            GET_END:
                if (request_valid) begin
                    if (is_marker) phase <= SEND_TAG;
                    else if (status == OK) status <= MALFORMED;
                end
            SEND_TAG:    if (reply_ready) phase <= SEND_UNIT;
            SEND_UNIT:   if (reply_ready) phase <= SEND_STATUS;
            SEND_STATUS: if (reply_ready) phase <= status == OK & op == IDENTIFY ? SEND_IDENTITY : SEND_END;
            SEND_IDENTITY:
                if (reply_ready) begin
                    index <= index + 1'b1;
                    if (index == LAST) phase <= SEND_END;
                end
            SEND_END:    if (reply_ready) phase <= GET_TAG;
        endcase
        if (failed) begin
            has_failure    <= 1'b1;
            waiting_tag    <= failed_tag;
            waiting_status <= failed_status;
        end
        if (reset) begin
            phase        <= GET_TAG;
            has_failure  <= 1'b0;
            resets_units <= 1'b0;
        end
    end
endmodule

`default_nettype wire
