#include "shared/replay/directions.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "shared/base/quoted.h"
#include "shared/base/trimmed.h"
#include "shared/base/whole_number.h"
#include "shared/replay/arrays.h"
#include "shared/replay/choose.h"
#include "shared/replay/evaluate.h"
#include "shared/replay/thread_values.h"
#include "shared/trace/lookup.h"
#include "shared/trace/read_index.h"

namespace lockstep::replay {
namespace {

using Moment = Directions::Moment;

constexpr std::size_t kLongest = 1000, kMostDimensions = 8;  // characters; indices of a cell

// --- reading

Expected<void> ReadOrdinal(std::string_view name, std::string_view text, std::uint32_t& to) {
  const auto number = WholeNumber<std::uint32_t>(text);
  if (!number) return Fail(fmt::format("`{}={}`: a whole number is wanted", name, text));
  to = *number;
  return {};
}

Expected<trace::Dim3> ReadIndex(std::string_view name, std::string_view text) {
  if (const auto index = trace::ReadIndex(text)) return *index;
  return Fail(fmt::format("`{}={}`: one to three whole numbers are wanted, separated by commas", name, text));
}

// "tile[3][4]".
Expected<void> ReadCellName(std::string_view text, Directions& to) {
  const std::string_view all = text;
  const std::size_t bracket = std::min(text.find('['), text.size());
  to.array = text.substr(0, bracket);
  text.remove_prefix(bracket);
  while (text.starts_with('[') && to.cell.size() < kMostDimensions) {
    const std::size_t end = text.find(']');
    const auto index =
        end == std::string_view::npos ? std::nullopt : WholeNumber<std::uint64_t>(text.substr(1, end - 1));
    if (!index) break;
    to.cell.push_back(*index);
    text.remove_prefix(end + 1);
  }
  if (to.array.empty() || to.cell.empty() || !text.empty())
    return Fail(fmt::format("`cell={}`: the name of an array and the cell's indices are wanted, as in `out[5]`", all));
  return {};
}

Expected<void> ReadMoment(std::string_view text, Directions& to) {
  static constexpr std::pair<std::string_view, Moment> kNames[] = {
      {"start", Moment::kStart}, {"end", Moment::kEnd}, {"write", Moment::kWrite}, {"done", Moment::kDone}};
  for (const auto& [name, moment] : kNames)
    if (text == name) return to.at = moment, Expected<void>();
  const auto step = WholeNumber<Position>(text);
  if (!step) return Fail(fmt::format("`at={}`: start, end, write, done or a number of steps is wanted", text));
  to.at = Moment::kStep;
  to.step = *step;
  return {};
}

Expected<void> ReadState(std::string_view text, Directions& to) {
  static constexpr std::pair<std::string_view, ThreadPhase> kNames[] = {{"not-started", ThreadPhase::kNotStarted},
                                                                        {"running", ThreadPhase::kRunning},
                                                                        {"waiting", ThreadPhase::kWaiting},
                                                                        {"finished", ThreadPhase::kExited},
                                                                        {"stopped", ThreadPhase::kFaulted}};
  for (const auto& [name, phase] : kNames)
    if (text == name) return to.state = phase, Expected<void>();
  return Fail(fmt::format("`state={}`: not-started, running, waiting, finished or stopped is wanted", text));
}

std::string WithoutSpaces(std::string_view text) {
  std::string rest(text);
  std::erase_if(rest, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
  return rest;
}

Expected<void> ReadLook(std::string_view name, std::string_view value, Directions& to) {
  static constexpr std::string_view kViews[] = {"picture", "cells", "warp", "scene", "lanes", "variables", "output"};
  static constexpr std::string_view kFootprints[] = {"none", "thread", "warp", "block"};
  if (name == "colour") return to.colour = value, Expected<void>();
  if (name == "view") {
    if (std::ranges::find(kViews, value) == std::end(kViews))
      return Fail(fmt::format("`view={}`: picture, cells, warp, scene, lanes or variables is wanted", value));
    to.view = value;
    return {};
  }
  if (name == "footprint") {
    if (std::ranges::find(kFootprints, value) == std::end(kFootprints))
      return Fail(fmt::format("`footprint={}`: none, thread, warp or block is wanted", value));
    to.footprint = value;
    return {};
  }
  if (name == "scene") {
    Expected<Arrangement> scene = ReadArrangement(value);
    if (!scene) return std::unexpected(scene.error());
    to.scene = std::move(*scene);
    return {};
  }
  if (value != "exercise" && value != "lesson")
    return Fail(fmt::format("`program={}`: lesson or exercise is wanted", value));
  to.exercise = value == "exercise";
  return {};
}

Expected<void> ReadPart(std::string_view name, std::string_view value, Directions& to) {
  if (name == "launch") return ReadOrdinal(name, value, to.launch.emplace());
  if (name == "visit") return ReadOrdinal(name, value, to.visit);
  if (name == "block" || name == "thread") {
    const Expected<trace::Dim3> index = ReadIndex(name, value);
    if (!index) return std::unexpected(index.error());
    (name == "block" ? to.block : to.thread) = *index;
    return {};
  }
  if (name == "line") return to.line = WithoutSpaces(value), Expected<void>();
  if (name == "where") return to.where = value, Expected<void>();
  if (name == "at") return ReadMoment(value, to);
  if (name == "state") return ReadState(value, to);
  if (name == "array") return to.array = value, Expected<void>();
  if (name == "cell") return ReadCellName(value, to);
  static constexpr std::string_view kLooks[] = {"colour", "view", "scene", "footprint", "program"};
  if (std::ranges::find(kLooks, name) != std::end(kLooks)) return ReadLook(name, value, to);
  return Fail(
      fmt::format("`{}` is none of launch, block, thread, line, visit, where, at, state, array, cell, colour, view, "
                  "scene, footprint and program",
                  name));
}

// Parts that need one another, or exclude one another.
Expected<void> CheckParts(const Directions& to) {
  if (to.at == Moment::kDone && to.line.empty()) return Fail("`at=done` needs a `line`");
  if (to.where.empty()) return {};
  if (to.line.empty()) return Fail("`where` needs a `line`");
  // Only a move to an earlier time could tell if it has held since then, which a task does not do.
  if (to.visit != 1 || to.at == Moment::kDone)
    return Fail("`where` names the time on the line by itself: leave out `visit` and `at=done`");
  return {};
}

// --- finding

bool IsTheLine(const Model& model, Line line, const std::string& wanted) {
  if (line.number == 0) return false;
  if (const auto number = WholeNumber<std::uint32_t>(wanted)) return line.number == *number;
  return WithoutSpaces(model.TextOf(line)).contains(wanted);
}

Expected<Line> FindLine(const Model& model, const std::string& wanted) {
  std::vector<Line> found;
  for (const Line line : LinesVisited(model))
    if (IsTheLine(model, line, wanted)) found.push_back(line);
  if (found.empty()) return Fail("no recorded thread of the launch reaches a line " + Quoted(wanted));
  if (found.size() > 1)
    return Fail(fmt::format("{} is on {} lines, {} and {} among them", Quoted(wanted), found.size(), found[0].number,
                            found[1].number));
  return found[0];
}

bool IsVisit(const Model& model, StepIndex i, Line line) {
  const trace::Step& step = model.launch().steps[i];
  return step.kind == trace::StepKind::kLine && model.LineOfSite(step.site) == line;
}

// The kLine step of the thread's so many-th visit; kNoStep if there are not so many.
StepIndex VisitOf(const Model& model, ThreadSlot thread, Line line, std::uint32_t visit) {
  for (const StepIndex i : model.index().StepsOf(thread))
    if (IsVisit(model, i, line) && visit-- == 1) return i;
  return kNoStep;
}

std::optional<ArrayInfo> ArrayNamed(const Model& model, trace::Dim3 block, std::string_view name) {
  for (ArrayInfo& array : ListArrays(model, block))
    if (array.name == name) return std::move(array);
  return std::nullopt;
}

// The cell's number in memory order; none outside the array.
std::optional<std::uint64_t> CellAt(const ArrayInfo& array, const std::vector<std::uint64_t>& indices) {
  if (indices.size() == 1) return indices[0] < array.count ? std::optional(indices[0]) : std::nullopt;
  if (indices.size() != array.shape.size()) return std::nullopt;
  std::uint64_t cell = 0;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] >= array.shape[i]) return std::nullopt;
    cell = cell * array.shape[i] + indices[i];
  }
  return cell < array.count ? std::optional(cell) : std::nullopt;
}

