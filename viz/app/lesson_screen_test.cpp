// A lesson in the window, with its own program and that of its exercise: pages, the choice of program, and the way to
// an error.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"
#include "viz/app/mouse_queue.h"
#include "viz/model/lesson_view.h"
#include "viz/panels/array_view.h"
#include "viz/panels/ink.h"
#include "viz/panels/lesson_panel.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

// The two programs have different sizes, so that a test can tell which one is in view.
trace::Recording LessonProgram() { return replay::GreyRecording({.threads = 64, .recorded_blocks = 4}); }
trace::Recording ExerciseProgram() {
  return replay::GreyRecording({.width = 32, .height = 16, .threads = 64, .recorded_blocks = 2});
}

// The thread that writes this pixel of the exercise's picture, at that moment.
ExercisePlace PlaceOfPixel(const trace::Recording& recording, std::uint32_t pixel) {
  const trace::RecordedLaunch& launch = recording.launches[0];
  ExercisePlace place{.block = {pixel / 64, 0, 0}, .thread = {pixel % 64, 0, 0}, .expected = "44"};
  for (replay::StepIndex i = 0; i < launch.steps.size(); ++i) {
    const trace::Step& step = launch.steps[i];
    if (step.kind != trace::StepKind::kWrite || trace::IsLaunchObject(step.object) || step.offset != pixel) continue;
    place.step = i;
    place.cell = replay::Cell{step.object, pixel};
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

LessonPanel& Panel(Stage& stage) { return stage.screen().desk().Of<LessonPanel>(); }

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
  stage->Press("Shift Page Down");
  EXPECT_EQ(BlocksInView(*stage), kExerciseBlocks);
}

TEST(LessonScreen, OpensAtOnceAndSaysWhatIsDone) {
  Scene scene = LessonScene();
  scene.recording.reset();
  scene.making = "Recording the lesson's program ... 12 s";
  auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  EXPECT_FALSE(stage->screen().model());
  EXPECT_FALSE(stage->screen().desk().controls.contains("try again"));
  stage->Click(Panel(*stage).next->center());
  EXPECT_EQ(Panel(*stage).page, 1u);
  stage->screen().Show({.recording = LessonProgram(), .making = ""});
  stage->Settle();
  EXPECT_EQ(BlocksInView(*stage), kLessonBlocks);
  EXPECT_EQ(Panel(*stage).page, 1u);
}

TEST(LessonScreen, TriesAgainByAButtonAndByAKey) {
  Scene scene = LessonScene();
  scene.recording.reset();
  scene.problem = "The lesson's program cannot be recorded: the disk is full";
  scene.can_try_again = true;
  auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  const auto is_offered = [&] { return stage->screen().desk().controls.contains("try again"); };
  ASSERT_TRUE(is_offered());
  EXPECT_EQ(stage->screen().reading().tries, 0u);
  stage->Click(stage->screen().desk().controls["try again"].center());
  EXPECT_EQ(stage->screen().reading().tries, 1u);
  EXPECT_FALSE(is_offered()) << "while that goes on";
  stage->Press("Ctrl R");
  EXPECT_EQ(stage->screen().reading().tries, 1u);
  stage->screen().Show({.problem = "The disk is still full.", .can_try_again = true});
  stage->Settle();
  stage->Press("Ctrl R");
  EXPECT_EQ(stage->screen().reading().tries, 2u);
  stage->screen().Show({.recording = LessonProgram(), .can_try_again = false});
  stage->Settle();
  EXPECT_FALSE(is_offered());
  EXPECT_EQ(BlocksInView(*stage), kLessonBlocks);
}

TEST(LessonScreen, TriesToGradeAgain) {
  Scene scene = LessonScene();
  scene.lesson->exercise.state = ExerciseState::kUngraded;
  scene.lesson->exercise.status = "cannot write the recording";
  scene.lesson->exercise.place = std::nullopt;
  scene.can_try_again = true;
  auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  stage->Press("Shift Page Down"), stage->Press("Shift Page Down");
  ASSERT_TRUE(stage->screen().model()) << "an older recording is in view";
  ASSERT_TRUE(stage->screen().desk().controls.contains("try again"));
  stage->Click(stage->screen().desk().controls["try again"].center());
  EXPECT_EQ(stage->screen().reading().tries, 1u);
  EXPECT_FALSE(stage->screen().desk().controls.contains("try again"));
  stage->screen().Show({.can_try_again = true});
  stage->Settle();
  stage->Press("Ctrl R");
  EXPECT_EQ(stage->screen().reading().tries, 2u);
}

// If frames are slow, several clicks come between two of them.
TEST(LessonScreen, TurnsAPageForEachOfSeveralClicksAtOnce) {
  Scene scene = LessonScene();
  for (int i = 0; i < 5; ++i) scene.lesson->pages.push_back({"More", "text"});
  auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  MouseQueue clicks;
  for (const bool is_down : {true, false, true, false, true, false, true, false, true, false})
    clicks.Note(is_down, Panel(*stage).next->center());
  while (!clicks.empty()) {
    clicks.Take(ImGui::GetIO());
    stage->DrawOnce();
  }
  EXPECT_EQ(Panel(*stage).page, 5u);
}

// The words of a page's blocks of code stay within the panel, in letters as large as fit.
TEST(LessonScreen, FitsCodeIntoThePage) {
  const std::string narrow = "a short line", wide(53, 'x'), wider(90, 'x');
  for (const Stage::Size size : {Stage::Size{1024, 768}, Stage::Size{1280, 720}, Stage::Size{1600, 900, 1.5f}}) {
    Scene scene = LessonScene();
    scene.lesson->pages[0].markdown =
        fmt::format("```\n{}\n```\n\n```\n{}\n```\n\n```\n{}\n```\n", narrow, wide, wider);
    auto opened = Stage::Open(std::move(scene), size);
    ASSERT_TRUE(opened) << opened.error().message;
    Stage& stage = **opened;
    const auto& controls = stage.screen().desk().controls;
    const float end = Panel(stage).next->max.x + stage.screen().desk().Units(8);
    for (const char* name : {"code 0", "code 1", "code 2"}) {
      ASSERT_TRUE(controls.contains(name)) << name;
      EXPECT_LE(controls.at(name).max.x, end) << name << " at " << size.width;
    }
    const float in_text_size = TextWidth(stage.screen().desk().fonts.code, narrow);
    EXPECT_EQ(controls.at("code 0").width(), in_text_size) << "what fits has the size of the text";
    EXPECT_GT(controls.at("code 2").height(), controls.at("code 1").height()) << "it goes on in a second line";
  }
}

// While a text does not compile, what the panels show is the run of the text before.
TEST(LessonScreen, SaysThatARunIsOfTheTextBeforeTheEdit) {
  Scene scene = LessonScene();
  scene.lesson->exercise.state = ExerciseState::kBroken;
  scene.lesson->exercise.path = "/home/somebody/lockstep/01-from-a-loop-to-a-kernel/exercise.cu";
  scene.lesson->exercise.compiler_output =
      "/home/somebody/lockstep/01-from-a-loop-to-a-kernel/exercise.cu:7:3: error: no\n  x = 1;\n  ^\n";
  auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  EXPECT_FALSE(Panel(*stage).is_before_edit) << "the lesson's own program is not edited";
  stage->Press("E");
  EXPECT_TRUE(Panel(*stage).is_before_edit);
  EXPECT_EQ(OfWhichRun(stage->screen().desk()), "the run before the edit · ");
  LessonView newer = *stage->screen().scene().lesson;
  newer.exercise.state = ExerciseState::kWrong;
  stage->screen().Show({.lesson = newer});
  stage->Settle();
  EXPECT_FALSE(Panel(*stage).is_before_edit);
}

TEST(LessonScreen, OpensAtTheLaunchOfItsFirstPage) {
  Scene scene = LessonScene();
  scene.recording->launches.push_back(scene.recording->launches[0]);
  scene.lesson->pages[0].launch = 1;
  auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  EXPECT_EQ(stage->selection().launch, 1u);
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
  stage->Press("E");
  EXPECT_EQ(BlocksInView(*stage), kExerciseBlocks);
}

TEST(LessonScreen, EachProgramKeepsItsOwnPlace) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  for (int i = 0; i < 7; ++i) stage->Press("→");
  const replay::Position in_lesson = stage->selection().step;
  stage->Press("E");
  stage->Press("Home");
  stage->Press("E");
  EXPECT_EQ(stage->selection().step, in_lesson);
  EXPECT_EQ(stage->screen().model()->position(), in_lesson);
  stage->Press("E");
  EXPECT_EQ(stage->selection().step, 0u);
}

