#pragma once

// All memory that threads share, as the checks see it: allocations and variables, each with a number, what people call
// it, and its shadow.

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "shared/report/finding.h"
#include "sim/check/cells.h"
#include "sim/hooks/unit.h"
#include "sim/machine/machine.h"

namespace lockstep {

enum class Space : std::uint8_t { kGlobal, kHeap, kShared, kVariable, kConstant };

// A call of the host's that wrote part of an object: how many bytes, and what it does ("copies").
struct PartialWrite {
  const void* caller = nullptr;
  std::uint64_t bytes = 0;
  const char* what = "";
};

struct ObjectFacts {
  std::uint32_t number = 0;
  Space space = Space::kGlobal;
  std::string name, type;
  std::uint64_t address = 0, size = 0;
  SourcePlace allocated_at;
  const void* allocated_by = nullptr;  // a return address in host code, or a LockstepSite*; null: a variable
  // Objects that one line allocates and that have one name are the same to people: they have one group, the number of
  // the first of them, and are told once, with a count.
  std::uint32_t group = 0;
  PartialWrite partly;  // the last one, where no call has written the whole since
  bool all_written = false;
  std::string What() const;
};

class ProgramMemory {
 public:
  explicit ProgramMemory(Machine& machine);

  // The allocation's facts; made when it is first seen.
  ObjectFacts& Of(const MemoryObject& object);
  // Null where `number` is 0.
  ObjectFacts* Get(std::uint32_t number);
  // Of the span's object, with the place and the size that it has in the span: shared variables lie elsewhere in each
  // block.
  ObjectFacts FactsAt(const Span& span);
  // A variable of a unit that holds `address`, or lies just before it; null where there is none.
  ObjectFacts* FindVariable(std::uint64_t address);
  ObjectFacts& SharedVariable(const LockstepUnit& unit, std::uint32_t index);

  // What people call the object from now on. Between launches only.
  void Name(ObjectFacts& facts, const std::string& name);

  Span SpanOf(const ObjectFacts& facts);
  // The object as a finding shows it, with the access at `address`.
  FindingObject Tell(const ObjectFacts& facts, std::uint64_t address) const;

  // From now on bytes of the span hold a value of that origin, which was never written.
  void NoteOrigin(Span& span, std::uint64_t address, std::uint64_t size, std::uint32_t origin);
  // Marks bytes as written by the host.
  void MarkWritten(ObjectFacts& facts, std::uint64_t address, std::uint64_t size);
  // Between launches: nobody has touched anything, but what has a value keeps it.
  void ForgetWho();
  // So that single bytes can be marked as unwritten again.
  void SpellOut(ObjectFacts& facts);

 private:
  ObjectFacts& Add(ObjectFacts facts);
  void FindGroup(ObjectFacts& facts);
  void ClearShadow(std::uint64_t address, std::uint64_t size);

  Cell* cells_ = nullptr;  // of device memory: one for each 4 bytes from base_ on
  SecondReader* second_ = nullptr;
  std::uint32_t* origins_ = nullptr;
  std::atomic<bool> has_origins_{false};  // some are not 0
  std::uint64_t base_ = 0;
  std::mutex mutex_;
  std::deque<ObjectFacts> objects_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_serial_;
  std::map<std::tuple<const void*, Space, std::string>, std::uint32_t> groups_;
  struct Variable {
    std::uint32_t object;
    std::vector<Cell> cells;
    std::vector<SecondReader> second;
    std::vector<std::uint32_t> origins;
  };
  std::map<std::uint64_t, Variable> variables_;  // by address
  std::map<std::pair<const LockstepUnit*, std::uint32_t>, std::uint32_t> shared_;
};

}  // namespace lockstep
