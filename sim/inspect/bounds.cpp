#include "sim/inspect/bounds.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include "sim/inspect/access_words.h"
#include "sim/inspect/locals.h"
#include "sim/inspect/miss_words.h"
#include "sim/inspect/worker.h"
#include "sim/machine/host_memory.h"
#include "sim/machine/memory_map.h"

namespace lockstep::inspect {
namespace {

bool IsMapped(std::uint64_t address) {
  unsigned char there = 0;
  return mincore(reinterpret_cast<void*>(address & ~4095ull), 1, &there) == 0;
}

// Of the host thread that calls. Limit: the usual size of a stack.
bool IsOnStack(const memory::MemoryObject& array) {
  const auto here = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
  return array.address - here < std::uint64_t{8} << 20;
}

// If one array ends at the other's beginning, both may be parts of one that the program has cut. Variables of a
// function stand side by side without meaning it.
bool IsReachedFrom(const memory::MemoryObject& meant, const memory::MemoryObject& array) {
  if (&meant == &array) return true;
  return (meant.end() == array.address || array.end() == meant.address) && !IsOnStack(meant);
}

check::Span* Keep(const check::Span& found, const Touch& touch, check::Span& cached) {
  cached = found;
  cached.base = touch.base;
  return &cached;
}

}  // namespace

check::Span* BoundsCheck::Locate(CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch,
                                 check::Span& cached) {
  if (thread.run && thread.run->is_played()) return LocatePlayed(block, thread, touch, cached);
  const launch::ClusterRun* cluster = thread.run ? thread.run->cluster() : nullptr;
  const machine::MemoryMap map{.machine = context_.machine,
                               .own = OwnMemory(thread),
                               .shared = block.shared_memory,
                               .cluster = cluster ? &cluster->memory : nullptr};
  const machine::MemoryAccess access{.address = touch.address, .size = touch.size, .base = touch.base};
  if (const launch::BlockRun* meant = cluster ? MeantPeer(block, *cluster, touch) : nullptr) {
    ReportMissInPeer(*meant, thread, touch);
    return nullptr;
  }
  const std::optional<machine::Spot> spot = map.Find(access);
  if (!spot) {
    ReportMiss(block, thread, touch, map.MissOf(access));
    return nullptr;
  }
  switch (spot->holder) {
    case machine::Holder::kOwn: return nullptr;
    case machine::Holder::kShared: return Keep(block.shared[spot->index], touch, cached);
    case machine::Holder::kPeer: return FindInPeer(cluster->blocks[spot->index], thread, touch, cached);
    case machine::Holder::kProgram: break;
  }
  const ObjectFacts* facts = FactsOf(spot->location);
  return facts ? Keep(context_.memory.SpanOf(*facts), touch, cached) : nullptr;
}

check::Span* BoundsCheck::Find(const CheckedBlock& block, const launch::ThreadRun& thread, const Touch& touch,
                               check::Span& cached) {
  const machine::MemoryMap map{
      .machine = context_.machine, .own = OwnMemory(thread), .shared = block.shared_memory, .cluster = nullptr};
  const std::optional<machine::Spot> spot =
      map.Find({.address = touch.address, .size = touch.size, .base = touch.base});
  if (!spot) return nullptr;
  if (spot->holder == machine::Holder::kShared) return Keep(block.shared[spot->index], touch, cached);
  const ObjectFacts* facts = spot->holder == machine::Holder::kProgram ? FactsOf(spot->location) : nullptr;
  return facts ? Keep(context_.memory.SpanOf(*facts), touch, cached) : nullptr;
}

check::Span* BoundsCheck::LocatePlayed(CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch,
                                       check::Span& cached) {
  const machine::Miss miss = machine::Classify(context_.machine, block.shared_memory, touch.address, touch.base);
  // Without the pointer that was indexed, the access may be meant for any memory.
  const memory::MemoryObject* const meant =
      touch.base && miss.object && memory::IsPlayed(miss.object->kind) ? miss.object : nullptr;
  if (const auto location =
          machine::FindInProgram(context_.machine, {.address = touch.address, .size = touch.size, .base = 0})) {
    if (!location->object || !memory::IsPlayed(location->object->kind)) return nullptr;
    if (!meant || IsReachedFrom(*meant, *location->object))
      return Keep(context_.memory.SpanOf(context_.memory.Of(*location->object)), touch, cached);
  }
  if (meant) ReportMiss(block, thread, touch, miss);
  return nullptr;
}

// In the shared memory of another block of the cluster, which may not have begun yet.
check::Span* BoundsCheck::FindInPeer(const launch::BlockRun* peer, launch::ThreadRun& thread, const Touch& touch,
                                     check::Span& cached) {
  if (!peer) {
    context_.ReportAt(thread, touch, report::FindingKind::kUseAfterFree,
                      fmt::format("a thread {} the shared memory of a block of its cluster that has left the kernel",
                                  Verb(touch.kind)),
                      "let all blocks of the cluster reach a last `cluster.sync()`");
    return nullptr;
  }
  CheckedBlock& checked = CheckedPeer(*peer);
  if (const auto index = checked.shared_memory.FindMeant(touch.address, touch.size, touch.base))
    return Keep(checked.shared[*index], touch, cached);
  ReportMissInPeer(*peer, thread, touch);
  return nullptr;
}

// The pointer that was indexed says whose memory was meant.
const launch::BlockRun* BoundsCheck::MeantPeer(const CheckedBlock& own, const launch::ClusterRun& cluster,
                                               const Touch& touch) const {
  const auto meant = touch.base ? cluster.memory.RankOf(touch.base) : std::nullopt;
  if (!meant || meant == cluster.memory.RankOf(touch.address)) return nullptr;
  const bool is_own = reinterpret_cast<std::uint64_t>(cluster.memory.arenas[*meant]) == own.shared_memory.begin;
  return is_own ? nullptr : cluster.blocks[*meant];
}

CheckedBlock& BoundsCheck::CheckedPeer(const launch::BlockRun& peer) {
  auto& checked = ThisWorker().runs[&peer];
  if (!checked) checked = blocks_.Make(peer.block(), peer.linear());
  return *checked;
}

void BoundsCheck::ReportMissInPeer(const launch::BlockRun& peer, launch::ThreadRun& thread, const Touch& touch) {
  const CheckedBlock& checked = CheckedPeer(peer);
  ReportMiss(checked, thread, touch,
             machine::Classify(context_.machine, checked.shared_memory, touch.address, touch.base));
}

const ObjectFacts* BoundsCheck::FactsOf(const machine::Location& location) {
  if (location.global) return context_.memory.FindVariable(reinterpret_cast<std::uint64_t>(location.global->address));
  return &context_.memory.Of(*location.object);
}

std::optional<ObjectFacts> BoundsCheck::MissedBy(const CheckedBlock& block, const machine::Miss& miss) {
  switch (miss.kind) {
    case machine::MissKind::kNoDynamicShared:
    case machine::MissKind::kPastDynamicShared:
    case machine::MissKind::kShared: return context_.memory.FactsAt(block.shared[miss.shared]);
    case machine::MissKind::kAllocation:
    case machine::MissKind::kFreed: return context_.memory.Of(*miss.object);
    case machine::MissKind::kVariable:
      return *context_.memory.FindVariable(reinterpret_cast<std::uint64_t>(miss.global->global->address));
    default: return std::nullopt;
  }
}

bool BoundsCheck::IsHarmless(launch::ThreadRun& thread, const Touch& touch) {
  if (context_.machine.Locate(reinterpret_cast<const void*>(touch.address)).DeviceCanTouch()) return true;
  // Constants that the compiler made: literals, tables.
  if (touch.kind == trace::AccessKind::kRead && machine::IsInReadOnlyImage(touch.address)) return true;
  if (!IsOnOtherStack(thread, touch.address)) return false;
  ReportEscape(context_, thread, touch, "a local variable of another thread");
  return true;
}

void BoundsCheck::ReportMiss(const CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch,
                             const machine::Miss& miss) {
  if (miss.kind == machine::MissKind::kOther && IsHarmless(thread, touch)) return;
  if (miss.kind == machine::MissKind::kOther && !touch.base && IsPastLocals(thread, touch.address))
    ReportPastLocals(context_, thread, touch);
  const std::optional<ObjectFacts> object = MissedBy(block, miss);
  MissFacts facts{.access = touch.kind,
                  .address = touch.address,
                  .is_mapped = DependsOnMapping(miss.kind) && IsMapped(touch.address),
                  .is_argument = touch.base != 0,
                  .is_of_peer = thread.run && block.linear != thread.run->linear()};
  if (object) {
    facts.name = object->name;
    facts.begin = object->address;
    facts.size = object->size;
  }
  const check::FindingKey key{KindOf(miss, facts), touch.site->id, 0, object ? object->group : 0};
  if (!context_.CountsAgain(key, thread)) {
    report::Finding finding = context_.Begin(key.kind, FactOf(miss, facts), touch.site);
    finding.sides.push_back(context_.SideOf(thread, touch));
    if (miss.kind == machine::MissKind::kFreed) AddFree(finding, *miss.object);
    if (object) finding.object = context_.memory.ObjectOf(*object, touch.address);
    finding.hint = HintFor(miss, facts);
    context_.Add(key, thread, std::move(finding));
  }
  if (const char* why = WhyItEnds(miss, facts)) context_.StopKernel(why);
}

// Limit: which thread freed memory of the device's heap is not known.
void BoundsCheck::AddFree(report::Finding& finding, const memory::MemoryObject& object) const {
  report::FindingSide freed{
      .action = report::Action::kFree, .by_host = true, .place = session::HostPlace(object.freed_by)};
  if (object.kind == memory::MemoryKind::kHeap)
    freed = {.action = report::Action::kCall,
             .block = finding.sides[0].block,
             .thread = finding.sides[0].thread,
             .place = context_.PlaceOf(static_cast<const LockstepSite*>(object.freed_by)),
             .note = "or another freed it"};
  finding.sides.push_back(std::move(freed));
}

void BoundsCheck::ReportMisaligned(launch::ThreadRun& thread, const Touch& touch, const check::Span& span) {
  const check::FindingKey key{report::FindingKind::kMisaligned, touch.site->id, 0, span.group};
  if (context_.CountsAgain(key, thread)) return;
  report::Finding finding = context_.Begin(
      key.kind,
      fmt::format("a thread {} {} at an address that its type does not allow", Verb(touch.kind), Bytes(touch.size)),
      touch.site);
  finding.sides.push_back(context_.SideOf(thread, touch));
  finding.object = context_.memory.ObjectOf(context_.memory.FactsAt(span), touch.address);
  finding.hint = "a GPU ends the kernel here; keep a wide type's address a multiple of its size";
  context_.Add(key, thread, std::move(finding));
}

void BoundsCheck::ReportReadOnly(launch::ThreadRun& thread, const Touch& touch, const check::Span& span) {
  const check::FindingKey key{report::FindingKind::kReadOnlyWrite, touch.site->id, 0, span.group};
  if (context_.CountsAgain(key, thread)) return;
  const ObjectFacts& facts = *context_.memory.Get(span.object);
  report::Finding finding = context_.Begin(
      key.kind, fmt::format("a thread writes `{}`, which kernels can only read", facts.name), touch.site);
  finding.sides.push_back(context_.SideOf(thread, touch));
  finding.object = context_.memory.ObjectOf(facts, touch.address);
  finding.hint = "make it `__device__`, or let the host write it with `cudaMemcpyToSymbol`";
  context_.Add(key, thread, std::move(finding));
}

}  // namespace lockstep::inspect
