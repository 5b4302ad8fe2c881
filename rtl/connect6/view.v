// What the steps see of the board: four lines, with the stones that are being tried.

`default_nettype none

module view #(
    parameter LINES = 1                  // with 0 the scanner reads cell by cell
) (
    input  wire         clk,
    input  wire         clear,
    output wire         ready,
    input  wire         place,
    input  wire [1:0]   place_stone,
    input  wire [9:0]   place_cell,
    input  wire         look,
    input  wire         look_around,     // the lines through a cell, else those of a sweep
    input  wire [9:0]   look_cell,
    input  wire [4:0]   look_sweep,      // 0 to 26: all lines of six cells and more
    output wire         seen,
    input  wire         side,            // whose stones are tried: 1 light
    // Six stones: two of the side, two of the other one, two of the side.
    input  wire [5:0]   trial,
    input  wire [59:0]  trial_cells,
    output wire [151:0] lines,
    output reg  [23:0]  numbers,         // of the lines
    output reg  [9:0]   around           // the cell
);
    `include "board.vh"

    wire [5:0]   sweep = {1'b0, look_sweep};
    wire [23:0]  wanted = look_around ? lines_of(look_cell)
                                      : {sweep + 6'd5, sweep + 6'd5, sweep, sweep};
    wire [151:0] kept;

    always @(posedge clk)
        if (look) begin
            numbers <= wanted;
            around  <= look_cell;
        end

    generate
        if (LINES != 0) begin : by_line
            line_scan scan (
                .clk(clk), .clear(clear), .ready(ready), .place(place),
                .place_stone(place_stone), .place_cell(place_cell), .look(look),
                .look_numbers(wanted), .seen(seen), .lines(kept)
            );
        end else begin : by_cell
            cell_scan scan (
                .clk(clk), .clear(clear), .ready(ready), .place(place),
                .place_stone(place_stone), .place_cell(place_cell), .look(look),
                .look_numbers(wanted), .seen(seen), .lines(kept)
            );
        end
    endgenerate

    // A stone is on a line if the line is one of those through its cell.
    wire [1:0] own = side ? 2'd2 : 2'd1;
    genvar d, p, s;
    generate
        for (d = 0; d < 4; d = d + 1) begin : direction
            wire [18:0] own_places, other_places;
            wire [5:0]  is_on;
            for (s = 0; s < 6; s = s + 1) begin : stone
                wire [23:0] its = lines_of(trial_cells[10*s +: 10]);
                assign is_on[s] = trial[s] & its[6*d +: 6] == numbers[6*d +: 6];
            end
            for (p = 0; p < 19; p = p + 1) begin : cells
                wire [5:0] hits;
                for (s = 0; s < 6; s = s + 1) begin : stone
                    assign hits[s] =
                        is_on[s] & trial_cells[10*s + (d == 0 ? 0 : 5) +: 5] == p;
                end
                assign own_places[p]   = hits[0] | hits[1] | hits[4] | hits[5];
                assign other_places[p] = hits[2] | hits[3];
                assign lines[38*d + 2*p +: 2] =
                    own_places[p] ? own : other_places[p] ? ~own : kept[38*d + 2*p +: 2];
            end
        end
    endgenerate
endmodule

`default_nettype wire