// --- going

// A model that goes back to its moment unless it is told to stay.
class Visit {
 public:
  explicit Visit(Model& model) : model_(model), launch_(model.launch_place()), position_(model.position()) {}
  Visit(const Visit&) = delete;
  ~Visit() {
    if (!stays_) model_.MoveTo(launch_, position_);
  }
  void Stay() { stays_ = true; }

 private:
  Model& model_;
  std::uint32_t launch_;
  Position position_;
  bool stays_ = false;
};

Expected<void> TakeThread(Model& model, Cursor& cursor, const Directions& to) {
  if (to.block) cursor.block = *to.block;
  if (to.thread) cursor.thread = *to.thread;
  const trace::RecordedLaunch& launch = model.launch();
  if (!IsInside(cursor.block, launch.grid))
    return Fail(fmt::format("there is no block {}: the grid has {} blocks", Text(cursor.block), Text(launch.grid)));
  if (!IsInside(cursor.thread, launch.block))
    return Fail(fmt::format("there is no thread {}: blocks have {} threads", Text(cursor.thread), Text(launch.block)));
  return {};
}

// At the start nobody has begun: unless a thread is named, it is the one that runs first, of the block if one is named.
void TakeFirstThread(const Model& model, Cursor& cursor, const Directions& to) {
  if (to.at != Moment::kStart || to.thread) return;
  for (const trace::Step& step : model.launch().steps) {
    const ThreadSlot thread = model.index().ThreadOf(step);
    if (thread == ThreadSlot::kNone || (to.block && model.BlockOf(thread) != *to.block)) continue;
    cursor.block = model.BlockOf(thread);
    cursor.thread = model.ThreadOf(thread);
    return;
  }
}

