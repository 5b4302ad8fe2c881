// What the PC wants, and what it is told: docs/gomoku-link.md has the messages.
//
// Requests come out of a queue, and each has a reply. A request that comes twice, because
// its reply was lost, does no harm: stones say how many there were before them.

`default_nettype none

module host_link #(
    parameter ADDRESS_BITS = 13,
    parameter WIDE         = 0
) (
    input  wire                    clk,
    input  wire                    reset,
    // Requests.
    input  wire                    valid,
    input  wire [8:0]              word,          // the highest bit alone marks the end
    output wire                    take,
    // Replies, in the same form.
    output wire                    reply_valid,
    output reg  [8:0]              reply_word,
    input  wire                    reply_ready,
    // X1.
    output reg                     black_ready,
    output reg                     clear,
    output reg                     store,
    output reg                     own,
    output reg                     think,
    output reg  [7:0]              black_move,    // the latest of the PC
    input  wire                    white_ready,
    input  wire [7:0]              white_move,
    input  wire                    found,
    input  wire                    refused,
    input  wire [11:0]             pattern,
    // The memory, which is ours as long as X1 waits.
    output wire                    sram_drive,
    output reg  [ADDRESS_BITS-1:0] sram_address,
    output wire                    sram_write,
    output wire [7:0]              sram_in,
    input  wire [7:0]              sram_out,
    // What is shown.
    output reg                     color,         // of the machine: 1 White
    output reg  [2:0]              status,        // of the last request to X1
    output reg                     has_last,
    output reg  [7:0]              last_move,
    output reg  [11:0]             last_pattern
);
    localparam [7:0] VERSION = 8'd1;
    localparam [16:0] BYTES = 1 << ADDRESS_BITS;
    localparam [7:0] KILOBYTES = BYTES >> 10;
    localparam [7:0] HELLO = "H", NEW = "N", MOVE = "M", ANSWER = "A", READ = "R", WRITE = "W",
                     ERROR = "E";
    localparam [2:0] STORED = 3'd0, MOVED = 3'd1, NO_MOVE = 3'd2, OCCUPIED = 3'd3, DIFFERS = 3'd4;
    localparam [3:0] LETTER = 4'd0, ARGUMENTS = 4'd1, DATA = 4'd2, DECIDE = 4'd3, WORK = 4'd4,
                     REST = 4'd5, REPLY = 4'd6, FETCH = 4'd7, SEND = 4'd8, FINISH = 4'd9;

    reg [3:0]  phase;
    reg [7:0]  letter;
    reg [2:0]  n_arguments;
    reg [31:0] arguments;                // the last one is the highest
    reg        outside;                  // the address is beyond the memory
    reg        spilled;                  // and there was a byte for it
    reg [7:0]  n_bytes;                  // written, or still to be read
    reg [3:0]  index;                    // of a byte of the reply
    reg [15:0] n_stones, last_number;
    reg        has_answer;
    reg [2:0]  told;                     // status in the reply
    reg [7:0]  answer;
    reg [23:0] clocks;

    wire       is_end  = word[8];
    wire [7:0] data    = word[7:0];
    wire       arrives = valid & ~is_end;
    wire [7:0]  job    = arguments[7:0];
    wire [15:0] number = arguments[23:8];
    wire [7:0]  last   = arguments[31:24];
    wire [15:0] address = letter == WRITE ? {data, last} : number;
    wire        is_high = {1'b0, address} >= BYTES;

    assign take        = phase == LETTER | phase == ARGUMENTS | phase == DATA;
    assign sram_drive  = phase == DATA | phase == FETCH | phase == SEND;
    assign sram_write  = phase == DATA & arrives & ~outside;
    assign sram_in     = data;
    assign reply_valid = phase == REPLY | phase == SEND | phase == FINISH;

    always @(posedge clk) begin
        if (~black_ready & ~white_ready) clocks <= clocks + 1'b1;
        case (phase)
            LETTER:
                if (arrives) begin
                    letter      <= data;
                    n_arguments <= 3'd0;
                    phase       <= ARGUMENTS;
                end
            ARGUMENTS:
                if (arrives) begin
                    arguments <= {data, arguments[31:8]};
                    if (n_arguments != 3'd7) n_arguments <= n_arguments + 1'b1;
                    if (letter == WRITE & n_arguments == 3'd1) begin
                        sram_address <= address[ADDRESS_BITS-1:0];
                        outside      <= is_high;
                        spilled      <= 1'b0;
                        n_bytes      <= 8'd0;
                        phase        <= DATA;
                    end
                end else if (valid) begin
                    phase <= DECIDE;
                end
            DATA:
                if (arrives) begin
                    sram_address <= sram_address + 1'b1;
                    if (&sram_address) outside <= 1'b1;
                    if (outside) spilled <= 1'b1;
                    n_bytes <= n_bytes + 1'b1;
                end else if (valid) begin
                    phase <= DECIDE;
                end
            DECIDE: begin
                index <= 4'd0;
                phase <= REPLY;
                case (letter)
                    HELLO: if (n_arguments != 3'd0) letter <= ERROR;
                    NEW:
                        if (n_arguments == 3'd1 & last[7:1] == 7'd0) begin
                            color <= last[0];
                            begin_game;
                        end else letter <= ERROR;
                    MOVE:
                        if (n_arguments == 3'd4 & job[7:2] == 6'd0) begin
                            letter <= ANSWER;
                            if (number == n_stones) begin
                                last_number <= number;
                                has_answer  <= 1'b1;
                                black_move  <= last;
                                clear       <= 1'b0;
                                store       <= job[1:0] != 2'd0;
                                own         <= job[1:0] == 2'd2;
                                think       <= job[1:0] == 2'd0 | job[1:0] == 2'd3;
                                start;
                            end else begin
                                told <= has_answer & number == last_number ? status : DIFFERS;
                            end
                        end else letter <= ERROR;
                    READ: begin
                        sram_address <= address[ADDRESS_BITS-1:0];
                        n_bytes      <= last;
                        if (n_arguments != 3'd3 | {1'b0, number} + {9'd0, last} > BYTES) letter <= ERROR;
                    end
                    WRITE:
                        if (n_arguments != 3'd2 | n_bytes == 8'd0 | spilled) letter <= ERROR;
                    default: letter <= ERROR;
                endcase
            end
            WORK:
                if (white_ready) begin
                    black_ready <= 1'b1;
                    phase       <= REST;
                    if (~clear) begin
                        status <= refused ? OCCUPIED : ~think ? STORED : found ? MOVED : NO_MOVE;
                        told   <= refused ? OCCUPIED : ~think ? STORED : found ? MOVED : NO_MOVE;
                        answer <= white_move;
                        n_stones     <= n_stones + {15'd0, store & ~refused} + {15'd0, found};
                        last_pattern <= pattern;
                        if (found | (store & ~refused)) begin
                            has_last  <= 1'b1;
                            last_move <= found ? white_move : black_move;
                        end
                    end
                end
            REST:
                // The board that is cleared when the power comes on has nobody to tell.
                if (~white_ready) phase <= clear & letter != NEW ? LETTER : REPLY;
            REPLY:
                if (reply_ready) begin
                    index <= index + 1'b1;
                    if (index == last_index) phase <= letter == READ ? FETCH : FINISH;
                end
            FETCH: phase <= n_bytes == 8'd0 ? FINISH : SEND;
            SEND:
                if (reply_ready) begin
                    sram_address <= sram_address + 1'b1;
                    n_bytes      <= n_bytes - 1'b1;
                    phase        <= FETCH;
                end
            FINISH: if (reply_ready) phase <= LETTER;
            default: phase <= LETTER;
        endcase
        if (reset) begin
            color        <= 1'b1;
            letter       <= 8'd0;
            last_pattern <= 12'd0;
            begin_game;
        end
    end

    task begin_game;
        begin
            clear      <= 1'b1;
            n_stones   <= 16'd0;
            has_answer <= 1'b0;
            has_last   <= 1'b0;
            status     <= STORED;
            start;
        end
    endtask

    task start;
        begin
            black_ready <= 1'b0;
            clocks      <= 24'd0;
            phase       <= WORK;
        end
    endtask

    reg [3:0] last_index;
    always @* begin
        case (letter)
            HELLO:       last_index = 4'd6;
            NEW:         last_index = 4'd1;
            ANSWER:      last_index = 4'd11;
            READ:        last_index = 4'd2;
            WRITE:       last_index = 4'd3;
            default:     last_index = 4'd0;
        endcase
    end

    reg [7:0] byte_of_reply;
    always @* begin
        byte_of_reply = letter;
        case (letter)
            HELLO:
                case (index)
                    4'd0:    byte_of_reply = HELLO;
                    4'd1:    byte_of_reply = VERSION;
                    4'd2:    byte_of_reply = KILOBYTES;
                    4'd3:    byte_of_reply = WIDE != 0 ? 8'd1 : 8'd0;
                    4'd4:    byte_of_reply = {7'd0, color};
                    4'd5:    byte_of_reply = n_stones[7:0];
                    default: byte_of_reply = n_stones[15:8];
                endcase
            NEW: if (index != 4'd0) byte_of_reply = {7'd0, color};
            ANSWER:
                case (index)
                    4'd0:    byte_of_reply = ANSWER;
                    4'd1:    byte_of_reply = number[7:0];
                    4'd2:    byte_of_reply = number[15:8];
                    4'd3:    byte_of_reply = {5'd0, told};
                    4'd4:    byte_of_reply = answer;
                    4'd5:    byte_of_reply = last_pattern[7:0];
                    4'd6:    byte_of_reply = {4'd0, last_pattern[11:8]};
                    4'd7:    byte_of_reply = clocks[7:0];
                    4'd8:    byte_of_reply = clocks[15:8];
                    4'd9:    byte_of_reply = clocks[23:16];
                    4'd10:   byte_of_reply = n_stones[7:0];
                    default: byte_of_reply = n_stones[15:8];
                endcase
            READ:
                case (index)
                    4'd0:    byte_of_reply = READ;
                    4'd1:    byte_of_reply = number[7:0];
                    default: byte_of_reply = number[15:8];
                endcase
            WRITE:
                case (index)
                    4'd0:    byte_of_reply = WRITE;
                    4'd1:    byte_of_reply = arguments[23:16];
                    4'd2:    byte_of_reply = arguments[31:24];
                    default: byte_of_reply = n_bytes;
                endcase
            default: ;
        endcase
    end

    always @*
        if (phase == FINISH) reply_word = 9'h100;
        else reply_word = {1'b0, phase == SEND ? sram_out : byte_of_reply};

`ifdef FORMAL
    // X1 is asked in WORK alone, and has nothing to say but there and in REST.
    always @* if (~reset) begin
        assert (phase <= FINISH);
        assert ((phase == WORK) == ~black_ready);
        if (white_ready) assert (phase == WORK | phase == REST);
    end
`endif
endmodule

`default_nettype wire
