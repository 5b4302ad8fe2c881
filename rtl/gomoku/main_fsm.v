// The main FSM: from the opponent's move to the own one.
//
// A Moore machine, one register for each state: every output is a state or an OR of
// states. PC and machine wait for each other. The PC lets `black_ready` fall when there
// is something to do, and holds what it has to say until `white_ready` rises; the
// machine lets that fall again when `black_ready` has risen.
//
//   WAIT         for the PC
//   CLEAR        a new game: one row of the board after the other becomes blank
//   STORE        puts the PC's stone onto the board, if there is none
//   REWIND       to the first pattern and the first window
//   LOAD         until the next pattern is in its store
//   COMPARE      a line of the pattern with a line of the window, each clock the next one
//   NEXT_WINDOW  or the next pattern, behind the last window
//   SPOT         all lines match: the spot is on the bus and becomes a move
//   LOOK         what is on the board there?
//   STORE_OWN    puts the own stone there
//   READY        tells the PC

`default_nettype none

module main_fsm (
    input  wire clk,
    input  wire reset,
    // The PC: what is to be done.
    input  wire black_ready,
    input  wire clear,
    input  wire store,
    input  wire think,
    // What the other parts say.
    input  wire cleared,         // this is the last row
    input  wire occupied,        // the PC's stone cannot be there
    input  wire loaded,          // the pattern is there with the next clock
    input  wire exhausted,       // there was no pattern left
    input  wire match,
    input  wire is_last_line,
    input  wire is_last_window,
    // What they are to do.
    output wire waiting,
    output wire clearing,
    output wire storing,
    output wire rewind,
    output wire search,          // the memory is needed
    output wire load,
    output wire first_line,
    output wire next_line,
    output wire next_window,
    output wire busc,            // the bus carries the spot, not a line of the window
    output wire looking,
    output wire storing_own,
    output wire white_ready
);
    localparam WAIT = 0, CLEAR = 1, STORE = 2, REWIND = 3, LOAD = 4, COMPARE = 5,
               NEXT_WINDOW = 6, SPOT = 7, LOOK = 8, STORE_OWN = 9, READY = 10, STATES = 11;

    reg [STATES-1:0] state;

    wire begins = state[WAIT] & ~black_ready;
    wire misses = state[COMPARE] & ~exhausted & ~match;
    wire hits   = state[COMPARE] & ~exhausted & match;

    always @(posedge clk) begin
        state[WAIT]        <= (state[WAIT] & black_ready) | (state[READY] & black_ready);
        state[CLEAR]       <= (begins & clear) | (state[CLEAR] & ~cleared);
        state[STORE]       <= begins & ~clear & store;
        state[REWIND]      <= (begins & ~clear & ~store & think)
                            | (state[STORE] & ~occupied & think);
        state[LOAD]        <= state[REWIND] | (state[LOAD] & ~loaded)
                            | (state[NEXT_WINDOW] & is_last_window);
        state[COMPARE]     <= (state[LOAD] & loaded) | (state[NEXT_WINDOW] & ~is_last_window)
                            | (hits & ~is_last_line);
        state[NEXT_WINDOW] <= misses;
        state[SPOT]        <= hits & is_last_line;
        state[LOOK]        <= state[SPOT];
        state[STORE_OWN]   <= state[LOOK];
        state[READY]       <= (begins & ~clear & ~store & ~think) | (state[CLEAR] & cleared)
                            | (state[STORE] & (occupied | ~think))
                            | (state[COMPARE] & exhausted) | state[STORE_OWN]
                            | (state[READY] & ~black_ready);
        if (reset) state <= 1 << WAIT;
    end

    assign waiting     = state[WAIT];
    assign clearing    = state[CLEAR];
    assign storing     = state[STORE];
    assign rewind      = state[REWIND];
    assign search      = state[REWIND] | state[LOAD] | state[COMPARE] | state[NEXT_WINDOW];
    assign load        = state[LOAD];
    assign first_line  = state[LOAD] | state[NEXT_WINDOW];
    assign next_line   = state[COMPARE];
    assign next_window = state[NEXT_WINDOW];
    assign busc        = state[SPOT];
    assign looking     = state[LOOK];
    assign storing_own = state[STORE_OWN];
    assign white_ready = state[READY];

`ifdef FORMAL
    // One state at a time.
    integer i, n_states;
    always @* begin
        n_states = 0;
        for (i = 0; i < STATES; i = i + 1) n_states = n_states + {31'd0, state[i]};
        if (~reset) assert (n_states == 1);
    end
`endif
endmodule

`default_nettype wire