Expected<Position> MomentAtLine(const Model& model, const Cursor& cursor, const Directions& to) {
  const Expected<Line> line = FindLine(model, to.line);
  if (!line) return std::unexpected(line.error());
  const ThreadSlot thread = model.SlotOf(cursor.block, cursor.thread);
  const StepIndex at = VisitOf(model, thread, *line, to.visit);
  if (at == kNoStep)
    return Fail(fmt::format("thread {} of block {} does not reach line {} {} times", Text(cursor.thread),
                            Text(cursor.block), line->number, to.visit));
  if (to.at != Moment::kDone) return at + 1;
  const LineVisit visit = VisitFrom(model, at);
  return (visit.steps.empty() ? at : std::max(at, visit.steps.back())) + 1;
}

// At the moment; false also where it has no value yet.
bool Holds(const Model& model, ThreadSlot thread, const std::string& condition) {
  const Expected<Evaluated> value = Evaluate(model, thread, condition);
  return value && value->number && value->number->IsTrue();
}

Expected<Position> MomentWhere(Model& model, const Cursor& cursor, const Directions& to) {
  const Expected<Line> line = FindLine(model, to.line);
  if (!line) return std::unexpected(line.error());
  const ThreadSlot thread = model.SlotOf(cursor.block, cursor.thread);
  for (const StepIndex i : model.index().StepsOf(thread)) {
    if (!IsVisit(model, i, *line)) continue;
    model.MoveTo(model.launch_place(), i + 1);
    if (Holds(model, thread, to.where)) return i + 1;
  }
  return Fail(fmt::format("thread {} of block {} is never on line {} where {}", Text(cursor.thread), Text(cursor.block),
                          line->number, Quoted(to.where)));
}