TEST(LessonScreen, LooksTheSameAfterAnotherProgramWasInView) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  const auto before = stage->Pixels();
  stage->Press("E");
  EXPECT_NE(stage->Pixels(), before);
  stage->Press("E");
  EXPECT_EQ(stage->Pixels(), before);
}

TEST(LessonScreen, ASavedExerciseLeavesThePageItsProgram) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  const replay::Position before = stage->selection().step;
  Scene newer;
  newer.lesson = LessonScene().lesson;
  newer.exercise = ExerciseProgram();
  stage->screen().Show(std::move(newer));
  stage->Settle();
  EXPECT_EQ(BlocksInView(*stage), kLessonBlocks);
  EXPECT_EQ(stage->selection().step, before);
}

TEST(LessonScreen, ASavedExerciseLeavesThePictureUnchanged) {
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
  stage->Press("E");
  const auto thread = stage->selection().thread;
  const replay::Line line = stage->selection().line;
  Scene newer;
  newer.lesson = LessonScene().lesson;
  newer.lesson->exercise = {.state = ExerciseState::kSolved, .file = "exercise.cu", .status = "Solved."};
  newer.exercise = ExerciseProgram();
  stage->screen().Show(std::move(newer));
  stage->Settle();
  EXPECT_EQ(stage->selection().thread, thread);
  EXPECT_EQ(stage->selection().line, line);
  EXPECT_FALSE(stage->screen().desk().Of<ArrayView>().expected);
}

