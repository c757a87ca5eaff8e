#include "viz/panels/thread_marks.h"

#include <fmt/format.h>

#include <string>

#include "shared/trace/lookup.h"
#include "shared/trace/words.h"
#include "viz/panels/grid_view.h"
#include "viz/panels/ink.h"
#include "viz/panels/thread_colors.h"

namespace lockstep::viz {

void DrawPhase(const Desk& desk, Area cell, replay::ThreadPhase phase, ImU32 ground) {
  if (cell.width() < desk.Units(7)) return;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 ink = WithAlpha(TextOn(desk.theme, ground), 0.38f);
  const float edge = desk.Units(1.2f), inset = cell.width() * 0.28f;
  const ImVec2 a{cell.min.x + inset, cell.min.y + inset}, b{cell.max.x - inset, cell.max.y - inset};
  if (phase == replay::ThreadPhase::kWaiting) {
    const ImVec2 c = cell.center();
    draw->AddLine({cell.min.x + edge, c.y}, {c.x, cell.min.y + edge}, ink, edge);
    draw->AddLine({cell.min.x + edge, cell.max.y - edge}, {cell.max.x - edge, cell.min.y + edge}, ink, edge);
    draw->AddLine({c.x, cell.max.y - edge}, {cell.max.x - edge, c.y}, ink, edge);
  } else if (phase == replay::ThreadPhase::kExited) {
    draw->AddRectFilled(a, b, desk.color().panel, desk.Units(2));
  } else if (phase == replay::ThreadPhase::kFaulted) {
    draw->AddLine(a, b, ink, edge);
    draw->AddLine({a.x, b.y}, {b.x, a.y}, ink, edge);
  }
}

void DrawLineNumber(const replay::Model& model, const Desk& desk, Area cell, replay::ThreadSlot slot, ImU32 ground) {
  const replay::ThreadPhase phase = replay::PhaseOf(model, slot);
  if (phase != replay::ThreadPhase::kRunning || cell.width() < desk.Units(19)) return;
  const replay::Line line = replay::LineOf(model, slot);
  const std::string text = line.number > 0 ? std::to_string(line.number) : "";
  const float width = TextWidth(desk.fonts.code_small, text);
  if (width > cell.width() - desk.Units(2)) return;
  DrawText(ImGui::GetWindowDrawList(), desk.fonts.code_small,
           {cell.center().x - width / 2, cell.center().y - desk.fonts.code_small->FontSize / 2},
           TextOn(desk.theme, ground), text);
}

void TipForThread(const replay::Model& model, const Desk& desk, trace::Dim3 block, trace::Dim3 thread) {
  const replay::ThreadSlot slot = model.SlotOf(block, thread);
  const std::uint64_t linear = trace::LinearIndex(thread, model.launch().block);
  BeginTip(desk);
  TipRow(desk, "block", replay::Text(block));
  TipRow(desk, "thread", replay::Text(thread));
  TipRow(desk, "warp, lane", fmt::format("{}, {}", linear / trace::kWarpSize, linear % trace::kWarpSize));
  TipRow(desk, "state", Word(replay::PhaseOf(model, slot)));
  if (const replay::Line line = replay::LineOf(model, slot); line.number != 0)
    TipRow(desk, "line", std::to_string(line.number));
  if (desk.Of<GridView>().by == ColourBy::kValue && slot != replay::ThreadSlot::kNone) {
    const auto& value = desk.Of<ThreadColors>().values.values[static_cast<std::size_t>(slot)];
    TipRow(desk, desk.Of<GridView>().variable, value ? fmt::format("{:.9g}", *value) : "has no value yet");
  }
  EndTip();
}

}  // namespace lockstep::viz
