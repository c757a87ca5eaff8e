#include "shared/replay/choose.h"

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"
#include "shared/replay/thread_state.h"

namespace lockstep::replay {
namespace {

constexpr trace::ObjectId kOut{1};

TEST(FirstCursor, ShowsAThreadThatHasJustWrittenItsElement) {
  Model model(GreyRecording({}));
  const Cursor cursor = FirstCursor(model);
  EXPECT_EQ(cursor.block, (trace::Dim3{1, 0, 0}));
  EXPECT_EQ(cursor.thread, (trace::Dim3{5, 0, 0}));
  EXPECT_EQ(cursor.cell, (Cell{kOut, 69}));
  EXPECT_EQ(cursor.line.number, 10u);
  EXPECT_EQ(model.position(), cursor.step);
}

TEST(FirstCursor, TakesALaunchWithStepsAndAThreadThatWrites) {
  trace::Recording recording = GreyRecording({});
  recording.launches.insert(recording.launches.begin(), trace::RecordedLaunch{.block = {64, 1, 1}});
  Model model(std::move(recording));
  EXPECT_EQ(FirstCursor(model).launch, 1u);
  trace::Recording empty;
  empty.launches.emplace_back();
  Model nothing(std::move(empty));
  EXPECT_EQ(FirstCursor(nothing).step, 0u);
}

// One thread that declares a variable on line 2, and on line 3 reads where it is to.
trace::Recording SilentRecording(bool reads) {
  RecordingBuilder builder("say.cu", "void say(int* a) {\n  int i = 0;\n  use(a[i]);\n}\n");
  const trace::TypeId type = builder.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::FunctionId function = builder.AddFunction("say", 1);
  const trace::VariableId i = builder.AddVariable("i", type, trace::VariableKind::kLocal, function, 2);
  const trace::ObjectId a = builder.AddAllocation("a", type, {1}, std::vector<std::uint8_t>(4));
  builder.BeginLaunch(builder.AddKernel("say", function, {}), {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
  builder.Enter({}, function);
  builder.Line({}, 2);
  builder.Write({}, 2, builder.Declare({}, i), 0, 0);
  builder.Line({}, 3);
  if (reads) builder.Read({}, 3, a, 0, 4);
  builder.Leave({}, function);
  builder.Exit({});
  return builder.Finish();
}

TEST(FirstCursor, ShowsAThreadThatWritesNothingAtItsFirstReadOrOnItsFirstLine) {
  Model reader(SilentRecording(true));
  EXPECT_EQ(FirstCursor(reader).line.number, 3u);
  EXPECT_TRUE(FirstCursor(reader).cell);
  Model silent(SilentRecording(false));
  EXPECT_EQ(FirstCursor(silent).line.number, 2u);
  EXPECT_FALSE(FirstCursor(silent).cell);
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
  EXPECT_EQ(cursor.block, (trace::Dim3{0, 0, 0}));
  EXPECT_EQ(cursor.thread, (trace::Dim3{9, 0, 0}));
  EXPECT_EQ(cursor.line.number, 10u);
}

TEST(Choosing, ACellOfAnUnrecordedBlockStillNamesItsThread) {
  Model model(GreyRecording({}));
  Cursor cursor = FirstCursor(model);
  ChooseCell(model, cursor, {kOut, 20 * 64 + 7});
  EXPECT_EQ(cursor.block, (trace::Dim3{20, 0, 0}));
  EXPECT_EQ(cursor.thread, (trace::Dim3{7, 0, 0}));
}

TEST(Choosing, ALineChoosesAThreadOnItOrAdvancesTime) {
  Model model(ReduceRecording());
  Cursor cursor = FirstCursor(model);
  ChooseThread(model, cursor, {0, 0, 0}, {40, 0, 0});
  ChooseLine(model, cursor, {trace::FileId{0}, 11});
  model.MoveTo(cursor);
  const ThreadSlot slot = model.SlotOf(cursor.block, cursor.thread);
  EXPECT_EQ(LineOf(model, slot).number, 11u);
}

}  // namespace
}  // namespace lockstep::replay
