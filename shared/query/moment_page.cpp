#include "shared/query/moment_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "shared/query/moment_page_template.h"

namespace lockstep::query {
namespace {

using replay::Model;
using replay::Position;
using replay::ThreadPhase;
using replay::ThreadSlot;
using Json = nlohmann::ordered_json;

constexpr std::uint32_t kMostLines = 2000;  // of a source file
constexpr std::size_t kMostArrays = 8;

// The part of an array that the page shows.
struct Window {
  replay::ArrayInfo array;
  std::uint64_t begin = 0, end = 0;  // cells
  std::vector<std::string> shown;    // as of the stop before
};

// The thread's stops around the moment, in the order of time, and whether there are more on either side.
struct Stops {
  std::deque<Position> at;
  std::size_t chosen = 0;
  bool more_before = false, more_after = false;
};

Stops StopsAround(Model& model, const replay::Cursor& place, std::size_t most) {
  Stops stops{.at = {model.position()}};
  const auto next = [&](Position from, replay::Direction direction) {
    model.MoveTo(place.launch, from);
    return replay::NextStop(model, place.block, place.thread, replay::Stride::kThread, direction);
  };
  auto before = next(stops.at.front(), replay::Direction::kBackward);
  auto after = next(stops.at.back(), replay::Direction::kForward);
  while (stops.at.size() < most && (before || after)) {
    const bool goes_back = before && (!after || stops.chosen < stops.at.size() / 2);
    if (goes_back) {
      stops.at.push_front(*before);
      ++stops.chosen;
      before = next(*before, replay::Direction::kBackward);
    } else {
      stops.at.push_back(*after);
      after = next(*after, replay::Direction::kForward);
    }
  }
  stops.more_before = before.has_value();
  stops.more_after = after.has_value();
  return stops;
}

class Page {
 public:
  Page(Model& model, const replay::Cursor& place, const PageOptions& options)
      : model_(model), place_(place), options_(options), thread_(model.SlotOf(place.block, place.thread)) {}

  Json Make() {
    Stops stops = StopsAround(model_, place_, std::max<std::size_t>(options_.stops, 1));
    ChooseCells(stops);
    Json frames = Json::array();
    std::size_t bytes = 0, left_out = 0;
    for (std::size_t i = 0; i < stops.at.size(); ++i) {
      Json frame = Frame(stops.at[i]);
      bytes += Dumped(frame).size();
      if (bytes > options_.bytes && i > stops.chosen) {
        left_out = stops.at.size() - i;
        break;
      }
      frames.push_back(std::move(frame));
    }
    const trace::RecordedLaunch& launch = model_.launch();
    return {{"title", options_.title},
            {"caption", options_.caption},
            {"launch", fmt::format("launch {}: {}<<<({},{},{}), ({},{},{})>>>", launch.number,
                                   model_.kernel() ? model_.kernel()->name : "?", launch.grid.x, launch.grid.y,
                                   launch.grid.z, launch.block.x, launch.block.y, launch.block.z)},
            {"thread", replay::Text(place_.thread)},
            {"block", replay::Text(place_.block)},
            {"me", static_cast<std::uint32_t>(thread_) % model_.index().threads_per_block()},
            {"width", launch.block.x},
            {"threads", model_.index().threads_per_block()},
            {"end", model_.end()},
            {"start", stops.chosen},
            {"files", std::move(files_)},
            {"arrays", Arrays()},
            {"frames", std::move(frames)},
            {"notes", LeftOut(stops, left_out)}};
  }

  static std::string Dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

 private:
  // Of a large array: those around the first cell that the thread touches on its way.
  void ChooseCells(const Stops& stops) {
    std::map<trace::ObjectId, std::uint64_t> first;
    const auto steps = model_.index().StepsOf(thread_);
    for (auto at = std::ranges::lower_bound(steps, stops.at.front()); at != steps.end() && *at < stops.at.back();
         ++at) {
      const trace::Step& step = model_.launch().steps[*at];
      if (trace::IsAccess(step)) first.try_emplace(step.object, step.offset);
    }
    std::vector<replay::ArrayInfo> arrays, others;  // those that the thread uses come first
    for (replay::ArrayInfo& array : replay::ListArrays(model_, place_.block))
      (first.contains(array.object) ? arrays : others).push_back(std::move(array));
    std::ranges::move(others, std::back_inserter(arrays));
    arrays_in_all_ = arrays.size();
    for (const replay::ArrayInfo& array : arrays) {
      if (windows_.size() == kMostArrays) break;
      const auto used = first.find(array.object);
      const std::uint64_t cell =
          used == first.end() ? 0 : used->second / std::max<std::uint64_t>(array.element_size, 1);
      const std::uint64_t size = std::min<std::uint64_t>(options_.cells, array.count);
      const std::uint64_t begin = std::min(cell > size / 2 ? cell - size / 2 : 0, array.count - size);
      windows_.push_back({.array = array, .begin = begin / 8 * 8, .end = begin / 8 * 8 + size});
    }
  }

