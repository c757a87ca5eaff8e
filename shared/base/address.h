// The number of an address: what memory maps, hooks and reports calculate with.

#pragma once

#include <cstdint>

namespace lockstep {

inline std::uint64_t AddressOf(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }
inline void* PointerTo(std::uint64_t address) { return reinterpret_cast<void*>(address); }

}  // namespace lockstep
