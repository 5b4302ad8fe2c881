// A board in simulation: standard input is the line to it, standard output the line from it.
//
// The lines are simulated bit by bit, as the board sees them. While nothing happens on
// the board, the simulation waits for input and takes no time. It ends with its input.

#include <deque>
#include <poll.h>
#include <unistd.h>

#include "Vstonegate.h"
#include "verilated.h"

namespace {

constexpr int kClocksPerBit = CLOCKS_PER_BIT;
// How many clocks may pass until input is looked at again.
constexpr int kPollClocks = 512;

// Turns bytes into the levels of a line: start bit, eight bits, stop bit.
class Sender {
 public:
  bool idle() const { return bits_ == 0 && queue_.empty(); }
  void push(unsigned char byte) { queue_.push_back(byte); }

  int level() {
    if (clocks_ == 0) {
      if (bits_ == 0 && !queue_.empty()) {
        shift_ = (queue_.front() | 0x100u) << 1;
        queue_.pop_front();
        bits_ = 10;
      } else if (bits_ != 0) {
        shift_ >>= 1;
        --bits_;
        if (bits_ == 0) return level();
      }
      if (bits_ == 0) return 1;
      clocks_ = kClocksPerBit;
    }
    --clocks_;
    return shift_ & 1;
  }

 private:
  std::deque<unsigned char> queue_;
  unsigned shift_ = 1;
  int bits_ = 0;
  int clocks_ = 0;
};

// Turns the levels of a line into bytes.
class Receiver {
 public:
  // The byte whose stop bit has just been seen, or -1.
  int sample(int level) {
    if (bits_ == 0) {
      if (level == 0) {
        bits_ = 10;
        clocks_ = kClocksPerBit / 2;
      }
      return -1;
    }
    if (clocks_ != 0) {
      --clocks_;
      return -1;
    }
    clocks_ = kClocksPerBit - 1;
    if (bits_-- == 1) return level ? byte_ : -1;
    if (bits_ < 9) byte_ = (byte_ >> 1) | (level << 7);
    return -1;
  }

 private:
  int bits_ = 0;
  int clocks_ = 0;
  int byte_ = 0;
};

// Reads what has arrived, waiting for it if told to. Says whether there may be more.
bool read_input(Sender& sender, bool wait) {
  pollfd input = {STDIN_FILENO, POLLIN, 0};
  if (poll(&input, 1, wait ? -1 : 0) <= 0) return true;
  unsigned char buffer[4096];
  const ssize_t count = read(STDIN_FILENO, buffer, sizeof buffer);
  for (ssize_t i = 0; i < count; ++i) sender.push(buffer[i]);
  return count > 0;
}

bool write_output(int byte) {
  const unsigned char out = static_cast<unsigned char>(byte);
  return write(STDOUT_FILENO, &out, 1) == 1;
}

}  // namespace

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  Vstonegate board(&context);
  Sender to_board;
  Receiver from_board;

  const auto tick = [&] {
    board.clk = 0;
    board.eval();
    board.clk = 1;
    board.eval();
  };
  board.rx = 1;
  board.reset = 1;
  for (int i = 0; i < 8; ++i) tick();
  board.reset = 0;

  bool is_open = true;
  int clocks = 0;
  while (true) {
    const bool is_quiet = board.idle && to_board.idle();
    if (is_quiet && !is_open) return 0;
    if (is_open && (is_quiet || ++clocks == kPollClocks)) {
      clocks = 0;
      is_open = read_input(to_board, is_quiet);
    }
    board.rx = to_board.level();
    tick();
    const int byte = from_board.sample(board.tx);
    if (byte >= 0 && !write_output(byte)) return 0;
  }
}
