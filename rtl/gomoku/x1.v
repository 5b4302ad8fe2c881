// X1, the second chip: the main FSM, the board and its window, and the translator.
//
// To R2 go nineteen wires: the ten of `browspot`, the eight signals beside it here, and
// `reset`. With WIDE a whole row of the board goes over the bus, which has 32 wires then.

`default_nettype none

module x1 #(
    parameter WIDE     = 0,
    parameter BUS_BITS = WIDE != 0 ? 32 : 10
) (
    input  wire                clk,
    input  wire                reset,
    // R1.
    input  wire                black_ready,
    input  wire                clear,
    input  wire                store,
    input  wire                own,             // the stone is one of ours
    input  wire                think,
    input  wire [7:0]          black_move,
    output wire                white_ready,
    output reg  [7:0]          white_move,
    output reg                 found,           // there is an own move
    output reg                 refused,         // the point is occupied
    output wire [11:0]         pattern,
    // R2.
    output wire [BUS_BITS-1:0] browspot_out,
    input  wire [9:0]          browspot_in,
    output wire                busc,            // R2 drives the bus, and we do not
    output wire                search,
    output wire                load,
    output wire                first_line,
    output wire                next_line,
    input  wire                loaded,
    input  wire                exhausted,
    input  wire                match,
    // The screen.
    input  wire [3:0]          shown_row,
    output wire [31:0]         shown_squares
);
    localparam [1:0] BLANK = 2'b00, OTHER = 2'b01, OWN = 2'b10;

    wire       waiting, clearing, storing, rewind, next_window, looking, storing_own;
    wire       is_last_line, is_last_window;
    wire [3:0] window_x, window_y, scanned_row;
    reg  [3:0] cleared_row;

    // What is where a stone is to be put?
    wire [31:0] squares;
    wire [7:0]  point    = looking | storing_own ? white_move : black_move;
    wire [3:0]  row      = waiting | looking ? point[3:0] : scanned_row;
    wire        occupied = squares[{1'b0, point[7:4]}] | squares[{1'b1, point[7:4]}];

    main_fsm main_fsm (
        .clk(clk), .reset(reset), .black_ready(black_ready), .clear(clear), .store(store),
        .think(think), .cleared(&cleared_row), .occupied(occupied), .loaded(loaded),
        .exhausted(exhausted), .match(match), .is_last_line(is_last_line),
        .is_last_window(is_last_window), .waiting(waiting), .clearing(clearing),
        .storing(storing), .rewind(rewind), .search(search), .load(load),
        .first_line(first_line), .next_line(next_line), .next_window(next_window), .busc(busc),
        .looking(looking), .storing_own(storing_own), .white_ready(white_ready)
    );
    game_board game_board (
        .clk(clk), .row(row), .squares(squares), .shown_row(shown_row),
        .shown_squares(shown_squares), .write((storing | storing_own) & ~occupied),
        .write_all(clearing), .write_row(clearing ? cleared_row : point[3:0]),
        .write_column(point[7:4]),
        .write_square(clearing ? BLANK : storing_own | own ? OWN : OTHER)
    );
    window_counter #(.WIDE(WIDE)) window_counter (
        .clk(clk), .rewind(rewind), .loaded(loaded & load), .next_line(next_line),
        .next_window(next_window), .window_x(window_x), .window_y(window_y), .line(),
        .row(scanned_row), .is_last_line(is_last_line), .is_last_window(is_last_window),
        .pattern(pattern)
    );

    generate
        if (WIDE != 0) begin : all_windows
            assign browspot_out = squares;
        end else begin : one_window
            game_board_window game_board_window (
                .squares(squares), .column(window_x), .brow(browspot_out)
            );
        end
    endgenerate

    // The column is known here, or comes with the spot; the other one is 0.
    wire [7:0] square;
    translator translator (
        .window_x(window_x | browspot_in[9:6]), .window_y(window_y), .spot(browspot_in[5:0]),
        .square(square)
    );

    always @(posedge clk) begin
        if (waiting) begin
            found       <= 1'b0;
            refused     <= 1'b0;
            cleared_row <= 4'd0;
        end
        if (clearing) cleared_row <= cleared_row + 1'b1;
        if (storing) refused <= occupied;
        if (busc) white_move <= square;
        if (storing_own) found <= ~occupied;
    end
endmodule

`default_nettype wire
