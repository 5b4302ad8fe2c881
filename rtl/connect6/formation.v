// What the lines of a side make of every cell, and what each cell is worth to both.
//
// The steps that come afterwards read it cell by cell.

`default_nettype none

module formation (
    input  wire        clk,
    input  wire        reset,
    input  wire        start,
    output reg         done,           // for one clock
    // The view.
    output wire        look,
    output wire [9:0]  look_cell,
    input  wire        seen,
    // The star.
    input  wire        is_empty,
    input  wire [3:0]  in_one,
    input  wire [3:0]  in_two,
    input  wire [3:0]  in_three,
    input  wire [3:0]  open_three,
    input  wire [39:0] makes_open_four,
    input  wire [6:0]  quality,
    input  wire [11:0] begins,
    // Facts of a cell, one clock later.
    input  wire [9:0]  fact_cell,
    output reg  [36:0] fact,
    // Whether there are any lines of one, two and three in each direction.
    output reg  [11:0] has_begins,
    output reg  [3:0]  has_open,       // L3_P2
    output reg         has_closed      // L3_P1
);
    `include "board.vh"

    reg [36:0] memory [0:1023];
    reg        busy, wants;
    reg [9:0]  cell_;
    wire [9:0] after = next_cell(cell_);
    wire [3:0] free  = {4{is_empty}};
    assign look      = busy & wants;
    assign look_cell = busy ? cell_ : 10'd0;

    always @(posedge clk) begin
        fact <= memory[fact_cell];
        if (busy & seen)
            memory[cell_] <= {begins, is_empty & |makes_open_four, free & open_three,
                              free & in_three, free & in_two, free & in_one, is_empty, quality};
    end

    always @(posedge clk) begin
        done <= 1'b0;
        if (start) begin
            busy       <= 1'b1;
            wants      <= 1'b1;
            cell_      <= 10'd0;
            has_begins <= 12'd0;
            has_open   <= 4'd0;
            has_closed <= 1'b0;
        end else if (busy) begin
            if (wants) wants <= 1'b0;
            if (seen) begin
                has_begins <= has_begins | begins;
                has_open   <= has_open | (free & open_three);
                has_closed <= has_closed | |(free & in_three & ~open_three);
                cell_      <= after;
                wants      <= 1'b1;
                if (after[9:5] == SIZE) begin
                    busy <= 1'b0;
                    done <= 1'b1;
                end
            end
        end
        if (reset) begin
            busy <= 1'b0;
            done <= 1'b0;
        end
    end
endmodule

`default_nettype wire
