#include "sim/launch/devices.h"

#include <algorithm>
#include <cctype>

namespace lockstep::launch {
namespace {

constexpr Device kDevices[] = {
#define LOCKSTEP_DEVICE_ROW(...) {__VA_ARGS__},
#include "sim/launch/devices.def"
#undef LOCKSTEP_DEVICE_ROW
};

}  // namespace

const Device* FindDevice(std::string_view name) {
  const auto same = [](char a, char b) {
    return std::toupper(static_cast<unsigned char>(a)) == std::toupper(static_cast<unsigned char>(b));
  };
  const auto* found = std::ranges::find_if(
      kDevices, [&](const Device& device) { return std::ranges::equal(std::string_view(device.name), name, same); });
  return found == std::end(kDevices) ? nullptr : found;
}

std::string DeviceNames() {
  std::string names;
  for (const Device& device : kDevices) names += (names.empty() ? "" : ", ") + std::string(device.name);
  return names;
}

}  // namespace lockstep::launch
