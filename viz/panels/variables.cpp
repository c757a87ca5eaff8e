#include "viz/panels/variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "shared/replay/thread_state.h"
#include "shared/replay/thread_values.h"
#include "shared/trace/lookup.h"
#include "viz/model/thread_layout.h"
#include "viz/panels/controls.h"
#include "viz/panels/focus.h"
#include "viz/panels/grid_view.h"
#include "viz/panels/ink.h"
#include "viz/panels/rerun.h"
#include "viz/panels/runs.h"
#include "viz/panels/system_clipboard.h"
#include "viz/panels/text_setter.h"
#include "viz/panels/threads_beside.h"
#include "viz/panels/timeline.h"
#include "viz/panels/watches.h"

namespace lockstep::viz {
namespace {

struct ValueColumns {
  float name, value, type;
  std::vector<float> beside;  // of the threads beside the chosen one, in place of the types

  // The end of the chosen thread's values.
  float value_end() const { return beside.empty() ? type : beside.front(); }
};

ValueColumns LayOut(const Desk& desk, float width, std::size_t beside) {
  const float name = desk.Units(14);
  const float value = name + std::clamp(width * 0.24f, desk.Units(90), desk.Units(170));
  ValueColumns columns{name, value, width - std::clamp(width * 0.28f, desk.Units(90), desk.Units(190))};
  for (std::size_t i = 1; i <= beside; ++i)
    columns.beside.push_back(value + (width - value) * static_cast<float>(i) / static_cast<float>(beside + 1));
  return columns;
}

// The values of the threads beside: those that differ stand out.
void DrawBeside(const Desk& desk, const ValueColumns& columns, std::span<const replay::ValueBeside> values, Area row) {
  const Palette& c = desk.color();
  for (std::size_t i = 0; i < columns.beside.size() && i < values.size(); ++i) {
    const replay::ValueBeside& value = values[i];
    const float x = row.min.x + columns.beside[i];
    const float end = i + 1 < columns.beside.size() ? row.min.x + columns.beside[i + 1] : row.max.x;
    ImFont* font = !value.known ? desk.fonts.small : value.differs ? desk.fonts.code_strong : desk.fonts.code;
    const std::string_view text = value.known ? std::string_view(value.value) : value.exists ? "not written yet" : "–";
    DrawText(ImGui::GetWindowDrawList(), font, {x, row.center().y - font->FontSize / 2},
             !value.known    ? c.faint
             : value.differs ? c.text
                             : c.quiet,
             FitText(font, text, end - x - desk.Units(12)));
  }
}

// A triangle before what has parts: to the right if they are hidden, down if they are shown.
void DrawFold(Desk& desk, ImVec2 center, bool is_open) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float a = desk.Units(3.2f);
  const ImU32 ink = desk.color().quiet;
  if (is_open)
    draw->AddTriangleFilled({center.x - a, center.y - a * 0.6f}, {center.x + a, center.y - a * 0.6f},
                            {center.x, center.y + a * 0.8f}, ink);
  else
    draw->AddTriangleFilled({center.x - a * 0.6f, center.y - a}, {center.x + a * 0.8f, center.y},
                            {center.x - a * 0.6f, center.y + a}, ink);
}

// The button that watches a variable, in the place of its type while the mouse is on its row. True if it was clicked.
bool DrawWatchButton(Desk& desk, const replay::VariableRow& row, Area area) {
  const bool is_watched = IsWatched(desk, row.path);
  const std::string_view words = is_watched ? "unwatch" : "watch";
  area.min.x = area.max.x - TextWidth(desk.fonts.small, words) - desk.Units(14);
  desk.Of<VariablesView>().watch[row.path] = area;
  const bool hovered = area.Contains(ImGui::GetIO().MousePos);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(area.min, area.max, hovered ? desk.color().line : desk.color().raised, desk.Units(5));
  DrawText(draw, desk.fonts.small, {area.min.x + desk.Units(7), area.center().y - desk.fonts.small->FontSize / 2},
           hovered ? desk.color().text : desk.color().quiet, words);
  return hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
}

// One row: name, value, and the type or the values of other threads. Returns true if it was clicked.
bool DrawRow(Desk& desk, const ValueColumns& columns, const replay::VariableRow& row, bool clickable,
             std::span<const replay::ValueBeside> beside = {}) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const float height = desk.Units(24);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushID(row.path.empty() ? row.name.c_str() : row.path.c_str());
  bool clicked = ImGui::InvisibleButton("row", {std::max(width, 1.0f), height}) && clickable;
  if (clickable) Reach(desk);
  const bool under_mouse = ImGui::IsItemHovered(), hovered = under_mouse && clickable;
  ImGui::PopID();
  if (row.changed)
    draw->AddRectFilled(at, {at.x + width, at.y + height}, c.write_soft);
  else if (hovered)
    draw->AddRectFilled(at, {at.x + width, at.y + height}, WithAlpha(c.raised, 0.7f));
  if (row.changed) draw->AddRectFilled(at, {at.x + desk.Units(3), at.y + height}, c.write);
  const float y = at.y + (height - desk.fonts.code->FontSize) / 2;
  const bool coloured =
      clickable && desk.Of<GridView>().by == ColourBy::kValue && desk.Of<GridView>().variable == row.path;
  const float indent = desk.Units(14) * static_cast<float>(std::min(row.depth, 6));
  const float name_x = at.x + columns.name + indent;
  if (row.has_parts)
    DrawFold(desk, {name_x - desk.Units(6), at.y + height / 2}, desk.Of<VariablesView>().opened.contains(row.path));
  DrawText(draw, desk.fonts.code, {name_x, y}, coloured ? c.chosen : c.text,
           FitText(desk.fonts.code, row.name, columns.value - columns.name - indent - desk.Units(8)));
  const float room = columns.value_end() - columns.value - desk.Units(12);
  if (row.known) {
    DrawText(draw, row.changed ? desk.fonts.code_strong : desk.fonts.code, {at.x + columns.value, y}, c.text,
             FitText(desk.fonts.code, row.value, room));
  } else {
    DrawText(draw, desk.fonts.small, {at.x + columns.value, at.y + (height - desk.fonts.small->FontSize) / 2}, c.faint,
             "not written yet");
  }
  if (!row.path.empty()) desk.Of<VariablesView>().rows[row.path] = {at, {at.x + width, at.y + height}};
  if (under_mouse && !row.path.empty()) {
    const float inset = desk.Units(2);
    const Area button{{at.x + columns.type, at.y + inset}, {at.x + width - desk.Units(8), at.y + height - inset}};
    if (DrawWatchButton(desk, row, button)) ToggleWatch(desk, row.path);
    if (desk.Of<VariablesView>().watch[row.path].Contains(ImGui::GetIO().MousePos)) clicked = false;
  } else if (columns.beside.empty()) {
    DrawText(draw, desk.fonts.small, {at.x + columns.type, at.y + (height - desk.fonts.small->FontSize) / 2}, c.quiet,
             FitText(desk.fonts.small, row.type, width - columns.type - desk.Units(10)));
  }
  DrawBeside(desk, columns, beside, {at, {at.x + (under_mouse ? columns.type : width), at.y + height}});
  if (under_mouse && row.known && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) SystemClipboard().set(row.value);
  if (under_mouse && row.known && TextWidth(desk.fonts.code, row.value) > room) DrawCodeTip(desk, row.value);
  return clicked;
}

