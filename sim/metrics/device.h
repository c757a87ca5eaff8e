#pragma once

// The devices that `--device` accepts, and the resources of one of their multiprocessors.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::metrics {

struct Device {
  std::string_view name;
  std::uint32_t capability;  // compute capability times 10: 75 is 7.5
  std::uint32_t multiprocessors;
  std::uint32_t threads, blocks;  // of a multiprocessor
  std::uint64_t shared;           // bytes of a multiprocessor
  std::uint64_t most_shared;      // bytes that one block may have
  std::uint64_t reserved_shared;  // bytes that the system takes for each block
};

inline constexpr std::string_view kDefaultDevice = "H100";

const std::vector<Device>& Devices();
// By name, ignoring case, blanks and dashes ("rtx4090"); null for an unknown name.
const Device* FindDevice(std::string_view name);
// "P100, GTX 1080, ..."
std::string DeviceNames();

}  // namespace lockstep::metrics
