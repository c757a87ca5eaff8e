// Work on different streams, and the host beside it: who touches what in no order.

#include <fmt/format.h>

#include <algorithm>

#include "sim/hooks/check.h"
#include "sim/inspect/access_words.h"
#include "sim/inspect/checker.h"
#include "sim/launch/device_calls.h"
#include "sim/launch/faults.h"

std::uint64_t __lockstep_device_base = 0, __lockstep_device_capacity = 0;

namespace lockstep {
namespace {

std::string NameOf(const ObjectFacts& facts) { return facts.name.empty() ? facts.What() : "`" + facts.name + "`"; }

// The cells of [address, address + size), with the bytes of each that are touched.
template <class Work>
void ForEachCell(const Span& span, std::uint64_t address, std::uint64_t size, Work&& work) {
  const std::uint64_t base = span.begin & ~(kCellBytes - 1), end = address + size;
  for (std::uint64_t at = address & ~(kCellBytes - 1); at < end; at += kCellBytes) {
    std::uint32_t bytes = 15;
    if (at < address) bytes = bytes << (address - at) & 15;
    if (at + kCellBytes > end) bytes &= 15u >> (at + kCellBytes - end);
    const std::uint64_t index = (at - base) / kCellBytes;
    if (!work(span.cells[index], span.second[index], bytes, at)) return;
  }
}

bool Holds(const EpisodeRanges& ranges, std::uint32_t episode) {
  for (const EpisodeRange& range : ranges)
    if (episode >= range.first && episode < range.end) return true;
  return false;
}

}  // namespace

// --- work that is no kernel

void Checker::WorkBegins(std::uint64_t stream, const void* caller, const char* what) {
  const std::lock_guard lock(streams_mutex_);
  work_ = {.first_block = next_block_++, .caller = caller, .what = what, .stream = stream};
  work_.floor = episodes_.Begin(work_.first_block, 0, 1);
  streams_.Submit(stream, work_.floor);
  streams_.End(work_.floor + 1);
  UpdateIdle();
}

Span Checker::SpanAt(std::uint64_t address, std::uint64_t size, const MemoryObject** object) {
  *object = machine_.memory().FindLive(address, size);
  if (*object) return (*object)->kind == MemoryKind::kRegistered ? Span{} : memory_.SpanOf(memory_.Of(**object));
  if (machine_.memory().Owns(address)) return {};
  ObjectFacts* variable = memory_.FindVariable(address);
  if (!variable) return {};
  const Span span = memory_.SpanOf(*variable);
  return span.Holds(address, size) ? span : Span{};
}

void Checker::WorkTouches(std::uint64_t address, std::uint64_t size, bool writes) {
  const MemoryObject* object = nullptr;
  const Span span = SpanAt(address, size, &object);
  if (!span.cells) return;
  const std::lock_guard lock(streams_mutex_);
  // Whose order nobody will ask for needs no notes.
  const bool host_sees = object && (object->kind == MemoryKind::kPinned || object->kind == MemoryKind::kManaged);
  if (!streams_.HasStreams() && !host_sees) return;
  // Kept where notes may ask for it.
  if (launches_.empty() || launches_.back().first_block != work_.first_block) launches_.push_back(work_);
  const EpisodeRanges& unordered = streams_.unordered();
  const auto is_unordered = [&](std::uint64_t bits) {
    return !unordered.empty() && Holds(unordered, EpisodeOf(Note{bits}.segment()));
  };
  const Segment segment = work_.floor * kWarpSize;
  bool told = false;
  ForEachCell(span, address, size, [&](Cell& cell, SecondReader& second, std::uint32_t bytes, std::uint64_t at) {
    if (!told && Note{cell.write}.bytes() & bytes && is_unordered(cell.write))
      told = true, ReportWork(span, at, Note{cell.write}, true);
    if (!told && writes && Note{cell.read}.bytes() & bytes && is_unordered(cell.read))
      told = true, ReportWork(span, at, Note{cell.read}, false);
    if (!told && writes && Note{cell.read}.spread() != Spread::kOne &&
        is_unordered(Note{cell.read}.Second(second).bits))
      told = true, ReportWork(span, at, Note{cell.read}.Second(second), false);
    const Note now = Note::Of(segment, kMostSites - 1, bytes, 0);
    if (writes) {
      cell.write = now.bits | (cell.write & Note::Written(15));
    } else if (is_unordered(cell.read)) {
      second = segment;
      cell.read = Note{cell.read}.WithSecond(bytes, Spread::kGrid).bits;
    } else {
      cell.read = now.bits;
    }
    return true;
  });
}

namespace {
constexpr const char* kOrderStreams =
    "let the one stream wait for the other (`cudaEventRecord`, `cudaStreamWaitEvent`), or use one stream";
constexpr const char* kOrderNodes = "let the one node of the graph depend on the other (`cudaGraphAddDependencies`)";
constexpr const char* kNonBlocking =
    "a stream made with `cudaStreamNonBlocking` does not wait for the default stream: use an event, or a stream that "
    "waits";
}  // namespace

// In a branch of a graph that is not its first.
bool Checker::IsOfGraph(Note earlier) const {
  const std::uint32_t block = episodes_[EpisodeOf(earlier.segment())].block;
  auto after = std::ranges::upper_bound(launches_, block, {}, &LaunchFacts::first_block);
  return after != launches_.begin() && std::prev(after)->stream >= kFirstGraphLane;
}

const char* Checker::StreamHint(Note earlier, std::uint64_t stream) const {
  if (IsOfGraph(earlier) || stream >= kFirstGraphLane) return kOrderNodes;
  return stream == kDefaultStream || streams_.IsDefault(streams_.Find(EpisodeOf(earlier.segment()))) ? kNonBlocking
                                                                                                     : kOrderStreams;
}

void Checker::ReportWork(const Span& span, std::uint64_t at, Note earlier, bool earlier_wrote) {
  const FindingKey key{FindingKind::kStreamRace, reinterpret_cast<std::uint64_t>(work_.caller), earlier.site(),
                       span.group};
  collector_.Add(key, {.launch = work_.first_block}, [&] {
    const ObjectFacts& facts = *memory_.Get(span.object);
    Finding finding{.kind = FindingKind::kStreamRace,
                    .fact = fmt::format("a call that {} {} on one stream is unordered with work on another that {} it",
                                        work_.what, NameOf(facts), earlier_wrote ? "writes" : "reads"),
                    .place = HostPlace(work_.caller)};
    finding.accesses.push_back(
        TellSegment(earlier.segment(), earlier.site(), earlier_wrote ? Deed::kWrote : Deed::kRead, kCellBytes));
    finding.accesses.push_back({.deed = Deed::kCalled,
                                .by_host = true,
                                .place = HostPlace(work_.caller),
                                .note = fmt::format("{} it", work_.what)});
    finding.object = memory_.Tell(facts, at);
    finding.hint = StreamHint(earlier, work_.stream);
    return finding;
  });
}

// --- kernels

void Checker::ReportStreamRace(ThreadRun& thread, const Touch& touch, const Span& span, Note earlier,
                               bool earlier_wrote) {
  const std::lock_guard lock(streams_mutex_);
  const FindingKey key{FindingKind::kStreamRace, touch.site->id, earlier.site(), span.group};
  collector_.Add(key, RankOf(thread), [&] {
    const ObjectFacts& facts = *memory_.Get(span.object);
    Finding finding =
        Begin(FindingKind::kStreamRace,
              fmt::format("work {} uses {} unordered",
                          launch_.stream >= kFirstGraphLane || IsOfGraph(earlier) ? "in two branches of a graph"
                                                                                  : "on two streams",
                          NameOf(facts)),
              touch.site);
    const Deed other = earlier.is_atomic() ? Deed::kUpdated : earlier_wrote ? Deed::kWrote : Deed::kRead;
    finding.accesses = {TellSegment(earlier.segment(), earlier.site(), other, touch.size),
                        TellThread(thread, touch.site, DeedOf(touch.kind), touch.size)};
    finding.object = memory_.Tell(facts, touch.address);
    finding.hint = StreamHint(earlier, launch_.stream);
    return finding;
  });
}

// --- the host

void Checker::HostTouches(std::uint64_t address, std::uint64_t size, std::uint32_t how, const void* caller) {
  if (__lockstep_current) ReportHostCode(CurrentThread(), caller);
  const MemoryObject* object = machine_.memory().FindLive(address, size);
  if (!object) return;
  const bool writes = how & LOCKSTEP_HOST_WRITES;
  if (object->kind != MemoryKind::kPinned && object->kind != MemoryKind::kManaged)
    return ReportDevicePointer(
        *object, {.address = address, .size = size, .kind = writes ? AccessKind::kWrite : AccessKind::kRead}, caller);
  if (all_ended_.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(streams_mutex_);
  const Span span = memory_.SpanOf(memory_.Of(*object));
  ForEachCell(span, address, size, [&](Cell& cell, SecondReader&, std::uint32_t bytes, std::uint64_t) {
    for (Note note : {Note{cell.write}, Note{cell.read}}) {
      const bool wrote = note.bits == cell.write;
      if (!(note.bytes() & bytes) || (!wrote && !writes)) continue;
      const WorkId work = streams_.Find(EpisodeOf(note.segment()));
      if (!work.number || streams_.HostKnows(work)) continue;
      // The host waits by what it reads.
      if (how & LOCKSTEP_HOST_AWAITS) {
        streams_.HostLearns(work);
        UpdateIdle();
        return false;
      }
      ReportTooSoon(span, {.address = address, .size = size, .kind = writes ? AccessKind::kWrite : AccessKind::kRead},
                    note, wrote, caller);
      return false;
    }
    return true;
  });
}

void Checker::ReportTooSoon(const Span& span, const Touch& touch, Note note, bool wrote, const void* caller) {
  const bool writes = touch.kind == AccessKind::kWrite;
  const FindingKey key{FindingKind::kNotSynchronized, reinterpret_cast<std::uint64_t>(caller), note.site(), span.group};
  collector_.Add(key, {.launch = launch_count_}, [&] {
    const ObjectFacts& facts = *memory_.Get(span.object);
    const Access other = TellSegment(note.segment(), note.site(), wrote ? Deed::kWrote : Deed::kRead, kCellBytes);
    Finding finding{
        .kind = FindingKind::kNotSynchronized,
        .fact = fmt::format("the host {} {} before it has waited for {} that {} it", writes ? "writes" : "reads",
                            NameOf(facts), other.by_host ? "a copy" : "the kernel", wrote ? "writes" : "reads"),
        .place = HostPlace(caller)};
    finding.accesses = {
        other,
        {.deed = writes ? Deed::kWrote : Deed::kRead, .size = touch.size, .by_host = true, .place = HostPlace(caller)}};
    finding.object = memory_.Tell(facts, touch.address);
    finding.hint = "call `cudaDeviceSynchronize()`, or `cudaStreamSynchronize` for its stream, before";
    return finding;
  });
}

// A virtual call or a function pointer that was made on the other side.
void Checker::ReportHostCode(ThreadRun& thread, const void* caller) {
  Finding finding = Begin(FindingKind::kHostPointer, "a thread calls a function of the host", thread.site);
  Access call = TellThread(thread, thread.site, Deed::kCalled, 0);
  call.note = "called it";
  finding.accesses = {std::move(call),
                      {.deed = Deed::kCalled, .by_host = true, .place = HostPlace(caller), .note = "code is here"}};
  finding.hint =
      "an object's virtual functions and a function's address are those of the side that made them: construct the "
      "object, or take the address, in a kernel";
  fault_told_ = true;
  constexpr std::uint64_t kCallsHost = 1;  // apart from one that follows a pointer there
  Add({FindingKind::kHostPointer, thread.site ? thread.site->id : 0, kCallsHost}, thread, std::move(finding));
  RaiseFault(LaunchFault::kIllegalInstruction,
             fmt::format("{} called a function of the host", DescribeCurrentThread()));
}

void Checker::ReportDevicePointer(const MemoryObject& object, const Touch& touch, const void* caller) {
  const bool writes = touch.kind == AccessKind::kWrite;
  const ObjectFacts& facts = memory_.Of(object);
  collector_.Add(
      {FindingKind::kDevicePointer, reinterpret_cast<std::uint64_t>(caller), 0, facts.group}, {.launch = launch_count_},
      [&] {
        Finding finding{.kind = FindingKind::kDevicePointer,
                        .fact = fmt::format("the host {} {} directly, which is the device's",
                                            writes ? "writes" : "reads", NameOf(facts)),
                        .place = HostPlace(caller)};
        finding.accesses.push_back({.deed = writes ? Deed::kWrote : Deed::kRead,
                                    .size = touch.size,
                                    .by_host = true,
                                    .place = HostPlace(caller)});
        finding.object = memory_.Tell(facts, touch.address);
        finding.hint =
            "copy it with `cudaMemcpy`, or allocate it with `cudaMallocManaged`; elsewhere this ends the program";
        return finding;
      });
  SaveReport();
}

// --- what the API reports

void Checker::MakesStream(std::uint64_t stream, bool blocking) {
  WithStreams([&](StreamOrder& order) { order.Create(stream, blocking); });
}
void Checker::DestroysStream(std::uint64_t stream) {
  WithStreams([&](StreamOrder& order) { order.Destroy(stream); });
}
void Checker::RecordsEvent(const void* event, std::uint64_t stream) {
  WithStreams([&](StreamOrder& order) { order.Record(event, stream); });
}
void Checker::StreamWaits(std::uint64_t stream, const void* event) {
  WithStreams([&](StreamOrder& order) { order.Wait(stream, event); });
}
void Checker::HostWaits(std::uint64_t stream) {
  WithStreams([&](StreamOrder& order) { order.HostWaitsForStream(stream); });
}
void Checker::HostWaitsForEvent(const void* event) {
  WithStreams([&](StreamOrder& order) { order.HostWaitsForEvent(event); });
}
void Checker::HostWaitsForAll() {
  WithStreams([&](StreamOrder& order) { order.HostWaitsForAll(); });
}

}  // namespace lockstep

void __lockstep_check_host(const void* address, std::uint64_t size, std::uint32_t how) {
  if (lockstep::Checker* checker = lockstep::Checker::Current())
    checker->HostTouches(reinterpret_cast<std::uint64_t>(address), size, how, __builtin_return_address(0));
}