Expected<Position> MomentInState(Model& model, ThreadSlot thread, ThreadPhase state) {
  const auto is_so = [&](Position position) {
    model.MoveTo(model.launch_place(), position);
    return PhaseOf(model, thread) == state;
  };
  if (is_so(0)) return 0;
  for (const StepIndex i : model.index().StepsOf(thread))
    if (is_so(i + 1)) return i + 1;
  return Fail(fmt::format("the thread never is in the state \"{}\"", Word(state)));
}

Expected<Position> MomentOf(Model& model, const Cursor& cursor, const Directions& to) {
  const ThreadSlot thread = model.SlotOf(cursor.block, cursor.thread);
  const bool of_thread = !to.line.empty() || to.state || to.at == Moment::kWrite || to.at == Moment::kDone;
  if (of_thread && thread == ThreadSlot::kNone)
    return Fail(fmt::format("block {} was not recorded", Text(cursor.block)));
  if (!to.where.empty()) return MomentWhere(model, cursor, to);
  if (!to.line.empty()) return MomentAtLine(model, cursor, to);
  if (to.state) return MomentInState(model, thread, *to.state);
  switch (to.at) {
    case Moment::kAny: return cursor.step;
    case Moment::kStart: return 0;
    case Moment::kEnd: return model.end();
    case Moment::kWrite: return FirstMomentOf(model, thread);
    case Moment::kDone: return Fail("`at=done` needs a `line`");
    case Moment::kStep:
      if (to.step > model.end())
        return Fail(fmt::format("there is no step {}: the last one is {}", to.step, model.end()));
      return to.step;
  }
  return cursor.step;
}

Expected<void> CheckScene(const Model& model, trace::Dim3 block, const Directions& to) {
  for (const std::string& name : to.scene.Names())
    if (!ArrayNamed(model, block, name)) return Fail("the launch has no array " + Quoted(name));
  return {};
}

Expected<void> TakeCell(const Model& model, Cursor& cursor, const Directions& to) {
  if (to.array.empty()) return {};
  const std::optional<ArrayInfo> array = ArrayNamed(model, cursor.block, to.array);
  if (!array) return Fail("the launch has no array " + Quoted(to.array));
  cursor.object = array->object;
  if (to.cell.empty()) {
    if (cursor.cell && cursor.cell->object != array->object) cursor.cell.reset();
    return {};
  }
  const std::optional<std::uint64_t> cell = CellAt(*array, to.cell);
  if (!cell) return Fail(fmt::format("{} has no such cell: it has {}", Quoted(to.array), array->count));
  if (to.thread || !to.line.empty())
    cursor.cell = Cell{array->object, *cell};
  else
    ChooseCell(model, cursor, {array->object, *cell});
  return {};
}

// True from that visit of the line on.
bool HasBeenThere(const Model& model, const Cursor& cursor, const Directions& place) {
  if (model.SlotOf(cursor.block, cursor.thread) == ThreadSlot::kNone) return false;
  const Expected<Position> moment = MomentAtLine(model, cursor, place);
  return moment && model.position() >= *moment;
}

bool IsAtMoment(const Model& model, const Cursor& cursor, ThreadSlot thread, const Directions& place) {
  const Position now = model.position();
  switch (place.at) {
    case Moment::kStart:
      if (now != 0) return false;
      break;
    case Moment::kEnd:
      if (now != model.end()) return false;
      break;
    case Moment::kStep:
      if (now < place.step) return false;
      break;
    case Moment::kWrite:
      if (thread == ThreadSlot::kNone || now < FirstMomentOf(model, thread)) return false;
      break;
    case Moment::kDone: return HasBeenThere(model, cursor, place);
    default: break;
  }
  if (place.line.empty()) return true;
  if (!IsTheLine(model, LineOf(model, thread), place.line)) return false;
  if (!place.where.empty()) return Holds(model, thread, place.where);
  return place.visit == 1 || HasBeenThere(model, cursor, place);
}