TEST(LessonScreen, TheExerciseOpensAtItsError) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  stage->Press("E");
  const ExercisePlace place = *stage->screen().scene().lesson->exercise.place;
  EXPECT_EQ(stage->selection().thread, place.thread);
  EXPECT_EQ(stage->selection().step, *place.step + 1);
  EXPECT_EQ(stage->selection().cell, place.cell);
}

TEST(LessonScreen, AClickOnTheSentenceLeadsToItsPlace) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  const ExercisePlace place = *stage->screen().scene().lesson->exercise.place;
  stage->Press("Shift Page Down"), stage->Press("Shift Page Down");
  for (int i = 0; i < 5; ++i) stage->Press("→");
  stage->Press("]");
  ASSERT_NE(stage->selection().thread, place.thread);
  stage->Click(Panel(*stage).status->center());
  EXPECT_EQ(stage->selection().thread, place.thread);
  EXPECT_EQ(stage->selection().step, *place.step + 1);
  EXPECT_EQ(stage->selection().cell, place.cell);
  // Even if the lesson's program is in view.
  stage->Press("E");
  ASSERT_EQ(BlocksInView(*stage), kLessonBlocks);
  stage->Click(Panel(*stage).status->center());
  EXPECT_EQ(BlocksInView(*stage), kExerciseBlocks);
  EXPECT_EQ(stage->selection().cell, place.cell);
}

TEST(LessonScreen, ARaceLeadsToBothThreads) {
  Scene scene = LessonScene();
  scene.lesson->exercise.other_place = PlaceOfPixel(*scene.exercise, 40);
  const ExercisePlace first = *scene.lesson->exercise.place, second = *scene.lesson->exercise.other_place;
  auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  stage->Press("Shift Page Down"), stage->Press("Shift Page Down");
  ASSERT_TRUE(Panel(*stage).other_status);
  stage->Click(Panel(*stage).other_status->center());
  EXPECT_EQ(stage->selection().thread, second.thread);
  EXPECT_EQ(stage->selection().step, *second.step + 1);
  stage->Click(Panel(*stage).status->center());
  EXPECT_EQ(stage->selection().thread, first.thread);
  EXPECT_EQ(stage->selection().step, *first.step + 1);
  Scene solved = LessonScene();
  solved.lesson->exercise.state = ExerciseState::kWrong;
  stage->screen().Show(std::move(solved));
  stage->Settle();
  EXPECT_FALSE(Panel(*stage).other_status) << "the next verdict has one place";
}

TEST(LessonScreen, TheSentenceShowsThatItLeadsSomewhere) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  stage->Press("Shift Page Down"), stage->Press("Shift Page Down");
  const auto before = stage->Pixels();
  stage->Hover(Panel(*stage).status->center());
  EXPECT_NE(stage->Pixels(), before);
}

TEST(LessonScreen, TheExpectedValueIsShownBesideTheWrongCell) {
  Scene with = LessonScene(), without = LessonScene();
  without.lesson->exercise.place->cell.reset();
  auto stage = Open(std::move(with));
  ASSERT_TRUE(stage);
  stage->Press("E");
  const ImU32 fault = stage->screen().desk().color().fault;
  for (const bool as_cells : {false, true}) {
    stage->screen().desk().Of<ArrayView>().as_cells = as_cells;
    stage->Settle();
    EXPECT_GT(stage->Count(fault), 20u) << (as_cells ? "cells" : "picture");
  }
  stage.reset();
  auto plain = Open(std::move(without));
  ASSERT_TRUE(plain);
  plain->Press("E");
  EXPECT_EQ(plain->Count(fault), 0u);
}

TEST(LessonScreen, TheExercisesStateBelongsToItsPage) {
  auto stage = Open(LessonScene());
  ASSERT_TRUE(stage);
  EXPECT_FALSE(Panel(*stage).status);
  stage->Press("Shift Page Down");
  EXPECT_FALSE(Panel(*stage).status);
  stage->Press("Shift Page Down");
  EXPECT_TRUE(Panel(*stage).status);
}

TEST(LessonScreen, TheExercisePageWaitsForItsRecording) {
  Scene scene = LessonScene();
  scene.exercise.reset();
  auto stage = Open(std::move(scene));
  ASSERT_TRUE(stage);
  stage->Press("Shift Page Down"), stage->Press("Shift Page Down");
  EXPECT_EQ(stage->screen().model(), nullptr);
  Scene newer;
  newer.exercise = ExerciseProgram();
  stage->screen().Show(std::move(newer));
  stage->Settle();
  ASSERT_NE(stage->screen().model(), nullptr);
  EXPECT_EQ(BlocksInView(*stage), kExerciseBlocks);
  stage->Press("Shift Page Up");
  EXPECT_EQ(BlocksInView(*stage), kLessonBlocks);
}

}  // namespace
}  // namespace lockstep::viz
