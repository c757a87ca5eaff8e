#include "sim/inspect/miss_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/inspect/access_words.h"

namespace lockstep::inspect {
namespace {

constexpr const char* kIsItSet = "has the pointer, or the index that is added to it, been set?";

// Farther than this, and than the object's own size, an index is no slip at the object's end.
constexpr std::uint64_t kFarOff = 64 << 10;

std::uint64_t DistanceOf(const MissFacts& facts) {
  return facts.address < facts.begin ? facts.begin - facts.address : facts.address - facts.begin - facts.size;
}

}  // namespace

bool DependsOnMapping(machine::MissKind kind) {
  return kind == machine::MissKind::kShared || kind == machine::MissKind::kPastDynamicShared ||
         kind == machine::MissKind::kVariable || kind == machine::MissKind::kOther;
}

report::FindingKind KindOf(const machine::Miss& miss, const MissFacts& facts) {
  switch (miss.kind) {
    case machine::MissKind::kNoShared:
    case machine::MissKind::kShared: return report::FindingKind::kSharedOutOfBounds;
    case machine::MissKind::kNoDynamicShared:
    case machine::MissKind::kPastDynamicShared: return report::FindingKind::kDynamicShared;
    case machine::MissKind::kNull: return report::FindingKind::kNullPointer;
    case machine::MissKind::kAllocation:
      if (miss.object->kind == memory::MemoryKind::kOfPlayedBlock) return report::FindingKind::kSharedOutOfBounds;
      return miss.object->kind == memory::MemoryKind::kHeap ? report::FindingKind::kHeapOutOfBounds
                                                            : report::FindingKind::kGlobalOutOfBounds;
    case machine::MissKind::kDestroyed:
    case machine::MissKind::kFreed: return report::FindingKind::kUseAfterFree;
    case machine::MissKind::kNoAllocation: return report::FindingKind::kWildPointer;
    case machine::MissKind::kVariable: return report::FindingKind::kVariableOutOfBounds;
    case machine::MissKind::kOther: break;
  }
  if (!facts.is_mapped) return report::FindingKind::kWildPointer;
  return facts.is_argument ? report::FindingKind::kHostArgument : report::FindingKind::kHostPointer;
}

std::string FactOf(const machine::Miss& miss, const MissFacts& facts) {
  const char* verb = Verb(facts.access);
  const char* whose = facts.is_of_peer ? " of another block of its cluster" : "";
  switch (miss.kind) {
    case machine::MissKind::kNoShared:
      return fmt::format("a thread {} shared memory{} that belongs to no variable of the kernel", verb, whose);
    case machine::MissKind::kNoDynamicShared:
      return fmt::format("a thread {} `{}`{}, but the launch passes no dynamic shared memory", verb, facts.name, whose);
    case machine::MissKind::kPastDynamicShared:
      return fmt::format("a thread {} `{}`{} past the {} of dynamic shared memory that the launch passes", verb,
                         facts.name, whose, Bytes(facts.size));
    case machine::MissKind::kNull: return fmt::format("a thread {} through a null pointer", verb);
    case machine::MissKind::kDestroyed: return "a thread uses a texture or surface object that has been destroyed";
    case machine::MissKind::kFreed:
      return fmt::format("a thread {} {} after it was freed", verb, Quoted(facts.name, "memory"));
    case machine::MissKind::kNoAllocation: return fmt::format("a thread {} memory that belongs to no allocation", verb);
    case machine::MissKind::kShared:
      return FactOfOutside(facts.access, facts.address < facts.begin, Quoted(facts.name, "an allocation") + whose);
    case machine::MissKind::kAllocation:
    case machine::MissKind::kVariable:
      return FactOfOutside(facts.access, facts.address < facts.begin, Quoted(facts.name, "an allocation"));
    case machine::MissKind::kOther: break;
  }
  if (!facts.is_mapped) return fmt::format("a thread {} through a pointer that points to nothing", verb);
  return fmt::format("a thread {} host memory{}", verb,
                     facts.is_argument ? " that an argument of the kernel points to" : "");
}

std::string HintFor(const machine::Miss& miss, const MissFacts& facts) {
  switch (miss.kind) {
    case machine::MissKind::kNoShared: return "";
    case machine::MissKind::kNoDynamicShared: return "pass the bytes as third value between `<<<` and `>>>`";
    case machine::MissKind::kPastDynamicShared: return "pass more bytes as third value between `<<<` and `>>>`";
    case machine::MissKind::kNull:
      return "was the allocation's error looked at, and is the pointer set before the launch?";
    case machine::MissKind::kDestroyed:
      return "destroy it after its last use; call `cudaDeviceSynchronize()` first if a kernel may still be running";
    case machine::MissKind::kFreed:
      return "free it after its last use; call `cudaDeviceSynchronize()` first if a kernel may still be running";
    case machine::MissKind::kNoAllocation: return kIsItSet;
    case machine::MissKind::kShared:
    case machine::MissKind::kAllocation:
    case machine::MissKind::kVariable:
      return DistanceOf(facts) > std::max(kFarOff, facts.size)
                 ? "the index is far off: does it overflow 32 bits, is it negative, or has it never been set?"
                 : "let only threads with an index inside the array get here, or make the array as large as the "
                   "indices need";
    case machine::MissKind::kOther: break;
  }
  return facts.is_mapped ? "allocate with `cudaMalloc` and copy with `cudaMemcpy`, or use `cudaMallocManaged`"
                         : kIsItSet;
}

const char* WhyItEnds(const machine::Miss& miss, const MissFacts& facts) {
  switch (miss.kind) {
    case machine::MissKind::kNoShared:
    case machine::MissKind::kNoDynamicShared:
    case machine::MissKind::kFreed: return nullptr;
    case machine::MissKind::kPastDynamicShared:
    case machine::MissKind::kShared: return facts.is_mapped ? nullptr : "left shared memory by far";
    case machine::MissKind::kNull: return "used a null pointer";
    case machine::MissKind::kDestroyed: return "used an object that has been destroyed";
    case machine::MissKind::kAllocation: return miss.is_near ? nullptr : "touched memory outside every allocation";
    case machine::MissKind::kNoAllocation: return "touched memory outside every allocation";
    case machine::MissKind::kVariable: return facts.is_mapped ? nullptr : "left a variable by far";
    case machine::MissKind::kOther: break;
  }
  return facts.is_mapped ? "used a pointer to host memory" : "touched memory that is not there";
}

}  // namespace lockstep::inspect
