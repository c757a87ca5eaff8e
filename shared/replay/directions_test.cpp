#include "shared/replay/directions.h"

#include <gtest/gtest.h>

#include <string>

#include "shared/replay/arrays.h"
#include "shared/replay/choose.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

// 64 x 48 pixels, 48 blocks of 64 threads, of which four are recorded.
trace::Recording Grey() { return GreyRecording({.threads = 64, .recorded_blocks = 4}); }

Directions Read(std::string_view text) {
  const Expected<Directions> to = ReadDirections(text);
  EXPECT_TRUE(to) << text << ": " << (to ? "" : to.error().message);
  return to.value_or(Directions{});
}

std::string Refusal(std::string_view text) {
  const Expected<Directions> to = ReadDirections(text);
  EXPECT_FALSE(to) << text;
  return to ? "" : to.error().message;
}

TEST(Directions, AreReadPartByPart) {
  const Directions to = Read(" launch=1 ; block=1,2; thread=3,4,5;line=out[i] = x;visit=2;at=done;colour=i;view=lanes");
  EXPECT_EQ(to.launch, 1u);
  EXPECT_EQ(to.block, (trace::Dim3{1, 2, 0}));
  EXPECT_EQ(to.thread, (trace::Dim3{3, 4, 5}));
  EXPECT_EQ(to.line, "out[i]=x");
  EXPECT_EQ(to.visit, 2u);
  EXPECT_EQ(to.at, Directions::Moment::kDone);
  EXPECT_EQ(to.colour, "i");
  EXPECT_EQ(to.view, "lanes");
  EXPECT_EQ(Read("cell=tile[3][4]").cell, (std::vector<std::uint64_t>{3, 4}));
  EXPECT_EQ(Read("at=17").step, 17u);
  EXPECT_TRUE(Read("program=exercise").exercise);
  EXPECT_EQ(Text(Read("scene=.,d_n/d_m,d_out;footprint=warp").scene), ".,d_n/d_m,d_out");
  EXPECT_EQ(Read("footprint=warp").footprint, "warp");
}

TEST(Directions, AreRefusedWithTheirReason) {
  EXPECT_EQ(Refusal("thread"), "`thread` has no value: NAME=VALUE is wanted");
  EXPECT_EQ(Refusal("thread=x"), "`thread=x`: one to three whole numbers are wanted, separated by commas");
  EXPECT_EQ(Refusal("thread=1,2,3,4"), "`thread=1,2,3,4`: one to three whole numbers are wanted, separated by commas");
  EXPECT_TRUE(Refusal("warp=3").contains("`warp` is none of"));
  EXPECT_TRUE(Refusal("cell=out").contains("as in `out[5]`"));
  EXPECT_TRUE(Refusal("cell=out[5").contains("as in `out[5]`"));
  EXPECT_TRUE(Refusal("at=noon").contains("is wanted"));
  EXPECT_TRUE(Refusal("at=done").contains("needs a `line`"));
  EXPECT_EQ(Refusal("thread=1;where=i==4"), "`where` needs a `line`");
  EXPECT_TRUE(Refusal("line=out[i];where=i==4;at=done").contains("leave out"));
  EXPECT_TRUE(Refusal("line=out[i];where=i==4;visit=2").contains("leave out"));
  EXPECT_TRUE(Refusal("launch=-1").contains("a whole number is wanted"));
  EXPECT_TRUE(Refusal("state=asleep").contains("is wanted"));
  EXPECT_TRUE(Refusal("view=sideways").contains("is wanted"));
  EXPECT_EQ(Refusal("footprint=grid"), "`footprint=grid`: none, thread, warp or block is wanted");
  EXPECT_EQ(Refusal("scene=a,a"), "`scene=a,a`: `a` is in two places");
  EXPECT_TRUE(Refusal(std::string(2000, 'x')).contains("characters"));
}

