// Step 2: stop one-turn wins, by the smallest set of cells of the greatest point quality.
//
// If two stones are not enough, each stops as many lines as possible.

`default_nettype none

module step2 (
    input  wire        clk,
    input  wire        iRst_n,
    input  wire [1:0]  iTurn,
    output reg         oDone,
    output reg  [1:0]  oTurn,
    // Threats, all of them.
    output wire        threats_start,
    input  wire        threats_done,
    input  wire        any,
    input  wire [1:0]  n_needed,
    input  wire [1:0]  single,
    input  wire [19:0] single_cells,
    input  wire [3:0]  pair,
    input  wire [79:0] pair_cells,
    output wire        counts,         // gaps go to the tally
    // The formation.
    output wire        formation_start,
    input  wire        formation_done,
    output wire [9:0]  fact_cell,
    input  wire [36:0] fact,
    // The tally.
    input  wire        tally_busy,
    output wire        tally_start,
    input  wire        tally_done,
    input  wire [9:0]  tally_best,
    // Stones.
    output wire        put,
    output wire [19:0] put_cells,
    input  wire        put_done
);
    `include "facts.vh"

    localparam [3:0] BEGIN = 4'd0, THREATS = 4'd1, FORMATION = 4'd2, FORMED = 4'd3,
                     FIRST = 4'd4, SECOND = 4'd5, COMPARE = 4'd6, CHOOSE = 4'd7, CHOSEN = 4'd8,
                     PUT = 4'd9, PLACED = 4'd10, AGAIN = 4'd11;

    reg [3:0]  phase;
    reg        is_lost;                // two stones are not enough
    reg [3:0]  left;                   // sets that are still to be compared
    reg [79:0] sets;
    reg [19:0] best;
    reg        has_best;
    reg [7:0]  first_quality, best_quality;

    wire [19:0] set = sets[9:0] < sets[19:10] ? sets[19:0] : {sets[9:0], sets[19:10]};
    wire        is_one  = set[9:0] == set[19:10];
    wire [7:0]  quality = is_one ? first_quality : first_quality + {1'b0, fact[`FACT_QUALITY]};
    // As sets are sorted: by the first cell, then by the second.
    wire [19:0] order      = {set[9:0], set[19:10]};
    wire [19:0] best_order = {best[9:0], best[19:10]};
    wire        is_better  = ~has_best | quality > best_quality
                           | (quality == best_quality & order < best_order);
    assign threats_start   = iRst_n & ((phase == BEGIN & ~oDone & iTurn != 2'd0) | phase == AGAIN);
    assign counts          = iRst_n & is_lost & phase == THREATS;
    assign formation_start = iRst_n & phase == FORMATION;
    assign tally_start     = iRst_n & phase == CHOOSE & ~tally_busy;
    assign fact_cell       = ~iRst_n ? 10'd0 : phase == FIRST ? set[9:0]
                           : phase == SECOND ? set[19:10] : 10'd0;
    assign put             = iRst_n & phase == PUT;
    assign put_cells       = put ? best : 20'd0;

    always @(posedge clk)
        if (~iRst_n) begin
            phase   <= BEGIN;
            oDone   <= 1'b0;
            oTurn   <= 2'd0;
            is_lost <= 1'b0;
        end else
            case (phase)
                BEGIN:
                    if (~oDone) begin
                        oTurn <= iTurn;
                        oDone <= iTurn == 2'd0;
                        phase <= iTurn == 2'd0 ? BEGIN : THREATS;
                    end
                AGAIN: phase <= THREATS;
                THREATS:
                    if (threats_done) begin
                        phase <= FORMATION;
                        if (~any) begin
                            phase <= BEGIN;
                            oDone <= 1'b1;
                        end else if (~is_lost & (n_needed == 2'd3 | n_needed > oTurn)) begin
                            is_lost <= 1'b1;
                            phase   <= AGAIN;
                        end
                        left <= n_needed == 2'd1 ? {2'b0, single} : pair;
                        sets <= n_needed == 2'd1
                              ? {40'd0, {2{single_cells[19:10]}}, {2{single_cells[9:0]}}}
                              : pair_cells;
                        has_best <= 1'b0;
                    end
                FORMATION: phase <= FORMED;
                FORMED: if (formation_done) phase <= is_lost ? CHOOSE : FIRST;
                FIRST: phase <= left == 4'd0 ? PUT : SECOND;
                SECOND: begin
                    first_quality <= {1'b0, fact[`FACT_QUALITY]};
                    phase         <= COMPARE;
                end
                COMPARE: begin
                    if (left[0] & is_better) begin
                        has_best     <= 1'b1;
                        best         <= set;
                        best_quality <= quality;
                    end
                    left  <= left >> 1;
                    sets  <= sets >> 20;
                    phase <= FIRST;
                end
                CHOOSE: if (~tally_busy) phase <= CHOSEN;
                CHOSEN:
                    if (tally_done) begin
                        best  <= {2{tally_best}};
                        phase <= PUT;
                    end
                PUT: begin
                    oTurn <= oTurn - (best[9:0] == best[19:10] ? 2'd1 : 2'd2);
                    phase <= PLACED;
                end
                PLACED:
                    if (put_done) begin
                        phase <= is_lost & oTurn != 2'd0 ? AGAIN : BEGIN;
                        oDone <= ~(is_lost & oTurn != 2'd0);
                    end
                default: phase <= BEGIN;
            endcase
endmodule

`default_nettype wire
