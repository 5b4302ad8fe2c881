// Cells, lines and what is on them.
//
// A cell is five bits of its row and five of its column, from 0. Four lines go through it,
// and each has 19 places: the column in a row, the row in all others. A diagonal has a
// wall where there is no cell.

localparam [4:0] SIZE = 5'd19;

// The numbers of the lines through a cell: row, column, falling, rising.
function [23:0] lines_of(input [9:0] of);
    lines_of = {
        {1'b0, of[9:5]} + {1'b0, of[4:0]},
        {1'b0, of[4:0]} + 6'd18 - {1'b0, of[9:5]},
        {1'b0, of[4:0]},
        {1'b0, of[9:5]}
    };
endfunction

// The cell at a place of a line with this direction and number.
function [9:0] cell_at(input [1:0] direction, input [5:0] number, input [4:0] at);
    reg [4:0] column;
    begin
        column = direction[0] ? number[4:0] - at : number[4:0] + at - 5'd18;
        case (direction)
            2'd0: cell_at = {number[4:0], at};
            2'd1: cell_at = {at, number[4:0]};
            default: cell_at = {at, column};
        endcase
    end
endfunction

// Where the rising and falling lines have cells.
function is_cell(input [1:0] direction, input [5:0] number, input [4:0] at);
    reg [6:0] column;
    begin
        column = direction[0] ? {1'b0, number} - {2'b0, at}
                              : {1'b0, number} + {2'b0, at} - 7'd18;
        is_cell = direction[1] ? column < 7'd19 : number < 6'd19;
    end
endfunction

// The next cell as the board is scanned. Behind the last one the row is 19.
function [9:0] next_cell(input [9:0] of);
    next_cell = of[4:0] == SIZE - 5'd1 ? {of[9:5] + 5'd1, 5'd0} : of + 10'd1;
endfunction
