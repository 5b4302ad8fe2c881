// Step 4: take the cell that most two-turn wins of the opponent need, until there are none.

`default_nettype none

module step4 (
    input  wire        clk,
    input  wire        iRst_n,
    input  wire [1:0]  iTurn,
    output reg         oDone,
    output reg  [1:0]  oTurn,
    // Two-turn wins, which go to the tally.
    output wire        find_start,
    input  wire        find_done,
    input  wire        found,
    // The formation, and the best cell.
    output wire        formation_start,
    input  wire        formation_done,
    output wire        tally_start,
    input  wire        tally_busy,
    input  wire        tally_done,
    input  wire [9:0]  tally_best,
    // Stones.
    output wire        put,
    output wire [19:0] put_cells,
    input  wire        put_done
);
    localparam [3:0] BEGIN = 4'd0, FIND = 4'd1, FINDING = 4'd2, FORM = 4'd3, FORMED = 4'd4,
                     CHOOSE = 4'd5, CHOSEN = 4'd6, PUT = 4'd7, PLACED = 4'd8;

    reg [3:0] phase;
    assign find_start      = iRst_n & phase == FIND;
    assign formation_start = iRst_n & phase == FORM;
    assign tally_start     = iRst_n & phase == CHOOSE & ~tally_busy;
    assign put             = iRst_n & phase == PUT;
    assign put_cells       = put ? {2{tally_best}} : 20'd0;

    always @(posedge clk)
        if (~iRst_n) begin
            phase <= BEGIN;
            oDone <= 1'b0;
            oTurn <= 2'd0;
        end else
            case (phase)
                BEGIN:
                    if (~oDone) begin
                        oTurn <= iTurn;
                        oDone <= iTurn == 2'd0;
                        phase <= iTurn == 2'd0 ? BEGIN : FIND;
                    end
                FIND: phase <= FINDING;
                FINDING:
                    if (find_done) begin
                        phase <= found ? FORM : BEGIN;
                        oDone <= ~found;
                    end
                FORM: phase <= FORMED;
                FORMED: if (formation_done) phase <= CHOOSE;
                CHOOSE: if (~tally_busy) phase <= CHOSEN;
                CHOSEN: if (tally_done) phase <= PUT;
                PUT: begin
                    oTurn <= oTurn - 2'd1;
                    phase <= PLACED;
                end
                PLACED:
                    if (put_done) begin
                        phase <= oTurn == 2'd0 ? BEGIN : FIND;
                        oDone <= oTurn == 2'd0;
                    end
                default: phase <= BEGIN;
            endcase
endmodule

`default_nettype wire
