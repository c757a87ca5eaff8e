// A lesson in the window, with its own program and its exercise's: pages, the choice of program, and the way to what
// is wrong.

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

// Of different sizes, so that one can tell which is in view.
Recording LessonProgram() { return GreyRecording({.threads = 64, .recorded_blocks = 4}); }
Recording ExerciseProgram() { return GreyRecording({.width = 32, .height = 16, .threads = 64, .recorded_blocks = 2}); }

// The thread that writes this pixel of the exercise's picture, at that moment.
ExercisePlace PlaceOfPixel(const Recording& recording, std::uint32_t pixel) {
  const RecordedLaunch& launch = recording.launches[0];
  ExercisePlace place{.block = {pixel / 64, 0, 0}, .thread = {pixel % 64, 0, 0}, .expected = "44"};
  for (StepIndex i = 0; i < launch.steps.size(); ++i) {
    const Step& step = launch.steps[i];
    if (step.kind != StepKind::kWrite || IsLaunchObject(step.object) || step.offset != pixel) continue;
    place.step = i;
    place.cell = Cell{step.object, pixel};
  }
  EXPECT_TRUE(place.step);
  return place;
}

Scene LessonScene() {
  Scene scene{.recording = LessonProgram()};
  scene.lesson = LessonView{.title = "Lesson",
                            .pages = {{"One", "text"},
                                      {.title = "Two", .markdown = "text", .launch = 0},
                                      {.title = "Exercise", .markdown = "text", .exercise = true}}};
  scene.lesson->exercise = {.state = ExerciseState::kWrong, .file = "exercise.cu"};
  scene.lesson->exercise.status = "`d_out[0][17]` is 40 and should be 44; thread (17,0,0) of block (0,0,0) wrote it.";
  scene.exercise = ExerciseProgram();
  scene.lesson->exercise.place = PlaceOfPixel(*scene.exercise, 17);
  return scene;
}

std::unique_ptr<Stage> Open(Scene scene) {
  auto stage = Stage::Open(std::move(scene), {});
  EXPECT_TRUE(stage) << (stage ? "" : stage.error().message);
  return stage ? std::move(*stage) : nullptr;
}

std::size_t BlocksInView(Stage& stage) { return stage.screen().model()->launch().grid.x; }
constexpr std::size_t kLessonBlocks = 48, kExerciseBlocks = 8;

LessonPanel& Panel(Stage& stage) { return stage.screen().desk().lesson; }

TEST(LessonScreen, PagesShowTheLessonsProgramAndTheExercisePageItsOwn) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  EXPECT_EQ(BlocksInView(*stage), kLessonBlocks);
  stage->Click(Panel(*stage).next->center());
  EXPECT_EQ(BlocksInView(*stage), kLessonBlocks);
  stage->Click(Panel(*stage).next->center());
  EXPECT_EQ(BlocksInView(*stage), kExerciseBlocks);
  stage->Click(Panel(*stage).previous->center());
  EXPECT_EQ(BlocksInView(*stage), kLessonBlocks);
  stage->Press(Key::kNextPage);
  EXPECT_EQ(BlocksInView(*stage), kExerciseBlocks);
}

TEST(LessonScreen, TheSwitchChangesTheProgramAndNotThePage) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  const Area programs = *Panel(*stage).programs;
  const float y = programs.center().y;
  stage->Click({programs.max.x - 10, y});
  EXPECT_EQ(BlocksInView(*stage), kExerciseBlocks);
  EXPECT_EQ(Panel(*stage).page, 0u);
  stage->Click({programs.min.x + 10, y});
  EXPECT_EQ(BlocksInView(*stage), kLessonBlocks);
  stage->Press(Key::kExercise);
  EXPECT_EQ(BlocksInView(*stage), kExerciseBlocks);
}

TEST(LessonScreen, EachProgramKeepsItsOwnPlace) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  for (int i = 0; i < 7; ++i) stage->Press(Key::kForward);
  const Position in_lesson = stage->selection().step;
  stage->Press(Key::kExercise);
  stage->Press(Key::kStart);
  stage->Press(Key::kExercise);
  EXPECT_EQ(stage->selection().step, in_lesson);
  EXPECT_EQ(stage->screen().model()->position(), in_lesson);
  stage->Press(Key::kExercise);
  EXPECT_EQ(stage->selection().step, 0u);
}

TEST(LessonScreen, LooksTheSameAfterTheOtherProgramWasInView) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  const auto before = stage->Pixels();
  stage->Press(Key::kExercise);
  EXPECT_NE(stage->Pixels(), before);
  stage->Press(Key::kExercise);
  EXPECT_EQ(stage->Pixels(), before);
}

TEST(LessonScreen, ASavedExerciseLeavesThePageItsProgram) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  const Position before = stage->selection().step;
  Scene newer;
  newer.lesson = LessonScene().lesson;
  newer.exercise = ExerciseProgram();
  stage->screen().Show(std::move(newer));
  stage->Settle();
  EXPECT_EQ(BlocksInView(*stage), kLessonBlocks);
  EXPECT_EQ(stage->selection().step, before);
}

