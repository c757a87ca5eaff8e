#include "shared/query/event_log.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/base/printable.h"
#include "shared/query/host_history.h"
#include "shared/query/step_row.h"
#include "shared/replay/replay.h"
#include "shared/trace/format_host_event.h"
#include "shared/trace/format_launch.h"
#include "shared/trace/format_place.h"
#include "shared/trace/host_places.h"
#include "shared/trace/step_word.h"

namespace lockstep::query {
namespace {

using replay::Cursor;
using replay::Model;
using trace::HostEvent;
using trace::HostEventKind;

constexpr std::uint32_t kNoLaunch = 0xffffffff;

// One entry: an event of the host, a step, or a finding.
struct Entry {
  std::string kind, text;
  Cursor place;
  std::uint32_t launch = kNoLaunch;  // that it belongs to: index into Recording::launches
  bool has_step = false;             // then place.step is the moment after it
  std::uint32_t line = 0;
  const HostEvent* host = nullptr;
};

// The values of an entry's fields.
class EntryRow : public Row {
 public:
  EntryRow(const Model& model, const Entry& entry, std::uint64_t number)
      : model_(model), entry_(entry), number_(number) {}

  Value Of(Field field) const override {
    switch (field) {
      case Field::kEvent: return Value::OfCount(number_);
      case Field::kKind: return Value::OfText(entry_.kind);
      case Field::kText: return Value::OfText(entry_.text);
      case Field::kLaunch:
        return entry_.launch == kNoLaunch ? Nothing("belongs to no recorded launch") : Value::OfCount(entry_.launch);
      case Field::kLine: return entry_.line == 0 ? Nothing("has no line") : Value::OfCount(entry_.line);
      case Field::kStep: return entry_.has_step ? Value::OfCount(entry_.place.step - 1) : Nothing("is no step");
      case Field::kBlock: return OfIndex(entry_.place.block);
      case Field::kThread: return OfIndex(entry_.place.thread);
      default: return OfHost(field);
    }
  }

  Value Of(const std::string& name) const override { return Value::Unknown(fmt::format("an event has no `{}`", name)); }

 private:
  static Value Nothing(std::string_view what) { return Value::Unknown(fmt::format("the event {}", what)); }

  Value OfIndex(const trace::Dim3& index) const {
    return entry_.has_step ? Value::OfText(replay::Text(index)) : Nothing("is no thread's");
  }

  Value OfHost(Field field) const {
    if (!entry_.host) return Nothing("is not the host's");
    const HostEvent& event = *entry_.host;
    switch (field) {
      case Field::kCall: return Value::OfText(event.call);
      case Field::kStream: return Value::OfCount(event.stream);
      case Field::kError: return Value::OfCount(event.error);
      case Field::kSize: return Value::OfCount(event.Bytes());
      case Field::kFile: {
        const trace::HostPlace* place = trace::PlaceOf(model_.recording(), event);
        return place ? Value::OfText(place->file) : Nothing("has no line");
      }
      case Field::kKernel: return event.kernel.empty() ? Nothing("launches nothing") : Value::OfText(event.kernel);
      case Field::kArray: return NameOfObject(event.to);
      case Field::kSource: return NameOfObject(event.from);
      case Field::kIndex: return Value::OfCount(event.to.offset);
      default: return Nothing("has no such field");
    }
  }

  Value NameOfObject(const trace::HostSpan& span) const {
    if (span.object == trace::ObjectId::kNone) return Nothing("has no array there");
    return Value::OfText(trace::NameOf(model_.recording().objects[trace::Index(span.object)]));
  }

  const Model& model_;
  const Entry& entry_;
  std::uint64_t number_;
};

class Log {
 public:
  explicit Log(Model& model) : model_(model), history_(model.recording()) {}

  std::vector<Entry> Take() {
    const trace::Recording& recording = model_.recording();
    const auto launches = static_cast<std::uint32_t>(recording.launches.size());
    std::size_t next = 0;
    for (std::uint32_t launch = 0; launch < launches; ++launch) {
      const std::size_t end = history_.EventOf(launch);
      const bool is_known = end < recording.host_events.size();
      for (; is_known && next < end; ++next) AddHost(next, {.launch = launch});
      AddLaunch(launch, is_known ? &recording.host_events[next++] : nullptr);
      AddSteps(launch);
    }
    Cursor last{.launch = launches == 0 ? 0 : launches - 1};
    if (launches > 0) last.step = static_cast<std::uint32_t>(recording.launches[last.launch].steps.size());
    for (; next < recording.host_events.size(); ++next) AddHost(next, last);
    for (const trace::RecordedFinding& finding : recording.findings)
      if (!SideOf(finding)) AddFinding(finding, last, false);
    return std::move(entries_);
  }

 private:
  void AddHost(std::size_t index, const Cursor& place) {
    const HostEvent& event = model_.recording().host_events[index];
    entries_.push_back({.kind = std::string(trace::Word(event.kind)),
                        .text = trace::FormatHostEvent(model_.recording(), event),
                        .place = place,
                        .line = LineOf(event),
                        .host = &event});
  }

