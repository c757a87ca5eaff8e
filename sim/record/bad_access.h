#pragma once

// A bad access of a recorded kernel: in words, and whether the kernel can go on after it.

#include <cstdint>
#include <string>

#include "sim/hooks/state.h"
#include "sim/machine/location.h"
#include "sim/machine/miss.h"

namespace lockstep::record {

// The rest of "thread (0,0,0) wrote 4 bytes": "just past the end of `a` (64 bytes)". `name` is what people call the
// allocation or the shared variable that was missed, where there is one.
std::string DescribeMiss(const machine::Miss& miss, std::uint64_t address, const std::string& name);
// The same of an access that means `meant`.
std::string DescribeOutside(std::uint64_t address, const machine::AddressRange& meant, const std::string& name);
// True if miss.shared is the variable that was missed.
bool IsInShared(const machine::Miss& miss);

// True if nothing breaks when the access is carried out: the memory that it touches is there, in the arena of its block
// or next to it, in a live allocation or its red zone, or near a variable.
bool IsHarmless(const memory::DeviceMemory& memory, const LockstepBlock& block, const machine::Miss& miss,
                std::uint64_t address, std::uint64_t size);

}  // namespace lockstep::record
