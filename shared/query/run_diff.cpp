#include "shared/query/run_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "shared/base/printable.h"
#include "shared/query/place.h"
#include "shared/query/step_row.h"
#include "shared/replay/fields.h"
#include "shared/replay/launch_pairs.h"
#include "shared/replay/line_map.h"
#include "shared/replay/step_bytes.h"
#include "shared/trace/bit_field.h"
#include "shared/trace/format_place.h"
#include "shared/trace/lookup.h"
#include "shared/trace/trace.h"

namespace lockstep::query {
namespace {

using replay::Model;
using replay::StepIndex;
using replay::StepIndices;
using replay::ThreadSlot;
using trace::Step;
using trace::StepKind;

class Differ {
 public:
  Differ(Model& a, Model& b, const DiffLimits& limits)
      : a_(a), b_(b), limits_(limits), lines_(a.recording(), b.recording()) {}

  RunDiff Compare() {
    RunDiff diff;
    const replay::LaunchPairs pairs(a_.recording(), b_.recording());
    NoteUnpaired(a_.recording(), pairs.only_first(), "first", diff);
    NoteUnpaired(b_.recording(), pairs.only_second(), "second", diff);
    std::vector<std::string> kernels;
    for (const replay::LaunchPair& pair : pairs.pairs()) {
      if (IsWithdrawn()) break;
      a_.MoveTo(pair.first, ~replay::Position{0});
      b_.MoveTo(pair.second, ~replay::Position{0});
      CompareLaunch(pair, diff);
      const std::string kernel = replay::KernelNameOf(a_.recording(), a_.launch());
      if (std::ranges::count(kernels, kernel) == 0) kernels.push_back(kernel);
      ++diff.compared;
      diff.scope = ScopeOf(diff.compared, kernels);
    }
    return diff;
  }

 private:
  bool IsWithdrawn() const { return limits_.progress && limits_.progress->stop; }

  std::string ScopeOf(std::uint32_t compared, const std::vector<std::string>& kernels) const {
    constexpr std::size_t kNamed = 3;
    if (compared == 1) return fmt::format("launch {} of `{}`", a_.launch().number, kernels.front());
    std::string text = fmt::format("{} launches of ", compared);
    for (std::size_t i = 0; i < std::min(kernels.size(), kNamed); ++i)
      text += fmt::format("{}`{}`", i == 0 ? "" : i + 1 == kernels.size() ? " and " : ", ", kernels[i]);
    return kernels.size() > kNamed ? text + fmt::format(" and {} more", kernels.size() - kNamed) : text;
  }

  // "the first recording alone has launch 2 of `sum`"
  static void NoteUnpaired(const trace::Recording& recording, const std::vector<std::uint32_t>& launches,
                           std::string_view which, RunDiff& diff) {
    constexpr std::size_t kNamed = 5;
    if (launches.empty()) return;
    std::string text;
    for (std::size_t i = 0; i < std::min(launches.size(), kNamed); ++i) {
      const trace::RecordedLaunch& launch = recording.launches[launches[i]];
      text += fmt::format("{}launch {} of `{}`", i == 0 ? "" : ", ", launch.number,
                          replay::KernelNameOf(recording, launch));
    }
    if (launches.size() > kNamed) text += fmt::format(" and {} more", launches.size() - kNamed);
    diff.notes.push_back(fmt::format("the {} recording alone has {}", which, text));
  }

  void CompareLaunch(const replay::LaunchPair& pair, RunDiff& diff) {
    LaunchDiff found{.launch = pair.first,
                     .second_launch = pair.second,
                     .number = a_.launch().number,
                     .second_number = b_.launch().number,
                     .kernel = replay::KernelNameOf(a_.recording(), a_.launch())};
    const auto shape = [](const Model& model) {
      return replay::Text(model.launch().grid) + " blocks of " + replay::Text(model.launch().block) + " threads";
    };
    if (shape(a_) != shape(b_))
      diff.notes.push_back(fmt::format("launch {} has {}, and {}", found.number, shape(a_), shape(b_)));
    for (std::uint32_t slot = 0; slot < a_.index().thread_count() && !IsWithdrawn(); ++slot) {
      const ThreadSlot a{slot}, b = b_.SlotOf(a_.BlockOf(a), a_.ThreadOf(a));
      if (b != ThreadSlot::kNone) CompareThread(a, b, found);
    }
    for (ThreadDiff& diff : found.earliest) {
      Describe(a_, diff.a, diff.a_does);
      Describe(b_, diff.b, diff.b_does);
    }
    CompareArrays(found);
    diff.threads += found.threads;
    if (found.threads == 0)
      diff.notes.push_back(fmt::format("no thread of launch {} was recorded in both", found.number));
    if (found.differ > 0 || !found.arrays.empty()) diff.launches.push_back(std::move(found));
  }

