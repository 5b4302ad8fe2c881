// Puts the stones of a step onto the board, one after the other.

`default_nettype none

module placer (
    input  wire        clk,
    input  wire        reset,
    input  wire        put,
    input  wire [19:0] cells,          // the same cell twice is one stone
    input  wire        ready,          // the board
    output wire        place,
    output wire [9:0]  cell_,
    output reg         done,           // for one clock
    // The stones of the turn.
    input  wire        forget,
    output reg  [1:0]  n_stones,
    output reg  [19:0] stones
);
    reg [1:0]  left;
    reg [19:0] waiting;
    reg        rests;
    assign place = left != 2'd0 & ready & ~rests;
    assign cell_ = waiting[9:0];

    always @(posedge clk) begin
        done  <= 1'b0;
        rests <= place;
        if (put) begin
            waiting <= cells;
            left    <= cells[9:0] == cells[19:10] ? 2'd1 : 2'd2;
        end else if (place) begin
            waiting  <= waiting >> 10;
            left     <= left - 2'd1;
            n_stones <= n_stones + 2'd1;
            if (n_stones == 2'd0) stones[9:0] <= cell_;
            else stones[19:10] <= cell_;
        end
        if (forget) n_stones <= 2'd0;
        if (rests & ready & left == 2'd0) done <= 1'b1;
        else if (rests & ~ready) rests <= 1'b1;
        if (reset) begin
            left  <= 2'd0;
            rests <= 1'b0;
            done  <= 1'b0;
        end
    end
endmodule

`default_nettype wire
