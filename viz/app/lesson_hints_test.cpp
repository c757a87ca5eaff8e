// The levels of hints of a failed exercise: each step is asked for, by its key or by its button.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "shared/replay/testing/recording_builder.h"
#include "viz/edit/code_change.h"
#include "viz/model/hint_levels.h"
#include "viz/model/lesson_view.h"
#include "viz/panels/lesson_panel.h"
#include "viz/panels/source_view.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMine = "int main() {\n  int i = 0;\n  if (i <= 4) return 1;\n  return 0;\n}\n";
constexpr const char* kSolution = "int main() {\n  int i = 0;\n  if (i < 4) return 1;\n  return 0;\n}\n";

class HintLevels : public testing::Test {
 protected:
  HintLevels() : file_(fs::absolute(testing::UnitTest::GetInstance()->current_test_info()->name()) += ".cu") {
    std::ofstream(file_) << kMine;
  }
  ~HintLevels() override { fs::remove(file_); }

  Scene Failed() const {
    Scene scene{.recording = replay::GreyRecording({.threads = 64, .recorded_blocks = 4})};
    scene.exercise = replay::GreyRecording({.width = 32, .height = 16, .threads = 64, .recorded_blocks = 2});
    scene.exercise->files[0].path = file_;
    scene.lesson = LessonView{.title = "Lesson",
                              .pages = {{"One", "text"}, {.title = "Two", .markdown = "text", .exercise = true}}};
    scene.lesson->exercise = {.state = ExerciseState::kWrong,
                              .file = "exercise.cu",
                              .status = "A thread reads past the end.",
                              .place = ExercisePlace{.block = {1, 0, 0}, .thread = {5, 0, 0}, .step = 600, .line = 3},
                              .path = file_,
                              .fault = "out-of-bounds-global",
                              .hint = "Is it `<`, or `<=`?",
                              .solution = kSolution};
    return scene;
  }

  // At the exercise's page.
  std::unique_ptr<Stage> Open(Scene scene, ThemeKind theme = ThemeKind::kLight) {
    auto opened = Stage::Open(std::move(scene), {.width = 1280, .height = 720}, theme);
    EXPECT_TRUE(opened) << (opened ? "" : opened.error().message);
    if (!opened) return nullptr;
    (*opened)->Press("Shift Page Down");
    return std::move(*opened);
  }

  static HintsView& Hints(Stage& stage) { return stage.screen().desk().Of<LessonPanel>().hints; }

  fs::path file_;
};

TEST_F(HintLevels, TheKeyLeadsFromTheMomentToTheSolution) {
  auto stage = Open(Failed());
  ASSERT_TRUE(stage);
  stage->Press("Home");
  const auto at_home = stage->selection().step;
  stage->Press("H");
  EXPECT_EQ(Hints(*stage).taken, HintLevel::kMoment);
  EXPECT_NE(stage->selection().step, at_home);
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{5, 0, 0}));
  for (const HintLevel level : {HintLevel::kQuestion, HintLevel::kLine, HintLevel::kSolution}) {
    const auto before = stage->Pixels();
    stage->Press("H");
    EXPECT_EQ(Hints(*stage).taken, level);
    EXPECT_NE(stage->Pixels(), before);
  }
  EXPECT_FALSE(Hints(*stage).more);
  EXPECT_EQ(stage->screen().reading().hints, 4u);
  EXPECT_TRUE(stage->screen().reading().saw_solution);
  const auto last = stage->Pixels();
  stage->Press("H");
  EXPECT_EQ(stage->Pixels(), last);
  EXPECT_EQ(stage->screen().reading().hints, 4u);
}

TEST_F(HintLevels, TheButtonDoesTheSameAndLeavesOutAMomentInView) {
  auto stage = Open(Failed());
  ASSERT_TRUE(stage);
  for (const HintLevel level : {HintLevel::kQuestion, HintLevel::kLine, HintLevel::kSolution}) {
    ASSERT_TRUE(Hints(*stage).more);
    stage->Click(Hints(*stage).more->center());
    EXPECT_EQ(Hints(*stage).taken, level);
  }
  EXPECT_FALSE(Hints(*stage).more);
}

