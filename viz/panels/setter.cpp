#include "viz/panels/setter.h"

#include "viz/panels/ink.h"

namespace lockstep::viz {

Setter::Setter(Desk& desk, float left, float right)
    : desk_(desk), draw_(ImGui::GetWindowDrawList()), left_(left), right_(right) {
  x_ = left_;
  y_ = ImGui::GetCursorScreenPos().y;
}

void Setter::Runs(const std::vector<TextRun>& runs, ImFont* plain, ImU32 color, float leading) {
  leading_ = leading;
  for (const TextRun& run : runs) Run(run, plain, color);
  NewLine();
}

void Setter::Run(const TextRun& run, ImFont* plain, ImU32 color) {
  const bool is_small = plain == desk_.fonts.small;
  ImFont* font = run.code ? (is_small ? desk_.fonts.code_small : desk_.fonts.code) : run.strong ? desk_.fonts.strong : plain;
  if (run.emphasis && !run.code) color = desk_.color().text;
  if (!run.link.empty()) color = desk_.color().chosen;
  if (run.code && !is_small) color = desk_.color().text;
  std::size_t at = 0;
  while (at < run.text.size()) {
    if (run.text[at] == '\n') {
      NewLine();
      ++at;
      continue;
    }
    if (run.text[at] == ' ') {
      if (x_ > left_) x_ += TextWidth(plain, " ");
      ++at;
      continue;
    }
    std::size_t end = run.text.find_first_of(" \n", at);
    if (end == std::string::npos) end = run.text.size();
    Word(run, font, plain, color, std::string_view(run.text).substr(at, end - at));
    at = end;
  }
}

void Setter::Word(const TextRun& run, ImFont* font, ImFont* plain, ImU32 color, std::string_view word) {
  const float width = TextWidth(font, word);
  if (x_ > left_ && x_ + width > right_) NewLine();
  const float drop = (plain->FontSize - font->FontSize) / 2;
  if (run.code) {
    const float pad = desk_.Units(2);
    draw_->AddRectFilled({x_ - pad, y_ - desk_.Units(1)}, {x_ + width + pad, y_ + plain->FontSize + desk_.Units(2)},
                         desk_.color().raised, desk_.Units(3));
  }
  DrawText(draw_, font, {x_, y_ + drop}, color, word);
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
