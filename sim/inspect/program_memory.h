#pragma once

// All memory that threads share, as the checks see it: allocations and variables, each with a number, what people call
// it, and its shadow.

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "shared/report/finding.h"
#include "sim/check/cells.h"
#include "sim/hooks/unit.h"
#include "sim/inspect/element_layout.h"
#include "sim/machine/machine.h"

namespace lockstep::inspect {

enum class Space : std::uint8_t { kGlobal, kHeap, kShared, kVariable, kConstant, kRegistered, kHost, kHostOfBlock };
constexpr bool IsPlayed(Space space) { return space == Space::kHost || space == Space::kHostOfBlock; }
constexpr bool IsOfHost(Space space) { return space == Space::kRegistered || IsPlayed(space); }

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
  report::SourcePlace allocated_at;
  const void* allocated_by = nullptr;  // a return address in host code, or a LockstepSite*; null: a variable
  // Objects that one line allocates and that have one name are the same to people: they have one group, the number of
  // the first of them, and are reported once, with a count.
  std::uint32_t group = 0;
  PartialWrite partly;  // the last one, where no call has written the whole since
  // Of the elements that kernels take it for; nothing where they disagree, or have no padding.
  std::optional<ElementLayout> elements;
  bool elements_differ = false;
  bool all_written = false;
  bool is_imported = false;              // memory of another process
  bool is_written_by_processes = false;  // other processes write it, unseen: nothing is known to be unwritten
  std::string What() const;
  void TakeFor(ElementLayout layout);
  bool IsPadding(std::uint64_t at) const { return elements && elements->IsPadding(at - address); }
};

class ProgramMemory {
 public:
  // `with_ordinals`: the shadow has CellOrdinals.
  ProgramMemory(machine::Machine& machine, bool with_ordinals);
  ~ProgramMemory();
  ProgramMemory(const ProgramMemory&) = delete;

  // The allocation's facts; made when it is first seen.
  ObjectFacts& Of(const memory::MemoryObject& object);
  // Null where `number` is 0.
  ObjectFacts* Get(std::uint32_t number);
  // Of the span's object, with the place and the size that it has in the span: shared variables lie elsewhere in each
  // block.
  ObjectFacts FactsAt(const check::Span& span);
  // A variable of a unit that holds `address`, or lies just before it; null where there is none.
  ObjectFacts* FindVariable(std::uint64_t address);
  ObjectFacts& SharedVariable(const LockstepUnit& unit, std::uint32_t index);

  // The variables of further units. Between launches only.
  void AddVariables(std::span<LockstepUnit* const> units);
  // The object's name from now on. Between launches only.
  void Name(ObjectFacts& facts, const std::string& name);

  check::Span SpanOf(const ObjectFacts& facts);
  // The object as a finding shows it, with the access at `address`; 0: none.
  report::FindingObject ObjectOf(const ObjectFacts& facts, std::uint64_t address) const;

  // From now on bytes of the span hold a value of that origin, which was never written.
  void NoteOrigin(check::Span& span, std::uint64_t address, std::uint64_t size, std::uint32_t origin);
  // Marks the padding in these bytes of the span as written.
  void WritePadding(const check::Span& span, std::uint64_t address, std::uint64_t size);
  // Marks bytes as written by the host.
  void MarkWritten(ObjectFacts& facts, std::uint64_t address, std::uint64_t size);
  // The accesses to registered memory, or to an array of a played launch, that is gone.
  void ForgetHost(const memory::MemoryObject& object);
  // ... of all such arrays when the launch has ended.
  void ForgetPlayed();
  // Between launches: nothing has been accessed, but what has a value keeps it.
  void ForgetWho();
  // So that single bytes can be marked as unwritten again.
  void SpellOut(ObjectFacts& facts);

 private:
  ObjectFacts& Add(ObjectFacts facts);
  void FindGroup(ObjectFacts& facts);
  struct Variable {
    std::uint32_t object;
    std::vector<check::Cell> cells;
    std::vector<check::SecondReader> second;
    std::vector<std::uint32_t> origins;
    std::vector<check::CellOrdinals> ordinals;
  };
  Variable ShadowOf(std::uint32_t object, std::uint64_t size) const;
  // It stays where it is until it is forgotten.
  Variable& ShadowOfHost(const ObjectFacts& facts);
  void ClearShadow(std::uint64_t address, std::uint64_t size);

  check::Cell* cells_ = nullptr;  // of device memory: one for each 4 bytes from base_ on
  check::SecondReader* second_ = nullptr;
  std::uint32_t* origins_ = nullptr;
  check::CellOrdinals* ordinals_ = nullptr;  // null: not kept
  std::atomic<bool> has_origins_{false};     // some are not 0
  std::uint64_t base_ = 0, count_ = 0;       // address of the first cell; how many there are
  std::mutex mutex_;
  std::deque<ObjectFacts> objects_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_serial_;
  std::map<std::tuple<const void*, Space, std::string>, std::uint32_t> groups_;
  std::map<std::uint64_t, Variable> variables_;  // by address
  std::mutex of_host_mutex_;
  // Registered memory, and arrays of the launch that the host plays, by number.
  std::unordered_map<std::uint32_t, Variable> of_host_;
  std::map<std::pair<const LockstepUnit*, std::uint32_t>, std::uint32_t> shared_;
};

}  // namespace lockstep::inspect
