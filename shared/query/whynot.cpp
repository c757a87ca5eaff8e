#include "shared/query/whynot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "shared/query/place.h"
#include "shared/query/select_steps.h"
#include "shared/query/source_line.h"
#include "shared/query/step_row.h"
#include "shared/replay/line_notes.h"
#include "shared/replay/replay.h"
#include "shared/replay/statement.h"
#include "shared/trace/format_place.h"
#include "shared/trace/lookup.h"

namespace lockstep::query {
namespace {

using replay::Cursor;
using replay::Model;
using replay::StepIndex;
using replay::ThreadSlot;
using trace::StepKind;

// Each thread that is asked costs a move to its last moment.
constexpr std::uint32_t kMostThreads = 20'000;

const char* Plural(std::uint64_t count) { return count == 1 ? "" : "s"; }

std::string ThreadText(const Model& model, ThreadSlot slot) {
  return fmt::format("thread {} of block {}", replay::Text(model.ThreadOf(slot)), replay::Text(model.BlockOf(slot)));
}

class ReasonSearch {
 public:
  ReasonSearch(Model& model, const Piece& piece, const Target& target) : model_(model), piece_(piece), target_(target) {
    const auto object = model.object(piece.object);
    if (object) cell_size_ = SizeOfType(model, object->element);
  }

  // True if the reasons are final: they name what kept a thread with that index away.
  bool NotWritten() {
    FindSites();
    if (sites_.empty()) {
      Add(fmt::format("No recorded thread writes `{}` in launch {}.", NameOfArray(), model_.launch().number));
      NameRecorded();
      return false;
    }
    NearestWrites();
    if (WouldHaveWritten()) return true;
    NobodyHasTheIndex();
    return false;
  }

  std::vector<Reason> TakeReasons() { return std::move(reasons_); }

  // Says who wrote it, if anybody did.
  bool Written() {
    if (const auto writes = WritesTo(model_, {piece_}); !writes.empty()) {
      const StepIndex last = writes.back();
      const ThreadSlot thread = model_.index().ThreadOf(model_.launch().steps[last]);
      const std::string text = DescribeStep(model_, last);
      if (thread != ThreadSlot::kNone)
        Add(fmt::format("It was written: {} {}. `why {}` shows from what.", ThreadText(model_, thread), text,
                        target_.text),
            thread, last + 1);
      return true;
    }
    const auto writer = replay::FinalWriter(model_, piece_.object, piece_.begin);
    // A cell of the map may be a whole struct: a recorded block has written another part of it.
    if (!writer || model_.BlockSlot(writer->block)) return false;
    Add(fmt::format(
        "It was written by thread {} of block {}, which was not recorded: `lockstep record --block {},{},{}` "
        "records that block.",
        replay::Text(writer->thread), replay::Text(writer->block), writer->block.x, writer->block.y, writer->block.z));
    return true;
  }

 private:
  std::string NameOfArray() const {
    const auto object = model_.object(piece_.object);
    return object ? trace::NameOf(*object) : target_.name;
  }
  std::uint64_t CellOf(std::uint64_t offset) const { return offset / cell_size_; }
  std::uint64_t Wanted() const { return CellOf(piece_.begin); }

  void Add(std::string sentence) { reasons_.push_back({.sentence = std::move(sentence)}); }
  void Add(std::string sentence, ThreadSlot thread, replay::Position position) {
    Cursor moment{.launch = model_.launch_place(), .step = position};
    moment.block = model_.BlockOf(thread);
    moment.thread = model_.ThreadOf(thread);
    moment.object = piece_.object;
    StepRow row(model_);
    row.Choose(position - 1);
    moment.line = row.Line();
    reasons_.push_back({.sentence = std::move(sentence), .moment = moment, .has_moment = true});
  }

  // The lines that write the array in this launch, each with the index expression of its target.
  void FindSites() {
    for (const StepIndex step : model_.index().WritesTo(piece_.object)) {
      StepRow row(model_);
      row.Choose(step);
      auto& [index, cells] = sites_[row.Line()];
      if (cells.empty()) {
        const auto statement = StatementAt(model_.TextOf(row.Line()), ColumnOf(step));
        const auto inside = replay::IndexExpressions(statement.target);
        if (inside.size() == 1) index = inside[0];
      }
      cells.emplace_back(CellOf(model_.launch().steps[step].offset), step);
    }
  }

  std::uint32_t ColumnOf(StepIndex step) const {
    const auto site = trace::Index(model_.launch().steps[step].site);
    return site < model_.recording().sites.size() ? model_.recording().sites[site].column : 0;
  }

