#include "shared/session/devices.h"

#include <algorithm>
#include <cctype>

namespace lockstep::session {
namespace {

constexpr Device kDevices[] = {
#define LOCKSTEP_DEVICE_ROW(...) {__VA_ARGS__},
#include "shared/session/devices.def"
#undef LOCKSTEP_DEVICE_ROW
};

std::string Plain(std::string_view name) {
  std::string plain;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)))
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return plain;
}

}  // namespace

const Device* FindDevice(std::string_view name) {
  const auto* found =
      std::ranges::find_if(kDevices, [&](const Device& device) { return Plain(device.name) == Plain(name); });
  return found == std::end(kDevices) ? nullptr : found;
}

std::string DeviceNames() {
  std::string names;
  for (const Device& device : kDevices) names += (names.empty() ? "" : ", ") + std::string(device.name);
  return names;
}

}  // namespace lockstep::session
