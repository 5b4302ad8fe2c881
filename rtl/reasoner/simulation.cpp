// A board in simulation: standard input is the line to it, standard output the line from it.
//
// The lines are simulated bit by bit, as the board sees them. While nothing happens on
// the board, the simulation waits for input and takes no time. It ends with its input.

#include <poll.h>
#include <unistd.h>

#include "Vstonegate.h"
#include "../common/line.h"
#include "verilated.h"

namespace {

// How many clocks may pass until input is looked at again.
constexpr int kPollClocks = 512;

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
