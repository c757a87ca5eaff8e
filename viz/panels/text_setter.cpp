#include "viz/panels/text_setter.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "viz/panels/ink.h"

namespace lockstep::viz {

TextSetter::TextSetter(Desk& desk, float left, float right)
    : desk_(desk), draw_(ImGui::GetWindowDrawList()), left_(left), right_(right) {
  x_ = left_;
  y_ = ImGui::GetCursorScreenPos().y;
}

TextSetter TextSetter::Measuring(Desk& desk, float width) {
  TextSetter setter(desk, 0, width);
  setter.draw_ = nullptr;
  setter.y_ = 0;
  return setter;
}

void TextSetter::Runs(const std::vector<TextRun>& runs, ImFont* plain, ImU32 color, float leading) {
  leading_ = leading;
  std::vector<Piece> word;
  const std::string* link = nullptr;  // of the run before
  const auto end_word = [&] {
    Word(word, plain, color);
    word.clear();
  };
  for (const TextRun& run : runs) {
    const std::string_view text = run.text;
    bool begins_link = !run.link.empty() && (!link || *link != run.link);
    link = &run.link;
    // Code stays together if it fits on a line.
    const bool whole = run.code && TextWidth(FontOf(run, plain), text) < 0.8f * (right_ - left_);
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] == '\n' || (text[at] == ' ' && !whole)) {
        end_word();
        if (text[at] == '\n')
          NewLine();
        else if (x_ > left_)
          x_ += TextWidth(plain, " ");
        ++at;
        continue;
      }
      const std::size_t end = std::min(text.find_first_of(whole ? "\n" : " \n", at), text.size());
      word.push_back({&run, text.substr(at, end - at), std::exchange(begins_link, false)});
      at = end;
    }
  }
  end_word();
  NewLine();
}

ImFont* TextSetter::FontOf(const TextRun& run, ImFont* plain) const {
  if (run.code) return plain == desk_.fonts.small ? desk_.fonts.code_small : desk_.fonts.code;
  if (run.strong) return desk_.fonts.strong;
  return run.emphasis && plain == desk_.fonts.text ? desk_.fonts.italic : plain;
}

constexpr float kBox = 13, kBoxGap = 6;  // in units

// Code has a background, slightly wider than the code; a task begins with its box.
float TextSetter::Width(const Piece& piece, ImFont* plain) const {
  const bool has_box = piece.begins_link && links_ && links_->look && links_->look(links_->count, piece.run->link).box;
  return TextWidth(FontOf(*piece.run, plain), piece.text) + (piece.run->code ? 2 * desk_.Units(2) : 0) +
         (has_box ? desk_.Units(kBox + kBoxGap) : 0);
}

void TextSetter::Word(const std::vector<Piece>& word, ImFont* plain, ImU32 color) {
  float width = 0;
  for (const Piece& piece : word) width += Width(piece, plain);
  if (x_ > left_ && x_ + width > right_) NewLine();
  for (const Piece& piece : word) Put(piece, plain, color);
  reached_ = std::max(reached_, x_ - left_);
}

void TextSetter::PutBox(bool ticked, ImU32 color, float height) {
  const float size = desk_.Units(kBox), top = std::round(y_ + (height - size) / 2) + desk_.Units(1);
  const ImVec2 min{x_, top}, max{x_ + size, top + size};
  if (draw_ && ticked) {
    draw_->AddRectFilled(min, max, color, desk_.Units(3));
    const ImVec2 tick[] = {{min.x + size * 0.24f, min.y + size * 0.52f},
                           {min.x + size * 0.43f, min.y + size * 0.72f},
                           {min.x + size * 0.77f, min.y + size * 0.30f}};
    draw_->AddPolyline(tick, 3, desk_.color().panel, 0, desk_.Units(1.8f));
  } else if (draw_) {
    draw_->AddRect(min, max, color, desk_.Units(3), 0, desk_.Units(1.4f));
  }
  x_ += desk_.Units(kBox + kBoxGap);
}

void TextSetter::Put(const Piece& piece, ImFont* plain, ImU32 color) {
  const TextRun& run = *piece.run;
  ImFont* font = FontOf(run, plain);
  if (run.emphasis) color = desk_.color().text;
  if (run.code && plain != desk_.fonts.small) color = desk_.color().text;
  LinkLook look{.color = desk_.color().chosen};
  if (!run.link.empty() && links_ && links_->look) {
    if (piece.begins_link) ++links_->count;
    look = links_->look(links_->count - 1, run.link);
  }
  if (!run.link.empty()) color = look.color;
  const float begin = x_;
  if (piece.begins_link && look.box) PutBox(*look.box, look.color, plain->FontSize);
  const float pad = run.code ? desk_.Units(2) : 0, width = TextWidth(font, piece.text) + 2 * pad;
  const Area area{{begin, y_ - desk_.Units(1)}, {x_ + width, y_ + plain->FontSize + desk_.Units(3)}};
  if (!run.link.empty() && links_ && draw_) links_->parts.push_back({links_->count - 1, run.link, area});
  if (!draw_) {
    x_ += width;
    return;
  }
  const ImU32 back = look.back ? look.back : run.code ? desk_.color().raised : 0;
  if (back) draw_->AddRectFilled({x_, area.min.y}, {area.max.x, area.max.y - desk_.Units(1)}, back, desk_.Units(3));
  DrawText(draw_, font, {x_ + pad, y_ + (plain->FontSize - font->FontSize) / 2}, color, piece.text);
  if (!run.link.empty() && !look.box) {
    const float line = y_ + plain->FontSize + desk_.Units(1);
    draw_->AddLine({x_, line}, {x_ + width, line}, WithAlpha(color, 0.5f));
  }
  x_ += width;
}

void TextSetter::NewLine() {
  x_ = left_;
  y_ += leading_;
}

std::vector<TextRun> RunsOf(std::string_view sentence) {
  std::vector<TextRun> runs;
  bool code = false;
  while (!sentence.empty()) {
    const std::size_t tick = std::min(sentence.find('`'), sentence.size());
    if (tick > 0) runs.push_back({.text = std::string(sentence.substr(0, tick)), .code = code});
    sentence.remove_prefix(std::min(tick + 1, sentence.size()));
    code = !code;
  }
  return runs;
}

}  // namespace lockstep::viz
