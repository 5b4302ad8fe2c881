// No stone is created or lost except by rule, and every move has a verdict in time.

module updater_formal #(
    parameter N = 3,
    parameter MOST_CLOCKS = 22
) (
    input wire clk
);
    `include "reach.vh"

    (* anyconst *) wire [N*N-1:0] black;
    (* anyconst *) wire [N*N-1:0] white;
    (* anyconst *) wire [N*N-1:0] ko_black;
    (* anyconst *) wire [N*N-1:0] ko_white;
    (* anyconst *) wire           color;
    (* anyconst *) wire           pass;
    (* anyconst *) wire [4:0]     row;
    (* anyconst *) wire [4:0]     column;

    reg [5:0] clock = 6'd0;
    always @(posedge clk) if (clock != 6'd63) clock <= clock + 1'b1;

    wire done, valid, busy;
    wire [2:0] refusal;
    wire [N*N-1:0] next_black, next_white;
    board_updater #(.N(N)) board_updater (
        .clk(clk), .reset(clock == 0), .start(clock == 1), .color(color), .pass(pass), .row(row),
        .column(column), .black(black), .white(white), .ko_black(ko_black), .ko_white(ko_white),
        .busy(busy), .done(done), .valid(valid), .refusal(refusal), .next_black(next_black),
        .next_white(next_white)
    );

    // What the rules say.
    wire is_outside = row >= N | column >= N;
    wire [N*N-1:0] place = is_outside ? 0 : 1 << (row * N + column);
    wire is_occupied = |(place & (black | white));
    wire [N*N-1:0] own    = (color ? white : black) | place;
    wire [N*N-1:0] other  = color ? black : white;
    wire [N*N-1:0] left   = other & reach(color ? other : own, color ? own : other);
    wire [N*N-1:0] alive  = reach(color ? left : own, color ? own : left);
    wire is_ko      = (color ? left : own) == ko_black & (color ? own : left) == ko_white;
    wire is_suicide = |(own & ~alive);
    wire is_legal   = pass | (~is_outside & ~is_occupied & ~is_ko & ~is_suicide);

    always @* begin
        // Play leaves no stone without a liberty, and no point with two stones.
        assume (~|(black & white));
        assume ((black | white) == reach(black, white));
        if (clock > 1) begin
            if (done) begin
                assert (valid == is_legal);
                if (valid) assert (next_black == (pass ? black : color ? left : own));
                if (valid) assert (next_white == (pass ? white : color ? own : left));
            end
            // It comes back to waiting.
            if (clock > MOST_CLOCKS) assert (~busy);
        end
    end
endmodule
