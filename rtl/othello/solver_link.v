// What the PC asks of the solver, and what it is told: docs/the-othello-machine.md has the
// messages.

`default_nettype none

module solver_link #(
    parameter MAX_SEARCH_DEPTH = 10
) (
    input  wire               clk,
    input  wire               reset,
    // Requests.
    input  wire               valid,
    input  wire [8:0]         word,        // the highest bit alone marks the end
    output wire               take,
    // Replies, in the same form.
    output wire               reply_valid,
    output reg  [8:0]         reply_word,
    input  wire               reply_ready,
    // The solver.
    output wire               start,
    output wire [63:0]        mover,
    output wire [63:0]        opponent,
    output wire [4:0]         depth,       // the one that was asked for, or the picked one
    input  wire [4:0]         picked,
    input  wire               done,
    input  wire               has_move,
    input  wire [5:0]         square,
    input  wire signed [11:0] value,
    input  wire [31:0]        n_visits,
    output wire               thinking
);
    localparam [7:0] SEARCH = "S", MOVE = "M", ERROR = "E";
    localparam [2:0] LETTER = 3'd0, ARGUMENTS = 3'd1, DECIDE = 3'd2, WORK = 3'd3, REPLY = 3'd4,
                     REFUSE = 3'd5, FINISH = 3'd6;
    localparam [4:0] N_ARGUMENTS = 5'd18;
    localparam [7:0] DEEPEST = MAX_SEARCH_DEPTH;

    reg [2:0]   phase;
    reg [7:0]   letter;
    reg [4:0]   n_arguments;
    reg [143:0] arguments;                 // number, depth, mover, opponent; the first is the lowest
    reg [3:0]   index;                     // of a byte of the reply
    wire        arrives = valid & ~word[8];
    wire        ends    = valid & word[8];
    wire [7:0]  asked   = arguments[15:8];
    wire        is_search = letter == SEARCH & n_arguments == N_ARGUMENTS & asked <= DEEPEST
                          & (mover & opponent) == 64'd0;
    assign mover       = arguments[79:16];
    assign opponent    = arguments[143:80];
    assign depth       = asked == 8'd0 ? picked : asked[4:0];
    assign take        = phase == LETTER | phase == ARGUMENTS;
    assign start       = phase == DECIDE & is_search;
    assign thinking    = phase == WORK;
    assign reply_valid = phase == REPLY | phase == REFUSE | phase == FINISH;

    always @*
        case (phase)
            FINISH: reply_word = 9'h100;
            REFUSE: reply_word = {1'b0, ERROR};
            default:
                case (index)
                    4'd0: reply_word = {1'b0, MOVE};
                    4'd1: reply_word = {1'b0, arguments[7:0]};
                    4'd2: reply_word = has_move ? {3'd0, square} : 9'h0ff;
                    4'd3: reply_word = {1'b0, value[7:0]};
                    4'd4: reply_word = {1'b0, {4{value[11]}}, value[11:8]};
                    4'd5: reply_word = {1'b0, n_visits[7:0]};
                    4'd6: reply_word = {1'b0, n_visits[15:8]};
                    4'd7: reply_word = {1'b0, n_visits[23:16]};
                    default: reply_word = {1'b0, n_visits[31:24]};
                endcase
        endcase

    always @(posedge clk) begin
        case (phase)
            LETTER:
                if (arrives) begin
                    letter      <= word[7:0];
                    n_arguments <= 5'd0;
                    phase       <= ARGUMENTS;
                end
            ARGUMENTS:
                if (arrives) begin
                    arguments <= {word[7:0], arguments[143:8]};
                    if (n_arguments != 5'd31) n_arguments <= n_arguments + 5'd1;
                end else if (ends) phase <= DECIDE;
            DECIDE: begin
                index <= 4'd0;
                phase <= is_search ? WORK : REFUSE;
            end
            WORK: if (done) phase <= REPLY;
            REPLY:
                if (reply_ready) begin
                    index <= index + 4'd1;
                    if (index == 4'd8) phase <= FINISH;
                end
            REFUSE: if (reply_ready) phase <= FINISH;
            FINISH: if (reply_ready) phase <= LETTER;
            default: phase <= LETTER;
        endcase
        if (reset) phase <= LETTER;
    end
endmodule

`default_nettype wire
