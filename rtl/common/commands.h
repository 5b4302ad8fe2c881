// How a simulation is told what to do, byte by byte, and answers.

#pragma once

#include <cstdint>
#include <string>
#include <unistd.h>

inline bool write_all(std::string& out) {
  for (std::size_t sent = 0; sent < out.size();) {
    const ssize_t n = write(STDOUT_FILENO, out.data() + sent, out.size() - sent);
    if (n <= 0) return false;
    sent += n;
  }
  out.clear();
  return true;
}

// The next byte of the input, or -1. What was written goes out before there is a wait.
inline int next_byte(std::string& out) {
  static uint8_t buffer[1 << 16];
  static ssize_t from = 0, to = 0;
  if (from == to) {
    if (!write_all(out)) return -1;
    from = 0;
    to = read(STDIN_FILENO, buffer, sizeof buffer);
    if (to <= 0) return -1;
  }
  return buffer[from++];
}

// Numbers have their lowest byte first.
inline uint32_t next_number(std::string& out, int bytes) {
  uint32_t value = 0;
  for (int i = 0; i < bytes; ++i) value |= static_cast<uint32_t>(next_byte(out) & 255) << (8 * i);
  return value;
}

inline void push_number(std::string& out, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
}
