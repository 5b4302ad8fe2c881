// Steps 3, 5A and 5B: play a win of some kind, if there is one, and the turn is over. A
// stone that it does not need goes where it is worth most.

`default_nettype none

module attack_step #(
    parameter HAS_FORMATION = 1        // what finds the win needs it, and both stones
) (
    input  wire        clk,
    input  wire        iRst_n,
    input  wire [1:0]  iTurn,
    output reg         oDone,
    output reg  [1:0]  oTurn,
    // What finds the win.
    output wire        find_start,
    input  wire        find_done,
    input  wire        found,
    input  wire [19:0] stones,
    // The formation, and the best cell.
    output wire        formation_start,
    input  wire        formation_done,
    output wire        tally_start,
    input  wire        tally_busy,
    input  wire        tally_done,
    input  wire        tally_found,
    input  wire [9:0]  tally_best,
    // Stones.
    output wire        put,
    output wire [19:0] put_cells,
    input  wire        put_done
);
    localparam [3:0] BEGIN = 4'd0, FORM = 4'd1, FORMED = 4'd2, FIND = 4'd3, FINDING = 4'd4,
                     PUT = 4'd5, PLACED = 4'd6, REST = 4'd7, RESTED = 4'd8, CHOOSE = 4'd9,
                     CHOSEN = 4'd10;

    reg [3:0]  phase;
    reg [1:0]  left;
    reg [19:0] cells;
    assign formation_start = iRst_n & (phase == FORM | phase == REST);
    assign find_start      = iRst_n & phase == FIND;
    assign tally_start     = iRst_n & phase == CHOOSE & ~tally_busy;
    assign put             = iRst_n & phase == PUT;
    assign put_cells       = put ? cells : 20'd0;
    wire   is_possible     = HAS_FORMATION != 0 ? iTurn == 2'd2 : iTurn != 2'd0;

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
                        left  <= iTurn;
                        oDone <= ~is_possible;
                        if (is_possible) phase <= HAS_FORMATION != 0 ? FORM : FIND;
                    end
                FORM: phase <= FORMED;
                FORMED: if (formation_done) phase <= FIND;
                FIND: phase <= FINDING;
                FINDING:
                    if (find_done) begin
                        cells <= stones;
                        phase <= found ? PUT : BEGIN;
                        oDone <= ~found;
                    end
                PUT: begin
                    left  <= left - (cells[9:0] == cells[19:10] ? 2'd1 : 2'd2);
                    phase <= PLACED;
                end
                PLACED:
                    if (put_done) begin
                        oTurn <= 2'd0;
                        oDone <= left == 2'd0;
                        phase <= left == 2'd0 ? BEGIN : REST;
                    end
                REST: phase <= RESTED;
                RESTED: if (formation_done) phase <= CHOOSE;
                CHOOSE: if (~tally_busy) phase <= CHOSEN;
                CHOSEN:
                    if (tally_done) begin
                        cells <= {2{tally_best}};
                        phase <= tally_found ? PUT : BEGIN;
                        oDone <= ~tally_found;
                    end
                default: phase <= BEGIN;
            endcase
endmodule

`default_nettype wire
