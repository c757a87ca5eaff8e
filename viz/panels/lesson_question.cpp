#include "viz/panels/lesson_question.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/replay/arrays.h"
#include "shared/replay/question.h"
#include "viz/panels/focus.h"
#include "viz/panels/ink.h"
#include "viz/panels/lesson_frame.h"
#include "viz/panels/lesson_order.h"
#include "viz/panels/lesson_panel.h"

namespace lockstep::viz {
namespace {

constexpr float kLeading = 24;  // in units

std::vector<TextRun> RunsOfMarkdown(const std::string& text) {
  for (Block& block : ReadMarkdown(text))
    if (!block.runs.empty()) return std::move(block.runs);
  return RunsOf(text);
}

replay::Answer& AnswerOf(Desk& desk, const LessonPage& page, std::size_t index) {
  std::vector<replay::Answer>& answers = desk.Of<LessonPanel>().answers[desk.Of<LessonPanel>().page];
  answers.resize(std::max(answers.size(), page.questions.size()));
  return answers[index];
}

const LessonPage* PageOf(const View& view) {
  const std::size_t page = view.desk.Of<LessonPanel>().page;
  return view.lesson && page < view.lesson->pages.size() ? &view.lesson->pages[page] : nullptr;
}

bool IsClicked(Desk& desk, const std::string& name, Area area) {
  desk.controls[name] = area;
  if (Reach(desk, name, area)) return true;
  if (!IsHovered(area)) return false;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  return ImGui::IsMouseClicked(ImGuiMouseButton_Left);
}

// "Question", or what has come of it.
void SetHead(Desk& desk, TextSetter& setter, std::string_view words, ImU32 color) {
  setter.Runs({{.text = std::string(words), .strong = true}}, desk.fonts.small, color, desk.Units(22));
}

// --- quizzes

void SetChoice(View& view, TextSetter& setter, const replay::Question& quiz, std::size_t index, std::size_t choice) {
  Desk& desk = view.desk;
  replay::Answer& answer = desk.Of<LessonPanel>().answers[desk.Of<LessonPanel>().page][index];
  const replay::Choice& words = quiz.choices[choice];
  const bool tried = answer.tried.contains(choice);
  const ImU32 verdict = !tried ? desk.color().quiet : words.right ? desk.color().read : desk.color().fault;
  const float left = setter.left(), top = setter.y(), indent = left + desk.Units(28), size = desk.Units(18);
  const Area head{{left - desk.Units(4), top - desk.Units(2)}, {setter.right(), top + desk.Units(kLeading - 2)}};
  if (setter.draws()) {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    if (!tried && IsHovered(head)) draw->AddRectFilled(head.min, head.max, desk.color().raised, desk.Units(4));
    const ImVec2 c{left + size / 2, top + desk.Units(9)};
    if (tried)
      draw->AddCircleFilled(c, size / 2, verdict, 24);
    else
      draw->AddCircle(c, size / 2, verdict, 24, desk.Units(1.4f));
    const std::string letter = tried ? (words.right ? "✓" : "✕") : std::string(1, static_cast<char>('A' + choice));
    DrawText(draw, desk.fonts.small,
             {c.x - TextWidth(desk.fonts.small, letter) / 2, c.y - desk.fonts.small->FontSize / 2},
             tried ? desk.color().panel : verdict, letter);
  }
  setter.Indent(indent);
  setter.Runs(RunsOfMarkdown(words.text), desk.fonts.text, desk.color().text, desk.Units(kLeading));
  const Area row{head.min, {head.max.x, std::max(setter.y(), head.max.y)}};
  if (tried) setter.Runs(RunsOfMarkdown(words.reason), desk.fonts.text, desk.color().quiet, desk.Units(kLeading));
  setter.Indent(left);
  setter.Gap(desk.Units(4));
  if (setter.draws() && IsClicked(desk, fmt::format("question {} choice {}", index, choice), row))
    answer.tried.insert(choice);
}

void SetQuiz(View& view, TextSetter& setter, const LessonPage& page, std::size_t index) {
  const replay::Question& quiz = page.questions[index];
  const replay::Answer& answer = AnswerOf(view.desk, page, index);
  const bool settled = IsSettled(quiz, answer);
  const char* words = settled ? "Right" : answer.tried.empty() ? "What do you think?" : "Not this one";
  const ImU32 color = settled                ? view.desk.color().read
                      : answer.tried.empty() ? view.desk.color().chosen
                                             : view.desk.color().fault;
  SetFramed(view.desk, setter, settled ? view.desk.color().read : view.desk.color().chosen, [&](TextSetter& to) {
    SetHead(view.desk, to, words, color);
    to.Runs(RunsOfMarkdown(quiz.text), view.desk.fonts.text, view.desk.color().text, view.desk.Units(kLeading));
    to.Gap(view.desk.Units(6));
    for (std::size_t i = 0; i < quiz.choices.size(); ++i) SetChoice(view, to, quiz, index, i);
  });
}

// --- predictions

replay::Directions OnPage(const LessonPage& page, replay::Directions to) {
  if (!to.launch && !to.exercise) to.launch = page.launch;
  return to;
}

void Ask(View& view, const LessonPage& page, std::size_t index) {
  LessonPanel& panel = view.desk.Of<LessonPanel>();
  const replay::Question& question = page.questions[index];
  AnswerOf(view.desk, page, index) = {};
  if (view.edit) view.edit->is_active = false;  // keys are the answer's now
  view.desk.requests.emplace_back(request::Follow{OnPage(page, question.start)});
  const bool by_key = question.kind == replay::Question::Kind::kNumber;
  panel.ordering.reset();
  panel.typing = by_key ? std::optional(index) : std::nullopt;
  panel.pointing = by_key ? std::nullopt : std::optional(index);
}

void Say(View& view, const LessonPage& page, std::size_t index) {
  LessonPanel& panel = view.desk.Of<LessonPanel>();
  panel.typing = panel.pointing = std::nullopt;
  view.desk.requests.emplace_back(request::Follow{OnPage(page, page.questions[index].shown)});
  panel.reveal = index;
}

// A field in which the number appears, or what to click.
void SetInput(View& view, TextSetter& setter, const LessonPage& page, std::size_t index) {
  Desk& desk = view.desk;
  const replay::Question& question = page.questions[index];
  const replay::Answer& answer = AnswerOf(desk, page, index);
  const bool by_key = question.kind == replay::Question::Kind::kNumber;
  const bool waits = (by_key ? desk.Of<LessonPanel>().typing : desk.Of<LessonPanel>().pointing) == index;
  const float height = desk.Units(30), top = setter.y();
  std::string words = by_key ? answer.typed : fmt::format("click a cell of {}", question.asked);
  if (by_key && waits) words += "|";
  if (!waits && answer.typed.empty()) words = by_key ? "type the number" : "predict: go there, then click a cell";
  const float width =
      std::min(setter.right() - setter.left(), TextWidth(desk.fonts.text, words) + desk.Units(by_key ? 70 : 28));
  const Area field{{setter.left(), top}, {setter.left() + width, top + height}};
  setter.SetY(top + height + desk.Units(8));
  if (!setter.draws()) return;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const bool hovered = IsHovered(field);
  draw->AddRectFilled(field.min, field.max, desk.color().panel, desk.Units(5));
  draw->AddRect(field.min, field.max, waits || hovered ? desk.color().chosen : desk.color().faint, desk.Units(5), 0,
                desk.Units(waits ? 2 : 1));
  DrawText(draw, desk.fonts.text, {field.min.x + desk.Units(12), top + (height - desk.fonts.text->FontSize) / 2},
           waits && (!by_key || !answer.typed.empty()) ? desk.color().text : desk.color().quiet, words);
  if (by_key && waits && !answer.typed.empty()) {
    const std::string enter = "Enter";
    DrawText(draw, desk.fonts.small,
             {field.max.x - TextWidth(desk.fonts.small, enter) - desk.Units(8),
              top + (height - desk.fonts.small->FontSize) / 2},
             desk.color().chosen, enter);
  }
  if (IsClicked(desk, fmt::format("question {} field", index), field) && !waits) Ask(view, page, index);
}

void SetRevealed(View& view, TextSetter& setter, const LessonPage& page, std::size_t index) {
  Desk& desk = view.desk;
  const replay::Question& question = page.questions[index];
  const replay::Answer& answer = AnswerOf(desk, page, index);
  std::vector<TextRun> runs = {{.text = "You: "},
                               {.text = answer.said, .code = true},
                               {.text = "   The run: "},
                               {.text = answer.found, .code = true}};
  setter.Runs(runs, desk.fonts.text, desk.color().text, desk.Units(kLeading));
  if (!question.explanation.empty()) {
    setter.Gap(desk.Units(2));
    setter.Runs(RunsOfMarkdown(question.explanation), desk.fonts.text, desk.color().quiet, desk.Units(kLeading));
  }
  const float top = setter.y();
  setter.Runs({{.text = "Once more"}}, desk.fonts.small, desk.color().chosen, desk.Units(22));
  const Area again{{setter.left(), top}, {setter.left() + TextWidth(desk.fonts.small, "Once more"), setter.y()}};
  if (setter.draws() && IsClicked(desk, fmt::format("question {} again", index), again)) Ask(view, page, index);
}

void SetPrediction(View& view, TextSetter& setter, const LessonPage& page, std::size_t index) {
  Desk& desk = view.desk;
  const replay::Question& question = page.questions[index];
  const replay::Answer answer = AnswerOf(desk, page, index);
  const ImU32 color = !answer.IsRevealed() ? desk.color().chosen
                      : answer.right       ? desk.color().read
                                           : desk.color().write;
  const char* words = !answer.IsRevealed() ? "Predict, then see"
                      : answer.right       ? "As you said"
                                           : "The run says otherwise";
  SetFramed(desk, setter, color, [&](TextSetter& to) {
    SetHead(desk, to, words, color);
    to.Runs(RunsOfMarkdown(question.text), desk.fonts.text, desk.color().text, desk.Units(kLeading));
    to.Gap(desk.Units(4));
    if (answer.IsRevealed())
      SetRevealed(view, to, page, index);
    else
      SetInput(view, to, page, index);
  });
}

}  // namespace

void SetQuestion(View& view, TextSetter& setter, const LessonPage& page, std::size_t index) {
  using Kind = replay::Question::Kind;
  replay::Answer& answer = AnswerOf(view.desk, page, index);
  switch (page.questions[index].kind) {
    case Kind::kQuiz: SetQuiz(view, setter, page, index); break;
    case Kind::kNumber:
    case Kind::kReads:
    case Kind::kWrites: SetPrediction(view, setter, page, index); break;
    case Kind::kOrder: SetOrder(view, setter, page, index, answer); break;
  }
  setter.Gap(view.desk.Units(10));
}

bool TypeAnswer(View& view, std::string_view key) {
  LessonPanel& panel = view.desk.Of<LessonPanel>();
  const LessonPage* page = PageOf(view);
  if (page && panel.ordering && *panel.ordering < page->questions.size())
    return PressOrderKey(view, *page, *panel.ordering, AnswerOf(view.desk, *page, *panel.ordering), key);
  if (!page || (!panel.typing && !panel.pointing)) return false;
  if (key == "Esc") {
    panel.typing = panel.pointing = std::nullopt;
    return true;
  }
  if (!panel.typing || *panel.typing >= page->questions.size()) return false;
  replay::Answer& answer = AnswerOf(view.desk, *page, *panel.typing);
  if (key == "Enter" && !answer.typed.empty()) return Say(view, *page, *panel.typing), true;
  return Type(answer, key);
}

void TakeAnswers(View& view) {
  LessonPanel& panel = view.desk.Of<LessonPanel>();
  const LessonPage* page = PageOf(view);
  if (page) TakeOrderResults(view, *page, panel.answers[panel.page]);
  if (!page || !view.model) return;
  if (panel.reveal && *panel.reveal < page->questions.size()) {
    Reveal(*view.model, view.selection, page->questions[*panel.reveal], AnswerOf(view.desk, *page, *panel.reveal));
    panel.reveal.reset();
  }
  if (!panel.pointing || *panel.pointing >= page->questions.size() || view.desk.Asks<request::Follow>()) return;
  const replay::Question& question = page->questions[*panel.pointing];
  replay::Answer& answer = AnswerOf(view.desk, *page, *panel.pointing);
  const replay::Cursor& here = view.selection;
  if (!answer.asked) {
    view.selection.cell.reset();  // so that a click on any cell is a change
    answer.asked = here;
  }
  // Only a click changes the cell and neither moment nor launch; the writer's thread may be chosen with it.
  if (here.launch != answer.asked->launch || here.step != answer.asked->step) {
    answer.asked = here;
    return;
  }
  if (!here.cell || here.cell == answer.asked->cell) return;
  const auto array = replay::DescribeArray(*view.model, here.cell->object);
  if (!array || array->name != question.asked) return;
  answer.cell = here.cell->index;
  Say(view, *page, *panel.pointing);
}

}  // namespace lockstep::viz
