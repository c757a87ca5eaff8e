#include "shared/query/run_diff.h"

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::query {
namespace {

using replay::ScaleRecording;

RunDiff Compare(trace::Recording a, trace::Recording b) {
  replay::Model first(std::move(a)), second(std::move(b));
  return DiffRuns(first, second);
}

TEST(RunDiff, IsEmptyForEqualRuns) {
  const RunDiff diff = Compare(ScaleRecording(2, 4), ScaleRecording(2, 4));
  EXPECT_TRUE(diff.empty());
  EXPECT_EQ(FormatRunDiff(diff, "a", "b", false), "no recorded thread differs in 1 launch\n");
}

TEST(RunDiff, FollowsLinesThatMoved) {
  EXPECT_TRUE(Compare(ScaleRecording(2, 4), ScaleRecording(2, 4, "// a comment\n\n")).empty());
}

TEST(RunDiff, NamesTheFirstValue) {
  const RunDiff diff = Compare(ScaleRecording(2, 4), ScaleRecording(3, 4, "// new\n"));
  ASSERT_EQ(diff.launches.size(), 1U);
  const LaunchDiff& launch = diff.launches[0];
  EXPECT_EQ(launch.differ, 3U) << "thread 0 writes 0 either way";
  ASSERT_FALSE(launch.earliest.empty());
  const ThreadDiff& first = launch.earliest[0];
  EXPECT_EQ(first.kind, DiffKind::kValue);
  EXPECT_EQ(first.thread, (trace::Dim3{1, 0, 0}));
  EXPECT_EQ(first.a_does, "wrote 2 to d_out[1] (was 0)");
  EXPECT_EQ(first.b_does, "wrote 3 to d_out[1] (was 0)");
  EXPECT_EQ(first.a.line.number, 3U);
  EXPECT_EQ(first.b.line.number, 4U);
  ASSERT_EQ(launch.arrays.size(), 1U);
  EXPECT_EQ(launch.arrays[0].differ, 3U);
  EXPECT_EQ(launch.arrays[0].first, "d_out[1]: 2 and 3");
}

TEST(RunDiff, NamesTheWayThatAThreadTakes) {
  const RunDiff diff = Compare(ScaleRecording(2, 4), ScaleRecording(2, 3));
  ASSERT_EQ(diff.launches.size(), 1U);
  ASSERT_EQ(diff.launches[0].earliest.size(), 1U);
  const ThreadDiff& first = diff.launches[0].earliest[0];
  EXPECT_EQ(first.kind, DiffKind::kEnd);
  EXPECT_EQ(first.a_does, "reached line 3");
  EXPECT_EQ(first.b_does, "finished");
  EXPECT_NE(FormatRunDiff(diff, "a", "b", false).find("block (0,0,0) thread (3,0,0) ends otherwise"),
            std::string::npos);
  EXPECT_NE(FormatRunDiff(diff, "a", "b", true).find("\"does\": \"finished\""), std::string::npos);
}

}  // namespace
}  // namespace lockstep::query
