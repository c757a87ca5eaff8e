#include "sim/inspect/streams.h"

#include <algorithm>

#include "sim/hooks/check.h"
#include "sim/inspect/access_words.h"
#include "sim/inspect/cell_range.h"
#include "sim/inspect/stream_words.h"
#include "sim/machine/host_work.h"

namespace lockstep::inspect {
namespace {

bool Holds(const check::EpisodeRanges& ranges, std::uint32_t episode) {
  return std::ranges::any_of(
      ranges, [&](const check::EpisodeRange& range) { return episode >= range.first && episode < range.end; });
}

check::NestedPlace PlaceOf(const launch::LaunchedBy& parent) {
  return {.slot = parent.place.slot,
          .place = parent.place.place,
          .after = parent.place.after,
          .is_tail = parent.place.is_tail};
}

}  // namespace

// --- kernels

void StreamCheck::LaunchBegins(const LaunchFacts& launch, const std::optional<launch::LaunchedBy>& parent) {
  WithStreams([&](check::StreamOrder& streams) {
    streams.Submit(launch.stream, launch.floor);
    if (parent)
      nested_.Begin(parent->depth, parent->number, PlaceOf(*parent), launch.floor);
    else
      nested_.BeginOfHost(launch.floor);
    unordered_ = check::Merge(streams.unordered(), nested_.unordered());
  });
}

void StreamCheck::LaunchEnds() {
  WithStreams([&](check::StreamOrder& streams) {
    streams.End(context_.episodes.next());
    nested_.End(context_.episodes.next());
  });
}

void StreamCheck::Launches(CheckedBlock& block, const launch::ThreadRun& thread, const launch::LaunchRequest& child) {
  check::NestedLaunch launch{.number = child.parent->number, .known = block.sync.Launch(thread.linear)};
  const std::lock_guard lock(mutex_);
  nested_.Launch(std::move(launch));
}

void StreamCheck::Forget() {
  WithStreams([&](check::StreamOrder& streams) {
    streams.Forget();
    nested_.BeginOfHost(0);
  });
}

void StreamCheck::Report(launch::ThreadRun& thread, const Touch& touch, const check::Span& span,
                         const NotedPair& pair) {
  const check::Note earlier = pair.earlier;
  // Nearly always: what a parent has written for its child. It does not change while a grid runs.
  if (nested_.IsBefore(earlier.segment())) return;
  const std::lock_guard lock(mutex_);
  const check::FindingKey key{report::FindingKind::kStreamRace, touch.site->id, earlier.site(), span.group};
  context_.collector.Add(key, context_.RankOf(thread), [&] {
    const ObjectFacts& facts = *context_.memory.Get(span.object);
    report::Finding finding = context_.Begin(report::FindingKind::kStreamRace, FactFor(earlier, facts), touch.site);
    finding.sides = {context_.SideOf(earlier.segment(), earlier.site(), ActionOf(earlier, pair.earlier_wrote),
                                     touch.size, pair.ordinal),
                     context_.SideOf(thread, touch)};
    finding.object = context_.memory.ObjectOf(facts, touch.address);
    const std::uint32_t episode = check::EpisodeOf(earlier.segment());
    finding.hint = !nested_.IsOfFamily(episode)    ? HintFor(earlier, context_.launch.stream)
                   : nested_.IsOfAncestor(episode) ? kOrderParent
                                                   : kOrderSiblings;
    return finding;
  });
}

// --- work that is no kernel

void StreamCheck::WorkBegins(std::uint64_t stream, const void* caller, const char* what) {
  const std::lock_guard lock(mutex_);
  work_ = {.first_block = context_.next_block++, .caller = caller, .what = what, .stream = stream};
  work_.floor = context_.episodes.Begin(work_.first_block, 0, 1);
  streams_.Submit(stream, work_.floor);
  streams_.End(work_.floor + 1);
  UpdateIdle();
}

check::Span StreamCheck::SpanAt(std::uint64_t address, std::uint64_t size, const memory::MemoryObject** object) {
  const memory::DeviceMemory& memory = context_.machine.memory();
  *object = memory.FindLive(address, size);
  if (*object)
    return memory::IsPlayed((*object)->kind) ? check::Span{} : context_.memory.SpanOf(context_.memory.Of(**object));
  if (memory.Owns(address)) return {};
  ObjectFacts* variable = context_.memory.FindVariable(address);
  if (!variable) return {};
  const check::Span span = context_.memory.SpanOf(*variable);
  return span.Holds(address, size) ? span : check::Span{};
}

bool StreamCheck::IsUnordered(check::Note note) const {
  const check::EpisodeRanges& unordered = streams_.unordered();
  return !unordered.empty() && Holds(unordered, check::EpisodeOf(note.segment()));
}

// Of two readers of before, one that is unordered with this work stays beside it.
void StreamCheck::KeepReader(check::Cell& cell, check::SecondReader& second, check::Note now) const {
  check::Note reader{cell.read};
  const bool has_second = reader.spread() != check::Spread::kOne;
  if (has_second && !IsUnordered(reader)) reader = reader.Second(second);
  if (IsUnordered(reader) && reader.is_kept_write()) return;
  if (!IsUnordered(reader)) {
    cell.read = now.bits;
    return;
  }
  second = now.segment();
  cell.read = reader.WithSecond(now.bytes(), check::Spread::kGrid).bits;
}

void StreamCheck::WorkTouches(std::uint64_t address, std::uint64_t size, bool writes) {
  const memory::MemoryObject* object = nullptr;
  const check::Span span = SpanAt(address, size, &object);
  if (!span.cells) return;
  const std::lock_guard lock(mutex_);
  // No notes are needed where nothing can be unordered with this work.
  const bool host_sees = object && memory::HostMayTouch(object->kind);
  if (!streams_.HasStreams() && !host_sees) return;
  // Notes may refer to it from now on.
  if (context_.works.empty() || context_.works.back().first_block != work_.first_block) context_.works.push_back(work_);
  const check::Segment segment = work_.floor * trace::kWarpSize;
  bool reported = false;
  const auto report = [&](std::uint64_t at, check::Note earlier, bool earlier_wrote) {
    if (!std::exchange(reported, true)) ReportWork(span, at, earlier, earlier_wrote);
  };
  ForEachCell(span, address, size,
              [&](check::Cell& cell, check::SecondReader& second, std::uint32_t bytes, std::uint64_t at) {
                const check::Note writer{cell.write}, reader{cell.read};
                if (writer.bytes() & bytes && IsUnordered(writer)) report(at, writer, true);
                if (writes && reader.bytes() & bytes && IsUnordered(reader)) report(at, reader, false);
                if (writes && reader.spread() != check::Spread::kOne && IsUnordered(reader.Second(second)))
                  report(at, reader.Second(second), false);
                const check::Note now = check::Note::Of(segment, check::kNoSite, bytes, 0);
                if (writes)
                  cell.write = now.bits | (cell.write & check::Note::Written(15));
                else
                  KeepReader(cell, second, now);
              });
}

bool StreamCheck::IsOfGraph(check::Note earlier) const {
  const std::uint32_t block = context_.episodes[check::EpisodeOf(earlier.segment())].block;
  const auto after = std::ranges::upper_bound(context_.works, block, {}, &LaunchFacts::first_block);
  return after != context_.works.begin() && std::prev(after)->stream >= machine::kFirstGraphLane;
}

std::string StreamCheck::FactFor(check::Note earlier, const ObjectFacts& facts) const {
  const std::uint32_t episode = check::EpisodeOf(earlier.segment());
  if (nested_.IsOfFamily(episode)) return FactOfNested(nested_.IsOfAncestor(episode), facts);
  return FactOfKernels(context_.launch.stream >= machine::kFirstGraphLane || IsOfGraph(earlier), facts);
}

const char* StreamCheck::HintFor(check::Note earlier, std::uint64_t stream) const {
  if (IsOfGraph(earlier) || stream >= machine::kFirstGraphLane) return kOrderNodes;
  return stream == check::kDefaultStream || streams_.IsDefault(streams_.Find(check::EpisodeOf(earlier.segment())))
             ? kOrderNonBlocking
             : kOrderStreams;
}

void StreamCheck::ReportWork(const check::Span& span, std::uint64_t at, check::Note earlier, bool earlier_wrote) {
  const check::FindingKey key{report::FindingKind::kStreamRace, reinterpret_cast<std::uint64_t>(work_.caller),
                              earlier.site(), span.group};
  context_.collector.Add(key, {.launch = work_.first_block}, [&] {
    const ObjectFacts& facts = *context_.memory.Get(span.object);
    const report::SourcePlace place = session::HostPlace(work_.caller);
    report::Finding finding{
        .kind = report::FindingKind::kStreamRace, .fact = FactOfWork(work_.what, facts, earlier_wrote), .place = place};
    finding.sides = {
        context_.SideOf(earlier.segment(), earlier.site(),
                        earlier_wrote ? report::Action::kWrite : report::Action::kRead, check::kCellBytes),
        {.action = report::Action::kCall, .by_host = true, .place = place, .note = std::string(work_.what) + " it"}};
    finding.object = context_.memory.ObjectOf(facts, at);
    finding.hint = HintFor(earlier, work_.stream);
    return finding;
  });
}

// --- the host

void StreamCheck::HostTouches(const ObjectFacts& object, std::uint64_t address, std::uint64_t size, std::uint32_t how,
                              const void* caller) {
  const bool writes = how & LOCKSTEP_HOST_WRITES;
  const Touch touch{
      .address = address, .size = size, .kind = writes ? trace::AccessKind::kWrite : trace::AccessKind::kRead};
  const std::lock_guard lock(mutex_);
  const check::Span span = context_.memory.SpanOf(object);
  bool is_done = false;
  const auto look = [&](check::Note note, bool wrote, std::uint32_t bytes) {
    if (is_done || !(note.bytes() & bytes) || (!wrote && !writes)) return;
    const check::WorkId work = streams_.Find(check::EpisodeOf(note.segment()));
    if (!work.number || streams_.HostKnows(work)) return;
    is_done = true;
    if (!(how & LOCKSTEP_HOST_AWAITS)) return ReportTooSoon(span, touch, note, wrote, caller);
    // The host waits by what it reads.
    streams_.HostLearns(work);
    UpdateIdle();
  };
  ForEachCell(span, address, size,
              [&](check::Cell& cell, check::SecondReader& second, std::uint32_t bytes, std::uint64_t) {
                const check::Note reader{cell.read};
                look(check::Note{cell.write}, true, bytes);
                look(reader, false, bytes);
                if (reader.spread() != check::Spread::kOne) look(reader.Second(second), false, bytes);
              });
}

void StreamCheck::ReportTooSoon(const check::Span& span, const Touch& touch, check::Note note, bool wrote,
                                const void* caller) {
  const check::FindingKey key{report::FindingKind::kNotSynchronized, reinterpret_cast<std::uint64_t>(caller),
                              note.site(), span.group};
  context_.collector.Add(key, {.launch = context_.report.launches()}, [&] {
    const ObjectFacts& facts = *context_.memory.Get(span.object);
    const report::Action other = wrote ? report::Action::kWrite : report::Action::kRead;
    const report::FindingSide access = context_.SideOf(note.segment(), note.site(), other, check::kCellBytes);
    const report::SourcePlace place = session::HostPlace(caller);
    report::Finding finding{.kind = report::FindingKind::kNotSynchronized,
                            .fact = FactOfHost(touch.kind == trace::AccessKind::kWrite, facts, access.by_host, wrote),
                            .place = place};
    finding.sides = {access,
                     {.action = report::ActionOf(touch.kind), .size = touch.size, .by_host = true, .place = place}};
    finding.object = context_.memory.ObjectOf(facts, touch.address);
    finding.hint = kWaitForWork;
    return finding;
  });
}

void StreamCheck::UnloadsModule(const std::vector<LockstepUnit*>& units, const void* caller) {
  if (HostKnowsAll()) return;
  const std::lock_guard one_at_a_time(context_.machine.work_mutex());
  const std::lock_guard lock(mutex_);
  const auto has = [](const LockstepUnit* unit, const LockstepKernel* kernel) {
    return kernel >= unit->kernels && kernel < unit->kernels + unit->kernel_count;
  };
  const auto may_run = [&](const LaunchFacts& work) {
    if (!work.kernel || std::ranges::none_of(units, [&](const auto* unit) { return has(unit, work.kernel); }))
      return false;
    const check::WorkId id = streams_.Find(work.floor);
    return id.number && !streams_.HostKnows(id);
  };
  const auto running = std::ranges::find_if(context_.works, may_run);
  if (running == context_.works.end()) return;
  const check::FindingKey key{report::FindingKind::kUnloadedTooSoon, reinterpret_cast<std::uint64_t>(caller)};
  context_.collector.Add(key, {.launch = context_.report.launches()}, [&] {
    const report::SourcePlace place = session::HostPlace(caller);
    report::Finding finding{.kind = report::FindingKind::kUnloadedTooSoon,
                            .fact = "a module is unloaded while a kernel of it may still be running",
                            .place = place,
                            .kernel = running->kernel->pretty_name,
                            .launch = running->number};
    finding.sides = {{.action = report::Action::kLaunch, .by_host = true, .place = session::HostPlace(running->caller)},
                     {.action = report::Action::kCall, .by_host = true, .place = place, .note = "unloads the module"}};
    finding.hint = kWaitForWork;
    return finding;
  });
}

// --- what the API reports

void StreamCheck::MakesStream(std::uint64_t stream, bool blocking) {
  WithStreams([&](check::StreamOrder& order) { order.Create(stream, blocking); });
}
void StreamCheck::DestroysStream(std::uint64_t stream) {
  WithStreams([&](check::StreamOrder& order) { order.Destroy(stream); });
}
void StreamCheck::RecordsEvent(const void* event, std::uint64_t stream) {
  WithStreams([&](check::StreamOrder& order) { order.Record(event, stream); });
}
void StreamCheck::StreamWaits(std::uint64_t stream, const void* event) {
  WithStreams([&](check::StreamOrder& order) { order.Wait(stream, event); });
}
void StreamCheck::HostWaits(std::uint64_t stream) {
  WithStreams([&](check::StreamOrder& order) { order.HostWaitsForStream(stream); });
}
void StreamCheck::HostWaitsForEvent(const void* event) {
  WithStreams([&](check::StreamOrder& order) { order.HostWaitsForEvent(event); });
}
bool StreamCheck::HostKnowsOf(const void* event) {
  const std::lock_guard lock(mutex_);
  return streams_.HostKnowsOf(event);
}
void StreamCheck::HostWaitsForAll() {
  WithStreams([&](check::StreamOrder& order) { order.HostWaitsForAll(); });
}

}  // namespace lockstep::inspect
