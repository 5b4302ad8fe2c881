// Sets of squares, one bit each, row by row.

localparam [N*N-1:0] LEFT  = {N{{{N-1{1'b0}}, 1'b1}}};
localparam [N*N-1:0] RIGHT = {N{{1'b1, {N-1{1'b0}}}}};

// All squares one step in a direction: 0 to the right, then clockwise. Nothing comes back
// on the other side.
function [N*N-1:0] shifted(input [N*N-1:0] set, input integer direction);
    reg [N*N-1:0] moved;
    begin
        case (direction)
            7, 0, 1: moved = (set & ~RIGHT) << 1;
            3, 4, 5: moved = (set & ~LEFT) >> 1;
            default: moved = set;
        endcase
        case (direction)
            1, 2, 3: shifted = moved << N;
            5, 6, 7: shifted = moved >> N;
            default: shifted = moved;
        endcase
    end
endfunction

// The union of eight sets.
function [N*N-1:0] union_of(input [8*N*N-1:0] sets);
    integer j;
    begin
        union_of = 0;
        for (j = 0; j < 8; j = j + 1) union_of = union_of | sets[N*N*j +: N*N];
    end
endfunction
