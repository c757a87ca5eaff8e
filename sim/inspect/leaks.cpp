#include "sim/inspect/leaks.h"

#include <fmt/format.h>

#include "sim/inspect/access_words.h"

namespace lockstep::inspect {
namespace {

// MemoryObject::flags of what the runtime has allocated for itself.
constexpr std::uint32_t kInternal = 0xffffffff;

std::uint32_t IdOf(const LockstepSite* site) { return site ? site->id : 0; }

}  // namespace

void LeakCheck::FreesInVain(const void* pointer) {
  const std::lock_guard lock(mutex_);
  const memory::DeviceMemory& memory = context_.machine.memory();
  if (!pointer) {
    for (const memory::MemoryObject* object : memory.LiveObjects()) freed_in_vain_.insert(object->serial);
    return;
  }
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  const memory::MemoryObject* object = memory.FindLive(address);
  if (object && object->address == address) freed_in_vain_.insert(object->serial);
}

void LeakCheck::ProgramEnds() {
  const std::lock_guard lock(mutex_);
  for (const memory::MemoryObject* object : context_.machine.memory().LiveObjects()) {
    if (!IsLeak({.kind = object->kind, .is_internal = object->flags == kInternal})) continue;
    if (!check::HasLeaked(end_, freed_in_vain_.contains(object->serial))) continue;
    const ObjectFacts& facts = context_.memory.Of(*object);
    report::Finding finding{.kind = report::FindingKind::kLeak,
                            .fact = fmt::format("{} is never freed", Quoted(facts.name, "memory")),
                            .place = session::HostPlace(object->allocated_by)};
    finding.object = context_.memory.ObjectOf(facts, 0);
    finding.hint = "call `cudaFree` after the last use";
    const check::FindingKey key{report::FindingKind::kLeak, reinterpret_cast<std::uint64_t>(object->allocated_by)};
    context_.collector.Add(key, {.launch = ~0ull, .block = object->serial}, [&] { return std::move(finding); });
  }
}

void LeakCheck::HeapFrees(launch::ThreadRun& thread, std::uint64_t address) {
  const memory::MemoryObject* object = context_.machine.memory().Find(address);
  if (object && object->live && object->address == address && object->kind == memory::MemoryKind::kHeap) return;
  const bool again = object && !object->live && object->address == address;
  const auto kind = again ? report::FindingKind::kDoubleFree : report::FindingKind::kInnerFree;
  report::Finding finding = context_.Begin(kind,
                                           again ? "a thread frees device heap memory that is free already"
                                                 : "a thread frees a pointer that `malloc` did not give",
                                           thread.site);
  finding.sides.push_back(context_.SideOf(thread, thread.site, report::Action::kFree, 0));
  if (again && object->freed_by) {
    finding.sides.push_back(
        context_.SideOf(thread, static_cast<const LockstepSite*>(object->freed_by), report::Action::kCall, 0));
    finding.sides.back().note = "or another freed it";
  }
  if (object) finding.object = context_.memory.ObjectOf(context_.memory.Of(*object), address);
  finding.hint = "free each pointer once, as `malloc` gave it";
  context_.fault_is_reported = true;
  context_.Add({kind, IdOf(thread.site)}, thread, std::move(finding));
}

void LeakCheck::HeapIsExhausted(launch::ThreadRun& thread, std::uint64_t size) {
  report::Finding finding =
      context_.Begin(report::FindingKind::kHeapExhausted, "`malloc` on the device finds no room", thread.site);
  finding.sides.push_back(context_.SideOf(thread, thread.site, report::Action::kCall, 0));
  finding.sides.back().note = fmt::format("asks for {} bytes", size);
  finding.hint = "`cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes)` makes the heap larger";
  context_.Add({report::FindingKind::kHeapExhausted, IdOf(thread.site)}, thread, std::move(finding));
}

}  // namespace lockstep::inspect
