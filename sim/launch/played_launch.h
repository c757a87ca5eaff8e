#pragma once

// What a launch has that host code plays, instead of arguments: the arrays that the program has named.

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::memory {
struct MemoryObject;
}  // namespace lockstep::memory

namespace lockstep::launch {

// An array of the host's, as the program describes it (shared/lockstep/array.h).
struct PlayedArray {
  const memory::MemoryObject* memory = nullptr;
  std::string name, type;  // of a cell: "float"
  int element = 0;         // enum lockstep_element
  std::uint64_t element_size = 0;
  std::vector<std::uint64_t> shape;  // slowest first
  const char* file = nullptr;        // of its mark; the program's own text
  int line = 0;
};

struct PlayedLaunch {
  std::vector<PlayedArray> arrays;
};

}  // namespace lockstep::launch
