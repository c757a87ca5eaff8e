#pragma once

// The units of the program, as far as the launch engine needs them: each gets its part of a block's shared memory, and
// its rows numbers that no other unit's rows have.

#include <cstdint>

#include "sim/hooks/unit.h"

namespace lockstep {

// Gives `unit` its place in the arena, and its sites and variables their ids. Called once a unit, at registration.
void PlaceUnit(LockstepUnit& unit);
// Bytes of all units' static shared variables.
std::uint64_t UnitsSharedSize();

}  // namespace lockstep
