#pragma once

// Addresses that belong to the process itself: its stacks, and the constants of its image.

#include <cstdint>

#include "sim/machine/location.h"

namespace lockstep::machine {

// The stack of the calling OS thread; empty where the system does not say.
AddressRange ThisStack();
inline bool IsOnThisStack(std::uint64_t address) { return ThisStack().Holds(address); }
// The loaded part of the program or of one of its libraries that contains an address; empty: none does.
AddressRange PartOfImage(std::uint64_t address);
// True in a part that is read-only: literals, tables, virtual function tables.
bool IsInReadOnlyImage(std::uint64_t address);

}  // namespace lockstep::machine