  static bool Counts(const Model& model, const Step& step) {
    switch (step.kind) {
      case StepKind::kLine:
      case StepKind::kPrint:
      case StepKind::kFault:
      case StepKind::kExit: return true;
      case StepKind::kWrite:
      case StepKind::kAtomic: return !IsPointer(model, step);  // addresses differ from run to run
      default: return false;
    }
  }

  static bool IsPointer(const Model& model, const Step& step) {
    const auto object = model.object(step.object);
    const trace::Type* type =
        object ? model.type(trace::TypeAt(model.recording(), *object, step.offset, step.size)) : nullptr;
    return type && type->kind == trace::TypeKind::kPointer;
  }

  static StepIndices::Iterator Skip(const Model& model, const StepIndices& steps, StepIndices::Iterator at) {
    while (at != steps.end() && !Counts(model, model.launch().steps[*at])) ++at;
    return at;
  }

  void CompareThread(ThreadSlot a, ThreadSlot b, LaunchDiff& found) {
    ++found.threads;
    const auto a_steps = a_.index().StepsOf(a), b_steps = b_.index().StepsOf(b);
    auto i = Skip(a_, a_steps, a_steps.begin());
    auto k = Skip(b_, b_steps, b_steps.begin());
    while (i != a_steps.end() && k != b_steps.end()) {
      if (const auto kind = Difference(a_.launch().steps[*i], b_.launch().steps[*k]))
        return Keep(a, *kind, *i, *k, found);
      i = Skip(a_, a_steps, i + 1);
      k = Skip(b_, b_steps, k + 1);
    }
    if (i == a_steps.end() && k == b_steps.end()) return;
    const auto last = [](auto at, const StepIndices& steps) {
      return at != steps.end() ? *at : steps.empty() ? replay::kNoStep : steps.back();
    };
    Keep(a, DiffKind::kEnd, last(i, a_steps), last(k, b_steps), found);
  }

  std::optional<DiffKind> Difference(const Step& a, const Step& b) const {
    if (a.kind != b.kind) {
      const bool ends = a.kind == StepKind::kExit || a.kind == StepKind::kFault || b.kind == StepKind::kExit ||
                        b.kind == StepKind::kFault;
      return ends ? DiffKind::kEnd : DiffKind::kLine;
    }
    switch (a.kind) {
      case StepKind::kLine:
        if (lines_.Of(a_.LineOfSite(a.site)) != b_.LineOfSite(b.site)) return DiffKind::kLine;
        return std::nullopt;
      case StepKind::kPrint:
      case StepKind::kFault:
        if (TextOf(a_, a) != TextOf(b_, b)) return a.kind == StepKind::kPrint ? DiffKind::kPrinted : DiffKind::kEnd;
        return std::nullopt;
      case StepKind::kWrite:
      case StepKind::kAtomic: return OfWrites(a, b);
      default: return std::nullopt;
    }
  }

  static std::string_view TextOf(const Model& model, const Step& step) {
    return step.offset < model.launch().texts.size() ? std::string_view(model.launch().texts[step.offset])
                                                     : std::string_view{};
  }

  std::optional<DiffKind> OfWrites(const Step& a, const Step& b) const {
    const auto a_object = a_.object(a.object), b_object = b_.object(b.object);
    const bool same_name = (a_object && b_object) ? trace::NameOf(*a_object) == trace::NameOf(*b_object) ||
                                                        (a_object->name.empty() && b_object->name.empty())
                                                  : !a_object && !b_object;
    if (!same_name || a.offset != b.offset || a.size != b.size) return DiffKind::kPlace;
    const auto a_bytes = replay::BytesAfter(a_.launch(), a), b_bytes = replay::BytesAfter(b_.launch(), b);
    return std::ranges::equal(a_bytes, b_bytes) ? std::nullopt : std::optional(DiffKind::kValue);
  }

