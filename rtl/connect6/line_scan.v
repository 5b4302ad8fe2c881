// The board as four memories of lines, so that a scanner reads a whole line of each
// direction in one clock.

`default_nettype none

module line_scan (
    input  wire         clk,
    input  wire         clear,
    output wire         ready,           // neither clearing nor looking
    input  wire         place,
    input  wire [1:0]   place_stone,
    input  wire [9:0]   place_cell,
    input  wire         look,
    input  wire [23:0]  look_numbers,    // of a row, a column, a falling and a rising line
    output reg          seen,            // for one clock; the lines stay
    output wire [151:0] lines            // 4 x 19 cells of two bits
);
    `include "board.vh"

    localparam [1:0] EMPTY = 2'd0, WALL = 2'd3;

    reg         clearing, placing;
    reg  [5:0]  address;                 // being cleared
    reg  [1:0]  stone;
    reg  [9:0]  cell_;
    wire [23:0] numbers = place ? lines_of(place_cell) : look_numbers;
    assign ready = ~clearing & ~placing & ~look;

    always @(posedge clk) begin
        seen    <= look;
        placing <= place;
        if (place) begin
            stone <= place_stone;
            cell_ <= place_cell;
        end
        if (clear) begin
            clearing <= 1'b1;
            address  <= 6'd0;
        end else if (clearing) begin
            address  <= address + 6'd1;
            clearing <= address != 6'd63;
        end
    end

    genvar d, p;
    generate
        for (d = 0; d < 4; d = d + 1) begin : direction
            reg  [37:0] memory [0:63];
            reg  [37:0] line;
            reg  [5:0]  number;
            wire [4:0]  at = d == 0 ? cell_[4:0] : cell_[9:5];
            wire [37:0] empty, placed;
            for (p = 0; p < 19; p = p + 1) begin : cells
                assign empty[2*p +: 2]  = is_cell(d, address, p) ? EMPTY : WALL;
                assign placed[2*p +: 2] = at == p ? stone : line[2*p +: 2];
            end
            always @(posedge clk) begin
                if (look | place) number <= numbers[6*d +: 6];
                if (clearing) memory[address] <= empty;
                else if (placing) memory[number] <= placed;
                if (look | place) line <= memory[numbers[6*d +: 6]];
            end
            assign lines[38*d +: 38] = line;
        end
    endgenerate
endmodule

`default_nettype wire