  std::uint32_t LineOf(const HostEvent& event) const {
    const trace::HostPlace* place = trace::PlaceOf(model_.recording(), event);
    return place ? place->line : 0;
  }

  void AddLaunch(std::uint32_t launch, const HostEvent* event) {
    entries_.push_back(
        {.kind = "launch",
         .text = "launched " + trace::FormatLaunch(model_.recording(), model_.recording().launches[launch]),
         .place = {.launch = launch},
         .launch = launch,
         .line = event ? LineOf(*event) : 0,
         .host = event});
  }

  // The prints of the threads, their faults, and the findings about their steps.
  void AddSteps(std::uint32_t launch) {
    const auto& steps = model_.recording().launches[launch].steps;
    std::vector<std::pair<std::uint32_t, const trace::RecordedFinding*>> findings;
    for (const trace::RecordedFinding& finding : model_.recording().findings)
      if (const trace::RecordedSide* side = SideOf(finding); side && side->launch == launch)
        findings.emplace_back(side->step, &finding);
    std::ranges::sort(findings);
    auto finding = findings.begin();
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
      const bool is_event = steps[i].kind == trace::StepKind::kPrint || steps[i].kind == trace::StepKind::kFault;
      if (is_event) AddStep(launch, i);
      for (; finding != findings.end() && finding->first == i; ++finding)
        AddFinding(*finding->second, PlaceOf(launch, i), true);
    }
  }

  Cursor PlaceOf(std::uint32_t launch, std::uint32_t step) {
    model_.MoveTo(launch, step + 1);
    Cursor place{.launch = launch, .step = step + 1};
    const auto slot = model_.index().ThreadOf(model_.launch().steps[step]);
    if (slot == replay::ThreadSlot::kNone) return place;
    place.block = model_.BlockOf(slot);
    place.thread = model_.ThreadOf(slot);
    return place;
  }

  void AddStep(std::uint32_t launch, std::uint32_t step) {
    Entry entry{.place = PlaceOf(launch, step), .launch = launch, .has_step = true};
    StepRow row(model_);
    row.Choose(step);
    const trace::Step& what = model_.launch().steps[step];
    entry.place.line = row.Line();
    entry.line = entry.place.line.number;
    entry.kind = trace::Word(what.kind);
    entry.text = row.Of(Field::kText).text;
    if (what.kind == trace::StepKind::kPrint)
      entry.text = fmt::format("thread {} of block {} printed: {}", replay::Text(entry.place.thread),
                               replay::Text(entry.place.block), entry.text);
    entries_.push_back(std::move(entry));
  }

  static const trace::RecordedSide* SideOf(const trace::RecordedFinding& finding) {
    const auto has_step = [](const trace::RecordedSide& side) {
      return side.step != trace::RecordedSide::kNotRecorded;
    };
    const auto found = std::ranges::find_if(finding.sides, has_step);
    return found == finding.sides.end() ? nullptr : &*found;
  }

  void AddFinding(const trace::RecordedFinding& finding, Cursor place, bool has_step) {
    place.line = {finding.file, finding.line};
    entries_.push_back({.kind = "finding",
                        .text = fmt::format("{}: {}", finding.kind, finding.fact),
                        .place = place,
                        .launch = has_step ? place.launch : kNoLaunch,
                        .has_step = has_step,
                        .line = finding.line});
  }

  Model& model_;
  HostHistory history_;
  std::vector<Entry> entries_;
};

std::vector<Column> ColumnsOf(const Query& query) {
  std::vector<Column> columns;
  const auto add = [&](Field field, std::string title) {
    columns.push_back({std::move(title), {.kind = Expression::Kind::kField, .field = field}});
  };
  add(Field::kEvent, "event");
  add(Field::kLaunch, "launch");
  add(Field::kStep, "step");
  add(Field::kLine, "line");
  if (!query.print.empty()) {
    columns.insert(columns.end(), query.print.begin(), query.print.end());
    return columns;
  }
  add(Field::kKind, "kind");
  add(Field::kCall, "call");
  add(Field::kText, "what");
  return columns;
}

}  // namespace

Expected<Table> ListEvents(Model& model, const Query& query, const Limits& limits) {
  const std::vector<Column> columns = ColumnsOf(query);
  Table table;
  for (const Column& column : columns) table.columns.push_back(column.title);
  const std::vector<Entry> entries = Log(model).Take();
  const std::uint64_t most = std::min(query.limit, limits.rows);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const EntryRow row(model, entries[i], i);
    if (query.where && !Evaluate(*query.where, row).IsTrue()) continue;
    if (++table.selected > most) continue;
    TableRow shown{.place = entries[i].place};
    for (const Column& column : columns) shown.values.push_back(Evaluate(column.value, row));
    table.rows.push_back(std::move(shown));
  }
  if (table.selected > table.rows.size())
    table.notes.push_back(fmt::format("{} of {} rows are shown", table.rows.size(), table.selected));
  if (model.recording().host_events.empty())
    table.notes.emplace_back(
        model.recording().complete
            ? "the host's copies, fills and allocations are not in it: it was recorded by an older "
              "Lockstep; record it again"
            : "the host's copies, fills and allocations are not in it: the program did not reach "
              "its end");
  return table;
}

}  // namespace lockstep::query
