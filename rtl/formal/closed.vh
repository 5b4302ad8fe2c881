// Whether a set of stones has all that stand beside an empty point, and with each stone its
// neighbors of the same color. The stones that reach a liberty are the smallest such set: they
// are in each of these sets, and are one of them. It shares nothing with the modules, and has
// no end to be waited for.
function is_closed;
    input [N*N-1:0] black;
    input [N*N-1:0] white;
    input [N*N-1:0] set;
    integer r, c;
    begin
        is_closed = 1'b1;
        for (r = 0; r < N; r = r + 1)
            for (c = 0; c < N; c = c + 1) begin
                if (r > 0)     if (lacks(black, white, set, r*N+c, r*N+c-N)) is_closed = 1'b0;
                if (r < N - 1) if (lacks(black, white, set, r*N+c, r*N+c+N)) is_closed = 1'b0;
                if (c > 0)     if (lacks(black, white, set, r*N+c, r*N+c-1)) is_closed = 1'b0;
                if (c < N - 1) if (lacks(black, white, set, r*N+c, r*N+c+1)) is_closed = 1'b0;
            end
    end
endfunction

// Whether a stone should be in the set because of its neighbor, and is not.
function lacks;
    input [N*N-1:0] black;
    input [N*N-1:0] white;
    input [N*N-1:0] set;
    input integer here;
    input integer there;
    lacks = ~set[here] & (black[here] | white[here])
          & (~(black[there] | white[there])
           | (set[there] & ((black[here] & black[there]) | (white[here] & white[there]))));
endfunction
