#pragma once

// The devices whose properties a program can see, by name (devices.def). Its kernels run the same on each.

#include <string>
#include <string_view>

namespace lockstep::launch {

struct Device {
  const char *name, *product;
  int capability;  // 80 for 8.0
  int multiprocessors;
  int shared_kib, block_shared_kib;  // of a multiprocessor; the most of one block
  int threads, blocks;               // of a multiprocessor
  int l2_kib, bus_bits, memory_khz, clock_khz, memory_gib;
  int float_ratio;  // single-precision operations in the time of one in double precision
};

// Null: there is none of that name. Capital and small letters are the same.
const Device* FindDevice(std::string_view name);
// "V100, T4, ...".
std::string DeviceNames();

}  // namespace lockstep::launch
