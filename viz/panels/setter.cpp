#include "viz/panels/setter.h"

#include <algorithm>

#include "viz/panels/ink.h"

namespace lockstep::viz {

Setter::Setter(Desk& desk, float left, float right)
    : desk_(desk), draw_(ImGui::GetWindowDrawList()), left_(left), right_(right) {
  x_ = left_;
  y_ = ImGui::GetCursorScreenPos().y;
}

Setter Setter::Measuring(Desk& desk, float width) {
  Setter setter(desk, 0, width);
  setter.draw_ = nullptr;
  setter.y_ = 0;
  return setter;
}

void Setter::Runs(const std::vector<TextRun>& runs, ImFont* plain, ImU32 color, float leading) {
  leading_ = leading;
  std::vector<Piece> word;
  const auto end_word = [&] {
    Word(word, plain, color);
    word.clear();
  };
  for (const TextRun& run : runs) {
    const std::string_view text = run.text;
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] == '\n' || text[at] == ' ') {
        end_word();
        if (text[at] == '\n')
          NewLine();
        else if (x_ > left_)
          x_ += TextWidth(plain, " ");
        ++at;
        continue;
      }
      const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
      word.push_back({&run, text.substr(at, end - at)});
      at = end;
    }
  }
  end_word();
  NewLine();
}

ImFont* Setter::FontOf(const TextRun& run, ImFont* plain) const {
  if (run.code) return plain == desk_.fonts.small ? desk_.fonts.code_small : desk_.fonts.code;
  return run.strong ? desk_.fonts.strong : plain;
}

// Code stands on a ground of its own, a little wider than itself.
float Setter::Width(const Piece& piece, ImFont* plain) const {
  return TextWidth(FontOf(*piece.run, plain), piece.text) + (piece.run->code ? 2 * desk_.Units(2) : 0);
}

void Setter::Word(const std::vector<Piece>& word, ImFont* plain, ImU32 color) {
  float width = 0;
  for (const Piece& piece : word) width += Width(piece, plain);
  if (x_ > left_ && x_ + width > right_) NewLine();
  for (const Piece& piece : word) Put(piece, plain, color);
}

void Setter::Put(const Piece& piece, ImFont* plain, ImU32 color) {
  const TextRun& run = *piece.run;
  ImFont* font = FontOf(run, plain);
  if (run.emphasis) color = desk_.color().text;
  if (!run.link.empty()) color = desk_.color().chosen;
  if (run.code && plain != desk_.fonts.small) color = desk_.color().text;
  const float width = Width(piece, plain), pad = run.code ? desk_.Units(2) : 0;
  if (!draw_) {
    x_ += width;
    return;
  }
  if (run.code) {
    draw_->AddRectFilled({x_, y_ - desk_.Units(1)}, {x_ + width, y_ + plain->FontSize + desk_.Units(2)},
                         desk_.color().raised, desk_.Units(3));
  }
  DrawText(draw_, font, {x_ + pad, y_ + (plain->FontSize - font->FontSize) / 2}, color, piece.text);
  if (!run.link.empty()) {
    const float line = y_ + plain->FontSize + desk_.Units(1);
    draw_->AddLine({x_, line}, {x_ + width, line}, WithAlpha(color, 0.5f));
  }
  x_ += width;
}

void Setter::NewLine() {
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
