// Two-turn wins: pairs of lines that make more threats than the opponent can stop.
//
// First all cells are listed where a stone makes a four of a three, then each of them is
// taken with each other one, and with each cell that makes a four of a line of two that
// crosses. A turn counts if its stones make three threats; as the paper has it, if it is
// one of the five types.

`default_nettype none

module two_turn (
    input  wire         clk,
    input  wire         reset,
    input  wire         paper,
    input  wire         start,
    input  wire [1:0]   mode,
    input  wire [1:0]   n_stones,      // that may be placed: 1 or 2
    output reg          done,          // for one clock
    output reg          found,
    output reg  [19:0]  stones,        // the same cell twice if one stone is enough
    // In mode COUNT: every win.
    output wire         win,
    output wire [19:0]  win_stones,
    input  wire         hold,
    // The stones that are tried.
    output wire [1:0]   trial,
    output wire [19:0]  trial_cells,
    // The view.
    output wire         look,
    output wire         look_around,
    output wire [9:0]   look_cell,
    output wire [4:0]   look_sweep,
    input  wire         seen,
    input  wire [23:0]  numbers,
    input  wire [75:0]  empties,
    input  wire [55:0]  threes,
    input  wire         has_four,      // in the lines that are seen
    // The star.
    input  wire [3:0]   in_three,
    input  wire [3:0]   open_three,
    input  wire [39:0]  makes_four,
    input  wire [39:0]  makes_open_four,
    // The threats.
    output wire         threats_start,
    output wire         threats_local,
    input  wire         threats_done,
    input  wire [1:0]   n_needed
);
    `include "board.vh"

    localparam [1:0] FIRST = 2'd0, COUNT = 2'd1, EXIST = 2'd2, SEPARATE = 2'd3;
    localparam [4:0] IDLE = 5'd0, SWEEP = 5'd1, SWEPT = 5'd2, LIST = 5'd3, READ = 5'd4,
                     AROUND = 5'd5, RATE = 5'd6, FETCH = 5'd7, TAKE = 5'd8, STAR = 5'd9,
                     STARRED = 5'd10, PARTNER = 5'd11, PAIR = 5'd12, CROSS = 5'd13,
                     TRY = 5'd14, VERIFY = 5'd15, WON = 5'd16;
    localparam [2:0] NO_TYPE = 3'd5;

    // Direction, cell, whether it makes two threats, and how many threats in all directions.
    reg [16:0] list [0:2047];
    reg [16:0] entry;
    reg [10:0] n_listed, number, partner;
    wire [10:0] address = phase == PARTNER ? partner : number;

    reg [4:0]  phase, back;
    reg [4:0]  index;
    reg [75:0] left;
    reg        any_four;
    reg [39:0] four, open_four;          // of the first cell
    reg [16:0] one;                      // the first cell of a pair
    reg [19:0] cells;
    reg [27:0] key, best;
    reg [1:0]  shared;                   // the cells that all wins so far need
    reg [19:0] shared_cells;
    reg        has_shared;

    // Cells in threes, in the lines of a sweep.
    wire [75:0] covered;
    genvar d, p;
    generate
        for (d = 0; d < 4; d = d + 1) begin : direction
            wire [23:0] padded = {5'd0, threes[14*d +: 14], 5'd0};
            for (p = 0; p < 19; p = p + 1) begin : cells_
                assign covered[19*d + p] = empties[19*d + p] & |padded[p +: 6];
            end
        end
    endgenerate

    reg [1:0]  at_direction;
    reg [4:0]  at_place;
    integer    i;
    always @* begin
        at_direction = 2'd0;
        at_place     = 5'd0;
        for (i = 75; i >= 0; i = i - 1)
            if (left[i]) begin
                at_direction = i / 19;
                at_place     = i % 19;
            end
    end
    wire [9:0] listed = cell_at(at_direction, numbers[6*at_direction +: 6], at_place);

    wire [3:0] threats_alone = {2'b0, {1'b0, in_three[0]} + {1'b0, open_three[0]}}
                             + {2'b0, {1'b0, in_three[1]} + {1'b0, open_three[1]}}
                             + {2'b0, {1'b0, in_three[2]} + {1'b0, open_three[2]}}
                             + {2'b0, {1'b0, in_three[3]} + {1'b0, open_three[3]}};

    always @(posedge clk) begin
        entry <= list[address];
        if (phase == LIST & |left) list[n_listed] <= {5'd0, at_direction, listed};
        else if (phase == RATE & seen)
            list[number] <= {threats_alone, open_three[entry[11:10]], entry[11:0]};
    end

    // The first and the second of a pair, as they are scanned.
    wire        is_swapped = entry[11:0] < one[11:0];
    wire [11:0] first_one  = is_swapped ? entry[11:0] : one[11:0];
    wire [11:0] second_one = is_swapped ? one[11:0] : entry[11:0];
    wire        is_same    = entry[9:0] == one[9:0];
    wire [4:0]  rows    = entry[9:5] > one[9:5] ? entry[9:5] - one[9:5] : one[9:5] - entry[9:5];
    wire [4:0]  columns = entry[4:0] > one[4:0] ? entry[4:0] - one[4:0] : one[4:0] - entry[4:0];
    wire        in_line = rows < 5'd6 & columns < 5'd6
                        & (rows == 0 | columns == 0 | rows == columns);
    wire [2:0]  pair_kind = one[12] & entry[12] ? 3'd0 : one[12] | entry[12] ? 3'd2 : NO_TYPE;
    wire [4:0]  most = {1'b0, one[16:13]} + (is_same ? 5'd0 : {1'b0, entry[16:13]})
                     + (in_line & ~is_same ? 5'd2 : 5'd0);
    // As the paper has it, lines of the same direction must be different lines.
    wire        is_pair = paper ? pair_kind != NO_TYPE & ~(in_line & entry[11:10] == one[11:10])
                                : pair_kind != NO_TYPE | most > 5'd2;
    wire        fits_pair = n_stones == 2'd2 | is_same;

    // The next line of two that crosses.
    reg  [5:0] crossing;
    always @* begin
        crossing = 6'd40;
        for (i = 39; i >= 0; i = i - 1) if (four[i]) crossing = i;
    end
    wire [1:0] cross_direction = crossing >= 6'd30 ? 2'd3 : crossing >= 6'd20 ? 2'd2
                               : crossing >= 6'd10 ? 2'd1 : 2'd0;
    wire [5:0] cross_distance  = crossing - (cross_direction == 2'd3 ? 6'd30 :
                                 cross_direction == 2'd2 ? 6'd20 :
                                 cross_direction == 2'd1 ? 6'd10 : 6'd0);
    wire [4:0] steps = {2'b0, cross_distance[3:1]} + 5'd1;
    wire       is_behind = cross_distance[0];
    wire [4:0] row_steps    = cross_direction == 2'd0 ? 5'd0 : steps;
    wire [4:0] column_steps = cross_direction == 2'd1 ? 5'd0
                            : cross_direction == 2'd3 ? -steps : steps;
    wire [9:0] crossed = is_behind ? {one[9:5] + row_steps, one[4:0] + column_steps}
                                   : {one[9:5] - row_steps, one[4:0] - column_steps};
    wire [2:0] cross_kind = open_four[crossing] ? (one[12] ? 3'd1 : 3'd4)
                                                : (one[12] ? 3'd3 : NO_TYPE);

    // Whether all shared cells are in the stones that are tried.
    wire [1:0] stays = {shared_cells[19:10] == cells[9:0] | shared_cells[19:10] == cells[19:10],
                        shared_cells[9:0] == cells[9:0] | shared_cells[9:0] == cells[19:10]};
    wire       is_useless = mode == FIRST ? found & key >= best
                          : mode == SEPARATE & has_shared & (shared & ~stays) == 2'd0;

    assign trial         = {2{phase == TRY | phase == VERIFY}};
    assign trial_cells   = trial[0] ? cells : 20'd0;
    assign threats_start = phase == TRY & ~is_useless & ~paper;
    assign threats_local = trial[0] & ~any_four;
    assign look          = phase == SWEEP | phase == AROUND | phase == STAR;
    assign look_around   = phase == AROUND | phase == STAR;
    assign look_cell     = phase == AROUND ? entry[9:0] : phase == STAR ? one[9:0] : 10'd0;
    assign look_sweep    = phase == SWEEP ? index : 5'd0;
    assign win           = phase == WON & mode == COUNT & ~hold;
    assign win_stones    = cells;

    always @(posedge clk) begin
        done <= 1'b0;
        case (phase)
            IDLE: ;
            SWEEP: phase <= SWEPT;
            SWEPT:
                if (seen) begin
                    left     <= covered;
                    any_four <= any_four | has_four;
                    phase    <= LIST;
                end
            LIST:
                if (left == 0) begin
                    index <= index + 5'd1;
                    phase <= index == 5'd26 ? READ : SWEEP;
                    if (mode == SEPARATE & any_four) begin
                        phase <= IDLE;
                        done  <= 1'b1;
                    end
                end else begin
                    left     <= left & (left - 76'd1);
                    n_listed <= n_listed + 11'd1;
                end
            // What each listed cell makes.
            READ: begin
                phase <= AROUND;
                if (number == n_listed) begin
                    number <= 11'd0;
                    phase  <= FETCH;
                end
            end
            AROUND: phase <= RATE;
            RATE:
                if (seen) begin
                    number <= number + 11'd1;
                    phase  <= READ;
                end
            // Each of them with those behind it, and with what crosses.
            FETCH: begin
                phase <= number == n_listed ? IDLE : TAKE;
                done  <= number == n_listed;
            end
            TAKE: begin
                one     <= entry;
                partner <= number + 11'd1;
                phase   <= STAR;
            end
            STAR: phase <= STARRED;
            STARRED:
                if (seen) begin
                    four      <= makes_four & ~(40'h3ff << (10 * one[11:10]));
                    open_four <= makes_open_four;
                    phase     <= PARTNER;
                end
            PARTNER: phase <= partner == n_listed ? CROSS : PAIR;
            PAIR: begin
                cells   <= {second_one[9:0], first_one[9:0]};
                key     <= {pair_kind, first_one, 1'b0, second_one};
                partner <= partner + 11'd1;
                phase   <= is_pair & fits_pair ? TRY : PARTNER;
                back    <= PARTNER;
            end
            CROSS: begin
                cells <= crossed < one[9:0] ? {one[9:0], crossed} : {crossed, one[9:0]};
                key   <= {cross_kind, one[11:0], 1'b1, cross_direction, 4'd0, cross_distance};
                four  <= four & (four - 40'd1);
                back  <= CROSS;
                if (crossing == 6'd40) begin
                    number <= number + 11'd1;
                    phase  <= FETCH;
                end else if (n_stones == 2'd2 & ~(paper & cross_kind == NO_TYPE)) phase <= TRY;
            end
            TRY: phase <= is_useless ? back : paper ? WON : VERIFY;
            VERIFY: if (threats_done) phase <= n_needed == 2'd3 ? WON : back;
            WON:
                if (~(mode == COUNT & hold)) begin
                    phase  <= back;
                    found  <= mode != SEPARATE;
                    stones <= cells;
                    best   <= key;
                    case (mode)
                        EXIST: begin
                            phase <= IDLE;
                            done  <= 1'b1;
                        end
                        SEPARATE: begin
                            has_shared <= 1'b1;
                            shared     <= has_shared ? shared & stays
                                                     : {cells[19:10] != cells[9:0], 1'b1};
                            if (~has_shared) shared_cells <= cells;
                            if (has_shared & (shared & stays) == 2'd0) begin
                                found <= 1'b1;
                                phase <= IDLE;
                                done  <= 1'b1;
                            end
                        end
                        default: ;
                    endcase
                end
            default: phase <= IDLE;
        endcase
        if (start) begin
            phase      <= SWEEP;
            index      <= 5'd0;
            n_listed   <= 11'd0;
            number     <= 11'd0;
            any_four   <= 1'b0;
            found      <= 1'b0;
            has_shared <= 1'b0;
        end
        if (reset) begin
            phase <= IDLE;
            done  <= 1'b0;
        end
    end
endmodule

`default_nettype wire
