// The specification of liberties: the stones that reach an empty point through stones of
// their color. It shares nothing with the modules: point by point, wave by wave.
function [N*N-1:0] reach;
    input [N*N-1:0] black;
    input [N*N-1:0] white;
    integer wave, r, c;
    reg [N*N-1:0] last;
    begin
        reach = 0;
        for (wave = 0; wave < 2 * N * N / 3; wave = wave + 1) begin
            last = reach;
            for (r = 0; r < N; r = r + 1)
                for (c = 0; c < N; c = c + 1) begin
                    if (r > 0)     reach[r*N+c] = reach[r*N+c] | hears(black, white, last, r*N+c, r*N+c-N);
                    if (r < N - 1) reach[r*N+c] = reach[r*N+c] | hears(black, white, last, r*N+c, r*N+c+N);
                    if (c > 0)     reach[r*N+c] = reach[r*N+c] | hears(black, white, last, r*N+c, r*N+c-1);
                    if (c < N - 1) reach[r*N+c] = reach[r*N+c] | hears(black, white, last, r*N+c, r*N+c+1);
                end
        end
    end
endfunction

// Whether a stone has a liberty at its neighbor, or because its neighbor has one.
function hears;
    input [N*N-1:0] black;
    input [N*N-1:0] white;
    input [N*N-1:0] last;
    input integer here;
    input integer there;
    hears = (black[here] | white[here])
          & (~(black[there] | white[there])
           | (last[there] & ((black[here] & black[there]) | (white[here] & white[there]))));
endfunction
