// The two ends of a serial line in simulation, bit by bit. CLOCKS_PER_BIT is its speed.

#pragma once

#include <cstdint>
#include <deque>

constexpr int kClocksPerBit = CLOCKS_PER_BIT;

// Turns bytes into the levels of a line: start bit, eight bits, stop bit.
class Sender {
 public:
  bool idle() const { return bits_ == 0 && queue_.empty(); }
  void push(uint8_t byte) { queue_.push_back(byte); }

  int level() {
    if (clocks_ == 0) {
      if (bits_ > 0) {
        shift_ >>= 1;
        --bits_;
      }
      if (bits_ == 0) {
        if (queue_.empty()) return 1;
        shift_ = (queue_.front() | 0x100u) << 1;
        queue_.pop_front();
        bits_ = 10;
      }
      clocks_ = kClocksPerBit;
    }
    --clocks_;
    return shift_ & 1;
  }

 private:
  std::deque<uint8_t> queue_;
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