  void Keep(ThreadSlot thread, DiffKind kind, StepIndex a, StepIndex b, LaunchDiff& found) {
    ++found.differ;
    ThreadDiff diff{.kind = kind, .block = a_.BlockOf(thread), .thread = a_.ThreadOf(thread)};
    diff.a = {
        .launch = found.launch, .step = a == replay::kNoStep ? 0 : a + 1, .block = diff.block, .thread = diff.thread};
    diff.b = {.launch = found.second_launch,
              .step = b == replay::kNoStep ? 0 : b + 1,
              .block = diff.block,
              .thread = diff.thread};
    // The earliest ones, in order.
    const auto place =
        std::ranges::upper_bound(found.earliest, diff.a.step, {}, [](const ThreadDiff& one) { return one.a.step; });
    if (place == found.earliest.end() && found.earliest.size() >= limits_.threads) return;
    found.earliest.insert(place, std::move(diff));
    if (found.earliest.size() > limits_.threads) found.earliest.pop_back();
  }

  // A thread without steps stands before the launch's first one.
  static void Describe(Model& model, replay::Cursor& place, std::string& text) {
    if (place.step == 0) {
      text = "does nothing";
      return;
    }
    StepRow row(model);
    row.Choose(place.step - 1);
    place.line = row.Line();
    text = DescribeStep(model, place.step - 1);
  }

  // By name; of arrays that both recordings kept.
  void CompareArrays(LaunchDiff& found) const {
    const auto& objects = a_.recording().objects;
    for (std::uint32_t i = 0; i < objects.size(); ++i) {
      const auto& others = b_.recording().objects;
      if (objects[i].name.empty()) continue;
      const auto other = std::ranges::find(others, objects[i].name, &trace::Object::name);
      if (other == others.end()) continue;
      const auto* a = replay::BytesAfterLaunch(a_.launch(), trace::ObjectId{i});
      const auto* b =
          replay::BytesAfterLaunch(b_.launch(), trace::ObjectId{static_cast<std::uint32_t>(other - others.begin())});
      if (!a || !b || *a == *b) continue;
      ArrayDiff diff{.name = objects[i].name};
      diff.first_in_a.object = trace::ObjectId{i};
      diff.first_in_b.object = trace::ObjectId{static_cast<std::uint32_t>(other - others.begin())};
      CompareBytes(objects[i], *a, *b, diff);
      if (diff.differ > 0) found.arrays.push_back(std::move(diff));
    }
  }

  void CompareBytes(const trace::Object& object, const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b,
                    ArrayDiff& diff) const {
    const std::size_t cell = SizeOfType(a_, object.element), size = std::min(a.size(), b.size());
    diff.cells = std::max(a.size(), b.size()) / cell;
    for (std::size_t at = 0; at + cell <= size; at += cell) {
      const auto part = FirstPartThatDiffers(object.element, {&a[at], cell}, {&b[at], cell});
      if (!part || diff.differ++ > 0) continue;
      diff.first_in_a.index = diff.first_in_b.index = at / cell;
      const std::size_t from = at + part->offset;
      const auto text = [&](const std::vector<std::uint8_t>& bytes) {
        return trace::FormatValue(a_.recording(), part->type, &bytes[from], part->size);
      };
      diff.first =
          fmt::format("{}: {} and {}", trace::FormatPlace(a_.recording(), object, from, part->size), text(a), text(b));
    }
    if (a.size() != b.size()) diff.differ += std::max(a.size(), b.size()) / cell - size / cell;
  }

  using Bytes = std::span<const std::uint8_t>;

  // Of one value of the type: itself, or its first member or element with other bytes, to any depth. Bytes between
  // members belong to no value. None where nothing differs.
  std::optional<replay::Field> FirstPartThatDiffers(trace::TypeId id, Bytes a, Bytes b) const {
    if (std::ranges::equal(a, b)) return std::nullopt;
    const replay::Field whole{.type = id, .size = a.size()};
    const trace::Type* type = a_.type(id);
    if (!type) return whole;
    if (type->kind == trace::TypeKind::kArray && type->count > 0 && a.size() % type->count == 0) {
      const std::size_t step = a.size() / type->count;
      for (std::size_t at = 0; at < a.size(); at += step)
        if (auto part = PartAt(type->element, at, a.subspan(at, step), b.subspan(at, step))) return part;
      return whole;
    }
    if (type->kind != trace::TypeKind::kStruct || type->members.empty()) return whole;
    for (const trace::Member& member : type->members) {
      const trace::Type* of = a_.type(member.type);
      if (!of || member.offset + of->size > a.size()) return whole;
      // Its bytes are those of its neighbours too, and do not name it.
      if (trace::BitFieldOf(*of).bits > 0) {
        const auto value = [&](Bytes bytes) {
          return trace::ReadBitField(*of, bytes.subspan(member.offset, of->size));
        };
        if (value(a) != value(b)) return whole;
        continue;
      }
      if (auto part = PartAt(member.type, member.offset, a.subspan(member.offset, of->size),
                             b.subspan(member.offset, of->size)))
        return part;
    }
    return std::nullopt;
  }

