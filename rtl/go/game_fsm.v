// The game FSM: keeps the board, the board before the last move, and whose turn it is.
//
// A move is judged by the board updater. A stone that it accepts goes onto the board in
// UPDATE_BUS, a pass only changes the turn, and the second pass in a row ends the game.
// Moves of the one who does not have the turn are refused, and so is all that comes
// when the game is over, and every stone when there is no room for more boards.

`default_nettype none

module game_fsm #(
    parameter N    = 9,
    parameter ENDS = 1                  // with 0, two passes do not end the game
) (
    input  wire           clk,
    input  wire           reset,        // begins a new game, at any time
    input  wire           move,         // for one clock; only when not busy
    input  wire           mover,        // whose move it is: 0 Black, 1 White
    input  wire           move_pass,
    input  wire           move_resign,
    input  wire [4:0]     move_row,
    input  wire [4:0]     move_column,
    input  wire           full,         // no board can be kept any more
    output wire           busy,
    output reg            accepted,     // for one clock
    output reg            refused,      // for one clock
    output reg  [2:0]     refusal,      // with it
    // What the board updater is asked, and what it says.
    output reg            update,
    output reg            pass,
    output reg  [4:0]     row,
    output reg  [4:0]     column,
    input  wire           updated,
    input  wire           update_valid,
    input  wire [2:0]     update_refusal,
    input  wire [N*N-1:0] next_black,
    input  wire [N*N-1:0] next_white,
    // The game.
    output reg  [N*N-1:0] black,
    output reg  [N*N-1:0] white,
    output reg  [N*N-1:0] last_black,   // before the last move
    output reg  [N*N-1:0] last_white,
    output reg            turn,
    output reg            passed,       // the last move was a pass
    output reg            over,
    output reg            resigned      // by the one who has the turn
);
    `include "refusals.vh"

    localparam [1:0] WAITING = 0, UPDATING = 1, UPDATE_BUS = 2, PASS = 3;

    reg [1:0] state;
    assign busy = state != WAITING;
    wire is_too_late = full & ~move_pass & ~move_resign;

    always @(posedge clk) begin
        update   <= 1'b0;
        accepted <= 1'b0;
        refused  <= 1'b0;
        case (state)
            WAITING:
                if (move) begin
                    pass   <= move_pass;
                    row    <= move_row;
                    column <= move_column;
                    if (over | mover != turn | is_too_late) begin
                        refused <= 1'b1;
                        refusal <= over | mover == turn ? GAME_ENDED : OUT_OF_TURN;
                    end else if (move_resign) begin
                        over     <= 1'b1;
                        resigned <= 1'b1;
                        accepted <= 1'b1;
                    end else begin
                        update <= 1'b1;
                        state  <= UPDATING;
                    end
                end
            UPDATING:
                if (updated) begin
                    refused <= ~update_valid;
                    refusal <= update_refusal;
                    state   <= ~update_valid ? WAITING : pass ? PASS : UPDATE_BUS;
                end
            UPDATE_BUS: begin
                black    <= next_black;
                white    <= next_white;
                passed   <= 1'b0;
                finish;
            end
            PASS: begin
                passed <= 1'b1;
                over   <= passed & ENDS != 0;
                finish;
            end
        endcase
        if (reset) begin
            state      <= WAITING;
            update     <= 1'b0;
            accepted   <= 1'b0;
            refused    <= 1'b0;
            black      <= 0;
            white      <= 0;
            last_black <= 0;
            last_white <= 0;
            turn       <= 1'b0;
            passed     <= 1'b0;
            over       <= 1'b0;
            resigned   <= 1'b0;
        end
    end

    task finish;
        begin
            last_black <= black;
            last_white <= white;
            turn       <= ~turn;
            accepted   <= 1'b1;
            state      <= WAITING;
        end
    endtask
endmodule

`default_nettype wire
