// Where an access goes: to memory that it may touch, or past it. What it has missed is said by Classify
// (sim/machine/miss.h); here it is put into words, and the kernel ended where it cannot go on.

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>

#include "sim/hooks/check.h"
#include "sim/inspect/access_words.h"
#include "sim/inspect/checker.h"
#include "sim/launch/faults.h"
#include "sim/machine/host_memory.h"

namespace lockstep {
namespace {

bool IsMapped(std::uint64_t address) {
  unsigned char there;
  return mincore(reinterpret_cast<void*>(address & ~4095ull), 1, &there) == 0;
}

// Bytes between an address outside an object and its nearer end.
std::uint64_t DistanceOf(std::uint64_t address, const ObjectFacts& object) {
  return address < object.address ? object.address - address : address - object.address - object.size;
}

}  // namespace

namespace {

Span* Keep(const Span& found, const Checker::Touch& touch, Span& cached) {
  cached = found;
  cached.base = touch.base;
  return &cached;
}

// Null too where the address was computed from another variable: past that one's end, into this one.
const Span* FindShared(const BlockCheck& block, const Checker::Touch& touch) {
  const auto found =
      std::ranges::find_if(block.shared, [&](const Span& span) { return span.Holds(touch.address, touch.size); });
  if (found == block.shared.end()) return nullptr;
  if (!touch.base || found->Holds(touch.base, 1)) return &*found;
  const bool strayed = std::ranges::any_of(
      block.shared, [&](const Span& other) { return touch.base == other.begin && other.end > other.begin; });
  return strayed ? nullptr : &*found;
}

}  // namespace

Span* Checker::Locate(BlockCheck& block, ThreadRun& thread, const Touch& touch, Span& cached) {
  const std::uint64_t address = touch.address, size = touch.size;
  if (IsOnOwnStack(thread, address)) return nullptr;
  if (const Span* shared = FindShared(block, touch)) return Keep(*shared, touch, cached);
  if (const ClusterRun* cluster = thread.run ? thread.run->cluster() : nullptr) {
    const std::size_t rank = cluster->RankOf(reinterpret_cast<const void*>(address));
    if (rank < cluster->blocks.size() && cluster->blocks[rank] != thread.run)
      return LocateInPeer(cluster->blocks[rank], touch, cached);
  }
  const DeviceMemory& memory = machine_.memory();
  if (const MemoryObject* object = memory.FindLive(address, size)) {
    // Registered memory of the host has no shadow.
    if (object->kind == MemoryKind::kRegistered) return nullptr;
    const MemoryObject* meant = touch.base && memory.Owns(touch.base) ? memory.FindLive(touch.base) : nullptr;
    if (!meant || meant == object) return Keep(memory_.SpanOf(memory_.Of(*object)), touch, cached);
  } else if (!memory.Owns(address)) {
    if (ObjectFacts* variable = FindVariable(touch)) return Keep(memory_.SpanOf(*variable), touch, cached);
  }
  ReportBadAddress(block, thread, touch);
  return nullptr;
}

ObjectFacts* Checker::FindVariable(const Touch& touch) {
  ObjectFacts* const variable = memory_.FindVariable(touch.address);
  if (!variable || !memory_.SpanOf(*variable).Holds(touch.address, touch.size)) return nullptr;
  if (touch.base < kNullPage) return variable;
  const ObjectFacts* const meant = memory_.FindVariable(touch.base);
  return !meant || meant == variable ? variable : nullptr;
}

// In the shared memory of another block of the cluster. Limit: one that has left, or memory between variables, is not
// told.
Span* Checker::LocateInPeer(const BlockRun* peer, const Touch& touch, Span& cached) {
  auto& runs = ThisWorker().runs;
  auto check = runs.find(peer);
  if (check == runs.end()) return nullptr;
  for (const Span& span : check->second->shared)
    if (span.Holds(touch.address, touch.size)) return Keep(span, touch, cached);
  return nullptr;
}

void Checker::ReportOutside(ThreadRun& thread, const Touch& touch, FindingKind kind, const ObjectFacts& object) {
  const FindingKey key{kind, touch.site->id, 0, object.group};
  if (CountsAgain(key, thread)) return;
  const bool before = touch.address < object.address;
  std::string fact =
      fmt::format("a thread {} {} {}", Verb(touch.kind), before ? "before the start of" : "past the end of",
                  Quoted(object.name, "an allocation"));
  Finding finding = Begin(kind, std::move(fact), touch.site);
  finding.accesses.push_back(TellThread(thread, touch.site, DeedOf(touch.kind), touch.size));
  finding.object = memory_.Tell(object, touch.address);
  finding.hint =
      DistanceOf(touch.address, object) > std::max(std::uint64_t{64 << 10}, object.size)
          ? "the index is far off: does it overflow 32 bits, is it negative, or has it never been set?"
          : "let only threads with an index inside the array get here, or make the array as large as the indices need";
  Add(key, thread, std::move(finding));
}

void Checker::ReportAt(ThreadRun& thread, const Touch& touch, FindingKind kind, std::string fact, std::string hint,
                       std::optional<FindingObject> object) {
  Finding finding = Begin(kind, std::move(fact), touch.site);
  finding.accesses.push_back(TellThread(thread, touch.site, DeedOf(touch.kind), touch.size));
  finding.hint = std::move(hint);
  finding.object = std::move(object);
  Add({kind, touch.site->id}, thread, std::move(finding));
}

void Checker::StopKernel(std::string_view what) {
  fault_told_ = true;
  RaiseFault(LaunchFault::kIllegalAddress, fmt::format("{} {}", DescribeCurrentThread(), what));
}

void Checker::ReportFreed(ThreadRun& thread, const Touch& touch, const MemoryObject& object) {
  const ObjectFacts& facts = memory_.Of(object);
  const FindingKey key{FindingKind::kUseAfterFree, touch.site->id, 0, facts.group};
  if (CountsAgain(key, thread)) return;
  Finding finding = Begin(
      FindingKind::kUseAfterFree,
      fmt::format("a thread {} {} after it was freed", Verb(touch.kind), Quoted(facts.name, "memory")), touch.site);
  finding.accesses.push_back(TellThread(thread, touch.site, DeedOf(touch.kind), touch.size));
  Access freed{.deed = Deed::kFreed, .by_host = facts.space != Space::kHeap, .place = HostPlace(object.freed_by)};
  if (facts.space == Space::kHeap) {
    freed.place = PlaceOf(static_cast<const LockstepSite*>(object.freed_by));
    freed.deed = Deed::kCalled;
    freed.note = "or another freed it";
    freed.block = finding.accesses[0].block;
    freed.thread = finding.accesses[0].thread;
  }
  finding.accesses.push_back(std::move(freed));
  finding.object = memory_.Tell(facts, touch.address);
  finding.hint = "free it after its last use; call `cudaDeviceSynchronize()` first if a kernel may still be running";
  Add(key, thread, std::move(finding));
}

void Checker::ReportOutsideShared(BlockCheck& block, ThreadRun& thread, const Touch& touch, const Miss& miss) {
  if (miss.kind == MissKind::kNoShared)
    return ReportAt(
        thread, touch, FindingKind::kSharedOutOfBounds,
        fmt::format("a thread {} shared memory that belongs to no variable of the kernel", Verb(touch.kind)), "");
  const Span& meant = block.shared[miss.shared];
  const ObjectFacts facts = memory_.FactsAt(meant);
  if (miss.kind == MissKind::kNoDynamicShared)
    return ReportAt(
        thread, touch, FindingKind::kDynamicShared,
        fmt::format("a thread {} `{}`, but the launch passes no dynamic shared memory", Verb(touch.kind), facts.name),
        "pass the bytes as third value between `<<<` and `>>>`", memory_.Tell(facts, touch.address));
  if (miss.kind == MissKind::kPastDynamicShared)
    ReportAt(thread, touch, FindingKind::kDynamicShared,
             fmt::format("a thread {} `{}` past the {} of dynamic shared memory that the launch passes",
                         Verb(touch.kind), facts.name, Bytes(facts.size)),
             "pass more bytes as third value between `<<<` and `>>>`", memory_.Tell(facts, touch.address));
  else
    ReportOutside(thread, touch, FindingKind::kSharedOutOfBounds, facts);
  if (!IsMapped(touch.address)) StopKernel("left shared memory by far");
}

// Memory that is none of the device's.
void Checker::ReportForeign(ThreadRun& thread, const Touch& touch) {
  if (machine_.Locate(reinterpret_cast<const void*>(touch.address)).DeviceCanTouch()) return;
  // Constants that the compiler made: literals, tables.
  if (touch.kind == AccessKind::kRead && IsInReadOnlyImage(touch.address)) return;
  if (IsOnOtherStack(thread, touch.address)) return ReportEscape(thread, touch, "a local variable of another thread");
  if (IsMapped(touch.address)) {
    const bool argument = touch.base != 0;
    ReportAt(thread, touch, argument ? FindingKind::kHostArgument : FindingKind::kHostPointer,
             fmt::format("a thread {} host memory{}", Verb(touch.kind),
                         argument ? " that an argument of the kernel points to" : ""),
             "allocate with `cudaMalloc` and copy with `cudaMemcpy`, or use `cudaMallocManaged`");
    StopKernel("used a pointer to host memory");
  }
  ReportAt(thread, touch, FindingKind::kWildPointer,
           fmt::format("a thread {} through a pointer that points to nothing", Verb(touch.kind)),
           "has the pointer, or the index that is added to it, been set?");
  StopKernel("touched memory that is not there");
}

void Checker::ReportBadAddress(BlockCheck& block, ThreadRun& thread, const Touch& touch) {
  const Miss miss = Classify(machine_, block.shared_memory, touch.address, touch.base);
  switch (miss.kind) {
    case MissKind::kNoShared:
    case MissKind::kNoDynamicShared:
    case MissKind::kPastDynamicShared:
    case MissKind::kShared: return ReportOutsideShared(block, thread, touch, miss);
    case MissKind::kNull:
      ReportAt(thread, touch, FindingKind::kNullPointer,
               fmt::format("a thread {} through a null pointer", Verb(touch.kind)),
               "was the allocation's error looked at, and is the pointer set before the launch?");
      StopKernel("used a null pointer");
    case MissKind::kAllocation: {
      const bool on_heap = miss.object->kind == MemoryKind::kHeap;
      ReportOutside(thread, touch, on_heap ? FindingKind::kHeapOutOfBounds : FindingKind::kGlobalOutOfBounds,
                    memory_.Of(*miss.object));
      if (!miss.is_near) StopKernel("touched memory outside every allocation");
      return;
    }
    case MissKind::kFreed: return ReportFreed(thread, touch, *miss.object);
    case MissKind::kNoAllocation:
      ReportAt(thread, touch, FindingKind::kWildPointer,
               fmt::format("a thread {} memory that belongs to no allocation", Verb(touch.kind)),
               "has the pointer, or the index that is added to it, been set?");
      StopKernel("touched memory outside every allocation");
    case MissKind::kVariable:
      ReportOutside(thread, touch, FindingKind::kVariableOutOfBounds,
                    *memory_.FindVariable(reinterpret_cast<std::uint64_t>(miss.global->global->address)));
      if (!IsMapped(touch.address)) StopKernel("left a variable by far");
      return;
    case MissKind::kOther: return ReportForeign(thread, touch);
  }
}

void Checker::ReportMisaligned(ThreadRun& thread, const Touch& touch, const Span& span) {
  const FindingKey key{FindingKind::kMisaligned, touch.site->id, 0, span.group};
  if (CountsAgain(key, thread)) return;
  Finding finding = Begin(
      FindingKind::kMisaligned,
      fmt::format("a thread {} {} at an address that its type does not allow", Verb(touch.kind), Bytes(touch.size)),
      touch.site);
  finding.accesses.push_back(TellThread(thread, touch.site, DeedOf(touch.kind), touch.size));
  const ObjectFacts facts = memory_.FactsAt(span);
  finding.object = memory_.Tell(facts, touch.address);
  finding.hint = "a GPU ends the kernel here; keep a wide type's address a multiple of its size";
  Add(key, thread, std::move(finding));
}

void Checker::ReportReadOnly(ThreadRun& thread, const Touch& touch, const Span& span) {
  const FindingKey key{FindingKind::kReadOnlyWrite, touch.site->id, 0, span.group};
  if (CountsAgain(key, thread)) return;
  const ObjectFacts& facts = *memory_.Get(span.object);
  Finding finding = Begin(FindingKind::kReadOnlyWrite,
                          fmt::format("a thread writes `{}`, which kernels can only read", facts.name), touch.site);
  finding.accesses.push_back(TellThread(thread, touch.site, DeedOf(touch.kind), touch.size));
  finding.object = memory_.Tell(facts, touch.address);
  finding.hint = "make it `__device__`, or let the host write it with `cudaMemcpyToSymbol`";
  Add(key, thread, std::move(finding));
}

namespace {

std::string FactOfUndefined(std::uint64_t what, std::uint64_t operand) {
  const auto width = static_cast<std::uint32_t>(what);
  if (what >> 32 == LOCKSTEP_UNDEFINED_SHIFT >> 32)
    return fmt::format("a thread shifts {} bits by {}", width,
                       width == 32 ? static_cast<std::int32_t>(operand) : static_cast<std::int64_t>(operand));
  if (what >> 32 == LOCKSTEP_UNDEFINED_CONVERSION >> 32)
    return fmt::format("a thread converts {:g} to a whole number of {} bits, which it does not fit",
                       std::bit_cast<double>(operand), width);
  return "a thread divides the least whole number by -1, and the quotient does not fit";
}

const char* HintForUndefined(std::uint64_t what) {
  if (what >> 32 == LOCKSTEP_UNDEFINED_SHIFT >> 32)
    return "C++ leaves this open; a GPU shifts every bit out, the host's processor does not: test the count first";
  if (what >> 32 == LOCKSTEP_UNDEFINED_CONVERSION >> 32)
    return "C++ leaves this open; a GPU gives the nearest number of 32 or 64 bits, the host's processor does not: "
           "clamp the number first";
  return "C++ leaves this open; a GPU gives the same number again, the host's processor ends the program";
}

}  // namespace

void Checker::ReportUndefined(ThreadRun& thread, const LockstepSite* site, std::uint64_t what, std::uint64_t operand) {
  const bool by_zero = what == LOCKSTEP_UNDEFINED_BY_ZERO;
  const FindingKind kind = by_zero ? FindingKind::kDivisionByZero : FindingKind::kUndefined;
  collector_.Add({kind, site->id, static_cast<std::uint32_t>(what >> 32)}, RankOf(thread), ThisWorker().recent, [&] {
    Finding finding =
        Begin(kind, by_zero ? "a thread divides a whole number by zero" : FactOfUndefined(what, operand), site);
    finding.accesses.push_back(TellThread(thread, site, Deed::kCalled, 0));
    finding.accesses.back().note = "does it";
    finding.hint = by_zero ? "a GPU goes on with all bits set; test the divisor first" : HintForUndefined(what);
    return finding;
  });
}

void Checker::ReportLocal(ThreadRun& thread, const Touch& touch, std::uint64_t size, const LockstepVariable* variable) {
  const std::string name = variable ? variable->name : "";
  const bool before = touch.address < touch.base;
  Finding finding =
      Begin(FindingKind::kLocalOutOfBounds,
            fmt::format("a thread {} {} {}", Verb(touch.kind), before ? "before the start of" : "past the end of",
                        Quoted(name, "a local array")),
            touch.site);
  finding.accesses.push_back(TellThread(thread, touch.site, DeedOf(touch.kind), touch.size));
  finding.object = FindingObject{.name = name,
                                 .what = "local memory",
                                 .size = size,
                                 .offset = static_cast<std::int64_t>(touch.address - touch.base)};
  if (variable) finding.object->allocated_at = {.file = variable->file, .line = variable->line};
  finding.hint = "keep the index inside the array";
  Add({FindingKind::kLocalOutOfBounds, touch.site->id}, thread, std::move(finding));
  const std::uint64_t distance = before ? touch.base - touch.address : touch.address - touch.base;
  StopKernel(fmt::format("left a local array by {}", Bytes(distance)));
}

}  // namespace lockstep
