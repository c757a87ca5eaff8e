#pragma once

// The last writer of each cell of each allocation in the launch that is being recorded, recorded blocks or not.

#include <cstdint>
#include <vector>

#include "shared/trace/recording.h"
#include "sim/memory/device_memory.h"
#include "sim/record/program_objects.h"

namespace lockstep::record {

class WriterMaps {
 public:
  WriterMaps(ProgramObjects& objects, const memory::DeviceMemory& memory) : objects_(objects), memory_(memory) {}

  // Maps go to `launch` until the next call; null: none are made.
  void Begin(trace::RecordedLaunch* launch);

  // `size` bytes at `address` are written by thread number `writer` of the grid, counting from 0. Memory that is no
  // allocation has no map.
  void Note(std::uint64_t address, std::uint64_t size, std::uint64_t writer);

 private:
  struct Map {
    std::uint64_t begin = 0, end = 0;
    std::size_t index = 0;  // into the launch's maps
    std::uint32_t cell = 1;
    bool Holds(std::uint64_t address) const { return address >= begin && address < end; }
  };

  // Makes `last_` the map of the allocation at `address`.
  bool Find(std::uint64_t address);
  Map Make(const memory::MemoryObject& memory);

  ProgramObjects& objects_;
  const memory::DeviceMemory& memory_;
  trace::RecordedLaunch* launch_ = nullptr;
  std::vector<Map> maps_;
  Map last_;  // most writes go where the one before went
};

}  // namespace lockstep::record
