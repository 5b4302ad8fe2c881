// Step 7: gain the initiative (GI) by completing a four, the most threats first, then the
// fewest stones, then the best cells; else take the most potential cells (MPC).

`default_nettype none

module step7 (
    input  wire        clk,
    input  wire        iRst_n,
    input  wire [1:0]  iTurn,
    output reg         oDone,
    output reg  [1:0]  oTurn,
    // The formation.
    output wire        formation_start,
    input  wire        formation_done,
    output wire [9:0]  fact_cell,
    input  wire [36:0] fact,
    input  wire [3:0]  has_open,
    input  wire        has_closed,
    // Bars in lines of two.
    output wire        bars_start,
    input  wire        bar,
    input  wire [1:0]  bar_direction,
    input  wire [19:0] bar_cells,
    input  wire [2:0]  bar_distance,
    output wire        bar_take,
    input  wire        bars_done,
    // The view and the star.
    output wire        look,
    output wire [9:0]  look_cell,
    input  wire        seen,
    input  wire [39:0] makes_open_four,
    // The best cell.
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
    `include "facts.vh"

    localparam [3:0] BEGIN = 4'd0, FORM = 4'd1, FORMED = 4'd2, ONES = 4'd3, ONE = 4'd4,
                     BARS = 4'd5, BAR = 4'd6, OPEN = 4'd7, FIRST = 4'd8, SECOND = 4'd9,
                     COMPARE = 4'd10, DECIDE = 4'd11, CHOOSE = 4'd12, CHOSEN = 4'd13,
                     PUT = 4'd14, PLACED = 4'd15;

    reg [3:0]  phase;
    reg [1:0]  direction;
    reg        wants_open;             // of the lines of three
    reg [7:0]  first_quality;
    reg        is_open;                // the bar
    // The best so far: of one stone, and of two that make two threats or one.
    reg [2:0]  has_best;
    reg [23:0] best_quality;
    reg [59:0] best;
    reg [19:0] cells;

    wire [9:0] scanned, scan_fact;
    wire       valid, ended;
    fact_scan scan (
        .clk(clk), .reset(~iRst_n), .start(iRst_n & phase == ONES), .stop(1'b0), .go(1'b0),
        .fact_cell(scan_fact), .valid(valid), .cell_(scanned), .done(ended)
    );
    wire [3:0] open  = fact[`FACT_OPEN];
    wire [3:0] three = fact[`FACT_IN_THREE];
    wire       is_way = valid & three[direction] & open[direction] == wants_open;
    wire [7:0] quality = {1'b0, fact[`FACT_QUALITY]};
    wire [7:0] sum     = first_quality + quality;
    wire [1:0] kind    = is_open ? 2'd1 : 2'd2;     // of a bar

    assign formation_start = iRst_n & phase == FORM;
    assign bars_start      = iRst_n & phase == BARS;
    assign bar_take        = iRst_n & phase == COMPARE;
    assign look            = iRst_n & phase == BAR & bar;
    assign look_cell       = look ? bar_cells[9:0] : 10'd0;
    assign fact_cell       = ~iRst_n ? 10'd0 : phase == FIRST ? bar_cells[9:0]
                           : phase == SECOND ? bar_cells[19:10] : scan_fact;
    assign tally_start     = iRst_n & phase == CHOOSE & ~tally_busy;
    assign put             = iRst_n & phase == PUT;
    assign put_cells       = put ? cells : 20'd0;

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
                        phase <= iTurn == 2'd0 ? BEGIN : FORM;
                    end
                FORM: phase <= FORMED;
                FORMED:
                    if (formation_done) begin
                        has_best   <= 3'd0;
                        direction  <= 2'd0;
                        wants_open <= has_open != 4'd0;
                        // Lines of three that make two threats come before those of two.
                        phase <= has_open != 4'd0 ? ONES : oTurn == 2'd2 ? BARS
                               : has_closed ? ONES : CHOOSE;
                    end
                // Lines of three.
                ONES: phase <= ONE;
                ONE: begin
                    if (is_way & (~has_best[0] | quality > best_quality[7:0])) begin
                        has_best[0]       <= 1'b1;
                        best[19:0]        <= {2{scanned}};
                        best_quality[7:0] <= quality;
                    end
                    if (ended) begin
                        direction <= direction + 2'd1;
                        phase     <= direction == 2'd3 ? DECIDE : ONES;
                    end
                end
                // Lines of two.
                BARS: phase <= BAR;
                BAR:
                    if (bar) phase <= OPEN;
                    else if (bars_done)
                        phase <= ~has_best[1] & has_closed ? ONES : DECIDE;
                OPEN:
                    if (seen) begin
                        is_open <= makes_open_four[10*bar_direction + 2*bar_distance - 1];
                        phase   <= FIRST;
                    end
                FIRST: phase <= SECOND;
                SECOND: begin
                    first_quality <= quality;
                    phase         <= COMPARE;
                end
                COMPARE: begin
                    if (~has_best[kind] | sum > best_quality[8*kind +: 8]) begin
                        has_best[kind]            <= 1'b1;
                        best[20*kind +: 20]       <= bar_cells;
                        best_quality[8*kind +: 8] <= sum;
                    end
                    phase <= BAR;
                end
                DECIDE: begin
                    cells <= has_best[1] ? best[39:20] : has_best[0] ? best[19:0] : best[59:40];
                    phase <= has_best == 3'd0 ? CHOOSE : PUT;
                end
                CHOOSE: if (~tally_busy) phase <= CHOSEN;
                CHOSEN:
                    if (tally_done) begin
                        cells <= {2{tally_best}};
                        phase <= tally_found ? PUT : BEGIN;
                        oDone <= ~tally_found;
                    end
                PUT: begin
                    oTurn <= oTurn - (cells[9:0] == cells[19:10] ? 2'd1 : 2'd2);
                    phase <= PLACED;
                end
                PLACED:
                    if (put_done) begin
                        phase <= oTurn == 2'd0 ? BEGIN : FORM;
                        oDone <= oTurn == 2'd0;
                    end
            endcase
endmodule

`default_nettype wire
