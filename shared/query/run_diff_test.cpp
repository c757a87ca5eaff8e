#include "shared/query/run_diff.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::query {
namespace {

using replay::Actor;

// Four threads write `out[i] = factor * i`, those before `stop` alone; `head` are lines above the kernel.
trace::Recording ScaleRecording(int factor, int stop, const std::string& head = {}) {
  const auto skipped = static_cast<std::uint32_t>(std::count(head.begin(), head.end(), '\n'));
  replay::RecordingBuilder b("f.cu", head +
                                         "__global__ void f(int* out) {\n"
                                         "  if (threadIdx.x < stop)\n"
                                         "    out[threadIdx.x] = factor * threadIdx.x;\n"
                                         "}\n");
  const trace::TypeId integer = b.AddType(trace::TypeKind::kSigned, "int", 4);
  const trace::FunctionId f = b.AddFunction("f", 1 + skipped);
  const trace::VariableId out =
      b.AddVariable("out", b.AddPointer(integer), trace::VariableKind::kParameter, f, 1 + skipped);
  const trace::ObjectId d_out = b.AddAllocation("d_out", integer, {}, std::vector<std::uint8_t>(16));
  b.BeginLaunch(b.AddKernel("f", f, {out}), {1, 1, 1}, {4, 1, 1}, {{0, 0, 0}});
  b.AddArgument(b.AddressOf(d_out));
  for (std::uint32_t t = 0; t < 4; ++t) {
    const Actor actor{0, t};
    b.Enter(actor, f);
    b.Line(actor, 2 + skipped);
    if (static_cast<int>(t) < stop) {
      b.Line(actor, 3 + skipped);
      b.Write(actor, 3 + skipped, d_out, 4 * t, std::int32_t(factor * static_cast<int>(t)));
    }
    b.Leave(actor, f);
    b.Exit(actor);
  }
  return b.Finish();
}

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
