// Lines of a kernel in the text of a lesson: put in order by mouse and by keys, and judged by whoever runs them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "shared/replay/testing/recording_builder.h"
#include "viz/model/lesson_view.h"
#include "viz/panels/lesson_panel.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

using testing::ElementsAre;

replay::Question Guard() {
  replay::Question question{.kind = replay::Question::Kind::kOrder, .text = "Put them in order.", .explanation = "So."};
  question.order.lines = {{"const int i = blockIdx.x * blockDim.x + threadIdx.x;", true},
                          {"if (i < n) {", true},
                          {"if (i <= n) {", false, "One too many."},
                          {"out[i] = a[i] + 10;", true},
                          {"}", true}};
  question.order.before = {"__global__ void add(const int* a, int* out, int n) {"};
  question.order.after = {"}"};
  return question;
}
constexpr std::size_t kIndex = 0, kIf = 1, kIfOneMore = 2, kWrite = 3;

LessonView TheLesson() {
  return {.title = "Lesson",
          .pages = {{.title = "One", .markdown = "Words.\n\n```order\nx\n```\n\nMore.\n", .questions = {Guard()}},
                    {.title = "Two", .markdown = "text"}},
          .name = "lesson"};
}

std::unique_ptr<Stage> Open(LessonView lesson = TheLesson(), ThemeKind theme = ThemeKind::kLight) {
  Scene scene{.recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 4})};
  scene.lesson = std::move(lesson);
  auto stage = Stage::Open(std::move(scene), {.width = 1280, .height = 720}, theme);
  EXPECT_TRUE(stage) << (stage ? "" : stage.error().message);
  return stage ? std::move(*stage) : nullptr;
}

LessonPanel& Panel(Stage& stage) { return stage.screen().desk().Of<LessonPanel>(); }
const replay::Answer& AnswerOf(Stage& stage) { return Panel(stage).answers[0].at(0); }
const std::vector<std::size_t>& Placed(Stage& stage) { return AnswerOf(stage).placing.placed; }

Area At(Stage& stage, const std::string& control) {
  const auto& controls = stage.screen().desk().controls;
  EXPECT_TRUE(controls.contains(control)) << control;
  return controls.contains(control) ? controls.at(control) : Area{};
}
Area LineAt(Stage& stage, std::size_t line) { return At(stage, "question 0 line " + std::to_string(line)); }
void ClickLine(Stage& stage, std::size_t line) { stage.Click(LineAt(stage, line).center()); }

