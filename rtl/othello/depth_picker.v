// How deep to search after so many moves: as deep as takes about a second, by the mean
// visits of searches to depths 8, 9 and 10 after 0, 3, 6.. moves. With a stack that is high
// enough for it, the last squares are searched to the end of the game.

`default_nettype none

module depth_picker #(
    parameter VISITS_PER_SECOND = 37_000_000,
    parameter MAX_SEARCH_DEPTH  = 10
) (
    input  wire [5:0] n_moves,
    output wire [4:0] depth
);
    // Depth 8 needs no figure: it is the least.
    function [3:0] deepest(input integer nine, input integer ten);
        deepest = ten <= VISITS_PER_SECOND ? 4'd10 : nine <= VISITS_PER_SECOND ? 4'd9 : 4'd8;
    endfunction

    reg [3:0] found;
    always @*
        case (n_moves / 6'd3)
            6'd0:  found = deepest(21_091, 44_291);
            6'd1:  found = deepest(65_776, 173_476);
            6'd2:  found = deepest(177_393, 531_554);
            6'd3:  found = deepest(592_130, 1_616_687);
            6'd4:  found = deepest(829_028, 5_177_064);
            6'd5:  found = deepest(1_584_390, 4_853_883);
            6'd6:  found = deepest(1_799_990, 8_518_296);
            6'd7:  found = deepest(2_330_671, 8_192_426);
            6'd8:  found = deepest(2_612_102, 6_065_077);
            6'd9:  found = deepest(1_542_523, 7_301_160);
            6'd10: found = deepest(1_784_360, 5_046_734);
            6'd11: found = deepest(5_951_716, 22_834_610);
            6'd12: found = deepest(1_558_618, 5_073_350);
            6'd13: found = deepest(803_713, 2_402_192);
            6'd14: found = deepest(326_733, 738_512);
            6'd15: found = deepest(224_276, 463_955);
            6'd16: found = deepest(49_074, 94_154);
            6'd17: found = deepest(7_923, 11_624);
            6'd18: found = deepest(270, 270);
            default: found = deepest(24, 24);
        endcase
    // Twelve empty squares, and a pass for each of them.
    localparam [4:0] MOST = MAX_SEARCH_DEPTH, TO_THE_END = 5'd24;
    localparam [5:0] ENDGAME = 6'd48;
    wire ends = MOST >= TO_THE_END & n_moves >= ENDGAME;
    assign depth = ends ? TO_THE_END : {1'b0, found} > MOST ? MOST : {1'b0, found};
endmodule

`default_nettype wire
