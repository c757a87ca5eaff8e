#include "viz/panels/threads_beside.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "shared/replay/choose.h"
#include "shared/trace/lookup.h"
#include "viz/model/thread_layout.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/order.h"
#include "viz/panels/runs.h"
#include "viz/panels/thread_marks.h"

namespace lockstep::viz {
namespace {

// Moves the other model to the moment that stands for the one in view. False if the thread never comes there.
bool FollowThere(const replay::Model& model, const replay::Cursor& here, const replay::Cursor& recorded,
                 RunsView& runs) {
  replay::Model& other = *runs.other;
  if (const auto row = RowThere(runs, recorded)) {
    other.MoveTo(*row);
    return true;
  }
  const replay::KeptPlace place = PlaceThere(runs, model, here);
  const auto& launches = other.recording().launches;
  const auto launch = std::ranges::find(launches, place.launch, &trace::RecordedLaunch::number);
  if (launch == launches.end()) return false;
  const auto index = static_cast<std::uint32_t>(launch - launches.begin());
  if (other.launch_place() != index || place.line == 0) other.MoveTo(index, 0);
  if (place.line == 0) return true;  // before the thread's first line
  const auto found = replay::FindKept(other, place);
  if (found) other.MoveTo(*found);
  return found.has_value();
}

constexpr char kFirstLetter = 'B';

std::string Words(const replay::Model& model, const Selection& selection, const ThreadPlace& place) {
  std::string words = replay::Text(place.thread);
  if (place.block != selection.block) words += fmt::format(" of block {}", replay::Text(place.block));
  const replay::ThreadSlot slot = model.SlotOf(place.block, place.thread);
  const replay::Line line = replay::LineOf(model, slot);
  if (line.number != 0) return words + fmt::format(" · line {}", line.number);
  return words + fmt::format(" · {}", Word(replay::PhaseOf(model, slot)));
}

// Of the chosen thread in the other run.
std::string WordsOfRun(const ThreadBeside& beside) {
  if (!beside.model) return beside.run + " · does not come here";
  const replay::ThreadSlot slot = beside.model->SlotOf(beside.place.block, beside.place.thread);
  const replay::Line line = replay::LineOf(*beside.model, slot);
  if (line.number == 0) return fmt::format("{} · {}", beside.run, Word(replay::PhaseOf(*beside.model, slot)));
  return fmt::format("{} · line {}", beside.run, line.number);
}

void DrawHead(const Desk& desk, Area area, char letter, std::string_view words, bool hovered) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  const float side = desk.Units(16), y = area.center().y;
  float x = area.min.x;
  if (letter) {
    const Area badge{{x, y - side / 2}, {x + side, y + side / 2}};
    const ImU32 ground = letter == 'A' ? c.chosen : c.quiet;
    draw->AddRectFilled(badge.min, badge.max, ground, desk.Units(4));
    const char text[] = {letter, 0};
    DrawText(draw, desk.fonts.small,
             {badge.center().x - TextWidth(desk.fonts.small, text) / 2, y - desk.fonts.small->FontSize / 2},
             TextOn(desk.theme, ground), text);
    x = badge.max.x + desk.Units(6);
  }
  DrawText(draw, desk.fonts.small, {x, y - desk.fonts.small->FontSize / 2}, hovered ? c.text : c.quiet,
           FitText(desk.fonts.small, words, area.max.x - x - desk.Units(6)));
}

}  // namespace

std::vector<ThreadBeside> ThreadsBeside(const replay::Model& model, const Selection& selection, const Desk& desk) {
  std::vector<ThreadBeside> beside;
  const ThreadPlace chosen{selection.block, selection.thread};
  for (std::size_t i = 0; i < desk.Of<KeptThreads>().all.size(); ++i) {
    const auto& kept = desk.Of<KeptThreads>().all[i];
    if (!kept || *kept == chosen) continue;
    if (!IsInside(kept->block, model.launch().grid) || !IsInside(kept->thread, model.launch().block)) continue;
    beside.push_back({static_cast<char>(kFirstLetter + i), *kept, &model});
  }
  return beside;
}

std::optional<ThreadBeside> RunBeside(const replay::Model& model, const Selection& selection, Desk& desk) {
  RunsView* const found = desk.Find<RunsView>();
  if (!found || !ShowsDifferences(desk)) return std::nullopt;
  RunsView& runs = *found;
  const replay::Cursor& here = selection;
  const auto is_same = [&](const replay::Cursor& at) {
    return at.launch == here.launch && at.step == here.step && at.block == here.block && at.thread == here.thread;
  };
  if (!runs.followed || !is_same(runs.followed->here))
    runs.followed = {here, FollowThere(model, here, InRecordedOrder(desk, here), runs)};
  return ThreadBeside{.letter = 0,
                      .place = {here.block, here.thread},
                      .model = runs.followed->is_there ? runs.other.get() : nullptr,
                      .run = runs.names.there};
}

void KeepOrRelease(Desk& desk, ThreadPlace place) {
  auto& kept = desk.Of<KeptThreads>().all;
  if (const auto found = std::ranges::find(kept, std::optional(place)); found != kept.end()) {
    *found = std::nullopt;
    return;
  }
  const auto free = std::ranges::find(kept, std::optional<ThreadPlace>());
  (free == kept.end() ? kept.back() : *free) = place;
}

void DrawLetter(const Desk& desk, Area cell, char letter, ImU32 ground) {
  if (cell.width() < desk.Units(13)) return;
  const char text[] = {letter, 0};
  ImFont* font = desk.fonts.code_small;
  const float width = TextWidth(font, text) + desk.Units(3), height = font->FontSize;
  const ImVec2 min = cell.min;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(min, {min.x + width, min.y + height}, ground, desk.Units(3));
  DrawText(draw, font, {min.x + desk.Units(1.5f), min.y + (height - font->FontSize) / 2}, TextOn(desk.theme, ground),
           text);
}

void DrawHeads(const replay::Model& model, Selection& selection, Desk& desk, const std::vector<ThreadBeside>& beside,
               const std::vector<float>& columns, float end) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = desk.Units(26);
  const auto area_of = [&](std::size_t i) {
    return Area{{at.x + columns[i], at.y}, {at.x + (i + 1 < columns.size() ? columns[i + 1] : end), at.y + height}};
  };
  const ThreadPlace chosen{selection.block, selection.thread};
  DrawHead(desk, area_of(0), 'A', Words(model, selection, chosen), false);
  std::optional<ThreadBeside> clicked;
  for (std::size_t i = 0; i < beside.size(); ++i) {
    const Area area = area_of(i + 1);
    const bool is_run = beside[i].letter == 0;
    const std::string name = is_run ? "other run" : fmt::format("thread {}", beside[i].letter);
    if (Clickable(desk, name.c_str(), area)) clicked = beside[i];
    desk.controls[name] = area;
    const bool hovered = ImGui::IsItemHovered();
    const std::string words = is_run ? WordsOfRun(beside[i]) : Words(model, selection, beside[i].place);
    DrawHead(desk, area, beside[i].letter, words, hovered);
    if (hovered && !is_run) TipForThread(model, desk, beside[i].place.block, beside[i].place.thread);
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({1, height});
  if (!clicked) return;
  if (clicked->letter == 0) {
    desk.requests.emplace_back(request::ExchangeRuns());
    return;
  }
  desk.Of<KeptThreads>().all[static_cast<std::size_t>(clicked->letter - kFirstLetter)] = chosen;
  replay::ChooseThread(model, selection, clicked->place.block, clicked->place.thread);
}

}  // namespace lockstep::viz
