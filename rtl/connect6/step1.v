// Step 1: win in this turn.

`default_nettype none

module step1 (
    input  wire        clk,
    input  wire        iRst_n,
    input  wire [1:0]  iTurn,          // stones that are left
    output reg         oDone,
    output reg  [1:0]  oTurn,
    // Threats, all of them.
    output wire        threats_start,
    input  wire        threats_done,
    input  wire        is_lost,        // the opponent has six in a row: the turn is over
    input  wire        any,
    input  wire        has_five,
    input  wire [19:0] win_cells,
    // Stones: the same cell twice is one.
    output wire        put,
    output wire [19:0] put_cells,
    input  wire        put_done
);
    localparam [1:0] BEGIN = 2'd0, THREATS = 2'd1, PUT = 2'd2, PLACED = 2'd3;

    reg [1:0] phase;
    assign threats_start = iRst_n & ~oDone & phase == BEGIN;
    wire   wins          = any & (has_five | iTurn == 2'd2) & ~is_lost;
    assign put           = iRst_n & phase == PUT;
    assign put_cells     = put ? win_cells : 20'd0;

    always @(posedge clk)
        if (~iRst_n) begin
            phase <= BEGIN;
            oDone <= 1'b0;
            oTurn <= 2'd0;
        end else
            case (phase)
                BEGIN: if (~oDone) phase <= THREATS;
                THREATS:
                    if (threats_done) begin
                        oTurn <= is_lost ? 2'd0 : iTurn;
                        phase <= wins ? PUT : BEGIN;
                        oDone <= ~wins;
                    end
                PUT: phase <= PLACED;
                PLACED:
                    if (put_done) begin
                        oTurn <= 2'd0;
                        oDone <= 1'b1;
                        phase <= BEGIN;
                    end
            endcase
endmodule

`default_nettype wire
