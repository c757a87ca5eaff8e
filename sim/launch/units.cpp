#include "sim/launch/units.h"

#include <atomic>

namespace lockstep {
namespace {

std::atomic<std::uint64_t> total{0};

}  // namespace

void PlaceUnit(LockstepUnit& unit) {
  // Dynamic shared memory lies behind all of them and must suit any type.
  unit.shared_base = total.fetch_add((unit.shared_size + 127) / 128 * 128);
}

std::uint64_t UnitsSharedSize() { return total; }

}  // namespace lockstep