void DrawIndices(const replay::Model& model, const Selection& selection, Desk& desk, const ValueColumns& columns,
                 const std::vector<ThreadBeside>& others) {
  using Index = trace::Dim3 ThreadPlace::*;
  using Extent = trace::Dim3 trace::RecordedLaunch::*;
  const auto row = [&](const char* name, trace::Dim3 value, Index index, Extent extent = nullptr) {
    std::vector<replay::ValueBeside> beside;
    for (const ThreadBeside& other : others) {
      if (!other.model && extent) {
        beside.emplace_back();
        continue;
      }
      const trace::Dim3 theirs = index ? other.place.*index : other.model->launch().*extent;
      beside.push_back({.exists = true, .known = true, .differs = theirs != value, .value = replay::Text(theirs)});
    }
    DrawRow(desk, columns, {.name = name, .type = "built in", .value = replay::Text(value), .known = true}, false,
            beside);
  };
  row("threadIdx", selection.thread, &ThreadPlace::thread);
  row("blockIdx", selection.block, &ThreadPlace::block);
  row("blockDim", model.launch().block, nullptr, &trace::RecordedLaunch::block);
  row("gridDim", model.launch().grid, nullptr, &trace::RecordedLaunch::grid);
}

struct StackBeside {
  const replay::Model* model;  // see ThreadBeside
  replay::ThreadSlot thread;
  std::vector<replay::Frame> frames;
};

