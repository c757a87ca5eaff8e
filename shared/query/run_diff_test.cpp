#include "shared/query/run_diff.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "shared/replay/testing/recording_builder.h"
#include "shared/trace/bit_field.h"

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
  EXPECT_EQ(FormatRunDiff(diff, "a", "b", false), "no recorded thread differs: 4 compared in launch 0 of `f`\n");
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

// Structs `{char tag; int id[2]; float mass;}`, of 16 bytes with three bytes of padding, after a launch.
trace::Recording Structs(const std::vector<std::uint8_t>& bytes) {
  trace::Recording recording = ScaleRecording(2, 4);
  const auto add = [&](trace::Type type) {
    recording.types.push_back(std::move(type));
    return trace::TypeId{static_cast<std::uint32_t>(recording.types.size() - 1)};
  };
  const trace::TypeId tag = add({.kind = trace::TypeKind::kSigned, .name = "signed char", .size = 1}),
                      integer = add({.kind = trace::TypeKind::kSigned, .name = "int", .size = 4}),
                      real = add({.kind = trace::TypeKind::kFloat, .name = "float", .size = 4});
  const trace::TypeId ids =
      add({.kind = trace::TypeKind::kArray, .name = "int[2]", .size = 8, .element = integer, .count = 2});
  trace::Object& object = recording.objects[0];
  object.element = add({.kind = trace::TypeKind::kStruct,
                        .name = "Place",
                        .size = 16,
                        .members = {{"tag", tag, 0}, {"id", ids, 4}, {"mass", real, 12}}});
  object.name = "places";
  object.size = bytes.size();
  object.shape = {bytes.size() / 16};
  recording.launches[0].memory_after = {{.object = trace::ObjectId{0}, .bytes = bytes}};
  return recording;
}

TEST(RunDiff, NamesTheMemberOfAStructThatDiffers) {
  std::vector<std::uint8_t> a(48), b(48);
  b[16 + 9] = 1;  // places[1].id[1]
  b[16 + 12] = 1;
  b[32] = 7;
  const RunDiff diff = Compare(Structs(a), Structs(b));
  ASSERT_EQ(diff.launches.size(), 1U);
  ASSERT_EQ(diff.launches[0].arrays.size(), 1U);
  EXPECT_EQ(diff.launches[0].arrays[0].differ, 2U) << "of 3 structs";
  EXPECT_EQ(diff.launches[0].arrays[0].first, "places[1].id[1]: 0 and 256");
}

// Bit-fields share bytes, of which each has its own part.
TEST(RunDiff, ShowsTheWholeStructWhereABitFieldDiffers) {
  const auto fields = [](std::uint8_t bits) {
    trace::Recording recording = Structs({bits});
    const auto first = static_cast<std::uint32_t>(recording.types.size());
    recording.types.push_back(
        {.kind = trace::TypeKind::kUnsigned, .name = "unsigned : 3", .size = 1, .count = trace::CountOf({0, 3})});
    recording.types.push_back(
        {.kind = trace::TypeKind::kUnsigned, .name = "unsigned : 4", .size = 1, .count = trace::CountOf({3, 4})});
    recording.types.push_back({.kind = trace::TypeKind::kStruct,
                               .name = "Flags",
                               .size = 1,
                               .members = {{"low", trace::TypeId{first}, 0}, {"high", trace::TypeId{first + 1}, 0}}});
    recording.objects[0].element = trace::TypeId{first + 2};
    recording.objects[0].shape = {1};
    return recording;
  };
  const RunDiff diff = Compare(fields(0b0'0010'101), fields(0b0'0011'101));
  ASSERT_EQ(diff.launches.size(), 1U);
  EXPECT_EQ(diff.launches[0].arrays.at(0).first, "places[0]: {low: 5, high: 2} and {low: 5, high: 3}");
  EXPECT_TRUE(Compare(fields(0b0'0010'101), fields(0b1'0010'101)).empty()) << "the last bit is nobody's";
}

