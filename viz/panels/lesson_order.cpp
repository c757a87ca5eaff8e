#include "viz/panels/lesson_order.h"

#include <fmt/format.h>

#include <algorithm>

#include "viz/edit/text_letters.h"
#include "viz/panels/code_text.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/lesson_frame.h"
#include "viz/panels/lesson_panel.h"

namespace lockstep::viz {
namespace {

using replay::LineOrder;
using State = OrderResult::State;

const OrderResult* ResultOf(const View& view, std::size_t index, const replay::Answer& answer) {
  const std::size_t page = view.desk.Of<LessonPanel>().page;
  const auto found = std::ranges::find_if(view.lesson->orders, [&](const OrderResult& one) {
    return one.page == page && one.question == index && one.attempt == answer.tried_as && one.attempt > 0;
  });
  return found == view.lesson->orders.end() ? nullptr : &*found;
}

bool IsRunning(const View& view, std::size_t index, const replay::Answer& answer) {
  const OrderResult* result = ResultOf(view, index, answer);
  return answer.tried_as > 0 && !answer.right && (!result || result->state == State::kRunning);
}

// The words on the order before say nothing of another one.
void Change(replay::Answer& answer) {
  answer.tried_as = 0;
  answer.right = false;
}

void Try(View& view, std::size_t index, replay::Answer& answer) {
  if (answer.placing.placed.empty() || IsRunning(view, index, answer)) return;
  LessonPanel& panel = view.desk.Of<LessonPanel>();
  answer.right = false;
  answer.placing.is_lifted = false;
  answer.tried_as = ++panel.order_tries;
  panel.order =
      OrderTry{.page = panel.page, .question = index, .attempt = answer.tried_as, .lines = answer.placing.placed};
}

void TakeKeys(View& view, std::size_t index) {
  LessonPanel& panel = view.desk.Of<LessonPanel>();
  panel.typing = panel.pointing = std::nullopt;
  panel.ordering = index;
  view.desk.focus.is_shown = false;  // the lines have a mark of their own
  if (view.edit) view.edit->is_active = false;
}

// --- one line of code, in as many rows as it needs

struct Rows {
  std::vector<std::string> texts;
  float height = 0;
};

constexpr float kRowHeight = 20, kCardPad = 5;  // in units
constexpr float kInset = 56;                    // of the code of a card in a kernel that is one brace deep

// The largest letters in which no line of the kernel has to be broken, or else small ones.
ImFont* FontFor(const Desk& desk, const LineOrder& order, float width) {
  const auto fits = [&](ImFont* font) {
    const auto is_short = [&](const std::string& line) { return TextWidth(font, line) <= width; };
    return std::ranges::all_of(order.lines, is_short, &replay::OrderLine::text) &&
           std::ranges::all_of(order.before, is_short) && std::ranges::all_of(order.after, is_short);
  };
  for (ImFont* font : {desk.fonts.code, desk.fonts.code_sizes[1]})
    if (fits(font)) return font;
  return desk.fonts.code_small;
}

Rows RowsOf(ImFont* font, float row, std::string_view code, std::size_t indent, float width) {
  constexpr std::size_t kFewestColumns = 16, kHanging = 4, kMostRows = 8;
  const std::size_t columns =
      std::max(kFewestColumns, static_cast<std::size_t>(std::max(0.0f, width / font->GetCharAdvance('0'))));
  Rows rows;
  std::string rest = std::string(indent, ' ') + std::string(code);
  while (CountLetters(rest) > columns && rows.texts.size() < kMostRows) {
    const std::size_t room = ByteAt(rest, static_cast<double>(columns));
    const std::size_t blank = rest.rfind(' ', room), begin = rest.find_first_not_of(' ');
    const bool at_blank = blank != std::string::npos && blank > begin;
    const std::size_t cut = at_blank ? blank : room;
    rows.texts.push_back(rest.substr(0, cut));
    rest = std::string(indent + kHanging, ' ') + rest.substr(cut + (at_blank ? 1 : 0));
  }
  rows.texts.push_back(std::move(rest));
  rows.height = static_cast<float>(rows.texts.size()) * row;
  return rows;
}

// --- the widget

// Sets one task; made twice in each frame, first only to measure.
class OrderSetter {
 public:
  OrderSetter(View& view, TextSetter& setter, const replay::Question& question, std::size_t index,
              replay::Answer& answer)
      : view_(view),
        desk_(view.desk),
        to_(setter),
        question_(question),
        order_(question.order),
        index_(index),
        answer_(answer),
        result_(ResultOf(view, index, answer)),
        font_(FontFor(view.desk, order_, setter.right() - setter.left() - view.desk.Units(kInset))) {}