bool IsAtCell(const Model& model, const Cursor& cursor, const Directions& place) {
  if (place.array.empty()) return true;
  const std::optional<ArrayInfo> array = ArrayNamed(model, cursor.block, place.array);
  if (!array || cursor.object != array->object) return false;
  return place.cell.empty() ||
         (cursor.cell && cursor.cell->object == array->object && CellAt(*array, place.cell) == cursor.cell->index);
}

}  // namespace

Expected<Directions> ReadDirections(std::string_view text) {
  if (text.size() > kLongest) return Fail(fmt::format("it has more than {} characters", kLongest));
  Directions to;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    const std::string_view part = Trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (part.empty()) continue;
    const std::size_t equal = part.find('=');
    if (equal == std::string_view::npos || equal + 1 == part.size())
      return Fail(fmt::format("`{}` has no value: NAME=VALUE is wanted", part));
    const auto read = ReadPart(Trimmed(part.substr(0, equal)), Trimmed(part.substr(equal + 1)), to);
    if (!read) return std::unexpected(read.error());
  }
  if (const auto checked = CheckParts(to); !checked) return std::unexpected(checked.error());
  return to;
}

Expected<void> GoTo(Model& model, Cursor& cursor, const Directions& to) {
  Visit visit(model);
  Cursor next = cursor;
  if (to.launch) {
    const std::size_t launches = model.recording().launches.size();
    if (*to.launch >= launches)
      return Fail(fmt::format("there is no launch {}: the launches are 0 to {}", *to.launch, launches - 1));
    if (*to.launch != cursor.launch) next = FirstCursor(model, *to.launch);
  }
  model.MoveTo(next);
  if (const auto taken = TakeThread(model, next, to); !taken) return taken;
  TakeFirstThread(model, next, to);
  const Expected<Position> moment = MomentOf(model, next, to);
  if (!moment) return std::unexpected(moment.error());
  next.step = *moment;
  model.MoveTo(next);
  ChooseThread(model, next, next.block, next.thread);
  if (const auto taken = TakeCell(model, next, to); !taken) return taken;
  if (const auto checked = CheckScene(model, next.block, to); !checked) return checked;
  cursor = next;
  visit.Stay();
  return {};
}

bool IsAt(const Model& model, const Cursor& cursor, const Directions& place) {
  if (place.launch && *place.launch != cursor.launch) return false;
  if ((place.block && *place.block != cursor.block) || (place.thread && *place.thread != cursor.thread)) return false;
  const ThreadSlot thread = model.SlotOf(cursor.block, cursor.thread);
  if (place.state && PhaseOf(model, thread) != *place.state) return false;
  return IsAtMoment(model, cursor, thread, place) && IsAtCell(model, cursor, place);
}

std::vector<Cell> CellsOf(const Model& model, ThreadSlot thread, std::string_view array, bool writes) {
  std::vector<Cell> cells;
  if (thread == ThreadSlot::kNone) return cells;
  const std::optional<ArrayInfo> named = ArrayNamed(model, model.BlockOf(thread), array);
  if (!named) return cells;
  std::set<std::uint64_t> known;
  for (const StepIndex i : model.index().StepsOf(thread)) {
    const trace::Step& step = model.launch().steps[i];
    const bool is_wanted = writes ? IsWrite(step) : step.kind == trace::StepKind::kRead;
    if (!is_wanted || step.object != named->object) continue;
    const std::uint64_t index = step.offset / named->element_size;
    if (known.insert(index).second) cells.push_back({step.object, index});
  }
  return cells;
}

}  // namespace lockstep::replay
