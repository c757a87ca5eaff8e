#pragma once

// The shared memory of blocks: that of one, with its variables, and that of all blocks of a cluster.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/machine/location.h"

namespace lockstep::machine {

// The shared memory of a block that runs.
struct SharedMemory {
  std::uint64_t begin = 0, end = 0;     // of the block's arena
  std::uint64_t dynamic = 0;            // where the bytes begin that the launch passes
  std::vector<AddressRange> variables;  // those that the kernel can reach

  // Index of the first variable that holds all of the access. (`extern __shared__` arrays of several names are the same
  // memory.)
  std::optional<std::size_t> Find(std::uint64_t address, std::uint64_t size) const {
    const auto found =
        std::ranges::find_if(variables, [&](const AddressRange& range) { return range.Holds(address, size); });
    if (found == variables.end()) return std::nullopt;
    return static_cast<std::size_t>(found - variables.begin());
  }
  // Computed from the start of one variable, and fallen into another. Of other pointers it is not known which variable
  // they mean.
  bool Strays(std::size_t found, std::uint64_t base) const {
    if (!base || variables[found].Holds(base)) return false;
    return std::ranges::any_of(variables,
                               [&](const AddressRange& other) { return base == other.begin && other.size() > 0; });
  }
  // The same as Find, where the access does not stray.
  std::optional<std::size_t> FindMeant(std::uint64_t address, std::uint64_t size, std::uint64_t base) const {
    const auto found = Find(address, size);
    return found && Strays(*found, base) ? std::nullopt : found;
  }
};

// The arenas of the blocks of a cluster, which any of its threads may use. All have the same size, and a block's stays
// in place after the block has left.
struct ClusterMemory {
  std::vector<char*> arenas;  // by rank
  std::uint64_t arena_size = 0;

  // The rank of the block whose arena holds `address`.
  std::optional<std::size_t> RankOf(std::uint64_t address) const {
    for (std::size_t rank = 0; rank < arenas.size(); ++rank)
      if (address - reinterpret_cast<std::uint64_t>(arenas[rank]) < arena_size) return rank;
    return std::nullopt;
  }
};

}  // namespace lockstep::machine