std::vector<StackBeside> StacksOf(const std::vector<ThreadBeside>& others) {
  std::vector<StackBeside> stacks;
  for (const ThreadBeside& other : others) {
    StackBeside& stack = stacks.emplace_back(other.model, replay::ThreadSlot::kNone);
    if (!other.model) continue;
    stack.thread = other.model->SlotOf(other.place.block, other.place.thread);
    stack.frames = replay::CallStack(*other.model, stack.thread, other.model->position());
  }
  return stacks;
}

// The function of the same name in another recording.
trace::FunctionId SameFunction(const replay::Model& from, trace::FunctionId id, const replay::Model& to) {
  const trace::Function* function = from.function(id);
  if (&from == &to || !function) return id;
  const auto& functions = to.recording().functions;
  const auto same = std::ranges::find(functions, function->name, &trace::Function::name);
  return same == functions.end() ? trace::FunctionId::kNone
                                 : trace::FunctionId{static_cast<std::uint32_t>(same - functions.begin())};
}

// The values of each row in the threads beside: a list for each row.
std::vector<std::vector<replay::ValueBeside>> BesideRows(const replay::Model& model, const Desk& desk,
                                                         const std::vector<StackBeside>& others, std::size_t depth,
                                                         trace::FunctionId function,
                                                         const std::vector<replay::VariableRow>& rows) {
  std::vector<std::vector<replay::ValueBeside>> lists(rows.size());
  for (const StackBeside& other : others) {
    std::vector<replay::ValueBeside> values(rows.size());
    if (other.model) {
      const replay::Frame* frame = replay::FrameOf(other.frames, depth, SameFunction(model, function, *other.model));
      values = replay::ValuesBeside(*other.model, other.thread, frame, rows, desk.Of<VariablesView>().opened);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) lists[i].push_back(values[i]);
  }
  return lists;
}

void DrawRule(Desk& desk, std::string_view label) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, pad = desk.Units(14), height = desk.Units(26);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float text_y = at.y + height - desk.fonts.small->FontSize - desk.Units(4);
  const float end = DrawText(draw, desk.fonts.small, {at.x + pad, text_y}, desk.color().quiet, label);
  const float line_y = text_y + desk.fonts.small->FontSize / 2 + 1;
  draw->AddLine({at.x + pad + end + desk.Units(10), line_y}, {at.x + width - pad, line_y}, desk.color().line);
  ImGui::Dummy({width, height});
}

// A thread that has not started, or has ended, has no variables to show, but a time that has.
void DrawWayToOwnTime(const replay::Model& model, Selection& selection, Desk& desk, replay::ThreadSlot slot) {
  const auto moment = OwnMoment(model, selection);
  if (!moment) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool is_to_come = replay::PhaseOf(model, slot) == replay::ThreadPhase::kNotStarted;
  const std::string words = fmt::format("{}: step {}", is_to_come ? "It starts later" : "It has ended", *moment);
  if (WordsButton(desk, "own time", {at.x + desk.Units(14), at.y + desk.Units(4)}, words, "G"))
    selection.step = *moment;
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({1, desk.Units(36)});
}

