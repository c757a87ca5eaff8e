#include "sim/launch/units.h"

#include <atomic>

namespace lockstep {
namespace {

std::atomic<std::uint64_t> total{0};
std::atomic<std::uint32_t> units{0}, sites{0}, variables{0};

}  // namespace

void PlaceUnit(LockstepUnit& unit) {
  // Dynamic shared memory lies behind all of them and must suit any type.
  unit.shared_base = total.fetch_add((unit.shared_size + 127) / 128 * 128);
  const std::uint32_t number = units++;
  for (std::uint32_t i = 0; i < unit.site_count; ++i) {
    unit.sites[i].id = sites++;
    unit.sites[i].unit = number;
  }
  for (std::uint32_t i = 0; i < unit.variable_count; ++i) {
    unit.variables[i].id = variables++;
    unit.variables[i].unit = number;
  }
}

std::uint64_t UnitsSharedSize() { return total; }

}  // namespace lockstep
