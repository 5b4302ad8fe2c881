// The one-turn wins of a side, and what stops them.
//
// Each line of four or five has a gap of one or two cells. The gaps come one by one, and
// each leaves of the sets of cells that stop all gaps so far those that stop it, too: at
// first one of two cells, then that cell and one of two others.

`default_nettype none

module threats (
    input  wire         clk,
    input  wire         reset,
    input  wire         start,
    input  wire         local_,        // only lines through two cells
    input  wire [19:0]  cells,
    input  wire         all,           // go on where nothing can stop them any more
    input  wire         hold,          // wait with the next gap
    output reg          done,          // for one clock
    // The view.
    output wire         look,
    output wire         look_around,
    output wire [9:0]   look_cell,
    output wire [4:0]   look_sweep,
    input  wire         seen,
    input  wire [23:0]  numbers,
    input  wire [75:0]  empties,
    input  wire [55:0]  fours,
    // A gap: the same cell twice if it is one.
    output wire         gap,
    output wire [9:0]   gap_first,
    output wire [9:0]   gap_second,
    // What there is.
    output reg          any,
    output wire [1:0]   n_needed,      // stones that stop everything; 3 for more than two
    output reg  [1:0]   single,        // each of these cells stops everything
    output reg  [19:0]  single_cells,
    output reg  [3:0]   pair,          // each of these pairs does
    output reg  [79:0]  pair_cells,
    // The first line of five, and the first one at all, in scan order.
    output reg          has_five,
    output reg  [19:0]  win_cells
);
    `include "board.vh"

    localparam [1:0] IDLE = 2'd0, LOOK = 2'd1, WAIT = 2'd2, STREAM = 2'd3;

    reg [1:0]  phase;
    reg [4:0]  index;
    reg [55:0] left;
    reg [11:0] win_key;
    wire       is_last = local_ ? index == 5'd1 : index == 5'd26;
    assign look        = phase == LOOK;
    assign look_around = look & local_;
    assign look_cell   = ~look_around ? 10'd0 : index[0] ? cells[19:10] : cells[9:0];
    assign look_sweep  = look ? index : 5'd0;

    // The first of the lines that are left.
    reg [1:0]  direction;
    reg [3:0]  first;
    integer    i;
    always @* begin
        direction = 2'd0;
        first     = 4'd0;
        for (i = 55; i >= 0; i = i - 1)
            if (left[i]) begin
                direction = i / 14;
                first     = i % 14;
            end
    end
    wire [5:0]  number = numbers[6*direction +: 6];
    wire [18:0] row    = empties[19*direction +: 19];
    wire [5:0]  open   = row[first +: 6];
    reg  [2:0]  low, high;
    always @* begin
        low  = 3'd0;
        high = 3'd0;
        for (i = 5; i >= 0; i = i - 1) if (open[i]) low = i;
        for (i = 0; i < 6; i = i + 1) if (open[i]) high = i;
    end
    wire [4:0] place = {1'b0, first};
    assign gap        = phase == STREAM & |left & ~hold;
    assign gap_first  = cell_at(direction, number, place + {2'b0, low});
    assign gap_second = cell_at(direction, number, place + {2'b0, high});
    wire        is_five = low == high;
    wire [11:0] key     = {direction, cell_at(direction, number, place)};

    // What the gap leaves.
    function stops(input [9:0] cell_, input [19:0] by);
        stops = cell_ == by[9:0] | cell_ == by[19:10];
    endfunction
    wire [19:0] both = {gap_second, gap_first};
    wire [1:0]  stays = {stops(single_cells[19:10], both), stops(single_cells[9:0], both)};
    wire [3:0]  pair_stays;
    genvar g;
    generate
        for (g = 0; g < 4; g = g + 1) begin : pairs
            assign pair_stays[g] = stops(pair_cells[20*g +: 10], both)
                                 | stops(pair_cells[20*g + 10 +: 10], both);
        end
    endgenerate
    wire [1:0] falls     = single & ~stays;
    wire [3:0] next_pair = {falls[1] & ~is_five, falls[1], falls[0] & ~is_five, falls[0]}
                         | (pair & pair_stays);
    assign n_needed = ~any ? 2'd0 : |single ? 2'd1 : |pair ? 2'd2 : 2'd3;

    always @(posedge clk) begin
        done <= 1'b0;
        case (phase)
            IDLE: ;
            LOOK: phase <= WAIT;
            WAIT:
                if (seen) begin
                    left  <= fours;
                    phase <= STREAM;
                end
            STREAM:
                if (left == 0) begin
                    index <= index + 5'd1;
                    phase <= is_last ? IDLE : LOOK;
                    done  <= is_last;
                end else if (~hold) begin
                    left <= left & (left - 56'd1);
                    any  <= 1'b1;
                    if (~any) begin
                        single       <= {~is_five, 1'b1};
                        single_cells <= both;
                    end else begin
                        single <= single & stays;
                        pair   <= next_pair;
                        for (i = 0; i < 4; i = i + 1)
                            if (falls[i / 2])
                                pair_cells[20*i +: 20] <= {
                                    single_cells[10*(i / 2) +: 10],
                                    i % 2 == 0 ? gap_first : gap_second
                                };
                        if (~all & ~|(single & stays) & ~|next_pair) begin
                            phase <= IDLE;
                            done  <= 1'b1;
                        end
                    end
                    if (~any | (is_five & ~has_five) | (is_five == has_five & key < win_key)) begin
                        has_five  <= is_five;
                        win_key   <= key;
                        win_cells <= both;
                    end
                end
        endcase
        if (start) begin
            phase    <= LOOK;
            index    <= 5'd0;
            any      <= 1'b0;
            single   <= 2'd0;
            pair     <= 4'd0;
            has_five <= 1'b0;
        end
        if (reset) begin
            phase <= IDLE;
            done  <= 1'b0;
        end
    end
endmodule

`default_nettype wire
