// Reads the facts of all cells in scan order, one a clock.

`default_nettype none

module fact_scan (
    input  wire       clk,
    input  wire       reset,
    input  wire       start,        // at the first cell
    input  wire       stop,         // stay at this cell
    input  wire       go,           // and go on behind it
    output wire [9:0] fact_cell,
    output wire       valid,        // the facts are those of the cell
    output reg  [9:0] cell_,
    output wire       done          // for one clock: there are no more
);
    `include "board.vh"

    reg [9:0] asked;
    reg       running, has_facts;
    assign fact_cell = running ? asked : 10'd0;
    assign valid     = running & has_facts & cell_[9:5] != SIZE;
    assign done      = running & has_facts & ~stop & asked[9:5] == SIZE;

    always @(posedge clk) begin
        if (running) begin
            cell_     <= asked;
            asked     <= next_cell(asked);
            has_facts <= 1'b1;
            if (stop) begin
                cell_   <= cell_;
                asked   <= next_cell(cell_);
                running <= 1'b0;
            end else if (done) running <= 1'b0;
        end
        if (start | go) begin
            running   <= 1'b1;
            has_facts <= 1'b0;
        end
        if (start) asked <= 10'd0;
        if (reset) running <= 1'b0;
    end
endmodule

`default_nettype wire