// As a hand does it: the mouse moves over several frames before it lets go.
void DragTo(Stage& stage, ImVec2 from, ImVec2 to) {
  constexpr int kFrames = 6;
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = from;
  stage.DrawOnce();
  io.MouseDown[0] = true;
  stage.DrawOnce();
  for (int i = 1; i <= kFrames; ++i) {
    const float share = static_cast<float>(i) / kFrames;
    io.MousePos = {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
    stage.DrawOnce();
  }
  io.MouseDown[0] = false;
  stage.Settle();
}

// With Tab from group to group, and with arrows within the group.
void ReachByKeys(Stage& stage, Area wanted) {
  const FocusView& focus = stage.screen().desk().focus;
  const auto is_wanted = [&](const FocusView::Target& one) {
    return one.area.min.y == wanted.min.y && one.area.max.y == wanted.max.y && one.area.min.x == wanted.min.x;
  };
  for (int i = 0; i < 60; ++i) {
    const auto target = std::ranges::find_if(focus.targets, is_wanted);
    const auto here = std::ranges::find(focus.targets, focus.at, &FocusView::Target::id);
    ASSERT_NE(target, focus.targets.end());
    if (focus.is_shown && here == target) return;
    const bool is_in_group = focus.is_shown && here != focus.targets.end() && here->group == target->group;
    stage.Press(!is_in_group ? "Tab" : here->area.min.y < target->area.min.y ? "↓" : "↑");
  }
  FAIL() << "no key leads there";
}

void Show(Stage& stage, OrderResult result) {
  LessonView lesson = *stage.screen().scene().lesson;
  result.attempt = Panel(stage).order_tries;
  lesson.orders = {result};
  stage.screen().Show({.lesson = lesson});
  stage.Settle();
}

TEST(LessonOrder, AClickAddsALineAtTheEnd) {
  auto stage = Open();
  ASSERT_TRUE(stage);
  const Area before = LineAt(*stage, kIf);
  EXPECT_GT(before.min.y, At(*stage, "question 0 lines").max.y) << "it is not in the kernel";
  ClickLine(*stage, kIf);
  ClickLine(*stage, kWrite);
  EXPECT_THAT(Placed(*stage), ElementsAre(kIf, kWrite));
  EXPECT_TRUE(At(*stage, "question 0 lines").Contains(LineAt(*stage, kWrite).center()));
  EXPECT_GT(LineAt(*stage, kWrite).min.x, LineAt(*stage, kIf).min.x) << "it is indented by the brace before it";
}

TEST(LessonOrder, ALineIsDraggedToItsPlaceAndOutAgain) {
  auto stage = Open();
  ASSERT_TRUE(stage);
  DragTo(*stage, LineAt(*stage, kWrite).center(), At(*stage, "question 0 lines").center());
  EXPECT_THAT(Placed(*stage), ElementsAre(kWrite));
  const Area write = LineAt(*stage, kWrite);
  DragTo(*stage, LineAt(*stage, kIf).center(), {write.center().x, write.min.y + 2});
  EXPECT_THAT(Placed(*stage), ElementsAre(kIf, kWrite)) << "dropped above";
  const Area last = LineAt(*stage, kWrite);
  DragTo(*stage, LineAt(*stage, kIf).center(), {last.center().x, last.max.y});
  EXPECT_THAT(Placed(*stage), ElementsAre(kWrite, kIf)) << "dropped below";
  DragTo(*stage, LineAt(*stage, kWrite).center(), LineAt(*stage, kIfOneMore).center());
  EXPECT_THAT(Placed(*stage), ElementsAre(kIf)) << "dropped outside";
}

TEST(LessonOrder, ADraggedLineShowsWhereItWillBe) {
  auto stage = Open();
  ASSERT_TRUE(stage);
  ClickLine(*stage, kIf);
  const ImVec2 from = LineAt(*stage, kWrite).center();
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = from;
  stage->DrawOnce();
  io.MouseDown[0] = true;
  stage->DrawOnce();
  const auto blue_with_mouse_at = [&](ImVec2 at) {
    io.MousePos = at;
    stage->DrawOnce(), stage->DrawOnce();
    return stage->Count(stage->screen().desk().color().chosen);
  };
  const std::size_t outside = blue_with_mouse_at(LineAt(*stage, kIfOneMore).center());
  EXPECT_GT(blue_with_mouse_at(LineAt(*stage, kIf).center()), outside + 200) << "a bar between the lines";
  io.MouseDown[0] = false;
  stage->Settle();
}

TEST(LessonOrder, IsMadeByKeysAlone) {
  auto stage = Open();
  ASSERT_TRUE(stage);
  ReachByKeys(*stage, At(*stage, "question 0 lines"));
  stage->Press("Enter");
  ASSERT_TRUE(Panel(*stage).ordering);
  const replay::Cursor here = stage->selection();
  stage->Press("Space"), stage->Press("↓"), stage->Press("Space");
  ASSERT_EQ(Placed(*stage).size(), 2u);
  const std::vector<std::size_t> placed = Placed(*stage);
  for (int i = 0; i < 9; ++i) stage->Press("↑");
  stage->Press("Space"), stage->Press("↓"), stage->Press("Space");
  EXPECT_THAT(Placed(*stage), ElementsAre(placed[1], placed[0]));
  stage->Press("Enter");
  ASSERT_TRUE(Panel(*stage).order);
  EXPECT_EQ(Panel(*stage).order->lines, Placed(*stage));
  EXPECT_EQ(stage->selection().step, here.step) << "the keys are the lines'";
  stage->Press("Esc");
  stage->Press("→");
  EXPECT_GT(stage->selection().step, here.step) << "and now the window's again";
}

TEST(LessonOrder, IsRunOnRequestAndShowsWhatHappened) {
  auto stage = Open();
  ASSERT_TRUE(stage);
  stage->Click(At(*stage, "question 0 run").center());
  EXPECT_FALSE(stage->screen().reading().order) << "there is nothing to run";
  ClickLine(*stage, kIndex), ClickLine(*stage, kIfOneMore), ClickLine(*stage, kWrite);
  stage->Click(At(*stage, "question 0 run").center());
  const std::optional<OrderTry> wanted = stage->screen().reading().order;
  ASSERT_TRUE(wanted);
  EXPECT_THAT(wanted->lines, ElementsAre(kIndex, kIfOneMore, kWrite));
  stage->Click(At(*stage, "question 0 run").center());
  EXPECT_EQ(stage->screen().reading().order, wanted) << "it is being run";
  const std::size_t red = stage->Count(stage->screen().desk().color().fault);
  const float run = At(*stage, "question 0 run").max.y;
  Show(*stage, {.state = OrderResult::State::kWrong, .sentence = "Thread 5 left.", .hint = "Why?", .line = 1});
  EXPECT_FALSE(AnswerOf(*stage).right);
  EXPECT_GT(stage->Count(stage->screen().desk().color().fault), red) << "the guilty line is marked";
  EXPECT_EQ(At(*stage, "question 0 run").max.y, run) << "the words stand below";
  // The words were about those lines.
  DragTo(*stage, LineAt(*stage, kIfOneMore).center(), {LineAt(*stage, kIf).center().x, LineAt(*stage, kIf).center().y});
  EXPECT_EQ(stage->Count(stage->screen().desk().color().fault), red);
}

TEST(LessonOrder, ScrollsToWhatHappenedOnce) {
  LessonView lesson = TheLesson();
  for (int i = 0; i < 4; ++i) lesson.pages[0].markdown.insert(0, "Words above the task.\n\n");
  auto stage = Open(lesson);
  ASSERT_TRUE(stage);
  ClickLine(*stage, kIndex);
  stage->Click(At(*stage, "question 0 run").center());
  const float run = At(*stage, "question 0 run").max.y;
  std::string words;
  for (int i = 0; i < 40; ++i) words += "Thread 5 left its array. ";
  Show(*stage, {.state = OrderResult::State::kWrong, .sentence = words});
  const float scrolled = At(*stage, "question 0 run").max.y;
  EXPECT_LT(scrolled, run);
  EXPECT_GT(scrolled, 0) << "the words begin in view";
  stage->Wheel(At(*stage, "question 0 run").center(), 3);
  EXPECT_GT(At(*stage, "question 0 run").max.y, scrolled) << "the reader may scroll away";
}

TEST(LessonOrder, AResultOfOtherLinesSaysNothing) {
  auto stage = Open();
  ASSERT_TRUE(stage);
  ClickLine(*stage, kIndex);
  stage->Click(At(*stage, "question 0 run").center());
  ClickLine(*stage, kIf);
  Show(*stage, {.state = OrderResult::State::kRight});
  EXPECT_FALSE(AnswerOf(*stage).right);
  stage->Click(At(*stage, "question 0 run").center());
  EXPECT_EQ(stage->screen().reading().order->attempt, 2u);
  Show(*stage, {.state = OrderResult::State::kRight});
  EXPECT_TRUE(AnswerOf(*stage).right);
}

TEST(LessonOrder, WhatWasRightBeforeStandsThereAgain) {
  LessonView lesson = TheLesson();
  lesson.orders = {{.state = OrderResult::State::kRight, .lines = {kIndex, kIf, kWrite, 4}}};
  auto stage = Open(lesson);
  ASSERT_TRUE(stage);
  EXPECT_TRUE(AnswerOf(*stage).right);
  EXPECT_EQ(Placed(*stage).size(), 4u);
  for (const std::size_t line : {kIndex, kIf, kWrite})
    DragTo(*stage, LineAt(*stage, line).center(), LineAt(*stage, kIfOneMore).center());
  EXPECT_FALSE(AnswerOf(*stage).right);
  EXPECT_THAT(Placed(*stage), ElementsAre(4)) << "and only once";
  stage.reset();
  lesson.orders[0].lines = {99};
  auto other = Open(lesson);
  EXPECT_TRUE(Placed(*other).empty()) << "the lesson has changed since";
}

TEST(LessonOrder, TurningThePageGivesTheKeysBack) {
  auto stage = Open();
  ASSERT_TRUE(stage);
  ClickLine(*stage, kIndex);
  EXPECT_TRUE(Panel(*stage).ordering);
  stage->Press("Shift Page Down");
  EXPECT_FALSE(Panel(*stage).ordering);
  stage->Press("Space"), stage->Press("Shift Page Up");
  EXPECT_THAT(Placed(*stage), ElementsAre(kIndex)) << "what was placed stays";
}

}  // namespace
}  // namespace lockstep::viz
