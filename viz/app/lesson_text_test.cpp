// The text of a lesson and the window: links move the window, the window ticks tasks, questions are answered by clicks
// and keys.

#include <gtest/gtest.h>

#include <algorithm>

#include "shared/replay/question.h"
#include "shared/replay/testing/recording_builder.h"
#include "viz/model/lesson_view.h"
#include "viz/panels/array_view.h"
#include "viz/panels/grid_view.h"
#include "viz/panels/lesson_panel.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

constexpr const char* kText =
    "See [the line](go:block=1;thread=6;line=out[i]), [the end](go:at=end), [nothing](go:thread=999) and\n"
    "[the numbers](go:array=d_in;view=cells;colour=i).\n\n"
    "*Try it:* [go to the end](try:at=end), [choose the input](try:array=d_in).\n\n"
    "```quiz\nHow many?\n- [ ] 256\n  No.\n- [x] 512\n  Yes.\n```\n\n"
    "```predict\nWhat is `i`?\n```\n\n"
    "```predict\nWhere?\n```\n";

replay::Directions To(const char* text) { return *replay::ReadDirections(text); }

LessonPage FirstPage() {
  const replay::Question quiz{.text = "How many?", .choices = {{"256", false, "No."}, {"512", true, "Yes."}}};
  const replay::Question number{.kind = replay::Question::Kind::kNumber,
                                .text = "What is `i`?",
                                .asked = "i",
                                .start = To("block=1;thread=6;at=start"),
                                .shown = To("block=1;thread=6;at=write")};
  const replay::Question cell{.kind = replay::Question::Kind::kWrites,
                              .text = "Where?",
                              .asked = "d_out",
                              .start = To("block=1;thread=6;line=out[i];array=d_out;view=picture"),
                              .shown = To("block=1;thread=6;at=write")};
  return {.title = "One", .markdown = kText, .questions = {quiz, number, cell}};
}

std::unique_ptr<Stage> Open() {
  Scene scene{.recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 4})};
  scene.lesson =
      LessonView{.title = "Lesson",
                 .pages = {FirstPage(),
                           {.title = "Two", .markdown = "text", .opens_at = To("block=2;thread=3;at=end;array=d_in")}}};
  auto stage = Stage::Open(std::move(scene), {});
  EXPECT_TRUE(stage) << (stage ? "" : stage.error().message);
  return stage ? std::move(*stage) : nullptr;
}

std::unique_ptr<Stage> OpenText(const std::string& markdown, ThemeKind theme) {
  Scene scene{.recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 4})};
  scene.lesson = LessonView{.title = "Lesson", .pages = {{.title = "One", .markdown = markdown}}};
  auto stage = Stage::Open(std::move(scene), {.width = 1280, .height = 720}, theme);
  EXPECT_TRUE(stage) << (stage ? "" : stage.error().message);
  return stage ? std::move(*stage) : nullptr;
}

LessonPanel& Panel(Stage& stage) { return stage.screen().desk().Of<LessonPanel>(); }

void ClickOn(Stage& stage, const std::string& control) {
  const auto& controls = stage.screen().desk().controls;
  ASSERT_TRUE(controls.contains(control)) << control;
  stage.Click(controls.at(control).center());
}

const replay::Answer& AnswerOf(Stage& stage, std::size_t question) { return Panel(stage).answers[0].at(question); }

bool IsTicked(Stage& stage, const char* task) { return Panel(stage).done[0].contains(task); }

TEST(LessonText, DrawsWhatIsADrawing) {
  for (const ThemeKind theme : {ThemeKind::kLight, ThemeKind::kDark}) {
    auto stage = OpenText("", theme);
    const auto pixels = [&](const std::string& rows) {
      stage->screen().Show(
          {.lesson = LessonView{.pages = {{.markdown = "```drawing\n" + rows + "b: 4 5 | 6\n```\n"}}}});
      stage->Settle();
      EXPECT_TRUE(stage->screen().desk().controls.contains("drawing 0"));
      return stage->Pixels();
    };
    const auto plain = pixels("a: 1 2 | 3\n");
    for (const char* other : {"a: 1! 2 | 3\n", "a: 1~ 2 | 3\n", "a: _ 2 | 3\n", "a: . 2 | 3\n", "a: 1 2 || 3\n",
                              "a: 1*2 | 3\n", "a: 1 2 | 3\n> 0-1\n"})
      EXPECT_NE(plain, pixels(other)) << other;
  }
}

