#include "sim/inspect/host_events.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "sim/api/copy.h"
#include "sim/api/session.h"
#include "sim/hooks/check.h"
#include "sim/inspect/checker.h"
#include "sim/inspect/stream_events.h"

namespace lockstep {
namespace {

std::uint64_t AddressOf(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

ObjectFacts* FindObject(ProgramMemory& memory, std::uint64_t address) {
  const MemoryObject* object = Session::Get().memory().FindLive(address);
  return object && object->kind != MemoryKind::kRegistered ? &memory.Of(*object) : nullptr;
}

// Bit i of the cell's four bytes; true where the object as a whole is written.
bool IsWritten(ProgramMemory& memory, const ObjectFacts& facts, std::uint64_t address) {
  if (facts.all_written) return true;
  const std::uint64_t offset = address - (facts.address & ~(kCellBytes - 1));
  return Note{memory.SpanOf(facts).cells[offset / kCellBytes].write}.written() >> (offset % kCellBytes) & 1;
}

}  // namespace

// --- memory

void Checker::HostWrites(std::uint64_t address, std::uint64_t size) {
  if (ObjectFacts* facts = FindObject(memory_, address)) memory_.MarkWritten(*facts, address, size);
}

void Checker::HostCopies(std::uint64_t to, std::uint64_t from, std::uint64_t size) {
  ObjectFacts *target = FindObject(memory_, to), *source = FindObject(memory_, from);
  if (!target) return;
  if (!source || source->all_written) return memory_.MarkWritten(*target, to, size);
  if (target->all_written) memory_.SpellOut(*target);
  Cell* cells = memory_.SpanOf(*target).cells;
  for (std::uint64_t i = 0; i < size; ++i) {
    const std::uint64_t offset = to + i - (target->address & ~(kCellBytes - 1));
    std::uint64_t& note = cells[offset / kCellBytes].write;
    const std::uint64_t bit = Note::Written(1u << (offset % kCellBytes));
    note = IsWritten(memory_, *source, from + i) ? note | bit : note & ~bit;
  }
}

// The host looks at the bytes: they decide. Those that a kernel made from unwritten memory name that memory.
void Checker::HostReads(std::uint64_t address, std::uint64_t size, const void* caller) {
  ObjectFacts* facts = FindObject(memory_, address);
  if (!facts || facts->all_written) return;
  const Span span = memory_.SpanOf(*facts);
  std::uint64_t unwritten = 0, first = 0;
  for (std::uint64_t at = address; at < address + size; ++at) {
    if (IsWritten(memory_, *facts, at)) continue;
    const Note note{span.cells[(at - (facts->address & ~(kCellBytes - 1))) / kCellBytes].write};
    StoredOrigin stored;
    if (EpisodeOf(note.segment())) {
      const std::lock_guard lock(origin_mutex_);
      if (auto found = stored_origins_.find(note.site()); found != stored_origins_.end()) stored = found->second;
    }
    if (stored.origin) {
      ReportStored(note, stored.origin, stored.site);
      continue;
    }
    if (unwritten++ == 0) first = at;
  }
  if (!unwritten) return;
  Finding finding{.kind = FindingKind::kUninitializedCopy,
                  .fact = fmt::format("the host copies back {} byte{} that nobody has written", unwritten,
                                      unwritten == 1 ? "" : "s"),
                  .place = HostPlace(caller)};
  finding.accesses.push_back({.deed = Deed::kCalled, .by_host = true, .place = HostPlace(caller), .note = "copies it"});
  finding.object = memory_.Tell(*facts, first);
  finding.hint = "does a thread write every element, and does the launch have enough threads?";
  collector_.Add({FindingKind::kUninitializedCopy, AddressOf(caller), 0, facts->number}, {.launch = launch_.number},
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
  finding.accesses.back().note = fmt::format("copies {} byte{}", bytes, bytes == 1 ? "" : "s");
  finding.object = FindingObject{
      .what = "the host's memory", .size = buffer->size, .offset = static_cast<std::int64_t>(address - buffer->begin)};
  if (buffer->allocated_by) finding.object->allocated_at = HostPlace(buffer->allocated_by);
  finding.hint = "sizes are in bytes: `n * sizeof(T)`, and both sides must have so many";
  collector_.Add({FindingKind::kCopyOutOfBounds, AddressOf(caller), writes}, {.launch = launch_count_},
                 [&] { return std::move(finding); });
}

void Checker::EndInVain(std::uint32_t calls) {
  std::fprintf(stderr, "lockstep: the program was ended: a kernel has failed, and %u calls since have failed for it\n",
               calls);
  WriteWhatIsKnown();
  std::_Exit(EXIT_FAILURE);
}

void Checker::SaveReport() {
  if (collector_.HasChanged()) WriteWhatIsKnown();
}

// A kernel stored what it made of unwritten memory, and the host reads it.
void Checker::ReportStored(Note note, std::uint32_t origin, const LockstepSite* site) {
  if (IsOfLocal(origin)) {
    const Access who = TellSegment(note.segment(), note.site(), Deed::kWrote, 4);
    Finding finding = Begin(FindingKind::kUninitializedLocal, "", site);
    finding.accesses.push_back(who);
    TellVariable(finding, origin, "stores", "before it has a value, and the host reads it");
    collector_.Add({FindingKind::kUninitializedLocal, site->id, 0, origin},
                   {.launch = launch_.number, .block = who.block.x, .thread = who.thread.x},
                   [&] { return std::move(finding); });
    return;
  }
  Origin known;
  {
    const std::lock_guard lock(origin_mutex_);
    if (origin < LOCKSTEP_ORIGIN_FIRST || origin - LOCKSTEP_ORIGIN_FIRST >= origins_.size()) return;
    known = origins_[origin - LOCKSTEP_ORIGIN_FIRST];
  }
  known.finding.origin = fmt::format("what comes of it is stored at line {}, and the host copies it back", site->line);
  collector_.Add(known.key, known.rank, [&] { return std::move(known.finding); });
}

// --- calls that went wrong

void Checker::ReportCall(FindingKind kind, std::string fact, const void* caller, std::string note, std::string hint,
                         std::uint64_t pointer) {
  Finding finding{.kind = kind, .fact = std::move(fact), .place = HostPlace(caller), .hint = std::move(hint)};
  finding.accesses.push_back(
      {.deed = Deed::kCalled, .by_host = true, .place = HostPlace(caller), .note = std::move(note)});
  if (const MemoryObject* object =
          pointer && Session::Get().memory().Owns(pointer) ? Session::Get().memory().Find(pointer) : nullptr) {
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
  const MemoryObject* object = Session::Get().memory().Find(address);
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
  if (Session::Get().sticky_error() != cudaSuccess) return;
  for (const MemoryObject* object : Session::Get().memory().LiveObjects()) {
    if (object->kind == MemoryKind::kHeap || object->kind == MemoryKind::kRegistered || object->flags == 0xffffffff)
      continue;
    const ObjectFacts& facts = memory_.Of(*object);
    Finding finding{.kind = FindingKind::kLeak,
                    .fact = fmt::format("{} is never freed", facts.name.empty() ? "memory" : "`" + facts.name + "`"),
                    .place = HostPlace(object->allocated_by)};
    finding.object = memory_.Tell(facts, 0);
    finding.hint = "call `cudaFree` behind the last use";
    collector_.Add({FindingKind::kLeak, AddressOf(object->allocated_by)}, {.launch = ~0ull, .block = object->serial},
                   [&] { return std::move(finding); });
  }
}

// --- what the API calls

void NoteFill(const FillOperation& fill, const Origin& origin) {
  Checker* checker = Checker::Current();
  if (!checker) return;
  const cudaMemsetParams& p = fill.parms;
  const std::uint64_t width = p.width * p.elementSize;
  const std::lock_guard one_at_a_time(Session::Get().launch_mutex());
  checker->WorkBegins(origin.stream, origin.caller, "fills");
  for (std::size_t z = 0; z < fill.depth; ++z)
    for (std::size_t y = 0; y < p.height; ++y) {
      const std::uint64_t row = AddressOf(p.dst) + z * fill.slice + y * p.pitch;
      checker->WorkTouches(row, width, true);
      checker->HostWrites(row, width);
    }
}

void NoteCopy(const CopyPlan& plan, const Origin& origin) {
  Checker* checker = Checker::Current();
  if (!checker) return;
  const std::lock_guard one_at_a_time(Session::Get().launch_mutex());
  checker->WorkBegins(origin.stream, origin.caller, "copies");
  const bool to_host = Locate(plan.to).place == Place::kHost, from_host = Locate(plan.from).place == Place::kHost;
  const auto reach = [&](std::size_t pitch, std::size_t slice) {
    return (plan.depth - 1) * slice + (plan.height - 1) * pitch + plan.width;
  };
  if (from_host)
    checker->CheckHostBuffer(AddressOf(plan.from), reach(plan.from_pitch, plan.from_slice), false, plan.Bytes(),
                             origin.caller);
  if (to_host)
    checker->CheckHostBuffer(AddressOf(plan.to), reach(plan.to_pitch, plan.to_slice), true, plan.Bytes(),
                             origin.caller);
  for (std::size_t z = 0; z < plan.depth; ++z)
    for (std::size_t y = 0; y < plan.height; ++y) {
      const auto to = AddressOf(plan.to + z * plan.to_slice + y * plan.to_pitch);
      const auto from = AddressOf(plan.from + z * plan.from_slice + y * plan.from_pitch);
      checker->WorkTouches(from, plan.width, false);
      checker->WorkTouches(to, plan.width, true);
      if (plan.device_to_host)
        checker->HostReads(from, plan.width, origin.caller);
      else
        checker->HostCopies(to, from, plan.width);
    }
  // A copy to pageable memory returns when it is done, whatever its name says (CUDA Runtime API, "API synchronization
  // behavior").
  if (plan.device_to_host && to_host) NoteHostWaits(origin.stream);
  checker->SaveReport();
}

void NoteAllocation(const void* pointer, std::uint64_t size, const Origin& origin) {
  Checker* checker = Checker::Current();
  if (!checker) return;
  const std::lock_guard one_at_a_time(Session::Get().launch_mutex());
  checker->WorkBegins(origin.stream, origin.caller, "allocates");
  checker->WorkTouches(AddressOf(pointer), size, true);
}

void NoteFree(const void* pointer, std::uint64_t size, const Origin& origin) {
  Checker* checker = Checker::Current();
  if (!checker) return;
  const std::lock_guard one_at_a_time(Session::Get().launch_mutex());
  checker->WorkBegins(origin.stream, origin.caller, "frees");
  checker->WorkTouches(AddressOf(pointer), size, true);
}

void NoteBadFree(const void* pointer, const void* caller) {
  Checker* checker = Checker::Current();
  if (!checker) return;
  const MemoryObject* object = Session::Get().memory().Find(AddressOf(pointer));
  if (object && !object->live && object->address == AddressOf(pointer))
    checker->ReportCall(FindingKind::kDoubleFree, "memory that is free already is freed again", caller,
                        "frees it again", "free each allocation once; set the pointer to null behind it",
                        AddressOf(pointer));
  else if (object && object->live && object->address != AddressOf(pointer))
    checker->ReportCall(FindingKind::kInnerFree, "a pointer into the middle of an allocation is freed", caller,
                        "frees it", "free the pointer that the allocation gave", AddressOf(pointer));
  else if (object && object->live)
    checker->ReportCall(FindingKind::kApiMisuse, "memory is freed by a call that is not its allocation's", caller,
                        "frees it", "`cudaMalloc` goes with `cudaFree`, `cudaMallocHost` with `cudaFreeHost`",
                        AddressOf(pointer));
  else
    checker->ReportCall(FindingKind::kInnerFree, "a pointer is freed that no allocation gave", caller, "frees it", "");
}

void NoteBadCopy(const void* to, const void* from, std::uint64_t size, cudaMemcpyKind kind, const void* caller) {
  Checker* checker = Checker::Current();
  if (!checker) return;
  const Location target = Locate(to), source = Locate(from);
  const auto past = [&](const Location& location, const void* pointer) {
    return location.size && AddressOf(pointer) - location.begin + size > location.size;
  };
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const bool wrong =
      kind != cudaMemcpyDefault &&
      (to_device ? !target.DeviceCanTouch()
                 : !target.HostCanTouch() || (from_device ? !source.DeviceCanTouch() : !source.HostCanTouch()));
  const bool wrong_source =
      kind != cudaMemcpyDefault && (from_device ? !source.DeviceCanTouch() : !source.HostCanTouch());
  const auto gone = [](const Location& location) { return location.place == Place::kNowhere; };
  if (gone(target) || gone(source)) {
    const void* pointer = gone(target) ? to : from;
    const MemoryObject* object = Session::Get().memory().Find(AddressOf(pointer));
    const bool freed = object && !object->live;
    checker->ReportCall(freed ? FindingKind::kUseAfterFree : FindingKind::kCopyOutOfBounds,
                        freed ? "a copy uses memory that is free already" : "a copy begins outside every allocation",
                        caller, "copies", freed ? "copy before the free" : "", AddressOf(pointer));
  } else if (wrong || wrong_source) {
    checker->ReportCall(
        FindingKind::kCopyDirection, "the direction of a copy does not fit its pointers", caller, "copies",
        "the order is destination, source, bytes, direction; `cudaMemcpyDefault` finds the direction itself");
  } else if (past(target, to) || past(source, from)) {
    const bool writes = past(target, to);
    checker->ReportCall(
        FindingKind::kCopyOutOfBounds,
        fmt::format("a copy of {} bytes {} past the end of an allocation", size, writes ? "writes" : "reads"), caller,
        fmt::format("copies {} bytes", size), "sizes are in bytes: `n * sizeof(T)`", AddressOf(writes ? to : from));
  } else {
    checker->ReportCall(FindingKind::kApiMisuse, "a copy has arguments that CUDA refuses", caller, "copies", "");
  }
}

void NoteBadFill(const void* to, std::uint64_t size, const void* caller) {
  Checker* checker = Checker::Current();
  if (!checker) return;
  const Location target = Locate(to);
  if (target.size && target.DeviceCanTouch())
    checker->ReportCall(FindingKind::kFillOutOfBounds,
                        fmt::format("a fill of {} bytes goes past the end of an allocation", size), caller,
                        fmt::format("fills {} bytes", size), "sizes are in bytes: `n * sizeof(T)`", AddressOf(to));
  else
    checker->ReportCall(FindingKind::kApiMisuse, "a fill of memory that is not the device's", caller, "fills it", "",
                        AddressOf(to));
}

void NoteBadSymbol(cudaError_t error, std::uint64_t size, const void* caller) {
  Checker* checker = Checker::Current();
  if (!checker) return;
  if (error == cudaErrorInvalidSymbol)
    checker->ReportCall(FindingKind::kSymbolMisuse,
                        "a copy by the name of something that is no `__device__` or `__constant__` variable", caller,
                        "copies", "pass the variable itself, not a pointer to it or its name in quotes");
  else
    checker->ReportCall(FindingKind::kCopyOutOfBounds,
                        fmt::format("a copy of {} bytes goes past the end of a variable", size), caller,
                        fmt::format("copies {} bytes", size), "sizes are in bytes: `sizeof variable`");
}

void NoteCallInVain() {
  constexpr std::uint32_t kMost = 1 << 18;
  static std::atomic<std::uint32_t> calls{0};
  Checker* checker = Checker::Current();
  if (!checker || ++calls != kMost) return;
  checker->EndInVain(kMost);
}

void NoteErrorLookedAt() {
  if (Checker* checker = Checker::Current()) checker->set_refused_launch(nullptr);
}

void NoteBadLaunch(const RefusedLaunch& launch, cudaError_t error, const void* caller) {
  Checker* checker = Checker::Current();
  if (!checker) return;
  checker->set_refused_launch(caller);
  const unsigned *grid = launch.grid, *block = launch.block;
  const std::string shape =
      fmt::format("grid ({},{},{}), block ({},{},{})", grid[0], grid[1], grid[2], block[0], block[1], block[2]);
  if (error == cudaErrorInvalidValue)
    return checker->ReportCall(
        FindingKind::kLaunchShape,
        fmt::format("`{}` is launched with {} bytes of dynamic shared memory, but {} is the most", launch.kernel,
                    launch.dynamic_shared, launch.most_dynamic_shared),
        caller, "launches it: " + shape,
        "`cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)` allows more");
  if (error == cudaErrorInvalidClusterSize)
    return checker->ReportCall(
        FindingKind::kLaunchShape,
        fmt::format("the blocks of `{}` do not fall into clusters as it is launched", launch.kernel), caller,
        "launches it: " + shape,
        "the grid must be a multiple of the cluster in each dimension, and a cluster has at most 8 blocks, or 16 where "
        "`cudaFuncAttributeNonPortableClusterSizeAllowed` is set");
  const std::uint64_t threads = std::uint64_t{block[0]} * block[1] * block[2];
  std::string why = "a dimension is beyond what any device takes";
  if (threads == 0 || !grid[0] || !grid[1] || !grid[2])
    why = "a dimension is 0";
  else if (threads > launch.most_threads)
    why = fmt::format("{} threads a block, but {} is the most", threads, launch.most_threads);
  checker->ReportCall(FindingKind::kLaunchShape,
                      fmt::format("`{}` is launched with a shape that no device takes: {}", launch.kernel, why), caller,
                      "launches it: " + shape, "nothing ran; look at `cudaGetLastError()` behind every launch");
}

}  // namespace lockstep
