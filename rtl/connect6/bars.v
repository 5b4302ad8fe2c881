// Bars: the pairs of empty cells in lines of one, two or three, each once.
//
// Directions come in turn, in each the lines by their first cell.

`default_nettype none

module bars (
    input  wire        clk,
    input  wire        reset,
    input  wire        start,
    input  wire [1:0]  n_stones,       // in the lines
    output wire        valid,          // here is a bar
    output reg  [1:0]  direction,
    output wire [19:0] cells,
    output wire [2:0]  distance,       // of its cells
    input  wire        take,           // go on
    output reg         done,           // for one clock: there are no more
    // The view.
    output wire        look,
    output wire [9:0]  look_cell,
    input  wire        seen,
    input  wire [75:0] empties,
    input  wire [55:0] ones,
    input  wire [55:0] twos,
    input  wire [55:0] threes,
    // The formation.
    output wire [9:0]  fact_cell,
    input  wire [11:0] begins,         // of the facts
    input  wire [11:0] has_begins
);
    localparam [2:0] IDLE = 3'd0, SCAN = 3'd1, LOOK = 3'd2, WAIT = 3'd3, ENDS = 3'd4;

    reg  [2:0] phase;
    wire [9:0] first;                 // the cell whose facts are there
    wire       has_facts, ended;
    reg [4:0] known;                  // bit n: so does the line that begins n + 1 cells earlier
    reg [5:0] open;
    reg [2:0] start_, end_;
    reg       restart;                // in the next direction

    wire [3:0]  here  = n_stones == 2'd1 ? begins[3:0] : n_stones == 2'd2 ? begins[7:4]
                      : begins[11:8];
    wire [3:0]  there = n_stones == 2'd1 ? has_begins[3:0] : n_stones == 2'd2 ? has_begins[7:4]
                      : has_begins[11:8];
    wire [55:0] lines = n_stones == 2'd1 ? ones : n_stones == 2'd2 ? twos : threes;
    wire [4:0]  place = direction == 2'd0 ? first[4:0] : first[9:5];
    wire [18:0] of_direction = {lines[14*direction +: 14], 5'd0};
    wire [18:0] row          = empties[19*direction +: 19];
    wire [5:0]  around       = of_direction[place +: 6];   // the last one is this line

    // Earlier lines have the cells up to the end of the bar as well.
    wire [4:0] earlier = known & (5'h1f >> end_);
    wire       is_bar  = open[start_] & open[end_] & earlier == 5'd0;
    wire       is_last = end_ == 3'd5 & start_ == 3'd4;
    wire       is_first = has_facts & here[direction];
    wire       is_empty = phase == SCAN & ~there[direction];       // there are no such lines
    fact_scan scan (
        .clk(clk), .reset(reset | is_empty), .start(start | restart), .stop(is_first),
        .go(phase == ENDS & goes_on & is_last), .fact_cell(fact_cell), .valid(has_facts),
        .cell_(first), .done(ended)
    );
    wire       goes_on = ~is_bar | take;
    assign valid     = phase == ENDS & is_bar;
    assign look      = phase == LOOK;
    assign look_cell = look ? first : 10'd0;
    assign distance  = end_ - start_;

    function [9:0] along(input [9:0] from, input [1:0] which, input [2:0] n);
        along = {which == 2'd0 ? from[9:5] : from[9:5] + {2'b0, n},
                 which == 2'd1 ? from[4:0]
                 : which == 2'd3 ? from[4:0] - {2'b0, n} : from[4:0] + {2'b0, n}};
    endfunction
    assign cells = {along(first, direction, end_), along(first, direction, start_)};

    always @(posedge clk) begin
        done    <= 1'b0;
        restart <= 1'b0;
        case (phase)
            IDLE: ;
            SCAN:
                if (is_first) phase <= LOOK;
                else if (is_empty | ended) begin
                    direction <= direction + 2'd1;
                    restart   <= direction != 2'd3;
                    phase     <= direction == 2'd3 ? IDLE : SCAN;
                    done      <= direction == 2'd3;
                end
            LOOK: phase <= WAIT;
            WAIT:
                if (seen) begin
                    known  <= {around[0], around[1], around[2], around[3], around[4]};
                    open   <= row[place +: 6];
                    start_ <= 3'd0;
                    end_   <= 3'd1;
                    phase  <= ENDS;
                end
            ENDS:
                if (goes_on) begin
                    start_ <= start_ + 3'd1;
                    if (start_ + 3'd1 == end_) begin
                        start_ <= 3'd0;
                        end_   <= end_ + 3'd1;
                    end
                    if (is_last) phase <= SCAN;
                end
            default: phase <= IDLE;
        endcase
        if (start) begin
            phase     <= SCAN;
            direction <= 2'd0;
        end
        if (reset) begin
            phase <= IDLE;
            done  <= 1'b0;
        end
    end
endmodule

`default_nettype wire
