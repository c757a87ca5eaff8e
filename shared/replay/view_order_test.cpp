#include "shared/replay/view_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "shared/replay/testing/recording_builder.h"
#include "shared/trace/lookup.h"

namespace lockstep::replay {
namespace {

using trace::RecordedLaunch;
using trace::Step;
using trace::StepKind;

bool Conflict(const Step& a, const Step& b) {
  const auto is_access = [](const Step& s) { return s.kind == StepKind::kRead || trace::IsWrite(s); };
  if (!is_access(a) || !is_access(b) || a.object != b.object) return false;
  if (a.kind == StepKind::kRead && b.kind == StepKind::kRead) return false;
  return a.offset < b.offset + b.size && b.offset < a.offset + a.size;
}

// Every pair of steps whose order matters has the recorded one.
void ExpectAsTrue(const RecordedLaunch& launch, const std::vector<StepIndex>& order) {
  ASSERT_EQ(order.size(), launch.steps.size());
  EXPECT_EQ(std::set(order.begin(), order.end()).size(), order.size()) << "each step once";
  std::map<std::pair<std::uint32_t, std::uint32_t>, StepIndex> last;  // of each warp
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> arrived, passed;
  for (const Step& step : launch.steps)
    if (step.kind == StepKind::kPass) arrived[{step.block, step.thread}] = 0;
  for (std::size_t at = 0; at < order.size(); ++at) {
    const Step step = launch.steps[order[at]];
    const auto [before, is_first] = last.try_emplace({step.block, step.thread / 32}, order[at]);
    EXPECT_TRUE(is_first || before->second < order[at]) << "within a warp";
    before->second = order[at];
    for (std::size_t other = 0; other < at; ++other) {
      const StepIndex earlier = order[other];
      EXPECT_FALSE(earlier > order[at] && Conflict(launch.steps[earlier], step)) << earlier << " " << order[at];
    }
    if (step.kind == StepKind::kArrive) ++arrived[{step.block, step.thread}];
    if (step.kind != StepKind::kPass) continue;
    const std::uint32_t times = ++passed[{step.block, step.thread}];
    for (const auto& [thread, count] : arrived)
      if (thread.first == step.block) EXPECT_GE(count, times) << "all have come";
  }
}

// How many lines the threads of each warp have come to, at most, when a warp takes a step.
std::size_t LargestLead(const RecordedLaunch& launch, const std::vector<StepIndex>& order) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> lines;
  for (const Step& step : launch.steps) lines[{step.block, step.thread}] = 0;
  std::size_t lead = 0;
  for (const StepIndex i : order) {
    const Step step = launch.steps[i];
    if (step.kind != StepKind::kLine) continue;
    const std::size_t now = ++lines[{step.block, step.thread}];
    for (const auto& [thread, count] : lines)
      if (thread.first == step.block) lead = std::max(lead, now - std::min(now, count));
  }
  return lead;
}

RecordedLaunch Grey(std::uint32_t blocks) {
  return GreyRecording({.width = 64, .height = 3, .threads = 64, .recorded_blocks = blocks}).launches[0];
}

TEST(ViewOrder, TakesTheWarpsOfABlockInTurn) {
  const RecordedLaunch launch = Grey(2);
  const auto recorded = OrderSteps(launch, ViewOrder::kRecorded).value();
  const auto in_turn = OrderSteps(launch, ViewOrder::kWarpsInTurn).value();
  ExpectAsTrue(launch, in_turn);
  EXPECT_LE(LargestLead(launch, in_turn), 1u);
  EXPECT_TRUE(std::ranges::is_sorted(recorded));
  const auto block_of = [&](StepIndex i) { return launch.steps[i].block; };
  EXPECT_TRUE(std::ranges::is_sorted(in_turn, {}, block_of)) << "the blocks as they were";
}

TEST(ViewOrder, TakesTheBlocksSideBySide) {
  const RecordedLaunch launch = Grey(3);
  const auto side_by_side = OrderSteps(launch, ViewOrder::kBlocksSideBySide).value();
  ExpectAsTrue(launch, side_by_side);
  std::map<std::uint32_t, std::size_t> lines;
  std::size_t most = 0;
  for (const StepIndex i : side_by_side)
    if (launch.steps[i].kind == StepKind::kLine) {
      const std::size_t now = ++lines[launch.steps[i].block];
      if (lines.size() == 3)
        for (const auto& [block, count] : lines) most = std::max(most, now - std::min(now, count));
    }
  EXPECT_LE(most, 2u * 64) << "no block is more than a round ahead";
}

TEST(ViewOrder, KeepsBarriersAndSharedMemory) {
  const trace::Recording recording = ReduceRecording();
  for (const ViewOrder order : {ViewOrder::kWarpsInTurn, ViewOrder::kBlocksSideBySide})
    ExpectAsTrue(recording.launches[0], OrderSteps(recording.launches[0], order).value());
}

TEST(ViewOrder, KeepsTheRacesOfTheRecordedRun) {
  const trace::Recording recording = RacyRecording();
  ExpectAsTrue(recording.launches[0], OrderSteps(recording.launches[0], ViewOrder::kWarpsInTurn).value());
}

TEST(ViewOrder, KeepsAnyConflict) {
  std::mt19937 engine(5);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  for (int round = 0; round < 20; ++round) {
    RecordedLaunch launch{.grid = {2, 1, 1}, .block = {96, 1, 1}, .blocks = {{}, {}}};
    for (int i = 0; i < 300; ++i) {
      const StepKind kinds[] = {StepKind::kLine,   StepKind::kRead, StepKind::kWrite,
                                StepKind::kAtomic, StepKind::kFree, StepKind::kPrint};
      launch.steps.Add({.kind = kinds[random() % (round < 10 ? 4 : 6)],
                        .size = static_cast<std::uint16_t>(1 + random() % 12),
                        .block = random() % 2,
                        .thread = random() % 96,
                        .object = trace::ObjectId{random() % 2},
                        .offset = random() % 16});
    }
    for (const ViewOrder order : {ViewOrder::kWarpsInTurn, ViewOrder::kBlocksSideBySide})
      ExpectAsTrue(launch, OrderSteps(launch, order).value());
  }
}

TEST(ViewOrder, SurvivesWhatNoRecorderWrites) {
  RecordedLaunch launch{.block = {32, 1, 1}, .blocks = {{}}};
  launch.steps.Add({.kind = StepKind::kPass, .thread = 0xffffffff, .offset = 7});
  launch.steps.Add({.kind = StepKind::kWrite, .size = 0xffff, .object = trace::ObjectId{9}, .offset = 0xfffffff0});
  launch.steps.Add({.kind = StepKind::kArrive, .block = 77, .offset = 0xffffffff});
  EXPECT_EQ(OrderSteps(launch, ViewOrder::kBlocksSideBySide)->size(), 3u);
}

TEST(ViewOrder, GivesUpOnTooManyAccessesOfManyWords) {
  RecordedLaunch launch{.block = {32, 1, 1}, .blocks = {{}}};
  for (std::uint32_t i = 0; i < 2000; ++i)
    launch.steps.Add({.kind = StepKind::kRead, .size = 0xffff, .object = trace::ObjectId{0}, .offset = i * 0x10000});
  EXPECT_FALSE(OrderSteps(launch, ViewOrder::kWarpsInTurn)) << "none of them waits, but each word is kept";
}

TEST(ViewOrder, TakesTheFindingsAlong) {
  const trace::Recording racy = RacyRecording();
  const auto result = InOrder(racy, ViewOrder::kWarpsInTurn);
  ASSERT_TRUE(result) << result.error().message;
  const trace::Recording* ordered = &result->recording;
  EXPECT_FALSE(ordered->launches[0].steps == racy.launches[0].steps);
  std::size_t sides = 0;
  for (std::size_t i = 0; i < racy.findings.size(); ++i)
    for (std::size_t k = 0; k < racy.findings[i].sides.size(); ++k) {
      const std::uint32_t was = racy.findings[i].sides[k].step, is = ordered->findings[i].sides[k].step;
      if (was == trace::RecordedSide::kNotRecorded) continue;
      EXPECT_EQ(ordered->launches[0].steps[is], racy.launches[0].steps[was]);
      ++sides;
    }
  EXPECT_GE(sides, 2u);
  EXPECT_THAT(ordered->notes.back(), testing::HasSubstr("warps in turn"));
}

TEST(ViewOrder, MapsMomentsBothWays) {
  const trace::Recording recording = ReduceRecording();
  const auto ordered = InOrder(recording, ViewOrder::kWarpsInTurn);
  ASSERT_TRUE(ordered) << ordered.error().message;
  const auto& was = recording.launches[0].steps;
  const auto& is = ordered->recording.launches[0].steps;
  const auto end = static_cast<Position>(was.size());
  bool differs = false;
  for (Position moment = 1; moment < end; ++moment) {
    const Position shown = ordered->steps.ToShown(0, moment);
    EXPECT_EQ(ordered->steps.ToRecorded(0, shown), shown == end ? end : moment);
    if (shown < end) EXPECT_EQ(is[shown - 1], was[moment - 1]);
    differs |= shown != moment;
  }
  EXPECT_TRUE(differs);
  EXPECT_EQ(ordered->steps.ToShown(0, 0), 0u);
  EXPECT_EQ(ordered->steps.ToShown(0, end), end);
  EXPECT_EQ(ordered->steps.ToShown(7, 3), 3u) << "no such launch";
}

TEST(ViewOrder, EndsSoonWhenItIsNotWantedAnyMore) {
  RecordedLaunch launch{.block = {32, 1, 1}, .blocks = {{}}};
  for (std::uint32_t i = 0; i < 300'000; ++i) launch.steps.Add({.kind = StepKind::kLine, .thread = i % 32});
  float last = 0;
  int calls = 0;
  const auto told = [&](float share) {
    EXPECT_GT(share, last);
    last = share;
    return ++calls < 3;
  };
  EXPECT_FALSE(OrderSteps(launch, ViewOrder::kWarpsInTurn, told));
  EXPECT_EQ(calls, 3);
  calls = -100, last = 0;
  EXPECT_TRUE(OrderSteps(launch, ViewOrder::kWarpsInTurn, told));
  EXPECT_GT(last, 0.8F);
  EXPECT_LE(last, 1.0F);
  trace::Recording recording{.launches = {launch}};
  const auto stopped = InOrder(recording, ViewOrder::kWarpsInTurn, [](float) { return false; });
  ASSERT_FALSE(stopped);
  EXPECT_THAT(stopped.error().message, testing::HasSubstr("not wanted any more"));
}

}  // namespace
}  // namespace lockstep::replay
