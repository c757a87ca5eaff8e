#pragma once

// The things that the marks of host code that plays a kernel describe: the arrays that the program has named, which a
// played launch has instead of arguments.

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

// A mark of the program that makes no sense where it stands. What it stands for is not reported to observers.
struct RefusedMark {
  std::string file;
  int line = 0;
  std::string why;
  std::string hint = {};  // may be empty
};

struct PlayedLaunch {
  std::vector<PlayedArray> arrays;
};

}  // namespace lockstep::launch