  void Set() {
    to_.Gap(desk_.Units(6));
    SetKernel();
    SetPool();
    SetButton();
    SetVerdict();
    if (to_.draws()) TakeMouse();
  }

 private:
  struct Row {
    std::size_t line;
    Area area;
  };

  bool HasKeys() const { return desk_.Of<LessonPanel>().ordering == index_; }
  std::optional<OrderDrag>& drag() { return desk_.Of<LessonPanel>().drag; }
  bool IsDragged(std::size_t line) {
    return drag() && drag()->question == index_ && drag()->is_moving && drag()->line == line;
  }

  // Lines of the program that stay where they are.
  void SetFixed(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
      const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
      const Rows rows = Break(std::string_view(line).substr(indent), indent, Width() - 2 * desk_.Units(8));
      if (to_.draws()) DrawRows(rows, {to_.left() + desk_.Units(8), to_.y()});
      to_.Gap(rows.height);
    }
  }
  float Width() const { return to_.right() - to_.left(); }
  float RowHeight() const { return desk_.Units(kRowHeight); }

  // One line of code, in as many rows as it needs.
  Rows Break(std::string_view code, std::size_t indent, float width) const {
    return RowsOf(font_, RowHeight(), code, indent, width);
  }
  void DrawRows(const Rows& rows, ImVec2 at) const {
    for (const std::string& text : rows.texts) {
      DrawCode(desk_, {at.x, at.y + (RowHeight() - font_->FontSize) / 2}, text, font_);
      at.y += RowHeight();
    }
  }

  void SetKernel() {
    const float top = to_.y();
    ImDrawList* draw = ImGui::GetWindowDrawList();
    // Its height is known once it is set; so its ground is drawn with that of the frame before.
    float& height = desk_.Of<LessonPanel>().order_heights[index_];
    if (to_.draws()) {
      kernel_ = {{to_.left(), top}, {to_.right(), top + height}};
      draw->AddRectFilled(kernel_.min, kernel_.max, desk_.color().panel, desk_.Units(6));
      draw->AddRect(kernel_.min, kernel_.max, desk_.color().line, desk_.Units(6));
    }
    to_.Gap(desk_.Units(6));
    SetFixed(order_.before);
    to_.Gap(desk_.Units(2));
    SetPlaced();
    SetFixed(order_.after);
    to_.Gap(desk_.Units(6));
    if (!to_.draws()) height = to_.y() - top;
    to_.Gap(desk_.Units(10));
  }

  void SetPlaced() {
    const std::vector<std::size_t>& placed = answer_.placing.placed;
    const std::vector<std::size_t> depths = replay::DepthsOf(order_, placed);
    constexpr std::size_t kStep = 2;
    for (std::size_t i = 0; i < placed.size(); ++i) SetLine(placed[i], kStep * depths[i], i, true);
    if (!placed.empty()) return;
    const float height = desk_.Units(kRowHeight + 2 * kCardPad);
    if (to_.draws()) {
      const Area slot{{to_.left() + desk_.Units(8), to_.y() + desk_.Units(1)},
                      {to_.right() - desk_.Units(8), to_.y() + height - desk_.Units(1)}};
      ImDrawList* draw = ImGui::GetWindowDrawList();
      draw->AddRect(slot.min, slot.max, desk_.color().mark, desk_.Units(4));
      DrawText(draw, desk_.fonts.small,
               {slot.min.x + desk_.Units(8), slot.center().y - desk_.fonts.small->FontSize / 2}, desk_.color().quiet,
               FitText(desk_.fonts.small, "Click or drag lines to here", slot.width() - desk_.Units(16)));
    }
    to_.Gap(height);
  }

