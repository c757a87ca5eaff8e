#include "sim/metrics/device.h"

#include <cctype>

namespace lockstep::metrics {
namespace {

std::string Plain(std::string_view name) {
  std::string plain;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)))
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return plain;
}

}  // namespace

const std::vector<Device>& Devices() {
  static const std::vector<Device> devices = {
#define DEVICE(name, capability, multiprocessors, threads, blocks, shared, most_shared, reserved) \
  {name, capability, multiprocessors, threads, blocks, shared, most_shared, reserved},
#include "sim/metrics/device.def"
#undef DEVICE
  };
  return devices;
}

const Device* FindDevice(std::string_view name) {
  for (const Device& device : Devices())
    if (Plain(device.name) == Plain(name)) return &device;
  return nullptr;
}

std::string DeviceNames() {
  std::string names;
  for (const Device& device : Devices()) names += (names.empty() ? "" : ", ") + std::string(device.name);
  return names;
}

}  // namespace lockstep::metrics