// 32 columns, and words of any length, stay on the page.
TEST(LessonText, ADrawingIsNoWiderThanThePage) {
  std::string banks = "bank:";
  for (int i = 0; i < 32; ++i) banks += " " + std::to_string(i);
  auto stage =
      OpenText("```drawing\n" + banks + "\na_long_label here: 1 2\n```\n\n```\n" + std::string(500, 'x') + "\n```\n",
               ThemeKind::kDark);
  const auto& controls = stage->screen().desk().controls;
  // Code that is too long is broken at the page's edge.
  EXPECT_LE(controls.at("drawing 0").max.x, controls.at("code 1").max.x + 12);
}

TEST(LessonText, ALinkMovesTheWindow) {
  auto stage = Open();
  ASSERT_TRUE(stage);
  ClickOn(*stage, "go:block=1;thread=6;line=out[i]");
  EXPECT_EQ(stage->selection().block, (trace::Dim3{1, 0, 0}));
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{6, 0, 0}));
  EXPECT_EQ(stage->selection().line.number, 10u);
  ClickOn(*stage, "go:at=end");
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{6, 0, 0})) << "what is not named stays";
  EXPECT_EQ(stage->screen().model()->position(), stage->screen().model()->end());
  ClickOn(*stage, "go:array=d_in;view=cells;colour=i");
  EXPECT_TRUE(stage->screen().desk().Of<ArrayView>().as_cells.value());
  EXPECT_EQ(stage->screen().desk().Of<GridView>().variable, "i");
}

TEST(LessonText, ALinkThatLeadsNowhereSaysWhyAndMovesNothing) {
  auto stage = Open();
  ASSERT_TRUE(stage);
  const replay::Cursor before = stage->selection();
  const std::size_t red = stage->Count(stage->screen().desk().color().fault);
  ClickOn(*stage, "go:thread=999");
  EXPECT_EQ(stage->selection().thread, before.thread);
  EXPECT_TRUE(Panel(*stage).problem.contains("there is no thread (999,0,0)")) << Panel(*stage).problem;
  EXPECT_GT(stage->Count(stage->screen().desk().color().fault), red) << "said in the window";
  ClickOn(*stage, "go:at=end");
  EXPECT_EQ(Panel(*stage).problem, "");
}

TEST(LessonText, ALinkShowsThatItLeadsSomewhere) {
  auto stage = Open();
  ASSERT_TRUE(stage);
  const auto before = stage->Pixels();
  stage->Hover(stage->screen().desk().controls.at("go:at=end").center());
  EXPECT_NE(stage->Pixels(), before);
}

TEST(LessonText, ATaskIsTickedOnceItIsDoneAndStaysTicked) {
  auto stage = Open();
  ASSERT_TRUE(stage);
  EXPECT_FALSE(IsTicked(*stage, "try:at=end")) << "nothing was done";
  stage->Press("→");
  EXPECT_FALSE(IsTicked(*stage, "try:at=end"));
  const std::size_t before = stage->Count(stage->screen().desk().color().read);
  stage->Press("End");
  EXPECT_TRUE(IsTicked(*stage, "try:at=end"));
  EXPECT_FALSE(IsTicked(*stage, "try:array=d_in"));
  stage->Press("Home");
  EXPECT_GT(stage->Count(stage->screen().desk().color().read), before) << "the box is drawn as ticked";
  stage->Press("Shift Page Down"), stage->Press("Shift Page Up");
  EXPECT_TRUE(IsTicked(*stage, "try:at=end"));
}

TEST(LessonText, TurningToAPageDoesNoTask) {
  auto stage = Open();
  ASSERT_TRUE(stage);
  stage->Press("Shift Page Down");
  EXPECT_EQ(stage->selection().block, (trace::Dim3{2, 0, 0})) << "the page opens at its own place";
  EXPECT_EQ(stage->screen().model()->position(), stage->screen().model()->end());
  stage->Press("Shift Page Up");
  EXPECT_TRUE(Panel(*stage).done[0].empty()) << "the end and the input are in view, but by the other page";
}

