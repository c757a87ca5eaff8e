
#include <fmt/format.h>

#include "sim/hooks/check.h"
#include "sim/inspect/checker.h"

namespace lockstep {
namespace {

std::uint64_t AddressOf(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

// Bit i of the cell's four bytes; true where the object as a whole is written.
bool IsWritten(ProgramMemory& memory, const ObjectFacts& facts, std::uint64_t address) {
  if (facts.all_written) return true;
  const std::uint64_t offset = address - (facts.address & ~(kCellBytes - 1));
  return Note{memory.SpanOf(facts).cells[offset / kCellBytes].write}.written() >> (offset % kCellBytes) & 1;
}

}  // namespace

// --- memory

ObjectFacts* Checker::FindObject(std::uint64_t address) {
  const MemoryObject* object = machine_.memory().FindLive(address);
  return object && object->kind != MemoryKind::kRegistered ? &memory_.Of(*object) : nullptr;
}

void Checker::HostWrites(std::uint64_t address, std::uint64_t size) {
  if (ObjectFacts* facts = FindObject(address)) memory_.MarkWritten(*facts, address, size);
}

void Checker::HostCopies(std::uint64_t to, std::uint64_t from, std::uint64_t size, const void* caller) {
  ObjectFacts *target = FindObject(to), *source = FindObject(from);
  if (!target) return;
  if (!source || source->all_written) return memory_.MarkWritten(*target, to, size);
  if (target->all_written) memory_.SpellOut(*target);
  Span span = memory_.SpanOf(*target);
  for (std::uint64_t i = 0; i < size; ++i) {
    const std::uint64_t offset = to + i - (target->address & ~(kCellBytes - 1));
    std::uint64_t& note = span.cells[offset / kCellBytes].write;
    const std::uint64_t bit = Note::Written(1u << (offset % kCellBytes));
    const bool written = IsWritten(memory_, *source, from + i);
    note = written ? note | bit : note & ~bit;
    if (!written) memory_.NoteOrigin(span, to + i, 1, OriginOfHostCopy(*source, from + i, caller));
  }
}

// A copy between two allocations carries bytes along that nobody has written: they are the source's.
std::uint32_t Checker::OriginOfHostCopy(const ObjectFacts& source, std::uint64_t address, const void* caller) {
  const std::uint64_t cell = (address - (source.address & ~(kCellBytes - 1))) / kCellBytes;
  if (const std::uint32_t stored = memory_.SpanOf(source).origins[cell]) return stored;
  const FindingKey key{FindingKind::kUninitializedGlobal, AddressOf(caller), 0, source.group};
  const std::lock_guard lock(origin_mutex_);
  auto [found, is_new] =
      origin_index_.try_emplace(key, static_cast<std::uint32_t>(origins_.size()) + LOCKSTEP_ORIGIN_FIRST);
  if (!is_new) return found->second;
  Finding finding{.kind = FindingKind::kUninitializedGlobal,
                  .fact = fmt::format("a thread uses a value of {} that was never written",
                                      source.name.empty() ? "global memory" : "`" + source.name + "`"),
                  .place = HostPlace(caller)};
  finding.accesses.push_back(
      {.deed = Deed::kCalled, .by_host = true, .place = HostPlace(caller), .note = "copies it to other memory"});
  finding.object = memory_.Tell(source, address);
  AddPartialWrite(finding, source);
  finding.hint = "write it first: with a copy, with `cudaMemset`, or in an earlier kernel";
  origins_.push_back(
      {.finding = std::move(finding), .key = key, .rank = {.launch = launch_count_}, .of_host_copy = true});
  return found->second;
}

bool Checker::IsOfHostCopy(std::uint32_t origin) {
  const std::lock_guard lock(origin_mutex_);
  return !IsOfLocal(origin) && origin >= LOCKSTEP_ORIGIN_FIRST && origins_[origin - LOCKSTEP_ORIGIN_FIRST].of_host_copy;
}

Finding Checker::FindingOf(std::uint32_t origin) {
  const std::lock_guard lock(origin_mutex_);
  return origins_[origin - LOCKSTEP_ORIGIN_FIRST].finding;
}

// The last call that wrote part of the object only.
void Checker::AddPartialWrite(Finding& finding, const ObjectFacts& facts) {
  if (!facts.partly.caller) return;
  finding.accesses.push_back(
      {.deed = Deed::kCalled,
       .by_host = true,
       .place = HostPlace(facts.partly.caller),
       .note = fmt::format("{} {} of its {} bytes", facts.partly.what, facts.partly.bytes, facts.size)});
}

void Checker::HostFilled(std::uint64_t address, const PartialWrite& write) {
  ObjectFacts* facts = FindObject(address);
  if (facts) facts->partly = write.bytes < facts->size ? write : PartialWrite{};
}

// The host looks at the bytes: they decide. Those that a kernel made from unwritten memory name that memory.
void Checker::HostReads(std::uint64_t address, std::uint64_t size, const void* caller) {
  ObjectFacts* facts = FindObject(address);
  if (!facts || facts->all_written) return;
  const Span span = memory_.SpanOf(*facts);
  std::uint64_t unwritten = 0, first = 0, told = ~0ull;
  std::optional<Finding> source;
  for (std::uint64_t at = address; at < address + size; ++at) {
    if (IsWritten(memory_, *facts, at)) continue;
    const std::uint64_t cell = (at - (facts->address & ~(kCellBytes - 1))) / kCellBytes;
    const std::uint32_t stored = span.origins[cell];
    if (stored && !IsOfHostCopy(stored)) {
      if (told != cell) ReportStored(Note{span.cells[cell].write}, stored);
      told = cell;
      continue;
    }
    if (unwritten++ != 0) continue;
    first = at;
    if (stored) source = FindingOf(stored);
  }
  if (!unwritten) return;
  Finding finding{.kind = FindingKind::kUninitializedCopy,
                  .fact = fmt::format("the host copies back {} byte{} that {} never written", unwritten,
                                      unwritten == 1 ? "" : "s", unwritten == 1 ? "was" : "were"),
                  .place = HostPlace(caller)};
  finding.accesses.push_back({.deed = Deed::kCalled, .by_host = true, .place = HostPlace(caller), .note = "copies it"});
  finding.object = memory_.Tell(*facts, first);
  AddPartialWrite(finding, *facts);
  if (source) {
    finding.object = source->object;
    finding.accesses.insert(finding.accesses.end(), source->accesses.begin(), source->accesses.end());
  }
  finding.hint = "does a thread write every element, and does the launch have enough threads?";
  collector_.Add({FindingKind::kUninitializedCopy, AddressOf(caller), 0, facts->group}, {.launch = launch_.number},
                 [&] { return std::move(finding); });
}

void Checker::CheckHostBuffer(std::uint64_t address, std::uint64_t size, bool writes, std::uint64_t bytes,
                              const void* caller) {
  const std::optional<HostBuffer> buffer = host_buffers_.Find(address);
  if (!buffer || size <= buffer->begin + buffer->size - address) return;
  Finding finding{.kind = FindingKind::kCopyOutOfBounds,
                  .fact = fmt::format("a copy of {} byte{} {} past the end of the host's memory", bytes,
                                      bytes == 1 ? "" : "s", writes ? "writes" : "reads"),
                  .place = HostPlace(caller)};
  finding.accesses.push_back({.deed = Deed::kCalled, .by_host = true, .place = HostPlace(caller)});
  finding.accesses.back().note = fmt::format("copies {} byte{}: `{}` has {} to its end", bytes, bytes == 1 ? "" : "s",
                                             writes ? "dst" : "src", buffer->begin + buffer->size - address);
  finding.object = FindingObject{
      .what = "the host's memory", .size = buffer->size, .offset = static_cast<std::int64_t>(address - buffer->begin)};
  if (buffer->allocated_by) finding.object->allocated_at = HostPlace(buffer->allocated_by);
  finding.hint = "sizes are in bytes: `n * sizeof(T)`, and both sides must have so many";
  collector_.Add({FindingKind::kCopyOutOfBounds, AddressOf(caller), writes}, {.launch = launch_count_},
                 [&] { return std::move(finding); });
}

void Checker::SaveReport() {
  if (collector_.HasChanged()) WriteWhatIsKnown();
}

// A kernel stored what it made of unwritten memory, and the host reads it.
void Checker::ReportStored(Note note, std::uint32_t origin) {
  const LockstepSite* site = EpisodeOf(note.segment()) ? SiteAt(note.site()) : nullptr;
  Collector::Recent& recent = ThisWorker().recent;
  if (IsOfLocal(origin)) {
    const FindingKey key{FindingKind::kUninitializedLocal, site ? site->id : 0, 0, origin};
    const Rank rank = RankOf(note.segment());
    collector_.Add(key, rank, recent, [&] {
      Finding finding = Begin(FindingKind::kUninitializedLocal, "", site);
      if (site) finding.accesses.push_back(TellSegment(note.segment(), note.site(), Deed::kWrote, 4));
      TellVariable(finding, origin, "stores", "before it has a value, and the host reads it");
      return finding;
    });
    return;
  }
  const std::lock_guard lock(origin_mutex_);
  if (origin < LOCKSTEP_ORIGIN_FIRST || origin - LOCKSTEP_ORIGIN_FIRST >= origins_.size()) return;
  const Origin& known = origins_[origin - LOCKSTEP_ORIGIN_FIRST];
  collector_.Add(known.key, known.rank, recent, [&] {
    Finding finding = known.finding;
    finding.origin = site
                         ? fmt::format("what comes of it is stored at line {}, and the host copies it back", site->line)
                         : "what comes of it is copied, and the host copies it back";
    return finding;
  });
}

// --- calls that went wrong

void Checker::ReportCall(FindingKind kind, std::string fact, const void* caller, std::string note, std::string hint,
                         std::uint64_t pointer) {
  Finding finding{.kind = kind, .fact = std::move(fact), .place = HostPlace(caller), .hint = std::move(hint)};
  finding.accesses.push_back(
      {.deed = Deed::kCalled, .by_host = true, .place = HostPlace(caller), .note = std::move(note)});
  if (const MemoryObject* object =
          pointer && machine_.memory().Owns(pointer) ? machine_.memory().Find(pointer) : nullptr) {
    const ObjectFacts& facts = memory_.Of(*object);
    if (!object->live)
      finding.accesses.push_back({.deed = Deed::kFreed, .by_host = true, .place = HostPlace(object->freed_by)});
    finding.object = memory_.Tell(facts, pointer);
    if (pointer == facts.address) finding.object->offset.reset();
  }
  collector_.Add({kind, AddressOf(caller)}, {.launch = launch_count_}, [&] { return std::move(finding); });
  SaveReport();
}

void Checker::ReportHeapFree(ThreadRun& thread, std::uint64_t address) {
  const MemoryObject* object = machine_.memory().Find(address);
  if (object && object->live && object->address == address && object->kind == MemoryKind::kHeap) return;
  const bool again = object && !object->live && object->address == address;
  const FindingKind kind = again ? FindingKind::kDoubleFree : FindingKind::kInnerFree;
  Finding finding = Begin(kind,
                          again ? "a thread frees device heap memory that is free already"
                                : "a thread frees a pointer that `malloc` did not give",
                          thread.site);
  finding.accesses.push_back(TellThread(thread, thread.site, Deed::kFreed, 0));
  if (again && object->freed_by) {
    finding.accesses.push_back(
        TellThread(thread, static_cast<const LockstepSite*>(object->freed_by), Deed::kCalled, 0));
    finding.accesses.back().note = "or another freed it";
  }
  if (object) finding.object = memory_.Tell(memory_.Of(*object), address);
  finding.hint = "free each pointer once, as `malloc` gave it";
  fault_told_ = true;
  Add({kind, thread.site ? thread.site->id : 0}, thread, std::move(finding));
}

void Checker::ReportHeapExhausted(ThreadRun& thread, std::uint64_t size) {
  Finding finding = Begin(FindingKind::kHeapExhausted, "`malloc` on the device finds no room", thread.site);
  finding.accesses.push_back(TellThread(thread, thread.site, Deed::kCalled, 0));
  finding.accesses.back().note = fmt::format("asks for {} bytes", size);
  finding.hint = "`cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes)` makes the heap larger";
  Add({FindingKind::kHeapExhausted, thread.site ? thread.site->id : 0}, thread, std::move(finding));
}

void Checker::ReportLeaks() {
  // After a fault every call fails, also those that free.
  if (has_failed_) return;
  for (const MemoryObject* object : machine_.memory().LiveObjects()) {
    if (object->kind == MemoryKind::kHeap || object->kind == MemoryKind::kRegistered || object->flags == 0xffffffff)
      continue;
    const ObjectFacts& facts = memory_.Of(*object);
    Finding finding{.kind = FindingKind::kLeak,
                    .fact = fmt::format("{} is never freed", facts.name.empty() ? "memory" : "`" + facts.name + "`"),
                    .place = HostPlace(object->allocated_by)};
    finding.object = memory_.Tell(facts, 0);
    finding.hint = "call `cudaFree` after the last use";
    collector_.Add({FindingKind::kLeak, AddressOf(object->allocated_by)}, {.launch = ~0ull, .block = object->serial},
                   [&] { return std::move(finding); });
  }
}

// --- what the API calls

void Checker::Fills(const FillOperation& fill, const HostCall& call) {
  const cudaMemsetParams& p = fill.parms;
  const std::uint64_t width = p.width * p.elementSize;
  const std::lock_guard one_at_a_time(machine_.work_mutex());
  WorkBegins(call.stream, call.caller, "fills");
  for (std::size_t z = 0; z < fill.depth; ++z)
    for (std::size_t y = 0; y < p.height; ++y) {
      const std::uint64_t row = AddressOf(p.dst) + z * fill.slice + y * p.pitch;
      WorkTouches(row, width, true);
      HostWrites(row, width);
    }
  HostFilled(AddressOf(p.dst), {call.caller, width * p.height * fill.depth, "fills"});
}

void Checker::Copies(const CopyPlan& plan, const HostCall& call) {
  const std::lock_guard one_at_a_time(machine_.work_mutex());
  WorkBegins(call.stream, call.caller, "copies");
  const bool to_host = machine_.Locate(plan.to).place == Place::kHost,
             from_host = machine_.Locate(plan.from).place == Place::kHost;
  const auto reach = [&](std::size_t pitch, std::size_t slice) {
    return (plan.depth - 1) * slice + (plan.height - 1) * pitch + plan.width;
  };
  if (from_host)
    CheckHostBuffer(AddressOf(plan.from), reach(plan.from_pitch, plan.from_slice), false, plan.Bytes(), call.caller);
  if (to_host)
    CheckHostBuffer(AddressOf(plan.to), reach(plan.to_pitch, plan.to_slice), true, plan.Bytes(), call.caller);
  for (std::size_t z = 0; z < plan.depth; ++z)
    for (std::size_t y = 0; y < plan.height; ++y) {
      const auto to = AddressOf(plan.to + z * plan.to_slice + y * plan.to_pitch);
      const auto from = AddressOf(plan.from + z * plan.from_slice + y * plan.from_pitch);
      WorkTouches(from, plan.width, false);
      WorkTouches(to, plan.width, true);
      if (plan.device_to_host)
        HostReads(from, plan.width, call.caller);
      else
        HostCopies(to, from, plan.width, call.caller);
    }
  if (!plan.device_to_host) HostFilled(AddressOf(plan.to), {call.caller, plan.Bytes(), "copies"});
  // A copy to pageable memory returns when it is done, whatever its name says (CUDA Runtime API, "API synchronization
  // behavior").
  if (plan.device_to_host && to_host) HostWaits(call.stream);
  SaveReport();
}

void Checker::HasAllocated(const void* pointer, std::uint64_t size, const HostCall& call) {
  const std::lock_guard one_at_a_time(machine_.work_mutex());
  WorkBegins(call.stream, call.caller, "allocates");
  WorkTouches(AddressOf(pointer), size, true);
}

void Checker::FreesMemory(const void* pointer, std::uint64_t size, const HostCall& call) {
  const std::lock_guard one_at_a_time(machine_.work_mutex());
  WorkBegins(call.stream, call.caller, "frees");
  WorkTouches(AddressOf(pointer), size, true);
}

}  // namespace lockstep