std::string FrameName(const replay::Model& model, const replay::Frame& frame) {
  const trace::Function* function = model.function(frame.function);
  const std::string name = function ? function->name : "kernel";
  return frame.line.number ? fmt::format("{} · line {}", name, frame.line.number) : name;
}

// The variables of each function that the thread is in.
void DrawCallStack(const replay::Model& model, Desk& desk, replay::ThreadSlot slot, const ValueColumns& columns,
                   const std::vector<ThreadBeside>& others) {
  const auto stack = replay::CallStack(model, slot, model.position());
  const std::vector<StackBeside> stacks = StacksOf(others);
  const auto numbers = replay::NamesWithValues(model);  // a click on one of these colours the grid by it
  for (std::size_t i = stack.size(); i-- > 0;) {
    if (stack.size() > 1) DrawRule(desk, FrameName(model, stack[i]));
    const auto rows = replay::DescribeVariables(model, slot, stack[i], desk.Of<VariablesView>().opened);
    const auto beside = BesideRows(model, desk, stacks, i, stack[i].function, rows);
    ImGui::PushID(static_cast<int>(i));
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const replay::VariableRow& row = rows[r];
      const bool is_number = i == 0 && std::ranges::find(numbers, row.path) != numbers.end();
      if (!DrawRow(desk, columns, row, is_number || row.has_parts, beside[r])) continue;
      if (row.has_parts) {
        if (desk.Of<VariablesView>().opened.erase(row.path) == 0) desk.Of<VariablesView>().opened.insert(row.path);
        continue;
      }
      desk.Of<GridView>().by = ColourBy::kValue;
      desk.Of<GridView>().variable = row.path;
    }
    ImGui::PopID();
  }
}

}  // namespace

void DrawVariables(const replay::Model& model, Selection& selection, Desk& desk) {
  const replay::ThreadSlot slot = model.SlotOf(selection.block, selection.thread);
  desk.Of<VariablesView>().rows.clear();
  desk.Of<VariablesView>().watch.clear();
  ImGui::BeginChild("rows");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  std::vector<ThreadBeside> others = ThreadsBeside(model, selection, desk);
  if (auto run = RunBeside(model, selection, desk)) others.push_back(std::move(*run));
  const float width = ImGui::GetContentRegionAvail().x;
  const ValueColumns columns = LayOut(desk, width, others.size());
  if (const auto fault = replay::FaultOf(model, slot); !fault.empty()) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    TextSetter setter(desk, at.x + desk.Units(14), at.x + ImGui::GetContentRegionAvail().x - desk.Units(14));
    setter.Gap(desk.Units(4));
    setter.Runs(RunsOf(fault), desk.fonts.text, desk.color().fault, desk.Units(20));
    ImGui::Dummy({1, setter.y() - at.y});
  }
  DrawWayToOwnTime(model, selection, desk, slot);
  DrawWatches(model, selection, desk);
  if (!others.empty()) {
    std::vector<float> heads = {columns.value};
    heads.insert(heads.end(), columns.beside.begin(), columns.beside.end());
    DrawHeads(model, selection, desk, others, heads, width);
  }
  DrawCallStack(model, desk, slot, columns, others);
  if (slot == replay::ThreadSlot::kNone) DrawRecordBlock(model, selection, desk);
  DrawRule(desk, "indices");
  DrawIndices(model, selection, desk, columns, others);
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

const Panel kVariables{.name = "variables",
                       .place = PanelPlace::kBelow,
                       .group = "Place",
                       .tab = {.word = Desk::kFirstTab, .title = "Variables"},
                       .draw = DrawModel<DrawVariables>,
                       .keys = {{{"Click"}, "a struct or an array: its parts; a number: colours the threads by it"},
                                {{"Right click"}, "a variable: copies its value"}}};

}  // namespace lockstep::viz
