#include "viz/panels/text_field.h"

#include <algorithm>

#include "viz/edit/edit_keys.h"
#include "viz/edit/text_letters.h"
#include "viz/panels/code_text.h"
#include "viz/panels/ink.h"
#include "viz/panels/system_clipboard.h"

namespace lockstep::viz {

ImVec2 DrawTextField(Desk& desk, const TextEditor& field, Area area) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const Palette& c = desk.color();
  draw->AddRectFilled(area.min, area.max, c.panel, desk.Units(5));
  draw->AddRect(area.min, area.max, c.chosen, desk.Units(5), 0, desk.Units(1.5f));
  draw->PushClipRect({area.min.x + desk.Units(6), area.min.y}, {area.max.x - desk.Units(6), area.max.y}, true);
  const std::string& text = field.buffer().Line(0);
  const float advance = CodeAdvance(desk), room = area.width() - desk.Units(18);
  const auto width_of = [&](std::size_t byte) { return advance * static_cast<float>(ColumnOf(text, byte)); };
  const float scroll = std::max(0.0f, width_of(field.head().byte) - room);
  const ImVec2 at{area.min.x + desk.Units(8) - scroll, area.min.y + (area.height() - desk.fonts.code->FontSize) / 2};
  const TextRange range = field.selection().range();
  const float top = area.min.y + desk.Units(3), bottom = area.max.y - desk.Units(3);
  if (!range.empty())
    draw->AddRectFilled({at.x + width_of(range.begin.byte), top}, {at.x + width_of(range.end.byte), bottom},
                        Blend(c.panel, c.chosen, 0.28f));
  DrawText(draw, desk.fonts.code, at, c.text, Untabbed(text));
  const float x = at.x + width_of(field.head().byte);
  draw->AddRectFilled({x - desk.Units(0.5f), top}, {x + desk.Units(1.5f), bottom}, c.chosen);
  draw->PopClipRect();
  return at;
}

void TypeInField(TextEditor& field, std::string_view key) {
  const std::optional<Stroke> stroke = StrokeOf(key);
  if (!stroke || stroke->key == KeyName::kEnter) return;
  Clipboard clipboard = SystemClipboard();
  clipboard.get = [] {
    const std::string text = SystemClipboard().get();
    return text.substr(0, text.find_first_of("\r\n"));
  };
  Press(field, *stroke, clipboard, 1);
}

}  // namespace lockstep::viz