  // A card with one line. `row` counts those placed, then the others.
  void SetLine(std::size_t line, std::size_t indent, std::size_t row, bool is_placed) {
    const float pad = desk_.Units(8), inset = is_placed ? desk_.Units(6) : 0;
    const Rows rows = Break(order_.lines[line].text, 0, Width() - 2 * inset - 2 * pad - IndentWidth(indent));
    const float top = to_.y(), height = rows.height + 2 * desk_.Units(kCardPad) - desk_.Units(2);
    to_.Gap(height + desk_.Units(3));
    if (!to_.draws()) return;
    const Area area{{to_.left() + inset + IndentWidth(indent), top}, {to_.right() - inset, top + height}};
    rows_.push_back({line, area});
    desk_.controls[fmt::format("question {} line {}", index_, line)] = area;
    DrawCard(area, line, row, is_placed);
    DrawRows(rows, {area.min.x + pad, top + desk_.Units(kCardPad) - desk_.Units(1)});
    if (IsDragged(line))
      ImGui::GetWindowDrawList()->AddRectFilled(area.min, area.max, WithAlpha(desk_.color().panel, 0.6f),
                                                desk_.Units(4));
  }
  float IndentWidth(std::size_t columns) const { return static_cast<float>(columns) * font_->GetCharAdvance('0'); }

  void DrawCard(Area area, std::size_t line, std::size_t row, bool is_placed) {
    const Palette& c = desk_.color();
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const bool is_at = HasKeys() && answer_.placing.at == row, is_lifted = is_at && answer_.placing.is_lifted;
    const bool is_guilty =
        is_placed && result_ && result_->state == State::kWrong && result_->line && *result_->line == row;
    const ImU32 edge = is_at ? c.chosen : is_guilty ? c.fault : answer_.right && is_placed ? c.read : c.line;
    const ImU32 ground = is_lifted                    ? c.chosen_soft
                         : is_guilty                  ? Blend(c.panel, c.fault, 0.12f)
                         : IsHovered(area) && !drag() ? Blend(c.raised, c.chosen, 0.12f)
                                                      : c.raised;
    draw->AddRectFilled(area.min, area.max, ground, desk_.Units(4));
    draw->AddRect(area.min, area.max, edge, desk_.Units(4), 0, desk_.Units(is_at || is_guilty ? 1.8f : 1));
    if (is_placed) numbers_.push_back({line, area});
  }

  void SetPool() {
    const std::vector<std::size_t> left = LeftOver(order_, answer_.placing);
    if (left.empty()) return;
    to_.Runs({{.text = "Lines to choose from, mistakes among them"}}, desk_.fonts.small, desk_.color().quiet,
             desk_.Units(20));
    for (std::size_t i = 0; i < left.size(); ++i) SetLine(left[i], 0, answer_.placing.placed.size() + i, false);
    to_.Gap(desk_.Units(6));
  }

  void SetButton() {
    const float height = desk_.Units(30), top = to_.y() + desk_.Units(2);
    to_.Gap(height + desk_.Units(10));
    if (!to_.draws()) return;
    const bool running = IsRunning(view_, index_, answer_), can = !answer_.placing.placed.empty() && !running;
    const std::string words = running ? "Building and running…" : "Run it";
    const float width = TextWidth(desk_.fonts.text, words) + desk_.Units(28);
    const Area area{{to_.left(), top}, {to_.left() + width, top + height}};
    const Palette& c = desk_.color();
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const bool hovered = can && IsHovered(area);
    draw->AddRectFilled(area.min, area.max, hovered ? c.chosen_soft : c.panel, desk_.Units(6));
    draw->AddRect(area.min, area.max, can ? c.chosen : c.line, desk_.Units(6));
    DrawText(draw, desk_.fonts.text, {area.min.x + desk_.Units(14), area.center().y - desk_.fonts.text->FontSize / 2},
             can ? c.text : c.quiet, words);
    if (HasKeys()) DrawKeys({area.max.x + desk_.Units(12), area.center().y});
    const std::string name = fmt::format("question {} run", index_);
    desk_.controls[name] = area;
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    const bool pressed = Reach(desk_, name, area) || (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left));
    if (can && pressed) Try(view_, index_, answer_);
  }

