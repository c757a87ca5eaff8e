#include "viz/model/choose.h"

#include <gtest/gtest.h>

#include "viz/model/thread_state.h"
#include "viz/testing/recording_builder.h"

namespace lockstep::viz {
namespace {

constexpr ObjectId kOut{1};

TEST(FirstSelection, ShowsAThreadThatHasJustWrittenItsElement) {
  Model model(GreyRecording({}));
  const Selection selection = FirstSelection(model);
  EXPECT_EQ(selection.block, (Dim3{1, 0, 0}));
  EXPECT_EQ(selection.thread, (Dim3{5, 0, 0}));
  EXPECT_EQ(selection.cell, (Cell{kOut, 69}));
  EXPECT_EQ(selection.line.number, 10u);
  EXPECT_EQ(model.position(), selection.step);
}

TEST(FirstSelection, TakesALaunchWithStepsAndAThreadThatWrites) {
  Recording recording = GreyRecording({});
  recording.launches.insert(recording.launches.begin(), RecordedLaunch{.block = {64, 1, 1}});
  Model model(std::move(recording));
  EXPECT_EQ(FirstSelection(model).launch, 1u);
  Recording empty;
  empty.launches.emplace_back();
  Model nothing(std::move(empty));
  EXPECT_EQ(FirstSelection(nothing).step, 0u);
}

TEST(Choosing, AThreadMovesLineAndCell) {
  Model model(GreyRecording({}));
  Selection selection = FirstSelection(model);
  model.MoveTo(0, model.end());
  Selection moved = selection;
  ChooseThread(model, moved, {0, 0, 0}, {3, 0, 0});
  EXPECT_EQ(moved.line.number, 12u);
  model.MoveTo(selection);
  ChooseThread(model, selection, {1, 0, 0}, {7, 0, 0});
  EXPECT_EQ(selection.line.number, 10u);
  EXPECT_EQ(selection.cell, (Cell{kOut, 71}));
}

TEST(Choosing, ACellMovesThreadAndLine) {
  Model model(GreyRecording({}));
  Selection selection = FirstSelection(model);
  model.MoveTo(0, model.end());
  ChooseCell(model, selection, {kOut, 9});
  EXPECT_EQ(selection.block, (Dim3{0, 0, 0}));
  EXPECT_EQ(selection.thread, (Dim3{9, 0, 0}));
  EXPECT_EQ(selection.line.number, 10u);
}

TEST(Choosing, ACellOfAnUnrecordedBlockNamesItsThreadAllTheSame) {
  Model model(GreyRecording({}));
  Selection selection = FirstSelection(model);
  ChooseCell(model, selection, {kOut, 20 * 64 + 7});
  EXPECT_EQ(selection.block, (Dim3{20, 0, 0}));
  EXPECT_EQ(selection.thread, (Dim3{7, 0, 0}));
}

TEST(Choosing, ALineTakesAThreadThatStandsThereElseTimeGoesOn) {
  Model model(ReduceRecording());
  Selection selection = FirstSelection(model);
  ChooseThread(model, selection, {0, 0, 0}, {40, 0, 0});
  ChooseLine(model, selection, {FileId{0}, 11});
  model.MoveTo(selection);
  const ThreadSlot slot = model.SlotOf(selection.block, selection.thread);
  EXPECT_EQ(LineOf(model, slot).number, 11u);
}

}  // namespace
}  // namespace lockstep::viz
