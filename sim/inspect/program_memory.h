#pragma once

// All memory that threads share, as the checks see it: allocations and variables, each with a number, what people call
// it, and its shadow.

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "shared/report/finding.h"
#include "sim/check/cells.h"
#include "sim/hooks/unit.h"
#include "sim/memory/device_memory.h"

namespace lockstep {

enum class Space : std::uint8_t { kGlobal, kHeap, kShared, kVariable, kConstant };

struct ObjectFacts {
  std::uint32_t number = 0;
  Space space = Space::kGlobal;
  std::string name, type;
  std::uint64_t address = 0, size = 0;
  SourcePlace allocated_at, freed_at;
  bool all_written = false;
  std::string What() const;
};

class ProgramMemory {
 public:
  ProgramMemory();

  // The allocation's facts; made when it is first seen.
  ObjectFacts& Of(const MemoryObject& object);
  // Null where `number` is 0.
  ObjectFacts* Get(std::uint32_t number);
  // A variable of a unit that holds `address`, or lies just before it; null where there is none.
  ObjectFacts* FindVariable(std::uint64_t address);
  ObjectFacts& SharedVariable(const LockstepUnit& unit, std::uint32_t index);

  Span SpanOf(const ObjectFacts& facts);
  // The object as a finding shows it, with the access at `address`.
  FindingObject Tell(const ObjectFacts& facts, std::uint64_t address) const;

  // Marks bytes as written by the host.
  void MarkWritten(ObjectFacts& facts, std::uint64_t address, std::uint64_t size);
  // Between launches: nobody has touched anything, but what has a value keeps it.
  void ForgetWho();
  // So that single bytes can be marked as unwritten again.
  void SpellOut(ObjectFacts& facts);

 private:
  ObjectFacts& Add(ObjectFacts facts);
  void ClearShadow(std::uint64_t address, std::uint64_t size);

  Cell* cells_ = nullptr;  // of device memory: one for each 4 bytes from base_ on
  SecondReader* second_ = nullptr;
  std::uint64_t base_ = 0;
  std::mutex mutex_;
  std::deque<ObjectFacts> objects_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_serial_;
  struct Variable {
    std::uint32_t object;
    std::vector<Cell> cells;
    std::vector<SecondReader> second;
  };
  std::map<std::uint64_t, Variable> variables_;  // by address
  std::map<std::pair<const LockstepUnit*, std::uint32_t>, std::uint32_t> shared_;
};

}  // namespace lockstep
