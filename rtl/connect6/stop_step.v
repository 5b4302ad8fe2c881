// Steps 6A and 6B: take the better cell of a three-turn win of the opponent, until there
// are none.

`default_nettype none

module stop_step (
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
    // The formation.
    output wire        formation_start,
    input  wire        formation_done,
    output wire [9:0]  fact_cell,
    input  wire [36:0] fact,
    // Stones.
    output wire        put,
    output wire [19:0] put_cells,
    input  wire        put_done
);
    `include "facts.vh"

    localparam [3:0] BEGIN = 4'd0, FORM = 4'd1, FORMED = 4'd2, FIND = 4'd3, FINDING = 4'd4,
                     FIRST = 4'd5, SECOND = 4'd6, COMPARE = 4'd7, PUT = 4'd8, PLACED = 4'd9;

    reg [3:0] phase;
    reg [6:0] first_quality;
    reg [9:0] cell_;
    assign find_start      = iRst_n & phase == FIND;
    assign formation_start = iRst_n & phase == FORM;
    assign fact_cell       = ~iRst_n ? 10'd0 : phase == FIRST ? stones[9:0]
                           : phase == SECOND ? stones[19:10] : 10'd0;
    assign put             = iRst_n & phase == PUT;
    assign put_cells       = put ? {2{cell_}} : 20'd0;

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
                FORMED: if (formation_done) phase <= FIND;
                FIND: phase <= FINDING;
                FINDING:
                    if (find_done) begin
                        phase <= found ? FIRST : BEGIN;
                        oDone <= ~found;
                    end
                FIRST: phase <= SECOND;
                SECOND: begin
                    first_quality <= fact[`FACT_QUALITY];
                    phase         <= COMPARE;
                end
                COMPARE: begin
                    cell_ <= fact[`FACT_QUALITY] > first_quality ? stones[19:10] : stones[9:0];
                    phase <= PUT;
                end
                PUT: begin
                    oTurn <= oTurn - 2'd1;
                    phase <= PLACED;
                end
                PLACED:
                    if (put_done) begin
                        phase <= oTurn == 2'd0 ? BEGIN : FORM;
                        oDone <= oTurn == 2'd0;
                    end
                default: phase <= BEGIN;
            endcase
endmodule

`default_nettype wire
