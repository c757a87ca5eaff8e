// Two runs of a program in the window: where they differ, and the other one at the same place.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"
#include "viz/model/rerun.h"
#include "viz/panels/query_view.h"
#include "viz/panels/runs.h"
#include "viz/testing/stage.h"

namespace lockstep::viz {
namespace {

std::unique_ptr<Stage> Open(Scene scene) {
  auto stage = Stage::Open(std::move(scene), {});
  EXPECT_TRUE(stage) << (stage ? "" : stage.error().message);
  if (!stage) return nullptr;
  (*stage)->Settle();
  return std::move(*stage);
}

std::unique_ptr<Stage> OpenTwo() {
  return Open(
      {.recording = replay::ScaleRecording(3, 4, "// new\n"),
       .other = OtherRecording{.recording = replay::ScaleRecording(2), .names = {"new.lstrace", "old.lstrace"}}});
}

TEST(RunsScreen, TwoRecordingsOpenWithTheListOfDifferences) {
  const auto stage = OpenTwo();
  ASSERT_TRUE(stage && stage->screen().desk().Of<QueryView>().answer);
  const Answer& answer = *stage->screen().desk().Of<QueryView>().answer;
  EXPECT_THAT(answer.notes.at(0), testing::StartsWith("3 of 4 recorded threads differ in launch 0 of `f`. Each"));
  ASSERT_EQ(answer.rows.size(), 4u) << "three threads and an array";
  EXPECT_EQ(answer.rows[0].text, "block (0,0,0) thread (1,0,0) writes another value");
  EXPECT_EQ(answer.rows[0].detail,
            "old.lstrace, line 3: wrote 2 to d_out[1] (was 0)\nnew.lstrace, line 4: wrote 3 to d_out[1] (was 0)");
  EXPECT_EQ(answer.rows[3].text, "after it, 3 of 4 cells of `d_out` differ");
}

TEST(RunsScreen, ARowLeadsThereInEitherRun) {
  const auto stage = OpenTwo();
  ASSERT_TRUE(stage);
  Screen& screen = stage->screen();
  stage->Click(screen.desk().Of<QueryView>().rows.at(1).center());
  stage->Settle();
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{2, 0, 0}));
  EXPECT_EQ(stage->selection().line.number, 4u);
  const replay::Position here = stage->selection().step;
  stage->Press("Shift R");
  stage->Settle();
  EXPECT_EQ(screen.desk().Of<RunsView>().names.here, "old.lstrace");
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{2, 0, 0}));
  EXPECT_EQ(stage->selection().line.number, 3u) << "the run before has no line above the kernel";
  EXPECT_EQ(stage->selection().step, here);
  ASSERT_TRUE(screen.desk().Of<QueryView>().answer) << "the list stays";
  stage->Click(screen.desk().Of<QueryView>().rows.at(0).center());
  stage->Settle();
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{1, 0, 0}));
  EXPECT_EQ(stage->selection().line.number, 3u);
  EXPECT_EQ(screen.desk().Of<QueryView>().answer->rows[0].detail.find("old.lstrace, line 3"), 0u)
      << "in the same order";
  const Area runs = screen.desk().controls.at("run");
  stage->Click({runs.max.x - 10, runs.center().y});
  stage->Settle();
  EXPECT_EQ(screen.desk().Of<RunsView>().names.here, "new.lstrace");
}

TEST(RunsScreen, TheOtherRunsMomentStandsBesideTheVariables) {
  const auto stage = OpenTwo();
  ASSERT_TRUE(stage);
  Screen& screen = stage->screen();
  stage->Click(screen.desk().Of<QueryView>().rows.at(1).center());
  stage->Settle();
  const RunsView& runs = screen.desk().Of<RunsView>();
  ASSERT_TRUE(runs.followed && runs.followed->is_there);
  const auto slot = runs.other->SlotOf(stage->selection().block, stage->selection().thread);
  EXPECT_EQ(replay::LineOf(*runs.other, slot).number, 3u);
  stage->Press("Home");
  stage->Settle();
  EXPECT_EQ(runs.other->position(), 0u) << "it follows the moment in view";
  stage->Click(screen.desk().controls.at("other run").center());
  stage->Settle();
  EXPECT_EQ(screen.desk().Of<RunsView>().names.here, "old.lstrace");
  stage->Press("Esc");
  stage->Settle();
  EXPECT_FALSE(screen.desk().controls.contains("other run")) << "only beside the list";
}

TEST(RunsScreen, ARowOfAnArrayChoosesItsCell) {
  const auto stage = OpenTwo();
  ASSERT_TRUE(stage);
  stage->Click(stage->screen().desk().Of<QueryView>().rows.at(3).center());
  stage->Settle();
  ASSERT_TRUE(stage->selection().cell);
  EXPECT_EQ(stage->selection().cell->index, 1u);
  EXPECT_EQ(stage->selection().step, stage->screen().model()->end());
}

