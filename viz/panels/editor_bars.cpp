#include "viz/panels/editor_bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "viz/model/lesson_view.h"
#include "viz/panels/editor.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/text_field.h"

namespace lockstep::viz {
namespace {

struct Button {
  const char* id;
  std::string label, key;  // the key that does the same
  bool is_main = false;
};

float WidthOf(const Desk& desk, const Button& button) {
  const float key = button.key.empty() ? 0 : TextWidth(desk.fonts.code_small, button.key) + desk.Units(8);
  return TextWidth(desk.fonts.small, button.label) + key + desk.Units(20);
}

bool DrawButton(Desk& desk, ImVec2 at, const Button& button) {
  const Palette& c = desk.color();
  const ImVec2 cursor = ImGui::GetCursorScreenPos();
  const float width = WidthOf(desk, button), height = desk.Units(24);
  const Area area{at, {at.x + width, at.y + height}};
  desk.controls[button.id] = area;
  ImGui::SetCursorScreenPos(at);
  const bool clicked = ImGui::InvisibleButton(button.id, {width, height});
  Reach(desk);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 ground = button.is_main ? Blend(c.chosen, c.text, hovered ? 0.15f : 0) : hovered ? c.line : c.raised;
  draw->AddRectFilled(area.min, area.max, ground, desk.Units(6));
  const ImU32 ink = button.is_main ? TextOn(desk.theme, ground) : c.text;
  float x = at.x + desk.Units(10);
  x += DrawText(draw, desk.fonts.small, {x, at.y + (height - desk.fonts.small->FontSize) / 2}, ink, button.label);
  if (!button.key.empty())
    DrawText(draw, desk.fonts.code_small, {x + desk.Units(8), at.y + (height - desk.fonts.code_small->FontSize) / 2},
             button.is_main ? WithAlpha(ink, 0.75f) : c.quiet, button.key);
  ImGui::SetCursorScreenPos(cursor);
  return clicked;
}

std::vector<Button> ButtonsOf(const EditSession& edit) {
  std::vector<Button> buttons;
  if (edit.draft.IsModified()) buttons.push_back({"save", "Save", "Ctrl S", true});
  if (edit.is_active)
    buttons.push_back({"leave", "Done", "Esc"});
  else
    buttons.push_back({"edit", "Edit", "Enter"});
  return buttons;
}

std::string StateOf(const View& view, const EditSession& edit, bool as_recorded) {
  if (edit.draft.IsModified()) return "not saved";
  if (as_recorded || !view.lesson) return "";
  switch (view.lesson->exercise.state) {
    case ExerciseState::kBuilding: return "being built and run";
    case ExerciseState::kBroken: return "does not compile";
    case ExerciseState::kUngraded: return "not graded";
    default: return "not the text of the recording";
  }
}

// A bar of the panel's width; returns the area within it, and moves the cursor below it.
Area BeginBar(const Desk& desk, ImU32 color) {
  const Area all = Canvas();
  const Area bar{all.min, {all.max.x, all.min.y + desk.Units(36)}};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(bar.min, bar.max, Blend(desk.color().panel, color, 0.1f));
  draw->AddRectFilled(bar.min, {bar.min.x + desk.Units(3), bar.max.y}, color);
  ImGui::SetCursorScreenPos({bar.min.x, bar.max.y});
  return {{bar.min.x + desk.Units(14), bar.min.y}, {bar.max.x - desk.Units(14), bar.max.y}};
}

// A sentence, and buttons at its right; returns the button that was clicked, or -1.
int DrawSentence(Desk& desk, Area bar, std::string_view text, const std::vector<Button>& buttons) {
  float x = bar.max.x;
  int clicked = -1;
  for (std::size_t i = buttons.size(); i-- > 0;) {
    x -= WidthOf(desk, buttons[i]);
    if (DrawButton(desk, {x, bar.min.y + desk.Units(6)}, buttons[i])) clicked = static_cast<int>(i);
    x -= desk.Units(8);
  }
  const float y = bar.min.y + (bar.height() - desk.fonts.small->FontSize) / 2;
  DrawText(ImGui::GetWindowDrawList(), desk.fonts.small, {bar.min.x, y}, desk.color().text,
           FitText(desk.fonts.small, text, x - bar.min.x));
  return clicked;
}

void AskWhatToKeep(Desk& desk, EditSession& edit) {
  const int chosen = DrawSentence(
      desk, BeginBar(desk, desk.color().fault), "Your lines were changed in the file too.",
      {{"keep mine", "Keep mine", ""}, {"take theirs", "Take the file's", ""}, {"keep both", "Both, marked", ""}});
  if (chosen < 0) return;
  edit.Resolve(chosen == 0 ? Prefer::kMine : chosen == 1 ? Prefer::kTheirs : Prefer::kBoth);
}

void DrawNews(Desk& desk, EditSession& edit) {
  if (!edit.problem.empty() && !edit.draft.IsAsking()) {
    const int chosen = DrawSentence(desk, BeginBar(desk, desk.color().fault), "Not saved: " + edit.problem + ".",
                                    {{"close news", "Close", ""}});
    if (chosen == 0) edit.problem.clear();
  }
  const char* text = nullptr;
  switch (edit.draft.news()) {
    case Draft::News::kMerged: text = "The file was changed elsewhere: its changes are in your text now."; break;
    case Draft::News::kRestored: text = "Here is what you had not saved. Undo takes you back to the file."; break;
    default: return;
  }
  if (DrawSentence(desk, BeginBar(desk, desk.color().chosen), text, {{"close news", "Close", ""}}) == 0)
    edit.draft.ForgetNews();
}

std::string CountText(const EditSession& edit) {
  if (edit.find.query().text.empty()) return "";
  const MatchCount count =
      CountMatches(edit.draft.editor().buffer(), edit.find.query(), edit.draft.editor().selection().range());
  if (count.matches == 0) return "not found";
  return count.current > 0 ? fmt::format("{} of {}", count.current, count.matches) : fmt::format("{}", count.matches);
}

void DrawFind(Desk& desk, EditSession& edit) {
  const Area bar = BeginBar(desk, desk.color().chosen);
  const std::vector<Button> buttons = {{"find case", "Aa", "Ctrl I", edit.find.match_case},
                                       {"find previous", "↑", "Shift F3"},
                                       {"find next", "↓", "Enter"},
                                       {"find close", "Close", "Esc"}};
  float buttons_width = 0;
  for (const Button& button : buttons) buttons_width += WidthOf(desk, button) + desk.Units(8);
  const float count_width = desk.Units(78);
  const float room = std::max(desk.Units(60), bar.width() - buttons_width - count_width);
  const Area field{{bar.min.x, bar.min.y + desk.Units(5)}, {bar.min.x + room, bar.max.y - desk.Units(5)}};
  const int chosen = DrawSentence(desk, {{field.max.x + count_width, bar.min.y}, bar.max}, "", buttons);
  desk.controls["find field"] = field;
  DrawTextField(desk, edit.find.field, field);
  DrawText(ImGui::GetWindowDrawList(), desk.fonts.small,
           {field.max.x + desk.Units(10), bar.min.y + (bar.height() - desk.fonts.small->FontSize) / 2},
           desk.color().quiet, CountText(edit));
  if (chosen >= 0) ++edit.keys_taken;
  if (chosen == 0) edit.find.match_case = !edit.find.match_case;
  if (chosen == 1) edit.FindNext(Toward::kBackward);
  if (chosen == 2) edit.FindNext(Toward::kForward);
  if (chosen == 3) edit.find.is_open = false;
}

}  // namespace

Area DrawEditorHead(View& view, EditSession& edit, bool as_recorded) {
  Desk& desk = view.desk;
  const std::vector<Button> buttons = ButtonsOf(edit);
  float reserved = 0;
  for (const Button& button : buttons) reserved += WidthOf(desk, button) + desk.Units(8);
  const std::string state = StateOf(view, edit, as_recorded), name = edit.draft.path().filename().string();
  Area head;
  const Area area = DrawHeader(desk, "Source", state.empty() ? name : name + "  ·  " + state, reserved, &head);
  const float top = head.min.y + (head.height() - desk.Units(24)) / 2;
  float x = head.max.x + desk.Units(14) - desk.Units(6) - reserved;
  for (const Button& button : buttons) {
    if (DrawButton(desk, {x, top}, button)) {
      if (button.label == "Save") edit.Save();
      if (button.label == "Done") edit.is_active = false;
      if (button.label == "Edit") BeginEditing(view);
    }
    x += WidthOf(desk, button) + desk.Units(8);
  }
  // While keys are typed, the panel says so with a line along its head.
  if (edit.is_active)
    ImGui::GetWindowDrawList()->AddRectFilled({area.min.x, area.min.y - desk.Units(2)}, {area.max.x, area.min.y},
                                              desk.color().chosen);
  const ImVec2 mouse = ImGui::GetIO().MousePos, at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const Area panel{at, {at.x + size.x, at.y + size.y}};
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !panel.Contains(mouse)) edit.is_active = false;
  return area;
}

void DrawEditorBars(View& view, EditSession& edit) {
  if (edit.draft.IsAsking()) AskWhatToKeep(view.desk, edit);
  DrawNews(view.desk, edit);
  if (edit.is_active && edit.find.is_open) DrawFind(view.desk, edit);
}

}  // namespace lockstep::viz