  void NearestWrites() {
    for (const auto& [line, site] : sites_) {
      const auto distance = [&](const auto& write) {
        return write.first > Wanted() ? write.first - Wanted() : Wanted() - write.first;
      };
      const auto nearest = std::ranges::min_element(site.cells, {}, distance);
      const ThreadSlot thread = model_.index().ThreadOf(model_.launch().steps[nearest->second]);
      if (thread == ThreadSlot::kNone) continue;
      Add(fmt::format("Line {} writes `{}`; nearest to {} it wrote element {}, by {}.", line.number, NameOfArray(),
                      Wanted(), nearest->first, ThreadText(model_, thread)),
          thread, nearest->second + 1);
    }
  }

  // A thread that would have written the cell, had it come to the line: at its last moment the index has that value.
  bool WouldHaveWritten() {
    const std::uint32_t threads = std::min(model_.index().thread_count(), kMostThreads);
    for (const auto& [line, site] : sites_) {
      if (site.index.empty()) continue;
      for (std::uint32_t i = 0; i < threads; ++i)
        if (IsTheOne(ThreadSlot{i}, line, site.index)) return true;
    }
    if (threads < model_.index().thread_count())
      Add(fmt::format("Only the first {} recorded threads were asked which cell they meant.", threads));
    return false;
  }

  bool IsTheOne(ThreadSlot thread, replay::Line line, const std::string& index) {
    const auto steps = model_.index().StepsOf(thread);
    if (steps.empty()) return false;
    // At the end of its last line, where its variables have their last values.
    StepIndex last = steps.back();
    const auto& all = model_.launch().steps;
    for (auto i = steps.rbegin(); i != steps.rend(); ++i) {
      last = *i;
      if (all[*i].kind != StepKind::kExit && all[*i].kind != StepKind::kLeave) break;
    }
    model_.MoveTo(model_.launch_place(), last + 1);
    const auto value = replay::Evaluate(model_, thread, index, 0);
    if (!value || !value->number || value->number->IsFloating()) return false;
    if (value->number->AsSigned() != static_cast<std::int64_t>(Wanted())) return false;
    return Tell(thread, line, index, last);
  }

  bool Tell(ThreadSlot thread, replay::Line line, const std::string& index, StepIndex last) {
    const replay::ThreadPhase phase = replay::PhaseOf(model_, thread);
    const StepIndex reached = model_.index().LineStep(last);
    const replay::Line at =
        reached == replay::kNoStep ? replay::Line{} : model_.LineOfSite(model_.launch().steps[reached].site);
    const std::string who = fmt::format("In {}, `{}` is {}", ThreadText(model_, thread), index, Wanted());
    if (phase == replay::ThreadPhase::kWaiting) {
      Add(fmt::format("{}, but it still waits at the barrier on line {}.", who, at.number), thread, last + 1);
    } else if (phase == replay::ThreadPhase::kFaulted) {
      Add(fmt::format("{}, but it was stopped on line {}: {}.", who, at.number, replay::FaultOf(model_, thread)),
          thread, last + 1);
    } else {
      TellGuard(thread, line, who);
    }
    return true;
  }

  // The last condition before the line that the thread came to: its numbers, and the moment when it was there.
  void TellGuard(ThreadSlot thread, replay::Line line, const std::string& who) {
    const StepIndex guard = LastCondition(thread, line);
    const auto steps = model_.index().StepsOf(thread);
    if (guard == replay::kNoStep)
      return Add(fmt::format("{}, but it did not come to line {}.", who, line.number), thread, steps.back() + 1);
    const replay::Line at = model_.LineOfSite(model_.launch().steps[guard].site);
    const auto next = std::ranges::upper_bound(steps, guard);
    model_.MoveTo(model_.launch_place(), (next == steps.end() ? guard : *next) + 1);
    const std::string condition =
        fmt::format("`{}`{}", replay::ReadStatement(model_.TextOf(at)).expression, NumbersOn(thread, at));
    const std::string what =
        at == line ? fmt::format("line {} wrote nothing: its condition is {}", line.number, condition)
                   : fmt::format("it did not come to line {}: line {} decided, {}", line.number, at.number, condition);
    Add(fmt::format("{}, but {}.", who, what), thread, guard + 1);
  }

  // Of those up to the line, which may have one of its own, if there is any.
  StepIndex LastCondition(ThreadSlot thread, replay::Line line) const {
    const auto steps = model_.index().StepsOf(thread);
    StepIndex last = replay::kNoStep;
    for (auto i = steps.rbegin(); i != steps.rend(); ++i) {
      if (model_.launch().steps[*i].kind != StepKind::kLine) continue;
      const replay::Line at = model_.LineOfSite(model_.launch().steps[*i].site);
      if (!IsCondition(model_.TextOf(at))) continue;
      if (at.file == line.file && at.number <= line.number) return *i;
      if (last == replay::kNoStep) last = *i;
    }
    return last;
  }

  static bool IsCondition(std::string_view line) {
    const auto begin = line.find_first_not_of(" \t}");
    if (begin == line.npos) return false;
    line.remove_prefix(begin);
    return line.starts_with("if") || line.starts_with("while") || line.starts_with("for") ||
           line.starts_with("else if") || line.starts_with("switch");
  }