TEST(RunsScreen, AnEditedProgramIsComparedWithTheRunBefore) {
  const auto stage = Open({.recording = replay::ScaleRecording(2)});
  ASSERT_TRUE(stage);
  Screen& screen = stage->screen();
  stage->Press("Shift D");
  ASSERT_TRUE(screen.desk().Of<QueryView>().answer);
  EXPECT_THAT(screen.desk().Of<QueryView>().answer->notes.at(0), testing::HasSubstr("no other run"));
  stage->Press("Esc");
  stage->Press("End");
  stage->Settle();
  const trace::Dim3 thread = stage->selection().thread;
  screen.Show({.recording = replay::ScaleRecording(3, 4, "// new\n"),
               .rerun = RerunState{.is_possible = true, .compare = RunNames{"after the edit", "before it"}}});
  stage->Settle();
  EXPECT_EQ(stage->selection().thread, thread);
  EXPECT_EQ(stage->selection().line.number, 4u) << "one line was added above";
  EXPECT_FALSE(screen.desk().Of<QueryView>().answer) << "the list opens when it is asked for";
  EXPECT_EQ(RunsSay(screen.desk()), "3 of 4 recorded threads differ in launch 0 of `f`: Shift D");
  screen.Ask("diff");
  stage->Settle();
  ASSERT_TRUE(screen.desk().Of<QueryView>().answer);
  EXPECT_EQ(screen.desk().Of<QueryView>().answer->rows.size(), 4u);
}

TEST(RunsScreen, TheNextEditIsComparedWithTheNewestRun) {
  const auto stage = OpenTwo();
  ASSERT_TRUE(stage);
  Screen& screen = stage->screen();
  stage->Press("Shift R");
  stage->Settle();
  screen.Show({.recording = replay::ScaleRecording(3, 4, "// new\n\n"),
               .rerun = RerunState{.is_possible = true, .compare = RunNames{"after the edit", "before it"}}});
  stage->Settle();
  EXPECT_EQ(RunsSay(screen.desk()), "None of 4 recorded threads differs in launch 0 of `f`: Shift D");
}

// One run with `f` alone, as launch 1 of the program; the other with a launch of `g` before it.
TEST(RunsScreen, ALaunchIsComparedWithThatOfItsKernelInARunThatKeptMore) {
  trace::Recording alone = replay::ScaleRecording(2), whole = replay::ScaleRecording(3);
  alone.launches[0].number = 1;
  whole.kernels.push_back(whole.kernels[0]);
  whole.kernels[1].name = "g";
  whole.launches.push_back(whole.launches[0]);
  whole.launches[1].number = 1;
  whole.launches[0].kernel = trace::KernelId{1};
  const auto stage = Open({.recording = std::move(alone),
                           .other = OtherRecording{.recording = std::move(whole), .names = {"this", "that"}}});
  ASSERT_TRUE(stage);
  Screen& screen = stage->screen();
  EXPECT_EQ(RunsSay(screen.desk()), "3 of 4 recorded threads differ in launch 1 of `f`: Shift D");
  stage->Click(screen.desk().Of<QueryView>().rows.at(0).center());
  stage->Settle();
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{1, 0, 0}));
  stage->Press("Shift R");
  stage->Settle();
  EXPECT_EQ(screen.model()->launch_place(), 1u) << "there, it is the second launch that is recorded";
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{1, 0, 0}));
}

TEST(RunsScreen, RunsWithoutALaunchInCommonAreNotCalledEqual) {
  trace::Recording other = replay::ScaleRecording(2);
  other.kernels[0].name = "g";
  const auto stage = Open({.recording = replay::ScaleRecording(2),
                           .other = OtherRecording{.recording = std::move(other), .names = {"this", "that"}}});
  ASSERT_TRUE(stage);
  EXPECT_EQ(RunsSay(stage->screen().desk()), "Nothing could be compared: Shift D");
  EXPECT_THAT(stage->screen().desk().Of<QueryView>().answer->notes,
              testing::Contains(testing::HasSubstr("the second recording alone has launch 0 of `f`")));
}

TEST(RunsScreen, StaysRightInAnotherOrderOfTheSteps) {
  const auto stage = OpenTwo();
  ASSERT_TRUE(stage);
  stage->Press("J");
  stage->Settle();
  stage->Press("Shift D");
  stage->Settle();
  stage->Click(stage->screen().desk().Of<QueryView>().rows.at(2).center());
  stage->Settle();
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{3, 0, 0}));
  stage->Press("Shift R");
  stage->Settle();
  EXPECT_EQ(stage->selection().thread, (trace::Dim3{3, 0, 0}));
}

}  // namespace
}  // namespace lockstep::viz