  Json Frame(Position position) {
    replay::Cursor now = place_;
    now.step = position;
    model_.MoveTo(now);
    const replay::Headline headline = replay::DescribeMoment(model_, now);
    const replay::Line line = replay::LineOf(model_, thread_);
    Json frame = {{"step", model_.position()},
                  {"says", fmt::format("{} {}.", headline.who, headline.does)},
                  {"file", FileOf(line.file)},
                  {"line", line.number},
                  {"notes", Notes()},
                  {"variables", Variables()},
                  {"threads", ChangedThreads()},
                  {"cells", ChangedCells()},
                  {"touches", Touches()}};
    return frame;
  }

  // The place in `files_`, which gets it at its first use; -1 for none.
  int FileOf(trace::FileId id) {
    const auto& files = model_.recording().files;
    if (trace::Index(id) >= files.size()) return -1;
    const auto [known, is_new] = file_places_.try_emplace(id, static_cast<int>(files_.size()));
    if (!is_new) return known->second;
    Json lines = Json::array();
    for (std::uint32_t i = 1; i <= std::min(model_.LinesOf(id), kMostLines); ++i)
      lines.push_back(std::string(model_.TextOf({id, i})));
    files_.push_back({{"name", std::filesystem::path(files[trace::Index(id)].path).filename().string()},
                      {"lines", std::move(lines)}});
    return known->second;
  }

  Json Notes() const {
    Json notes = Json::array();
    for (const replay::LineNote& note : replay::NotesOf(model_, thread_)) {
      if (note.numbers.empty() && note.result.empty()) continue;
      const bool says_both = !note.numbers.empty() && !note.result.empty() && note.numbers != note.result;
      notes.push_back({note.line.number, says_both              ? note.numbers + " = " + note.result
                                         : note.numbers.empty() ? note.result
                                                                : note.numbers});
    }
    return notes;
  }

  Json Variables() const {
    Json rows = Json::array();
    const auto frames = replay::CallStack(model_, thread_, model_.position());
    if (frames.empty()) return rows;
    for (const replay::VariableRow& row : replay::DescribeVariables(model_, thread_, frames.back()))
      rows.push_back({row.name, row.known ? row.value : "not yet written", row.type, row.changed});
    return rows;
  }

  // Of each thread of the block: its line, or less than 0 where it is on none. Only what has changed since the stop
  // before.
  Json ChangedThreads() {
    const std::uint32_t threads = model_.index().threads_per_block();
    const std::uint32_t first = static_cast<std::uint32_t>(thread_) / threads * threads;
    thread_lines_.resize(threads, kUnknown);
    Json changes = Json::array();
    for (std::uint32_t i = 0; i < threads; ++i) {
      const int state = StateOf(static_cast<ThreadSlot>(first + i));
      if (state == thread_lines_[i]) continue;
      thread_lines_[i] = state;
      changes.push_back({i, state});
    }
    return changes;
  }

  int StateOf(ThreadSlot thread) const {
    switch (replay::PhaseOf(model_, thread)) {
      case ThreadPhase::kNotRecorded:
      case ThreadPhase::kNotStarted: return -1;
      case ThreadPhase::kWaiting: return -2;
      case ThreadPhase::kExited: return -3;
      case ThreadPhase::kFaulted: return -4;
      case ThreadPhase::kRunning: break;
    }
    return static_cast<int>(replay::LineOf(model_, thread).number);
  }

