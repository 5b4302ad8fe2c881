// What a disc is worth by its square alone: corners can never be flipped, and the squares
// beside them give them away.
function signed [11:0] location(input integer square);
    integer row, column, swap;
    begin
        row    = square / N;
        column = square % N;
        if (row >= N / 2) row = N - 1 - row;
        if (column >= N / 2) column = N - 1 - column;
        if (row > column) begin
            swap   = row;
            row    = column;
            column = swap;
        end
        case (4 * row + column)
            0: location = 12'sd16;
            1: location = -12'sd3;
            2, 3: location = 12'sd2;
            5: location = -12'sd8;
            6, 7: location = -12'sd1;
            10: location = 12'sd1;
            default: location = 12'sd0;
        endcase
    end
endfunction
