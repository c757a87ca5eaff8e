#include "shared/replay/carry_findings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

// The same run with the threads one after the other, from the last one on.
trace::Recording LastThreadFirst() {
  trace::Recording recording = RacyRecording();
  recording.findings.clear();
  auto& steps = recording.launches[0].steps;
  std::vector<trace::Step> sorted;
  for (std::uint32_t thread = 64; thread-- > 0;)
    std::ranges::copy_if(steps, std::back_inserter(sorted), [&](const auto& step) { return step.thread == thread; });
  steps = std::move(sorted);
  return recording;
}

TEST(CarryFindings, FindsBothAccessesInAnotherOrder) {
  Model from(RacyRecording()), to(LastThreadFirst());
  const auto carried = CarryFindings(from, to);
  ASSERT_EQ(carried.size(), from.recording().findings.size());
  const trace::RecordedFinding &before = from.recording().findings[0], &after = carried[0];
  EXPECT_EQ(after.fact, before.fact);
  ASSERT_EQ(after.sides.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    const trace::Step &was = from.recording().launches[0].steps[before.sides[i].step],
                      &is = to.recording().launches[0].steps[after.sides[i].step];
    EXPECT_EQ(is.thread, was.thread);
    EXPECT_EQ(is.kind, was.kind);
    EXPECT_EQ(is.offset, was.offset);
  }
  EXPECT_EQ(after.sides[0].step<after.sides[1].step, after.sides[0].thread.x> after.sides[1].thread.x)
      << "the thread with the higher number comes first";
}

TEST(CarryFindings, SaysWhatIsNotInTheOtherRun) {
  Model from(RacyRecording());
  trace::Recording without = RacyRecording();
  without.findings.clear();
  const std::uint32_t gone = from.recording().findings[0].sides[0].thread.x;
  auto& steps = without.launches[0].steps;
  std::vector<trace::Step> others;
  std::ranges::copy_if(steps, std::back_inserter(others), [&](const auto& step) { return step.thread != gone; });
  steps = std::move(others);
  Model to(std::move(without));
  const auto carried = CarryFindings(from, to);
  EXPECT_EQ(carried[0].sides[0].step, trace::RecordedSide::kNotRecorded);
  EXPECT_FALSE(carried[0].sides[0].missing.empty());
  EXPECT_NE(carried[0].sides[1].step, trace::RecordedSide::kNotRecorded);
}

}  // namespace
}  // namespace lockstep::replay