  std::optional<replay::Field> PartAt(trace::TypeId id, std::uint64_t offset, Bytes a, Bytes b) const {
    auto part = FirstPartThatDiffers(id, a, b);
    if (part) part->offset += offset;
    return part;
  }

  Model &a_, &b_;
  const DiffLimits& limits_;
  replay::LineMap lines_;
};

std::string AsJson(const RunDiff& diff) {
  using Json = nlohmann::ordered_json;
  Json launches = Json::array();
  const auto side = [](const replay::Cursor& at, const std::string& does) {
    return Json{{"step", StepBefore(at)}, {"line", at.line.number}, {"does", does}};
  };
  for (const LaunchDiff& launch : diff.launches) {
    Json threads = Json::array(), arrays = Json::array();
    for (const ThreadDiff& thread : launch.earliest)
      threads.push_back({{"block", replay::Text(thread.block)},
                         {"thread", replay::Text(thread.thread)},
                         {"difference", WordsOf(thread.kind)},
                         {"first", side(thread.a, thread.a_does)},
                         {"second", side(thread.b, thread.b_does)}});
    for (const ArrayDiff& array : launch.arrays)
      arrays.push_back(
          {{"name", array.name}, {"cells", array.cells}, {"differ", array.differ}, {"first", array.first}});
    launches.push_back({{"launch", launch.number},
                        {"second_launch", launch.second_number},
                        {"kernel", launch.kernel},
                        {"threads", launch.threads},
                        {"differ", launch.differ},
                        {"earliest", threads},
                        {"arrays", arrays}});
  }
  const Json json{{"compared", diff.compared},
                  {"threads", diff.threads},
                  {"scope", diff.scope},
                  {"launches", launches},
                  {"notes", diff.notes}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

const char* WordsOf(DiffKind kind) {
  switch (kind) {
    case DiffKind::kLine: return "goes another way";
    case DiffKind::kValue: return "writes another value";
    case DiffKind::kPlace: return "writes to another place";
    case DiffKind::kPrinted: return "prints something else";
    case DiffKind::kEnd: return "ends otherwise";
  }
  return "";
}

RunDiff DiffRuns(Model& a, Model& b, const DiffLimits& limits) { return Differ(a, b, limits).Compare(); }

std::string FormatRunDiff(const RunDiff& diff, const std::string& a_name, const std::string& b_name, bool json) {
  if (json) return AsJson(diff);
  std::string text;
  for (const std::string& note : diff.notes) text += "note: " + Printable(note) + "\n";
  if (diff.threads == 0) text += "nothing was compared\n";
  if (diff.threads > 0 && diff.launches.empty())
    text += fmt::format("no recorded thread differs: {} compared in {}\n", diff.threads, Printable(diff.scope));
  for (const LaunchDiff& launch : diff.launches) {
    const std::string second =
        launch.number == launch.second_number ? "" : fmt::format(" (launch {} in the second)", launch.second_number);
    text += fmt::format("launch {} of {}{}: {} of {} recorded threads differ\n", launch.number,
                        Printable(launch.kernel), second, launch.differ, launch.threads);
    for (const ThreadDiff& thread : launch.earliest)
      text += fmt::format("  block {} thread {} {}\n    {}, step {}, line {}: {}\n    {}, step {}, line {}: {}\n",
                          replay::Text(thread.block), replay::Text(thread.thread), WordsOf(thread.kind),
                          Printable(a_name), StepBefore(thread.a), thread.a.line.number, Printable(thread.a_does),
                          Printable(b_name), StepBefore(thread.b), thread.b.line.number, Printable(thread.b_does));
    if (launch.differ > launch.earliest.size())
      text += fmt::format("  ... and {} more threads\n", launch.differ - launch.earliest.size());
    for (const ArrayDiff& array : launch.arrays)
      text += fmt::format("  after it, {} of {} cells of {} differ; the first is {}\n", array.differ, array.cells,
                          Printable(array.name), Printable(array.first));
  }
  return text;
}

}  // namespace lockstep::query