// Every place that is reached is one that IsAt() recognises.
TEST(Directions, LeadToWhereTheySay) {
  Model model(Grey());
  for (const char* text : {"thread=7", "block=2;thread=1", "at=start", "at=end", "thread=9;at=write", "at=12",
                           "block=1;thread=63;line=float g", "thread=40;line=7;at=done", "array=d_in", "cell=d_out[70]",
                           "thread=3;cell=d_in[2][1][5]", "thread=2;state=finished",
                           "block=3;thread=2;state=not-started", "thread=2;state=running", "block=40;thread=1"}) {
    Cursor cursor = FirstCursor(model);
    const Directions to = Read(text);
    const auto went = GoTo(model, cursor, to);
    EXPECT_TRUE(went) << text << ": " << (went ? "" : went.error().message);
    EXPECT_TRUE(IsAt(model, cursor, to)) << text;
    EXPECT_EQ(model.position(), cursor.step) << text;
  }
}

TEST(Directions, ChooseTheWriterOfACellUnlessTheyNameAThread) {
  Model model(Grey());
  Cursor cursor = FirstCursor(model);
  ASSERT_TRUE(GoTo(model, cursor, Read("cell=d_out[1][6];at=end")));
  EXPECT_EQ(cursor.block, (trace::Dim3{1, 0, 0}));
  EXPECT_EQ(cursor.thread, (trace::Dim3{6, 0, 0}));
  ASSERT_TRUE(GoTo(model, cursor, Read("thread=3;cell=d_out[1][6]")));
  EXPECT_EQ(cursor.thread, (trace::Dim3{3, 0, 0}));
  EXPECT_EQ(cursor.cell->index, 70u);
}

TEST(Directions, TakeTheThreadThatRunsFirstAtTheStart) {
  Model model(Grey());
  const auto thread_at = [&](std::string_view text) {
    Cursor cursor = FirstCursor(model);
    EXPECT_TRUE(GoTo(model, cursor, Read(text)));
    EXPECT_EQ(cursor.step, 0u);
    return std::pair(cursor.block, cursor.thread);
  };
  EXPECT_NE(FirstCursor(model).thread, (trace::Dim3{0, 0, 0}));
  EXPECT_EQ(thread_at("at=start"), std::pair(trace::Dim3(0, 0, 0), trace::Dim3(0, 0, 0)));
  EXPECT_EQ(thread_at("block=2;at=start"), std::pair(trace::Dim3(2, 0, 0), trace::Dim3(0, 0, 0)));
  EXPECT_EQ(thread_at("block=2;thread=7;at=start"), std::pair(trace::Dim3(2, 0, 0), trace::Dim3(7, 0, 0)));
}

TEST(Directions, StopBeforeALineAndAfterIt) {
  Model model(Grey());
  Cursor before = FirstCursor(model), after = before;
  ASSERT_TRUE(GoTo(model, before, Read("thread=5;line=out[i]")));
  ASSERT_TRUE(GoTo(model, after, Read("thread=5;line=out[i];at=done")));
  EXPECT_LT(before.step, after.step);
  EXPECT_TRUE(IsAt(model, after, Read("thread=5;line=out[i];at=done")));
  model.MoveTo(before);
  EXPECT_FALSE(IsAt(model, before, Read("thread=5;line=out[i];at=done")));
}

// Thread 0 goes through `sum += k;` four times, twice in each phase.
trace::Recording TwoPhases() {
  RecordingBuilder builder("phases.cu", "__global__ void sums() {\n  int phase;\n  sum += k;\n}\n");
  const trace::TypeId type = builder.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::FunctionId sums = builder.AddFunction("sums", 1);
  const trace::VariableId phase = builder.AddVariable("phase", type, trace::VariableKind::kLocal, sums, 2);
  const trace::KernelId kernel = builder.AddKernel("sums", sums, {});
  builder.BeginLaunch(kernel, {1, 1, 1}, {1, 1, 1}, {{0, 0, 0}});
  builder.Line({0, 0}, 2);
  const trace::ObjectId variable = builder.Declare({0, 0}, phase);
  for (const int now : {0, 4}) {
    builder.Line({0, 0}, 2);
    builder.Write({0, 0}, 2, variable, 0, now);
    builder.Line({0, 0}, 3);
    builder.Line({0, 0}, 3);
  }
  builder.Exit({0, 0});
  return builder.Finish();
}