TEST(LessonScreen, ASavedExerciseLeavesThePictureAsItIs) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  stage->Wheel(stage->screen().desk().anchors.elements.front().area.center(), 5);
  const auto before = stage->Pixels();
  Scene newer;
  newer.exercise = ExerciseProgram();
  stage->screen().Show(std::move(newer));
  stage->Settle();
  EXPECT_EQ(stage->Pixels(), before);
}

TEST(LessonScreen, ASolvedExerciseKeepsTheThreadAndItsLine) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  stage->Press(Key::kExercise);
  const auto thread = stage->selection().thread;
  const Line line = stage->selection().line;
  Scene newer;
  newer.lesson = LessonScene().lesson;
  newer.lesson->exercise = {.state = ExerciseState::kSolved, .file = "exercise.cu", .status = "Solved."};
  newer.exercise = ExerciseProgram();
  stage->screen().Show(std::move(newer));
  stage->Settle();
  EXPECT_EQ(stage->selection().thread, thread);
  EXPECT_EQ(stage->selection().line, line);
  EXPECT_FALSE(stage->screen().desk().array.expected);
}

TEST(LessonScreen, TheExerciseOpensWhereItIsWrong) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  stage->Press(Key::kExercise);
  const ExercisePlace place = *stage->screen().scene().lesson->exercise.place;
  EXPECT_EQ(stage->selection().thread, place.thread);
  EXPECT_EQ(stage->selection().step, *place.step + 1);
  EXPECT_EQ(stage->selection().cell, place.cell);
}

TEST(LessonScreen, AClickOnTheSentenceLeadsToWhatItSpeaksOf) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  const ExercisePlace place = *stage->screen().scene().lesson->exercise.place;
  stage->Press(Key::kNextPage), stage->Press(Key::kNextPage);
  for (int i = 0; i < 5; ++i) stage->Press(Key::kForward);
  stage->Press(Key::kNextThread);
  ASSERT_NE(stage->selection().thread, place.thread);
  stage->Click(Panel(*stage).status->center());
  EXPECT_EQ(stage->selection().thread, place.thread);
  EXPECT_EQ(stage->selection().step, *place.step + 1);
  EXPECT_EQ(stage->selection().cell, place.cell);
  // Even where the lesson's program has been put in view.
  stage->Press(Key::kExercise);
  ASSERT_EQ(BlocksInView(*stage), kLessonBlocks);
  stage->Click(Panel(*stage).status->center());
  EXPECT_EQ(BlocksInView(*stage), kExerciseBlocks);
  EXPECT_EQ(stage->selection().cell, place.cell);
}

TEST(LessonScreen, TheSentenceShowsThatItLeadsSomewhere) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  stage->Press(Key::kNextPage), stage->Press(Key::kNextPage);
  const auto before = stage->Pixels();
  stage->Hover(Panel(*stage).status->center());
  EXPECT_NE(stage->Pixels(), before);
}

TEST(LessonScreen, TheExpectedValueStandsBesideTheWrongCell) {
  Scene with = LessonScene(), without = LessonScene();
  without.lesson->exercise.place->cell.reset();
  auto stage = Open(std::move(with));
  ASSERT_TRUE(stage);
  stage->Press(Key::kExercise);
  const ImU32 fault = stage->screen().desk().color().fault;
  for (const bool as_cells : {false, true}) {
    stage->screen().desk().array.as_cells = as_cells;
    stage->Settle();
    EXPECT_GT(stage->Count(fault), 20u) << (as_cells ? "cells" : "picture");
  }
  stage.reset();
  auto plain = Open(std::move(without));
  ASSERT_TRUE(plain);
  plain->Press(Key::kExercise);
  EXPECT_EQ(plain->Count(fault), 0u);
}

TEST(LessonScreen, TheExercisesStateBelongsToItsPage) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  EXPECT_FALSE(Panel(*stage).status);
  stage->Press(Key::kNextPage);
  EXPECT_FALSE(Panel(*stage).status);
  stage->Press(Key::kNextPage);
  EXPECT_TRUE(Panel(*stage).status);
}

TEST(LessonScreen, TheExercisePageWaitsForItsRecording) {
  Scene scene = LessonScene();
  scene.exercise.reset();
  auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  stage->Press(Key::kNextPage), stage->Press(Key::kNextPage);
  EXPECT_EQ(stage->screen().model(), nullptr);
  Scene newer;
  newer.exercise = ExerciseProgram();
  stage->screen().Show(std::move(newer));
  stage->Settle();
  ASSERT_NE(stage->screen().model(), nullptr);
  EXPECT_EQ(BlocksInView(*stage), kExerciseBlocks);
  stage->Press(Key::kPreviousPage);
  EXPECT_EQ(BlocksInView(*stage), kLessonBlocks);
}

}  // namespace
}  // namespace lockstep::viz
