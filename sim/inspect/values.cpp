#include "sim/inspect/values.h"

#include <fmt/format.h>

#include <atomic>
#include <optional>

#include "shared/base/address.h"
#include "sim/inspect/cell_range.h"
#include "sim/inspect/value_words.h"
#include "sim/inspect/worker.h"

namespace lockstep::inspect {
namespace {

// The part of the keys that sets findings of one kind and place apart.
constexpr std::uint64_t kOfAbsentLane = 1;

report::FindingKind KindOf(Space space) {
  switch (space) {
    case Space::kShared: return report::FindingKind::kUninitializedShared;
    case Space::kHeap: return report::FindingKind::kUninitializedHeap;
    default: return report::FindingKind::kUninitializedGlobal;
  }
}

bool IsWritten(const ObjectFacts& facts, const check::Span& span, std::uint64_t address) {
  return facts.all_written ||
         check::Note{span.cells[CellOf(span, address)].write}.written() >> (address % check::kCellBytes) & 1;
}

}  // namespace

// --- kernels

// A value that a kernel made of unwritten memory and stored has the origin of that memory.
std::uint32_t ValueCheck::StoredOriginOf(const check::Span& span, const check::Cell& cell) {
  const std::uint32_t stored = std::atomic_ref(span.origins[&cell - span.cells]).load(std::memory_order_relaxed);
  if (!stored || !IsOfLocal(stored)) return stored;
  const check::Note bad{cell.write};
  const LockstepSite* site = context_.SiteAt(bad.site());
  if (!check::EpisodeOf(bad.segment()) || !site) return stored;
  const check::FindingKey key{report::FindingKind::kUninitializedLocal, site->id, 0, stored};
  return origins_.NumberOf(key, context_.RankOf(bad.segment()), false, [&] {
    report::Finding finding = context_.Begin(report::FindingKind::kUninitializedLocal, "", site);
    finding.sides.push_back(context_.SideOf(bad.segment(), bad.site(), report::Action::kWrite, 4));
    DescribeVariable(finding, context_.machine, stored, "stores", "before it has a value, and what is stored is used");
    return finding;
  });
}

const check::Cell* ValueCheck::FirstUnwritten(const Touch& touch, const check::Span& span) {
  context_.memory.WritePadding(span, touch.address, touch.size);
  const check::Cell* first = nullptr;
  ForEachCell(span, touch.address, touch.size,
              [&](check::Cell& cell, check::SecondReader&, std::uint32_t bytes, std::uint64_t) {
                if (!first && bytes & ~check::Note{cell.write}.written()) first = &cell;
              });
  return first;
}

std::uint32_t ValueCheck::OriginOf(launch::ThreadRun& thread, const Touch& touch, const check::Span& span) {
  const check::Cell* found = FirstUnwritten(touch, span);
  return found ? OriginOf(thread, touch, span, *found) : 0;
}

std::uint32_t ValueCheck::OriginOf(launch::ThreadRun& thread, const Touch& touch, const check::Span& span,
                                   const check::Cell& cell) {
  if (const std::uint32_t stored = StoredOriginOf(span, cell)) return stored;
  const ObjectFacts& known = *context_.memory.Get(span.object);
  const check::FindingKey key{KindOf(known.space), touch.site->id, 0, span.group};
  return origins_.NumberOf(key, context_.RankOf(thread), false, [&] {
    const ObjectFacts facts = context_.memory.FactsAt(span);
    report::Finding finding = context_.Begin(key.kind, FactOfUnwritten(facts), touch.site);
    finding.sides.push_back(context_.SideOf(thread, touch));
    finding.sides.back().action = report::Action::kRead;
    finding.object = context_.memory.ObjectOf(facts, touch.address);
    if (facts.space == Space::kGlobal) AddPartialWrite(finding, known);
    finding.hint = HintForUnwritten(facts);
    return finding;
  });
}

std::uint32_t ValueCheck::OriginOfLane(launch::ThreadRun& thread, const LockstepSite* site) {
  const check::FindingKey key{report::FindingKind::kWarpMask, site->id, 0, kOfAbsentLane};
  return origins_.NumberOf(key, context_.RankOf(thread), false, [&] {
    report::Finding finding = context_.Begin(
        report::FindingKind::kWarpMask, "a thread uses what a shuffle gives for a lane that does not take part", site);
    finding.sides.push_back(context_.SideOf(thread, site, report::Action::kCall, 0));
    finding.sides.back().note = fmt::format("asks lane {}", thread.operand_lane % trace::kWarpSize);
    finding.hint =
        "the value is undefined: have all lanes participate, with a value that changes nothing, or use only what "
        "participating lanes have passed";
    return finding;
  });
}

void ValueCheck::NoteStored(launch::ThreadRun& thread, check::Span& span, std::uint64_t address, std::uint64_t size,
                            std::uint32_t origin) {
  context_.memory.NoteOrigin(span, address, size, origin);
  ReportUse(thread, thread.site, origin,
            span.is_shared ? check::UseOfValue::kStored : check::UseOfValue::kStoredForLater);
}

void ValueCheck::ReportLocalUse(launch::ThreadRun& thread, const LockstepSite* site, std::uint32_t origin,
                                bool decides) {
  const check::FindingKey key{report::FindingKind::kUninitializedLocal, site->id, 0, origin};
  if (context_.CountsAgain(key, thread)) return;
  report::Finding finding = context_.Begin(report::FindingKind::kUninitializedLocal, "", site);
  DescribeVariable(finding, context_.machine, origin, decides ? "uses" : "stores", "before it has a value");
  finding.sides.push_back(context_.SideOf(thread, site, report::Action::kCall, 0));
  finding.sides.back().note = decides ? "uses it" : "stores it";
  context_.Add(key, thread, std::move(finding));
}

void ValueCheck::ReportUse(launch::ThreadRun& thread, const LockstepSite* site, std::uint32_t origin,
                           check::UseOfValue use) {
  if (!check::IsDefect(use, context_.settings.strict_init)) return;
  const bool decides = use == check::UseOfValue::kDecides;
  if (IsOfLocal(origin)) return ReportLocalUse(thread, site, origin, decides);
  check::Collector& collector = context_.collector;
  check::Collector::Recent& recent = ThisWorker().recent;
  std::optional<check::Origin> known;
  origins_.With(origin, [&](const check::Origin& found) {
    if (!collector.CountsAgain(found.key, found.rank, recent)) known = found;
  });
  if (!known) return;
  if (site && (known->finding.place.line != site->line || known->finding.place.file != site->file))
    known->finding.origin = fmt::format("the value is read here and {} at line {}",
                                        decides ? "decides something" : "is stored", site->line);
  collector.Add(known->key, known->rank, recent, [&] { return std::move(known->finding); });
}

// --- the host

ObjectFacts* ValueCheck::FindObject(std::uint64_t address) {
  const memory::MemoryObject* object = context_.machine.memory().FindLive(address);
  if (object) return memory::IsPlayed(object->kind) ? nullptr : &context_.memory.Of(*object);
  ObjectFacts* variable = context_.memory.FindVariable(address);
  return variable && address - variable->address < variable->size ? variable : nullptr;
}

void ValueCheck::HostWrites(std::uint64_t address, std::uint64_t size) {
  if (ObjectFacts* facts = FindObject(address)) context_.memory.MarkWritten(*facts, address, size);
}

void ValueCheck::OthersWrite(std::uint64_t address, std::uint64_t size) {
  ObjectFacts* facts = FindObject(address);
  if (!facts) return;
  context_.memory.MarkWritten(*facts, address, size);
  facts->is_written_by_processes = true;
}

void ValueCheck::HostCopies(std::uint64_t to, std::uint64_t from, std::uint64_t size, const void* caller) {
  ObjectFacts *target = FindObject(to), *source = FindObject(from);
  if (!target) return;
  if (!source || source->all_written || target->is_written_by_processes)
    return context_.memory.MarkWritten(*target, to, size);
  if (target->all_written) context_.memory.SpellOut(*target);
  check::Span span = context_.memory.SpanOf(*target);
  const check::Span source_span = context_.memory.SpanOf(*source);
  for (std::uint64_t i = 0; i < size; ++i) {
    std::uint64_t& note = span.cells[CellOf(span, to + i)].write;
    const std::uint64_t bit = check::Note::Written(1u << ((to + i) % check::kCellBytes));
    const bool written = IsWritten(*source, source_span, from + i) || source->IsPadding(from + i);
    note = written ? note | bit : note & ~bit;
    if (!written) context_.memory.NoteOrigin(span, to + i, 1, OriginOfHostCopy(*source, from + i, caller));
  }
}

// A copy between two allocations also copies bytes that were never written: their origin is the source.
std::uint32_t ValueCheck::OriginOfHostCopy(const ObjectFacts& source, std::uint64_t address, const void* caller) {
  const check::Span span = context_.memory.SpanOf(source);
  if (const std::uint32_t stored = span.origins[CellOf(span, address)]) return stored;
  const check::FindingKey key{report::FindingKind::kUninitializedGlobal, AddressOf(caller), 0, source.group};
  return origins_.NumberOf(key, {.launch = context_.report.launches()}, true, [&] {
    report::Finding finding{.kind = key.kind, .fact = FactOfUnwritten(source), .place = session::HostPlace(caller)};
    finding.sides.push_back({.action = report::Action::kCall,
                             .by_host = true,
                             .place = session::HostPlace(caller),
                             .note = "copies it to other memory"});
    finding.object = context_.memory.ObjectOf(source, address);
    AddPartialWrite(finding, source);
    finding.hint = HintForUnwritten(source);
    return finding;
  });
}

bool ValueCheck::IsOfHostCopy(std::uint32_t origin) const {
  bool is = false;
  origins_.With(origin, [&](const check::Origin& known) { is = known.of_host_copy; });
  return is;
}

void ValueCheck::HostFilled(std::uint64_t address, const PartialWrite& write) {
  if (ObjectFacts* facts = FindObject(address)) facts->partly = write.bytes < facts->size ? write : PartialWrite{};
}

// Bytes that a kernel made from unwritten memory name that memory: they are reported, and not counted.
ValueCheck::Unwritten ValueCheck::FindUnwritten(const ObjectFacts& facts, std::uint64_t address, std::uint64_t size) {
  const check::Span span = context_.memory.SpanOf(facts);
  Unwritten unwritten;
  std::uint64_t reported = ~0ull;
  for (std::uint64_t at = address; at < address + size; ++at) {
    if (IsWritten(facts, span, at) || facts.IsPadding(at)) continue;
    const std::uint64_t cell = CellOf(span, at);
    const std::uint32_t stored = span.origins[cell];
    if (stored && !IsOfHostCopy(stored)) {
      if (reported != cell) ReportStored(check::Note{span.cells[cell].write}, stored);
      reported = cell;
    } else if (unwritten.count++ == 0) {
      unwritten.first = at;
      unwritten.origin = stored;
    }
  }
  return unwritten;
}

void ValueCheck::HostUses(std::uint64_t address, std::uint64_t size, bool writes) {
  const memory::MemoryObject* object = context_.machine.memory().FindLive(address);
  if (!object || address + size > object->end()) return;
  ObjectFacts& facts = context_.memory.Of(*object);
  if (facts.all_written) return;
  if (writes)
    context_.memory.MarkWritten(facts, address, size);
  else
    FindUnwritten(facts, address, size);
}

void ValueCheck::Describe(report::Finding& finding, const ObjectFacts& facts, const Unwritten& unwritten) {
  finding.object = context_.memory.ObjectOf(facts, unwritten.first);
  AddPartialWrite(finding, facts);
  origins_.With(unwritten.origin, [&](const check::Origin& source) {
    finding.object = source.finding.object;
    finding.sides.insert(finding.sides.end(), source.finding.sides.begin(), source.finding.sides.end());
  });
}

void ValueCheck::LibraryReads(const char* function, const LockstepOperand& operand, std::uint64_t row,
                              const void* caller) {
  const ObjectFacts* facts = FindObject(row);
  if (!facts || facts->all_written) return;
  const Unwritten unwritten = FindUnwritten(*facts, row, operand.width);
  if (unwritten.count == 0) return;
  const check::FindingKey key{report::FindingKind::kUninitializedGlobal, AddressOf(caller), 0, facts->group};
  context_.collector.Add(key, {.launch = context_.launch.number}, [&] {
    const report::SourcePlace place = session::HostPlace(caller);
    report::Finding finding{.kind = key.kind, .fact = FactOfLibrary(function, operand.name, *facts), .place = place};
    finding.sides.push_back({.action = report::Action::kCall, .by_host = true, .place = place, .note = "calls it"});
    Describe(finding, *facts, unwritten);
    finding.hint = HintForUnwritten(*facts);
    return finding;
  });
}

void ValueCheck::HostReads(std::uint64_t address, std::uint64_t size, const void* caller) {
  const ObjectFacts* facts = FindObject(address);
  if (!facts || facts->all_written) return;
  const Unwritten unwritten = FindUnwritten(*facts, address, size);
  if (unwritten.count == 0) return;
  const check::FindingKey key{report::FindingKind::kUninitializedCopy, AddressOf(caller), 0, facts->group};
  context_.collector.Add(key, {.launch = context_.launch.number}, [&] {
    report::Finding finding{
        .kind = key.kind, .fact = FactOfReadBack(unwritten.count), .place = session::HostPlace(caller)};
    finding.sides.push_back(
        {.action = report::Action::kCall, .by_host = true, .place = session::HostPlace(caller), .note = "copies it"});
    Describe(finding, *facts, unwritten);
    finding.hint = "does a thread write every element, and does the launch have enough threads?";
    return finding;
  });
}

void ValueCheck::ReportStored(check::Note note, std::uint32_t origin) {
  const LockstepSite* site = check::EpisodeOf(note.segment()) ? context_.SiteAt(note.site()) : nullptr;
  check::Collector::Recent& recent = ThisWorker().recent;
  if (IsOfLocal(origin)) {
    const check::FindingKey key{report::FindingKind::kUninitializedLocal, site ? site->id : 0, 0, origin};
    return context_.collector.Add(key, context_.RankOf(note.segment()), recent, [&] {
      report::Finding finding = context_.Begin(report::FindingKind::kUninitializedLocal, "", site);
      if (site) finding.sides.push_back(context_.SideOf(note.segment(), note.site(), report::Action::kWrite, 4));
      DescribeVariable(finding, context_.machine, origin, "stores", "before it has a value, and the host reads it");
      return finding;
    });
  }
  origins_.With(origin, [&](const check::Origin& known) {
    context_.collector.Add(known.key, known.rank, recent, [&] {
      report::Finding finding = known.finding;
      finding.origin = site ? fmt::format("what comes of it is stored at line {}, and the host reads it", site->line)
                            : "what comes of it is copied, and the host reads it";
      return finding;
    });
  });
}

}  // namespace lockstep::inspect