TEST(Directions, GoToTheFirstTimeOnALineWhereAConditionHolds) {
  Model model(TwoPhases());
  Cursor first = FirstCursor(model), second = first, third = first;
  ASSERT_TRUE(GoTo(model, first, Read("thread=0;line=sum+=")));
  ASSERT_TRUE(GoTo(model, third, Read("thread=0;line=sum+=;visit=3")));
  ASSERT_TRUE(GoTo(model, second, Read("thread=0;line=sum+=;where=phase==4")));
  EXPECT_EQ(second.step, third.step);
  EXPECT_TRUE(IsAt(model, second, Read("thread=0;line=sum+=;where=phase==4")));
  model.MoveTo(first);
  EXPECT_FALSE(IsAt(model, first, Read("thread=0;line=sum+=;where=phase==4")));
  const auto went = GoTo(model, first, Read("thread=0;line=sum+=;where=phase==8"));
  ASSERT_FALSE(went);
  EXPECT_EQ(went.error().message, "thread (0,0,0) of block (0,0,0) is never on line 3 where `phase==8`");
}

TEST(Directions, AreNotReachedOnAnEarlierVisitOfTheLine) {
  Model model(TwoPhases());
  Cursor second = FirstCursor(model), third = second;
  ASSERT_TRUE(GoTo(model, second, Read("thread=0;line=sum+=;visit=2")));
  EXPECT_TRUE(IsAt(model, second, Read("thread=0;line=sum+=;visit=2")));
  EXPECT_FALSE(IsAt(model, second, Read("thread=0;line=sum+=;visit=3")));
  ASSERT_TRUE(GoTo(model, third, Read("thread=0;line=sum+=;visit=3")));
  EXPECT_TRUE(IsAt(model, third, Read("thread=0;line=sum+=;visit=3")));
  EXPECT_TRUE(IsAt(model, third, Read("thread=0;line=sum+=;visit=2"))) << "a later visit counts";
}

TEST(Directions, ThatLeadNowhereSaySoAndMoveNothing) {
  Model model(Grey());
  Cursor cursor = FirstCursor(model);
  const Cursor start = cursor;
  const std::pair<const char*, const char*> kCases[] = {
      {"launch=4", "there is no launch 4: the launches are 0 to 0"},
      {"block=48", "there is no block (48,0,0): the grid has (48,1,1) blocks"},
      {"thread=64", "there is no thread (64,0,0): blocks have (64,1,1) threads"},
      {"block=40;line=out[i]", "block (40,0,0) was not recorded"},
      {"line=printf", "no recorded thread of the launch reaches a line `printf`"},
      {"line=in[i", "`in[i` is on 3 lines, 7 and 8 among them"},
      {"thread=1;line=out[i];visit=2", "thread (1,0,0) of block (1,0,0) does not reach line 10 2 times"},
      {"array=d_nothing", "the launch has no array `d_nothing`"},
      {"cell=d_out[48][0]", "`d_out` has no such cell: it has 3072"},
      {"cell=d_out[9999]", "`d_out` has no such cell: it has 3072"},
      {"scene=d_in/d_tile", "the launch has no array `d_tile`"},
      {"at=9999999", "there is no step 9999999"},
      {"thread=1;state=waiting", "the thread never is in the state \"waits at a barrier\""},
  };
  for (const auto& [text, reason] : kCases) {
    const auto went = GoTo(model, cursor, Read(text));
    ASSERT_FALSE(went) << text;
    EXPECT_TRUE(went.error().message.starts_with(reason)) << text << ": " << went.error().message;
    EXPECT_EQ(cursor.step, start.step) << text;
    EXPECT_EQ(model.position(), start.step) << text;
  }
}

TEST(Directions, CountTheCellsOfAThread) {
  Model model(Grey());
  const ThreadSlot thread = model.SlotOf({1, 0, 0}, {6, 0, 0});
  const auto reads = CellsOf(model, thread, "d_in", false);
  ASSERT_EQ(reads.size(), 3u);
  EXPECT_EQ(reads[1].index, 70u + 64 * 48);
  EXPECT_EQ(CellsOf(model, thread, "d_out", true).size(), 1u);
  EXPECT_TRUE(CellsOf(model, thread, "d_out", false).empty());
  EXPECT_TRUE(CellsOf(model, ThreadSlot::kNone, "d_out", true).empty());
}

}  // namespace
}  // namespace lockstep::replay