  void DrawKeys(ImVec2 at) const {
    const char* words =
        answer_.placing.is_lifted ? "↑ ↓ move it, Space puts it down" : "↑ ↓, Space takes a line, Enter runs";
    DrawText(ImGui::GetWindowDrawList(), desk_.fonts.small, {at.x, at.y - desk_.fonts.small->FontSize / 2},
             desk_.color().quiet, FitText(desk_.fonts.small, words, to_.right() - at.x));
  }

  void SetVerdict() {
    const float top = to_.y();
    SetResult();
    if (!to_.draws()) return;
    const Area area{{to_.left(), top}, {to_.right(), to_.y()}};
    desk_.controls[fmt::format("question {} result", index_)] = area;
    if (IsNews()) BringIntoView(area);
  }

  // Some frames long, because its height has to be known.
  bool IsNews() {
    constexpr int kFrames = 3;
    LessonPanel& panel = desk_.Of<LessonPanel>();
    if (answer_.tried_as > panel.order_told && !IsRunning(view_, index_, answer_)) {
      panel.order_told = answer_.tried_as;
      panel.order_scrolls = kFrames;
    }
    return answer_.tried_as > 0 && answer_.tried_as == panel.order_told && panel.order_scrolls-- > 0;
  }

  void SetResult() {
    const Palette& c = desk_.color();
    if (answer_.right) {
      if (question_.explanation.empty()) return;
      SetWords(question_.explanation, c.text);
    } else if (result_ && result_->state != State::kRunning) {
      SetWords(result_->sentence, c.text);
      if (!result_->hint.empty()) SetWords(result_->hint, c.quiet);
    }
  }
  void SetWords(const std::string& markdown, ImU32 color) {
    for (const Block& block : ReadMarkdown(markdown))
      if (!block.runs.empty()) to_.Runs(block.runs, desk_.fonts.text, color, desk_.Units(24));
    to_.Gap(desk_.Units(4));
  }

  // --- the mouse

  // The row of the kernel above which a line would be dropped here.
  std::size_t RowUnderMouse() const {
    const float y = ImGui::GetIO().MousePos.y;
    return static_cast<std::size_t>(
        std::ranges::count_if(numbers_, [&](const Row& row) { return row.area.center().y < y; }));
  }

  void TakeMouse() {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const std::string name = fmt::format("question {} lines", index_);
    if (Reach(desk_, name, kernel_)) TakeKeys(view_, index_);
    desk_.controls[name] = kernel_;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) Grip(mouse);
    if (!drag() || drag()->question != index_) return;
    constexpr float kSlack = 4;  // in units: a click may tremble
    if (std::abs(mouse.x - drag()->from.x) + std::abs(mouse.y - drag()->from.y) > desk_.Units(kSlack))
      drag()->is_moving = true;
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) || !ImGui::IsMouseDown(ImGuiMouseButton_Left)) return Drop(mouse);
    if (!drag()->is_moving) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    DrawGap(mouse);
    DrawCodeTip(desk_, order_.lines[drag()->line].text);
  }

  void Grip(ImVec2 mouse) {
    const auto under = std::ranges::find_if(rows_, [](const Row& row) { return IsHovered(row.area); });
    if (under == rows_.end()) {
      if (HasKeys() && !kernel_.Contains(mouse)) desk_.Of<LessonPanel>().ordering.reset();
      return;
    }
    TakeKeys(view_, index_);
    answer_.placing.is_lifted = false;
    answer_.placing.at = static_cast<std::size_t>(under - rows_.begin());
    drag() = OrderDrag{.question = index_, .line = under->line, .from = mouse};
  }

  bool IsOverKernel(ImVec2 mouse) const {
    return mouse.x >= kernel_.min.x && mouse.x < kernel_.max.x && mouse.y >= kernel_.min.y &&
           mouse.y < kernel_.max.y + desk_.Units(8);
  }

  void DrawGap(ImVec2 mouse) {
    if (!IsOverKernel(mouse)) return;
    const std::size_t row = RowUnderMouse();
    if (numbers_.empty()) return;
    const float y = row < numbers_.size() ? numbers_[row].area.min.y - desk_.Units(1.5f)
                                          : numbers_.back().area.max.y + desk_.Units(1.5f);
    const float left = row > 0 ? numbers_[row - 1].area.min.x : kernel_.min.x + desk_.Units(6);
    ImGui::GetWindowDrawList()->AddRectFilled({left, y - desk_.Units(1.5f)},
                                              {kernel_.max.x - desk_.Units(6), y + desk_.Units(1.5f)},
                                              desk_.color().chosen, desk_.Units(1.5f));
  }

  // A click on a line that is not placed yet adds it at the end.
  void Drop(ImVec2 mouse) {
    const OrderDrag dropped = *std::exchange(drag(), std::nullopt);
    replay::Placing& placing = answer_.placing;
    const std::vector<std::size_t> before = placing.placed;
    const bool is_placed = std::ranges::count(before, dropped.line) > 0;
    if (!dropped.is_moving && !is_placed)
      PutIn(placing, dropped.line, before.size());
    else if (dropped.is_moving && IsOverKernel(mouse))
      PutIn(placing, dropped.line, RowUnderMouse());
    else if (dropped.is_moving)
      TakeOut(placing, dropped.line);
    if (placing.placed != before) Change(answer_);
  }

  View& view_;
  Desk& desk_;
  TextSetter& to_;
  const replay::Question& question_;
  const LineOrder& order_;
  const std::size_t index_;
  replay::Answer& answer_;
  const OrderResult* result_;
  ImFont* const font_;
  Area kernel_;
  std::vector<Row> rows_, numbers_;  // all lines in this frame; those placed
};

