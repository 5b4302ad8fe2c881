// The board as the paper keeps it, 1,024 x 2 bits, and a scanner that reads four lines of
// it cell by cell.

`default_nettype none

module cell_scan (
    input  wire         clk,
    input  wire         clear,
    output wire         ready,           // neither clearing nor looking
    input  wire         place,
    input  wire [1:0]   place_stone,
    input  wire [9:0]   place_cell,
    input  wire         look,
    input  wire [23:0]  look_numbers,    // of a row, a column, a falling and a rising line
    output reg          seen,            // for one clock; the lines stay
    output reg  [151:0] lines            // 4 x 19 cells of two bits
);
    `include "board.vh"

    localparam [1:0] EMPTY = 2'd0, WALL = 2'd3;

    reg [1:0]  memory [0:1023];
    reg [1:0]  data;
    reg        clearing, looking, has_data;
    reg [9:0]  address;                  // being cleared
    reg [23:0] numbers;
    reg [1:0]  direction;
    reg [4:0]  n_place;
    reg        is_inside;                // of the cell whose data comes

    wire [5:0] number   = numbers[5:0];
    wire [9:0] scanned  = cell_at(direction, number, n_place);
    wire       is_last  = n_place == SIZE - 5'd1;
    assign ready = ~clearing & ~looking & ~look;

    always @(posedge clk) begin
        data <= memory[scanned];
        if (clearing) memory[address] <= EMPTY;
        else if (place) memory[place_cell] <= place_stone;
    end

    always @(posedge clk) begin
        seen      <= 1'b0;
        is_inside <= is_cell(direction, number, n_place);
        has_data  <= looking;
        if (has_data) begin
            lines <= {is_inside ? data : WALL, lines[151:2]};
            seen  <= ~looking;
        end
        if (look) begin
            numbers   <= look_numbers;
            direction <= 2'd0;
            n_place   <= 5'd0;
            looking   <= 1'b1;
        end else if (looking) begin
            n_place <= is_last ? 5'd0 : n_place + 5'd1;
            if (is_last) begin
                numbers   <= numbers >> 6;
                direction <= direction + 2'd1;
                looking   <= direction != 2'd3;
            end
        end
        if (clear) begin
            clearing <= 1'b1;
            looking  <= 1'b0;
            has_data <= 1'b0;
            address  <= 10'd0;
        end else if (clearing) begin
            address  <= address + 10'd1;
            clearing <= address != 10'd1023;
        end
    end
endmodule

`default_nettype wire