TEST(LessonText, AClickOnATasksWordsDoesNotDoItForTheReader) {
  auto stage = Open();
  ASSERT_TRUE(stage);
  ClickOn(*stage, "try:at=end");
  EXPECT_FALSE(IsTicked(*stage, "try:at=end"));
}

TEST(LessonText, AQuizGivesTheReasonOfEachChoice) {
  auto stage = Open();
  ASSERT_TRUE(stage);
  const replay::Question& quiz = stage->screen().scene().lesson->pages[0].questions[0];
  const float before = stage->screen().desk().controls.at("question 1 field").min.y;
  ClickOn(*stage, "question 0 choice 0");
  EXPECT_EQ(AnswerOf(*stage, 0).tried, (std::set<std::size_t>{0}));
  EXPECT_FALSE(IsSettled(quiz, AnswerOf(*stage, 0)));
  EXPECT_GT(stage->screen().desk().controls.at("question 1 field").min.y, before) << "the reason takes a line";
  ClickOn(*stage, "question 0 choice 1");
  EXPECT_TRUE(IsSettled(quiz, AnswerOf(*stage, 0)));
}

TEST(LessonText, ANumberIsTypedAndTheRunAnswers) {
  auto stage = Open();
  ASSERT_TRUE(stage);
  ClickOn(*stage, "question 1 field");
  EXPECT_EQ(stage->selection().step, 0u) << "asked where the answer is not in view";
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{6, 0, 0}));
  for (const char* key : {"7", "8", "Backspace", "0"}) stage->Press(key);
  EXPECT_EQ(AnswerOf(*stage, 1).typed, "70");
  EXPECT_FALSE(AnswerOf(*stage, 1).IsRevealed());
  stage->Press("Enter");
  EXPECT_TRUE(AnswerOf(*stage, 1).IsRevealed());
  EXPECT_TRUE(AnswerOf(*stage, 1).right) << AnswerOf(*stage, 1).found;
  EXPECT_GT(stage->selection().step, 0u) << "the window shows it";
  ClickOn(*stage, "question 1 again");
  stage->Press("6"), stage->Press("Enter");
  EXPECT_FALSE(AnswerOf(*stage, 1).right);
  EXPECT_EQ(AnswerOf(*stage, 1).found, "70");
}

TEST(LessonText, EscStopsTypingAndKeysMoveTheWindowAgain) {
  auto stage = Open();
  ASSERT_TRUE(stage);
  ClickOn(*stage, "question 1 field");
  stage->Press("→");
  EXPECT_GT(stage->selection().step, 0u) << "keys that are no digits are the window's";
  stage->Press("Esc");
  stage->Press("7");
  EXPECT_EQ(AnswerOf(*stage, 1).typed, "");
  EXPECT_FALSE(stage->screen().wants_to_close());
}

TEST(LessonText, ACellIsClickedAndTheRunAnswers) {
  auto stage = Open();
  ASSERT_TRUE(stage);
  ClickOn(*stage, "question 2 field");
  const auto& elements = stage->screen().desk().anchors.elements;
  const auto to_write = std::ranges::find(elements, true, &Anchors::Element::writes);
  ASSERT_NE(to_write, elements.end());
  const Area cell = to_write->area;
  stage->Click({cell.center().x + cell.width(), cell.center().y});
  EXPECT_TRUE(AnswerOf(*stage, 2).IsRevealed());
  EXPECT_FALSE(AnswerOf(*stage, 2).right);
  EXPECT_EQ(AnswerOf(*stage, 2).found, "d_out[1][6]");
  EXPECT_EQ(AnswerOf(*stage, 2).said, "d_out[1][7]");
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{6, 0, 0}));
  ClickOn(*stage, "question 2 again");
  stage->Click(cell.center());
  EXPECT_TRUE(AnswerOf(*stage, 2).right) << AnswerOf(*stage, 2).said;
}

}  // namespace
}  // namespace lockstep::viz
