// Counts how often cells are named, and chooses the best cell: the one that is named most
// often or, if none is to be named, any empty one; then by point quality; then the first.

`default_nettype none

module tally (
    input  wire        clk,
    input  wire        reset,
    output wire        busy,           // counting, or clearing the counts
    // Names two cells, or one twice.
    input  wire        add,
    input  wire [19:0] cells,
    input  wire        is_gap,         // gaps count once
    // Chooses, and forgets all counts.
    input  wire        start,
    input  wire        named,
    output reg         done,           // for one clock
    output reg         found,
    output reg  [9:0]  best,
    // The formation.
    output wire [9:0]  fact_cell,
    input  wire [36:0] fact
);
    `include "facts.vh"

    localparam [1:0] CLEAR = 2'd0, IDLE = 2'd1, COUNT = 2'd2, CHOOSE = 2'd3;

    reg [16:0] memory [0:1023];        // whether it was a gap alone, and the count
    reg [16:0] data;
    reg [1:0]  phase;
    reg [1:0]  part;                   // of a count: read and write, twice
    reg [9:0]  address;
    reg [19:0] cells_, last_gap;
    reg        has_last, is_gap_, is_named;
    reg [22:0] best_key;

    wire       is_single = cells_[9:0] == cells_[19:10];
    wire       is_known  = is_gap_ & is_single & data[16];
    wire [9:0] counted   = part[1] ? cells_[19:10] : cells_[9:0];
    wire [9:0] shown;
    wire       valid, ended;
    fact_scan scan (
        .clk(clk), .reset(reset), .start(start), .stop(1'b0), .go(1'b0),
        .fact_cell(fact_cell), .valid(valid), .cell_(shown), .done(ended)
    );
    wire        writes = phase == CLEAR | (phase == COUNT & part[0] & ~is_known)
                       | (phase == CHOOSE & valid);
    wire [22:0] key = {is_named ? data[15:0] : 16'd0, fact[`FACT_QUALITY]};
    wire        is_choice = fact[`FACT_EMPTY] & (~is_named | data[15:0] != 16'd0);
    assign busy = phase != IDLE;

    always @(posedge clk) begin
        data <= memory[phase == CHOOSE ? fact_cell : counted];
        if (writes)
            memory[phase == CLEAR ? address : phase == CHOOSE ? shown : counted] <=
                phase == COUNT ? {is_gap_ & is_single | data[16], data[15:0] + 16'd1} : 17'd0;
    end

    always @(posedge clk) begin
        done <= 1'b0;
        case (phase)
            CLEAR: begin
                address <= address + 10'd1;
                if (address == 10'd1023) phase <= IDLE;
            end
            IDLE:
                if (add) begin
                    cells_   <= cells;
                    is_gap_  <= is_gap;
                    part     <= 2'd0;
                    last_gap <= cells;
                    has_last <= is_gap;
                    // Lines beside each other often have the same gap.
                    if (~(is_gap & has_last & cells == last_gap)) phase <= COUNT;
                end
            COUNT: begin
                part <= part + 2'd1;
                if (part == 2'd3 | (part == 2'd1 & is_single)) phase <= IDLE;
            end
            CHOOSE: begin
                if (valid & is_choice & (~found | key > best_key)) begin
                    found    <= 1'b1;
                    best     <= shown;
                    best_key <= key;
                end
                if (ended) begin
                    phase <= IDLE;
                    done  <= 1'b1;
                end
            end
        endcase
        if (start) begin
            phase    <= CHOOSE;
            is_named <= named;
            found    <= 1'b0;
            has_last <= 1'b0;
        end
        if (reset) begin
            phase    <= CLEAR;
            address  <= 10'd0;
            has_last <= 1'b0;
            done     <= 1'b0;
        end
    end
endmodule

`default_nettype wire
