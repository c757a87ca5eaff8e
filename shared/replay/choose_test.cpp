#include "shared/replay/choose.h"

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"
#include "shared/replay/thread_state.h"

namespace lockstep::replay {
namespace {

constexpr ObjectId kOut{1};

TEST(FirstCursor, ShowsAThreadThatHasJustWrittenItsElement) {
  Model model(GreyRecording({}));
  const Cursor cursor = FirstCursor(model);
  EXPECT_EQ(cursor.block, (Dim3{1, 0, 0}));
  EXPECT_EQ(cursor.thread, (Dim3{5, 0, 0}));
  EXPECT_EQ(cursor.cell, (Cell{kOut, 69}));
  EXPECT_EQ(cursor.line.number, 10u);
  EXPECT_EQ(model.position(), cursor.step);
}

TEST(FirstCursor, TakesALaunchWithStepsAndAThreadThatWrites) {
  Recording recording = GreyRecording({});
  recording.launches.insert(recording.launches.begin(), RecordedLaunch{.block = {64, 1, 1}});
  Model model(std::move(recording));
  EXPECT_EQ(FirstCursor(model).launch, 1u);
  Recording empty;
  empty.launches.emplace_back();
  Model nothing(std::move(empty));
  EXPECT_EQ(FirstCursor(nothing).step, 0u);
}

TEST(Choosing, AThreadMovesLineAndCell) {
  Model model(GreyRecording({}));
  Cursor cursor = FirstCursor(model);
  model.MoveTo(0, model.end());
  Cursor moved = cursor;
  ChooseThread(model, moved, {0, 0, 0}, {3, 0, 0});
  EXPECT_EQ(moved.line.number, 12u);
  model.MoveTo(cursor);
  ChooseThread(model, cursor, {1, 0, 0}, {7, 0, 0});
  EXPECT_EQ(cursor.line.number, 10u);
  EXPECT_EQ(cursor.cell, (Cell{kOut, 71}));
}

TEST(Choosing, ACellMovesThreadAndLine) {
  Model model(GreyRecording({}));
  Cursor cursor = FirstCursor(model);
  model.MoveTo(0, model.end());
  ChooseCell(model, cursor, {kOut, 9});
  EXPECT_EQ(cursor.block, (Dim3{0, 0, 0}));
  EXPECT_EQ(cursor.thread, (Dim3{9, 0, 0}));
  EXPECT_EQ(cursor.line.number, 10u);
}

TEST(Choosing, ACellOfAnUnrecordedBlockNamesItsThreadAllTheSame) {
  Model model(GreyRecording({}));
  Cursor cursor = FirstCursor(model);
  ChooseCell(model, cursor, {kOut, 20 * 64 + 7});
  EXPECT_EQ(cursor.block, (Dim3{20, 0, 0}));
  EXPECT_EQ(cursor.thread, (Dim3{7, 0, 0}));
}

TEST(Choosing, ALineTakesAThreadThatStandsThereElseTimeGoesOn) {
  Model model(ReduceRecording());
  Cursor cursor = FirstCursor(model);
  ChooseThread(model, cursor, {0, 0, 0}, {40, 0, 0});
  ChooseLine(model, cursor, {FileId{0}, 11});
  model.MoveTo(cursor);
  const ThreadSlot slot = model.SlotOf(cursor.block, cursor.thread);
  EXPECT_EQ(LineOf(model, slot).number, 11u);
}

}  // namespace
}  // namespace lockstep::replay