TEST_F(HintLevels, MarksTheLineInTheSource) {
  auto stage = Open(Failed());
  ASSERT_TRUE(stage);
  stage->Press("H");
  const std::size_t marked = stage->Count(stage->screen().desk().color().waiting);
  EXPECT_FALSE(stage->screen().desk().Of<SourceView>().to_mend);
  stage->Press("E");
  stage->Press("H");
  EXPECT_EQ(stage->screen().shown(), Shown::kExercise);
  EXPECT_EQ(stage->screen().desk().Of<SourceView>().to_mend, (LineToMend{3, false}));
  EXPECT_GT(stage->Count(stage->screen().desk().color().waiting), marked + 50);
}

TEST_F(HintLevels, AnotherFaultBeginsItAgainAndTheSameOneDoesNot) {
  auto stage = Open(Failed());
  ASSERT_TRUE(stage);
  stage->Press("H"), stage->Press("H");
  ASSERT_EQ(Hints(*stage).taken, HintLevel::kLine);
  LessonView newer = *Failed().lesson;
  newer.exercise.state = ExerciseState::kBuilding;
  stage->screen().Show({.lesson = newer});
  stage->Settle();
  EXPECT_EQ(Hints(*stage).taken, HintLevel::kLine);
  newer.exercise.state = ExerciseState::kWrong;
  newer.exercise.fault = "not-written";
  stage->screen().Show({.lesson = newer});
  stage->Settle();
  EXPECT_EQ(Hints(*stage).taken, HintLevel::kWords);
  EXPECT_EQ(stage->screen().reading().hints, 2u);
}

TEST_F(HintLevels, ASolvedExerciseHasNone) {
  Scene scene = Failed();
  scene.lesson->exercise.state = ExerciseState::kSolved;
  scene.lesson->exercise.fault.clear();
  scene.lesson->exercise.place.reset();
  auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  stage->Press("H");
  EXPECT_EQ(Hints(*stage).taken, HintLevel::kWords);
  EXPECT_FALSE(Hints(*stage).more);
  EXPECT_EQ(stage->screen().reading().hints, 0u);
}

TEST_F(HintLevels, OnAnotherPageTheKeyTurnsToTheExercise) {
  auto stage = Open(Failed());
  ASSERT_TRUE(stage);
  stage->Press("Shift Page Up");
  stage->Press("H");
  EXPECT_EQ(stage->screen().desk().Of<LessonPanel>().page, 1u);
  EXPECT_EQ(stage->screen().reading().hints, 0u);
}

TEST_F(HintLevels, TheSolutionHasItsColoursInBothThemes) {
  for (const ThemeKind theme : {ThemeKind::kLight, ThemeKind::kDark}) {
    auto stage = Open(Failed(), theme);
    ASSERT_TRUE(stage);
    for (int i = 0; i < 3; ++i) stage->Press("H");
    const Palette& c = stage->screen().desk().color();
    EXPECT_GT(stage->Count(Blend(c.panel, c.fault, 0.14f)), 1000u);
    EXPECT_GT(stage->Count(Blend(c.panel, c.read, 0.14f)), 1000u);
  }
}

TEST_F(HintLevels, FollowsWhatIsTyped) {
  auto stage = Open(Failed());
  ASSERT_TRUE(stage);
  for (int i = 0; i < 3; ++i) stage->Press("H");
  EXPECT_FALSE(Hints(*stage).change.lines.empty());
  stage->screen().edit()->draft.editor().SelectAll();
  stage->screen().edit()->draft.editor().Paste(kSolution);
  stage->Settle();
  EXPECT_TRUE(Hints(*stage).change.lines.empty());
  EXPECT_FALSE(stage->screen().desk().Of<SourceView>().to_mend);
}

}  // namespace
}  // namespace lockstep::viz
