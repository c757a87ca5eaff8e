#pragma once

// The devices that `--device` accepts (devices.def): a program sees their properties, and counts are judged by their
// resources. Kernels run the same on each.

#include <string>
#include <string_view>

namespace lockstep::session {

struct Device {
  const char *name, *product;
  int capability;  // 80 for 8.0
  int multiprocessors;
  int shared_kib, block_shared_kib;  // of a multiprocessor; the most of one block
  int threads, blocks;               // of a multiprocessor
  int l2_kib, bus_bits, memory_khz, clock_khz, memory_gib;
  int float_ratio;  // single-precision operations in the time of one in double precision

  // Bytes of shared memory that the system takes for each block.
  unsigned reserved_shared() const { return capability >= 80 ? 1024 : 0; }
};

// The device of counts where none is chosen.
inline constexpr std::string_view kDefaultDevice = "H100";

// By name, ignoring case, blanks and dashes ("rtx4090"); null: there is none of that name.
const Device* FindDevice(std::string_view name);
// "P100, GTX 1080, ...".
std::string DeviceNames();

}  // namespace lockstep::session