struct Head {
  const char* words;
  ImU32 color;
};
Head HeadOf(const View& view, std::size_t index, const replay::Answer& answer) {
  const Palette& c = view.desk.color();
  if (answer.right) return {"It works", c.read};
  if (IsRunning(view, index, answer)) return {"Put in order, then run", c.chosen};
  const OrderResult* result = ResultOf(view, index, answer);
  if (result && result->state == State::kUngraded) return {"It was not judged", c.waiting};
  return result ? Head{"Not yet", c.write} : Head{"Put in order, then run", c.chosen};
}

}  // namespace

void SetOrder(View& view, TextSetter& setter, const LessonPage& page, std::size_t index, replay::Answer& answer) {
  Desk& desk = view.desk;
  const replay::Question& question = page.questions[index];
  const Head head = HeadOf(view, index, answer);
  SetFramed(desk, setter, head.color, [&](TextSetter& to) {
    to.Runs({{.text = head.words, .strong = true}}, desk.fonts.small, head.color, desk.Units(22));
    const std::vector<Block> blocks = ReadMarkdown(question.text);
    for (const Block& block : blocks)
      if (!block.runs.empty()) to.Runs(block.runs, desk.fonts.text, desk.color().text, desk.Units(24));
    OrderSetter(view, to, question, index, answer).Set();
  });
}

bool PressOrderKey(View& view, const LessonPage& page, std::size_t index, replay::Answer& answer,
                   std::string_view key) {
  LessonPanel& panel = view.desk.Of<LessonPanel>();
  if (key == "Esc") {
    if (!std::exchange(answer.placing.is_lifted, false)) panel.ordering.reset();
    return true;
  }
  if (key == "Tab" || key == "Shift Tab") {
    panel.ordering.reset();
    return false;
  }
  if (key == "Enter") return Try(view, index, answer), true;
  const std::vector<std::size_t> before = answer.placing.placed;
  if (!PressKey(page.questions[index].order, answer.placing, key)) return false;
  if (answer.placing.placed != before) Change(answer);
  return true;
}

void TakeOrderResults(View& view, const LessonPage& page, std::vector<replay::Answer>& answers) {
  LessonPanel& panel = view.desk.Of<LessonPanel>();
  answers.resize(std::max(answers.size(), page.questions.size()));
  for (const OrderResult& result : view.lesson->orders) {
    if (result.page != panel.page || result.question >= page.questions.size() || result.state != State::kRight)
      continue;
    replay::Answer& answer = answers[result.question];
    const std::size_t lines = page.questions[result.question].order.lines.size();
    const bool is_from_before = result.attempt == 0;
    if (!is_from_before) {
      answer.right |= result.attempt == answer.tried_as;
    } else if (panel.restored_orders.insert({result.page, result.question}).second && answer.placing.placed.empty() &&
               std::ranges::all_of(result.lines, [&](std::size_t line) { return line < lines; })) {
      answer.placing.placed = result.lines;
      answer.right = true;
    }
  }
}

}  // namespace lockstep::viz
