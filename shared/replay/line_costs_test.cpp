#include "shared/replay/line_costs.h"

#include <gtest/gtest.h>

#include <utility>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

// A block of 40 threads: the first 32 read element `index(lane)` on line 2; lanes without an index stay on line 1.
template <class Index>
trace::Recording Reading(bool shared, int times, Index index, std::uint16_t size = 4) {
  RecordingBuilder builder("one.cu", "line 1\nline 2\n");
  const trace::FunctionId function = builder.AddFunction("one", 1);
  const trace::TypeId real = builder.AddType(trace::TypeKind::kFloat, "float", 4);
  const trace::VariableId tile =
      builder.AddVariable("tile", builder.AddArray(real, 4096), trace::VariableKind::kShared, function, 1);
  const trace::ObjectId global = builder.AddAllocation("in", real, {4096}, std::vector<std::uint8_t>(16384));
  builder.BeginLaunch(builder.AddKernel("one", function, {}), {1, 1, 1}, {40, 1, 1}, {{0, 0, 0}});
  const trace::ObjectId object = shared ? builder.AddShared(0, tile, 16384) : global;
  for (std::uint32_t thread = 0; thread < 40; ++thread) builder.Line({0, thread}, 1);
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if (index(lane) < 0) continue;
    builder.Line({0, lane}, 2);
    for (int i = 0; i < times; ++i)
      builder.Read({0, lane}, 2, object, static_cast<std::uint64_t>(index(lane)) * 4, size);
  }
  return builder.Finish();
}

std::vector<LineCost> CostsIn(trace::Recording recording) {
  Model model(std::move(recording));
  model.MoveTo(0, 0);
  return CostsOfLines(model);
}

template <class Index>
std::vector<LineCost> CostsOf(bool shared, int times, Index index) {
  return CostsIn(Reading(shared, times, index));
}

TEST(LineCosts, CountPassesOfWarpsAndTheirLanes) {
  const auto costs = CostsOf(false, 1, [](std::uint32_t lane) { return lane < 20 ? static_cast<int>(lane) : -1; });
  ASSERT_EQ(costs.size(), 2u);
  EXPECT_EQ(costs[0].line.number, 1u);
  EXPECT_EQ(costs[0].passes, 2u) << "of a warp of 32 and one of 8";
  EXPECT_EQ(costs[0].lanes, 40u);
  EXPECT_EQ(costs[0].possible, 40u);
  EXPECT_EQ(costs[0].global_requests, 0u);
  EXPECT_EQ(costs[1].passes, 1u);
  EXPECT_EQ(costs[1].lanes, 20u);
  EXPECT_EQ(costs[1].possible, 32u);
}

TEST(LineCosts, OfAColumnAreASectorForEachLane) {
  const auto costs = CostsOf(false, 1, [](std::uint32_t lane) { return static_cast<int>(lane * 64); });
  ASSERT_EQ(costs.size(), 2u);
  EXPECT_EQ(costs[1].global_requests, 1u);
  EXPECT_EQ(costs[1].sectors, 32u);
  EXPECT_EQ(costs[1].due_sectors, 4u);
  EXPECT_EQ(costs[1].shared_requests, 0u);
}

TEST(LineCosts, OfThreeFloatsAreThoseOfThreeRequests) {
  const auto costs = CostsIn(Reading(false, 1, [](std::uint32_t lane) { return static_cast<int>(3 * lane); }, 12));
  ASSERT_EQ(costs.size(), 2u);
  EXPECT_EQ(costs[1].global_requests, 3u);
  EXPECT_EQ(costs[1].sectors, 36u);
  EXPECT_EQ(costs[1].due_sectors, 12u);
}

TEST(LineCosts, OfAColumnOfSharedMemoryAreItsConflicts) {
  const auto costs = CostsOf(true, 1, [](std::uint32_t lane) { return static_cast<int>(lane * 32); });
  ASSERT_EQ(costs.size(), 2u);
  EXPECT_EQ(costs[1].shared_requests, 1u);
  EXPECT_EQ(costs[1].wavefronts, 32u);
  EXPECT_EQ(costs[1].ideal_wavefronts, 1u);
  EXPECT_EQ(costs[1].global_requests, 0u);
}

TEST(LineCosts, NumberTheAccessesOfALoopOnOneLine) {
  const auto costs = CostsOf(false, 3, [](std::uint32_t lane) { return static_cast<int>(lane); });
  ASSERT_EQ(costs.size(), 2u);
  EXPECT_EQ(costs[1].passes, 1u);
  EXPECT_EQ(costs[1].global_requests, 3u);
  EXPECT_EQ(costs[1].sectors, 12u);
}

TEST(LineCosts, OfConstantMemoryAreNone) {
  trace::Recording recording = Reading(false, 1, [](std::uint32_t lane) { return static_cast<int>(lane); });
  recording.objects[0].kind = trace::ObjectKind::kVariable;
  recording.objects[0].variable = static_cast<trace::VariableId>(0);
  for (const auto& [kind, requests] :
       {std::pair(trace::VariableKind::kDevice, 1u), std::pair(trace::VariableKind::kConstant, 0u)}) {
    recording.variables[0].kind = kind;
    const auto costs = CostsIn(recording);
    ASSERT_EQ(costs.size(), 2u);
    EXPECT_EQ(costs[1].passes, 1u);
    EXPECT_EQ(costs[1].global_requests, requests);
  }
}

TEST(LineCosts, NoteAccessesThatAreTooWide) {
  trace::Recording recording = Reading(false, 1, [](std::uint32_t lane) { return static_cast<int>(lane * 6); });
  auto& steps = recording.launches[0].steps;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i].kind == trace::StepKind::kRead) steps.Change(i).size = 24;
  const auto costs = CostsIn(std::move(recording));
  ASSERT_EQ(costs.size(), 2u);
  EXPECT_EQ(costs[0].uncounted, 0u);
  EXPECT_EQ(costs[1].uncounted, 32u);
  EXPECT_EQ(costs[1].sectors, 0u);
}

}  // namespace
}  // namespace lockstep::replay