TEST(RunDiff, LeavesOutBytesBetweenMembers) {
  std::vector<std::uint8_t> a(48), b(48);
  b[16 + 2] = 1;
  EXPECT_TRUE(Compare(Structs(a), Structs(b)).empty());
}

// A run of ScaleRecording's `f` among launches of `g`: f is launch 1 of 3. `keeps` are the launches that are recorded.
trace::Recording AmongOthers(int factor, const std::vector<std::uint32_t>& keeps) {
  trace::Recording recording = ScaleRecording(factor, 4);
  const trace::RecordedLaunch f = recording.launches.front();
  recording.kernels.push_back(recording.kernels.front());
  recording.kernels.back().name = "g";
  recording.launches.clear();
  for (const std::uint32_t number : {0u, 1u, 2u}) {
    const bool is_f = number == 1;
    recording.host_events.push_back(
        {.kind = trace::HostEventKind::kLaunch, .launch = number, .kernel = is_f ? "f" : "g"});
    if (std::ranges::count(keeps, number) == 0) continue;
    recording.launches.push_back(f);
    recording.launches.back().number = number;
    if (!is_f) recording.launches.back().kernel = trace::KernelId{1};
  }
  return recording;
}

TEST(RunDiff, ComparesALaunchWithThatOfItsKernelInARecordingThatHasMore) {
  const RunDiff diff = Compare(AmongOthers(2, {1}), AmongOthers(3, {0, 1, 2}));
  EXPECT_EQ(diff.compared, 1U);
  EXPECT_EQ(diff.scope, "launch 1 of `f`");
  ASSERT_EQ(diff.launches.size(), 1U);
  EXPECT_EQ(diff.launches[0].differ, 3U);
  EXPECT_EQ(diff.launches[0].earliest.at(0).a.launch, 0U);
  EXPECT_EQ(diff.launches[0].earliest.at(0).b.launch, 1U);
  EXPECT_EQ(diff.notes, std::vector<std::string>{"the second recording alone has launch 0 of `g`, launch 2 of `g`"});
}

TEST(RunDiff, ComparesTheSameLaunchOfAKernelAmongSeveral) {
  const RunDiff diff = Compare(AmongOthers(2, {2}), AmongOthers(3, {0, 2}));
  EXPECT_EQ(diff.scope, "launch 2 of `g`") << "not launch 0 of it";
}

TEST(RunDiff, AnEditThatAddsALaunchOfAnotherKernelMovesNothing) {
  trace::Recording before = AmongOthers(2, {1, 2}), after = AmongOthers(3, {0, 1, 2});
  before.host_events.erase(before.host_events.begin());
  for (trace::HostEvent& event : before.host_events) --event.launch;
  for (trace::RecordedLaunch& launch : before.launches) --launch.number;
  const RunDiff diff = Compare(std::move(before), std::move(after));
  EXPECT_EQ(diff.launches.at(0).kernel, "f");
  EXPECT_EQ(diff.launches.at(0).number, 0U);
  EXPECT_EQ(diff.launches.at(0).second_number, 1U);
  EXPECT_NE(FormatRunDiff(diff, "a", "b", false).find("launch 0 of f (launch 1 in the second): 3 of 4 recorded"),
            std::string::npos);
}

TEST(RunDiff, SaysThatNothingWasComparedWhereTheRunsHaveNoLaunchInCommon) {
  const RunDiff diff = Compare(AmongOthers(2, {0}), AmongOthers(3, {1}));
  EXPECT_FALSE(diff.empty());
  EXPECT_EQ(FormatRunDiff(diff, "a", "b", false),
            "note: the first recording alone has launch 0 of `g`\n"
            "note: the second recording alone has launch 1 of `f`\nnothing was compared\n");
}

}  // namespace
}  // namespace lockstep::query
