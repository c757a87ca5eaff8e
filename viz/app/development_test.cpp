// The result of an exercise that has become solved, over several frames.

#include <gtest/gtest.h>

#include <algorithm>

#include "shared/replay/testing/recording_builder.h"
#include "viz/model/lesson_view.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

constexpr int kFramesOfASecond = 60;

trace::Recording Program() { return replay::GreyRecording({.threads = 64, .recorded_blocks = 4}); }

LessonView WithExercise(ExerciseState state) {
  LessonView lesson{.title = "Lesson",
                    .pages = {{"One", "text"}, {.title = "Exercise", .markdown = "text", .exercise = true}},
                    .name = "1-x",
                    .number = 1};
  lesson.exercise = {.state = state, .file = "exercise.cu", .is_passed = state == ExerciseState::kSolved};
  lesson.exercise.results = {"d_out"};
  return lesson;
}

Scene Verdict(ExerciseState state) { return {.lesson = WithExercise(state), .exercise = Program()}; }

// A window in which an exercise is wrong, on its page.
std::unique_ptr<Stage> OpenWrong(bool animate = true) {
  Scene scene = Verdict(ExerciseState::kWrong);
  scene.recording = Program();
  auto stage = Stage::Open(std::move(scene), {});
  EXPECT_TRUE(stage) << (stage ? "" : stage.error().message);
  if (!stage) return nullptr;
  (*stage)->screen().desk().animate = animate;
  (*stage)->Press("Shift Page Down");
  return std::move(*stage);
}

replay::Position Now(Stage& stage) { return stage.screen().model()->position(); }
replay::Position End(Stage& stage) { return stage.screen().model()->end(); }

void DrawFrames(Stage& stage, int frames) {
  for (int i = 0; i < frames; ++i) stage.DrawOnce();
}

TEST(DevelopmentScreen, AResultAppearsWithinASecondAndRests) {
  auto stage = OpenWrong();
  ASSERT_TRUE(stage);
  stage->screen().Show(Verdict(ExerciseState::kSolved));
  std::vector<replay::Position> moments;
  std::vector<std::vector<std::uint32_t>> pictures;
  for (int i = 0; i < 5; ++i) {
    DrawFrames(*stage, 10);
    EXPECT_TRUE(stage->screen().is_moving());
    moments.push_back(Now(*stage));
    pictures.push_back(stage->Pixels());
  }
  EXPECT_TRUE(std::ranges::is_sorted(moments));
  EXPECT_LT(moments.front(), End(*stage));
  for (std::size_t i = 1; i < pictures.size(); ++i) EXPECT_NE(pictures[i - 1], pictures[i]) << i;
  DrawFrames(*stage, kFramesOfASecond);
  EXPECT_FALSE(stage->screen().is_moving());
  EXPECT_EQ(Now(*stage), End(*stage));
  EXPECT_EQ(stage->screen().model()->object(stage->selection().object)->name, "d_out");
  const auto rested = stage->Pixels();
  DrawFrames(*stage, 10);
  EXPECT_EQ(stage->Pixels(), rested);
}

TEST(DevelopmentScreen, AKeyOrAClickEndsIt) {
  for (const bool by_key : {true, false}) {
    auto stage = OpenWrong();
    ASSERT_TRUE(stage);
    stage->screen().Show(Verdict(ExerciseState::kSolved));
    DrawFrames(*stage, 10);
    ASSERT_TRUE(stage->screen().is_moving());
    if (by_key) {
      stage->Press("Home");
      EXPECT_EQ(Now(*stage), 0u) << "the key has its own meaning, too";
    } else {
      stage->Click({700, 4});
      EXPECT_EQ(Now(*stage), End(*stage));
    }
    EXPECT_FALSE(stage->screen().is_moving());
  }
}

TEST(DevelopmentScreen, WithoutAnimationItIsThereAtOnce) {
  auto stage = OpenWrong(false);
  ASSERT_TRUE(stage);
  stage->screen().Show(Verdict(ExerciseState::kSolved));
  stage->DrawOnce();
  EXPECT_FALSE(stage->screen().is_moving());
  EXPECT_EQ(Now(*stage), End(*stage));
}

TEST(DevelopmentScreen, BelongsToWhatHasBecomeRightInThisWindow) {
  auto stage = OpenWrong();
  ASSERT_TRUE(stage);
  stage->screen().Show(Verdict(ExerciseState::kWrong));
  DrawFrames(*stage, 3);
  EXPECT_FALSE(stage->screen().is_moving());
  stage->screen().Show(Verdict(ExerciseState::kSolved));
  DrawFrames(*stage, 2 * kFramesOfASecond);
  // Saved again, and still right.
  stage->Press("Home");
  stage->screen().Show(Verdict(ExerciseState::kSolved));
  DrawFrames(*stage, 3);
  EXPECT_FALSE(stage->screen().is_moving());
  EXPECT_NE(Now(*stage), End(*stage));

  Scene solved = Verdict(ExerciseState::kSolved);
  solved.recording = Program();
  stage.reset();
  auto opened = Stage::Open(std::move(solved), {});
  ASSERT_TRUE(opened);
  (*opened)->screen().desk().animate = true;
  (*opened)->Press("Shift Page Down");
  EXPECT_FALSE((*opened)->screen().is_moving()) << "it was solved before";
}

TEST(DevelopmentScreen, WaitsForTheExercisesProgram) {
  auto stage = OpenWrong();
  ASSERT_TRUE(stage);
  stage->Press("Shift Page Up");
  stage->screen().Show(Verdict(ExerciseState::kSolved));
  DrawFrames(*stage, 3);
  EXPECT_FALSE(stage->screen().is_moving());
  stage->Press("Shift Page Down");
  EXPECT_TRUE(stage->screen().is_moving());
}

}  // namespace
}  // namespace lockstep::viz
