// The history: all boards of the game, so that none of them comes again (superko).
//
// Boards are kept as they are, in block RAM: a hash might take a new board for an old one.
// While somebody compares, the boards are shown one after the other, the first one first.

`default_nettype none

module history #(
    parameter N    = 9,
    parameter BITS = 10                 // room for 2^BITS boards
) (
    input  wire           clk,
    input  wire           reset,        // forgets all boards
    input  wire           store,        // keeps the board below; ignored when full
    input  wire [N*N-1:0] black,
    input  wire [N*N-1:0] white,
    input  wire           compares,     // shows the next board, else the first one
    output reg  [N*N-1:0] shown_black,
    output reg  [N*N-1:0] shown_white,
    output wire           shows_last,
    output wire           full
);
    // What is read in the clock in which it is written does not matter: it is read again.
    (* no_rw_check *)
    reg [2*N*N-1:0] boards [0:(1 << BITS)-1];
    reg [BITS:0]    n_boards;
    reg [BITS-1:0]  shown;              // the number of the board that is shown

    wire            keeps = store & ~full;
    wire [BITS-1:0] next  = compares ? shown + 1'b1 : 0;
    wire [BITS:0]   n_shown = {1'b0, shown} + 1'b1;
    assign full       = n_boards[BITS];
    assign shows_last = n_shown == n_boards;

    always @(posedge clk)
        if (keeps) boards[n_boards[BITS-1:0]] <= {black, white};
    always @(posedge clk) {shown_black, shown_white} <= boards[next];

    always @(posedge clk) begin
        shown <= next;
        if (reset) n_boards <= 0;
        else if (keeps) n_boards <= n_boards + 1'b1;
    end

`ifdef FORMAL
    // Any place of the memory, and the board that was kept there last.
    (* anyconst *) wire [BITS-1:0] spot;
    reg [2*N*N-1:0] kept;
    reg             has_kept;
    always @(posedge clk) begin
        if (keeps & n_boards == spot) begin
            kept     <= {black, white};
            has_kept <= 1'b1;
        end
        if (reset) has_kept <= 1'b0;
    end
    always @* if (~reset & has_kept) assert (boards[spot] == kept);
`endif
endmodule

`default_nettype wire
