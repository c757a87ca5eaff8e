#include "viz/panels/word_list.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "viz/panels/ink.h"

namespace lockstep::viz {

query::Completion CompleteExpression(const trace::Recording& recording, std::string_view text, std::size_t cursor) {
  // The words of an expression are those that may follow `print`.
  static constexpr std::string_view kBefore = "print ";
  query::Completion completion = query::Complete(recording, std::string(kBefore) + std::string(text),
                                                 kBefore.size() + std::min(cursor, text.size()));
  completion.begin -= kBefore.size();
  std::string_view before = text.substr(0, completion.begin);
  while (before.ends_with(' ')) before.remove_suffix(1);
  const bool follows_a_value = !before.empty() && (std::isalnum(static_cast<unsigned char>(before.back())) ||
                                                   std::string_view("_])").contains(before.back()));
  if (follows_a_value) completion.words.clear();
  return completion;
}

void TakeWord(TextEditor& field, WordList& list, std::size_t word) {
  const std::string& taken = list.completion.words[word].word;
  field.Replace({{0, list.completion.begin}, field.head()}, taken);
  field.MoveTo({0, list.completion.begin + taken.size()});
  list.taken = word;
}

void TakeNextWord(TextEditor& field, WordList& list, bool forward) {
  const std::size_t count = list.completion.words.size();
  if (count == 0) return;
  TakeWord(field, list, !list.taken ? 0 : (*list.taken + (forward ? 1 : count - 1)) % count);
}

Area BeginList(const Desk& desk, const char* name, Area at, float height) {
  const float gap = desk.Units(5), room = ImGui::GetIO().DisplaySize.y;
  const bool is_above = at.max.y + gap + height > room && at.min.y - gap - height >= 0;
  const float top = is_above ? at.min.y - gap - height : at.max.y + gap;
  const Area list{{at.min.x, top}, {at.max.x, top + height}};
  ImGui::SetNextWindowPos(list.min);
  ImGui::SetNextWindowSize({list.width(), list.height()});
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                      ImGuiWindowFlags_NoNav;
  ImGui::Begin(name, nullptr, kFlags);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(list.min, list.max, desk.color().panel);
  draw->AddRect(list.min, list.max, desk.color().line);
  return list;
}

void DrawWordList(Desk& desk, TextEditor& field, WordList& list, Area at, std::string_view hint) {
  const float row = desk.Units(25), pad = desk.Units(10);
  const std::size_t count = list.completion.words.size();
  const Area area = BeginList(desk, "words", at, row * static_cast<float>(count + 1) + desk.Units(8));
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  float column = 0;
  for (const query::Suggestion& word : list.completion.words)
    column = std::max(column, TextWidth(desk.fonts.code, word.word));
  column = std::min(column + desk.Units(24), area.width() / 2);
  float y = area.min.y + desk.Units(4);
  for (std::size_t i = 0; i < count; ++i, y += row) {
    const Area line{{area.min.x + 1, y}, {area.max.x - 1, y + row}};
    list.areas[i] = line;
    const bool hovered = IsHovered(line);
    if (list.taken == i || hovered) draw->AddRectFilled(line.min, line.max, list.taken == i ? c.chosen_soft : c.raised);
    const auto& [word, meaning] = list.completion.words[i];
    DrawText(draw, desk.fonts.code, {line.min.x + pad, y + (row - desk.fonts.code->FontSize) / 2}, c.text,
             FitText(desk.fonts.code, word, column - pad));
    DrawText(draw, desk.fonts.small, {line.min.x + pad + column, y + (row - desk.fonts.small->FontSize) / 2}, c.quiet,
             FitText(desk.fonts.small, meaning, line.width() - column - 2 * pad));
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) TakeWord(field, list, i);
  }
  DrawText(draw, desk.fonts.small, {area.min.x + pad, y + (row - desk.fonts.small->FontSize) / 2}, c.quiet,
           FitText(desk.fonts.small, hint, area.width() - 2 * pad));
  ImGui::End();
}

}  // namespace lockstep::viz
