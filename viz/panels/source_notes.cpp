#include "viz/panels/source_notes.h"

#include <algorithm>

#include "shared/replay/statement.h"
#include "viz/edit/text_letters.h"
#include "viz/panels/code_text.h"
#include "viz/panels/ink.h"
#include "viz/panels/source_view.h"

namespace lockstep::viz {

// The result is most important and always complete: if there is no room for both, the numbers are left out, and if the
// code itself is too long, the result covers its end.
void DrawNote(Desk& desk, ImDrawList* draw, NoteRoom room, Area row, ImU32 ground, const replay::LineNote& note) {
  const Palette& c = desk.color();
  ImFont* font = note.done ? desk.fonts.code_strong : desk.fonts.code;
  const float y = row.min.y + (row.height() - desk.fonts.code->FontSize) / 2;
  const std::string sign = note.result.empty() ? "" : note.done ? " = " : " → ";
  const std::string numbers = note.numbers.empty() || note.numbers == note.result ? "" : note.numbers + sign;
  const std::string short_sign = sign.empty() ? "" : sign.substr(1);
  const std::string result = FitText(font, note.result, (room.end - row.min.x) / 2);
  const float numbers_width = TextWidth(desk.fonts.code, numbers), result_width = TextWidth(font, result);
  const float short_width = TextWidth(desk.fonts.code, short_sign) + result_width;
  const float begin = room.text_end + short_width <= room.end ? room.text_end : room.code_end;
  const bool both = begin + numbers_width + result_width <= room.end;
  const ImU32 quiet = note.done ? c.quiet : c.faint;
  float x = std::max(begin, std::min(room.column, room.end - (both ? numbers_width + result_width : short_width)));
  if (!both && !result.empty()) x = std::min(x, room.end - short_width);
  // A note over a comment covers the whole comment.
  const float from = x < room.code_end ? x - desk.Units(6) : room.code_end - desk.Units(16);
  if (x < room.text_end) draw->AddRectFilled({from, row.min.y}, row.max, ground);
  // Directly after the code, it would be read as a part of it.
  if (x < room.code_end && !result.empty()) {
    const ImVec2 edge{desk.Units(5), desk.Units(2)};
    draw->AddRectFilled({x - edge.x, row.min.y + edge.y}, {x + short_width + edge.x, row.max.y - edge.y}, c.raised,
                        desk.Units(5));
    draw->AddRect({x - edge.x, row.min.y + edge.y}, {x + short_width + edge.x, row.max.y - edge.y}, c.line,
                  desk.Units(5));
  }
  if (both && !numbers.empty()) {
    x += DrawText(draw, desk.fonts.code, {x, y}, quiet, note.numbers);
    x += DrawText(draw, desk.fonts.code, {x, y}, c.faint, sign);
  } else if (!both && result.empty()) {
    if (room.end - x > desk.Units(40))
      DrawText(draw, desk.fonts.code, {x, y}, quiet, FitText(desk.fonts.code, numbers, room.end - x));
  } else if (!both) {
    x += DrawText(draw, desk.fonts.code, {x, y}, c.faint, short_sign);
  }
  DrawText(draw, font, {x, y}, note.done ? c.chosen : c.faint, result);
  if (!result.empty())
    desk.Of<SourceView>().results[note.line.number] = {{x, row.min.y}, {x + result_width, row.max.y}};
  const Area area{{x, row.min.y}, row.max};
  if (both || !IsHovered(area)) return;
  DrawCodeTip(desk, numbers + note.result);
}

// The start of the notes of a function: after its longest line that leaves them room. The column is the same at every
// moment, so that nothing jumps during stepping; longer lines have their notes after their end.
float ColumnOfNotes(const replay::Model& model, const Desk& desk, trace::FunctionId function, trace::FileId file,
                    float width) {
  const float advance = desk.fonts.code->GetCharAdvance('0');
  float column = 0;
  for (const trace::Site& site : model.recording().sites) {
    if (site.function != function || site.file != file) continue;
    const std::string text = Untabbed(model.TextOf({file, site.line}));
    if (replay::ReadStatement(text).expression.empty()) continue;
    const float end = static_cast<float>(CountLetters(WithoutComment(text)) + kBeforeNote) * advance;
    if (end < width * 0.62f) column = std::max(column, end);
  }
  return column;
}

}  // namespace lockstep::viz