  Json ChangedCells() {
    Json changes = Json::array();
    for (std::size_t w = 0; w < windows_.size(); ++w) {
      Window& window = windows_[w];
      window.shown.resize(window.end - window.begin);
      for (std::uint64_t cell = window.begin; cell < window.end; ++cell) {
        const replay::CellValue value = replay::ReadCell(model_, window.array, cell);
        const std::string text = value.never_written ? "-" : value.known ? value.text : "?";
        std::string& shown = window.shown[cell - window.begin];
        if (text == shown) continue;
        shown = text;
        changes.push_back({w, cell - window.begin, text});
      }
    }
    return changes;
  }

  // The cells of the thread's line: array, cell, whether it writes, whether that is done.
  Json Touches() const {
    Json touches = Json::array();
    for (const replay::Touch& touch : replay::TouchesOf(model_, thread_))
      for (std::size_t w = 0; w < windows_.size(); ++w) {
        const Window& window = windows_[w];
        const std::uint64_t cell = touch.offset / std::max<std::uint64_t>(window.array.element_size, 1);
        if (window.array.object == touch.object && cell >= window.begin && cell < window.end)
          touches.push_back({w, cell - window.begin, touch.writes ? 1 : 0, touch.done ? 1 : 0});
      }
    return touches;
  }

  Json Arrays() const {
    Json arrays = Json::array();
    for (const Window& window : windows_) {
      const std::uint64_t row = window.array.shape.empty() ? 1 : window.array.shape.back();
      arrays.push_back({{"name", window.array.name},
                        {"type", window.array.element_name},
                        {"begin", window.begin},
                        {"cells", window.end - window.begin},
                        {"count", window.array.count},
                        {"row", row <= 32 ? row : 8}});
    }
    return arrays;
  }

  Json LeftOut(const Stops& stops, std::size_t left_out) const {
    Json notes = Json::array();
    if (stops.more_before) notes.push_back("The thread's earlier steps are not on this page.");
    if (stops.more_after || left_out > 0) notes.push_back("The thread's later steps are not on this page.");
    if (arrays_in_all_ > windows_.size())
      notes.push_back(fmt::format("{} of {} arrays are shown.", windows_.size(), arrays_in_all_));
    for (const Window& window : windows_)
      if (window.end - window.begin < window.array.count)
        notes.push_back(fmt::format("{}: cells {} to {} of {}.", window.array.name, window.begin, window.end - 1,
                                    window.array.count));
    return notes;
  }

  static constexpr int kUnknown = -9;

  Model& model_;
  const replay::Cursor place_;
  const PageOptions& options_;
  const ThreadSlot thread_;
  std::vector<Window> windows_;
  std::size_t arrays_in_all_ = 0;
  std::vector<int> thread_lines_;
  Json files_ = Json::array();
  std::map<trace::FileId, int> file_places_;
};

// Text of a recording cannot end the element that holds the data.
std::string EscapedForScript(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

Expected<Json> DataOf(Model& model, const replay::Cursor& place, const PageOptions& options) {
  model.MoveTo(place);
  if (model.SlotOf(place.block, place.thread) == ThreadSlot::kNone)
    return Fail(fmt::format("block {} was not recorded: `lockstep record --block {},{},{}` records it",
                            replay::Text(place.block), place.block.x, place.block.y, place.block.z));
  return Page(model, place, options).Make();
}

std::string PageWith(const Json& data) {
  constexpr std::string_view kMark = "@DATA@";
  std::string page = kPageTemplate;
  page.replace(page.find(kMark), kMark.size(), EscapedForScript(Page::Dumped(data)));
  return page;
}

}  // namespace

Expected<std::string> MakePage(Model& model, const replay::Cursor& place, const PageOptions& options) {
  const auto data = DataOf(model, place, options);
  if (!data) return std::unexpected(data.error());
  return PageWith(*data);
}

Expected<std::string> MakeTour(Model& model, const std::vector<TourStop>& stops, const PageOptions& options) {
  if (stops.empty()) return Fail("a tour needs a stop");
  Json pages = Json::array();
  PageOptions of_stop = options;
  of_stop.bytes = options.bytes / stops.size();
  for (const TourStop& stop : stops) {
    of_stop.caption = stop.caption;
    auto data = DataOf(model, stop.place, of_stop);
    if (!data) return Fail(fmt::format("the stop \"{}\": {}", stop.caption, data.error().message));
    pages.push_back(std::move(*data));
  }
  return PageWith({{"tour", std::move(pages)}});
}

}  // namespace lockstep::query