  // ", that is 7 < 6: false".
  std::string NumbersOn(ThreadSlot thread, replay::Line line) const {
    for (const replay::LineNote& note : replay::NotesOf(model_, thread))
      if (note.line == line)
        return (note.numbers.empty() ? "" : ", that is " + note.numbers) +
               (note.result.empty() ? "" : ": " + note.result);
    return {};
  }

  void NobodyHasTheIndex() {
    bool found = false;
    for (const auto& [line, site] : sites_) {
      if (site.index.empty()) continue;
      const auto largest = std::ranges::max_element(site.cells);
      const ThreadSlot thread = model_.index().ThreadOf(model_.launch().steps[largest->second]);
      if (thread == ThreadSlot::kNone) continue;
      Add(fmt::format("In no recorded thread `{}` is {}: on line {} the largest was {}, in {}.", site.index, Wanted(),
                      line.number, largest->first, ThreadText(model_, thread)),
          thread, largest->second + 1);
      found = true;
    }
    if (!found) Add(fmt::format("No recorded thread came to write element {}.", Wanted()));
    NameRecorded();
  }

  void NameRecorded() {
    const auto& launch = model_.launch();
    const bool knows_writers =
        std::ranges::find(launch.writers, piece_.object, &trace::WriterMap::object) != launch.writers.end();
    if (launch.blocks.size() < launch.grid.Count())
      Add(fmt::format("{} of {} blocks were recorded; {}.", launch.blocks.size(), launch.grid.Count(),
                      knows_writers ? "no other block wrote it either" : "another block may have written it"));
    else
      Add(fmt::format("Launch {} has {} thread{}: {} block{} of {}.", launch.number,
                      launch.grid.Count() * launch.block.Count(), Plural(launch.grid.Count() * launch.block.Count()),
                      launch.grid.Count(), Plural(launch.grid.Count()), launch.block.Count()));
  }

  struct Site {
    std::string index;  // "y * width + x"
    std::vector<std::pair<std::uint64_t, StepIndex>> cells;
  };

  Model& model_;
  const Piece& piece_;
  const Target& target_;
  std::uint64_t cell_size_ = 1;
  std::map<replay::Line, Site> sites_;
  std::vector<Reason> reasons_;
};

// The cell as a launch knows it, after it. None if the launch has no such object.
Expected<std::optional<Piece>> FindCell(Model& model, std::uint32_t launch, const Target& target,
                                        const std::optional<Cursor>& from) {
  model.MoveTo(launch, ~replay::Position{0});
  auto pieces = FindPieces(model, target);
  if (!pieces) return std::unexpected(pieces.error());
  if (from)
    std::erase_if(*pieces, [&](const Piece& piece) {
      const auto object = model.object(piece.object);
      return trace::IsLaunchObject(piece.object) && object && model.BlockSlot(from->block) != object->block;
    });
  if (pieces->empty()) return std::nullopt;
  const Piece piece = pieces->front();
  const auto object = model.object(piece.object);
  const trace::Type* cell = object ? model.type(object->element) : nullptr;
  if (cell && piece.end - piece.begin > cell->size)
    return Fail(fmt::format("whynot asks about one cell: `{}[0]`", target.text));
  return piece;
}

}  // namespace

Expected<std::vector<Reason>> FindWhyNot(Model& model, const Target& target, const std::optional<Cursor>& from) {
  constexpr std::size_t kMostLaunches = 16;
  const auto launches = static_cast<std::uint32_t>(model.recording().launches.size());
  std::vector<std::pair<std::uint32_t, Piece>> cells;  // of the latest launches; of one if there is a moment
  for (std::uint32_t i = from ? std::min(from->launch, launches - 1) + 1 : launches; i-- > 0;) {
    const auto piece = FindCell(model, i, target, from);
    if (!piece) return std::unexpected(piece.error());
    if (*piece) cells.emplace_back(i, **piece);
    if (cells.size() == (from ? 1 : kMostLaunches)) break;
  }
  if (cells.empty()) return Fail("no recorded launch has `" + target.text + "`");
  const auto ask = [&](const auto& cell, auto question) {
    model.MoveTo(cell.first, ~replay::Position{0});
    ReasonSearch detective(model, cell.second, target);
    const bool is_final = (detective.*question)();
    return std::pair(is_final, detective.TakeReasons());
  };
  for (const auto& cell : cells)
    if (auto [found, reasons] = ask(cell, &ReasonSearch::Written); found) return std::move(reasons);
  std::vector<Reason> most;
  for (const auto& cell : cells) {
    auto [is_final, reasons] = ask(cell, &ReasonSearch::NotWritten);
    if (is_final) return std::move(reasons);
    if (reasons.size() > most.size()) most = std::move(reasons);
  }
  return most;
}

}  // namespace lockstep::query
