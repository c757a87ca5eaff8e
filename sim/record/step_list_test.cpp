#include "sim/record/step_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "shared/base/address.h"

namespace lockstep::record {
namespace {

constexpr StepMaker kMaker{.block = 1, .thread = 7};
constexpr trace::SiteId kSite{3};
constexpr trace::ObjectId kObject{5};

class StepLists : public testing::Test {
 protected:
  StepLists() { steps_.Begin(launch_, 100); }
  trace::Step Last() const { return launch_.steps.back(); }
  trace::RecordedLaunch launch_;
  StepList steps_;
};

TEST_F(StepLists, AStepHasItsMakerAndItsPlace) {
  steps_.Add(kMaker, trace::StepKind::kLine, kSite);
  EXPECT_EQ(Last(), (trace::Step{.kind = trace::StepKind::kLine, .block = 1, .thread = 7, .site = kSite}));
}

TEST_F(StepLists, AReadHasTheValue) {
  const int value = 42;
  steps_.AddAccess(kMaker, trace::StepKind::kRead, kSite, {.object = kObject, .offset = 8}, AddressOf(&value),
                   sizeof value);
  EXPECT_EQ(Last().object, kObject);
  EXPECT_EQ(Last().offset, 8u);
  EXPECT_EQ(Last().size, 4u);
  EXPECT_EQ(Last().after, 42u);
}

TEST_F(StepLists, AWriteGetsItsNewValueWithTheNextStep) {
  int value = 1;
  steps_.AddAccess(kMaker, trace::StepKind::kWrite, kSite, {.object = kObject}, AddressOf(&value), sizeof value);
  value = 2;
  EXPECT_EQ(Last().after, 0u);
  steps_.Add(kMaker, trace::StepKind::kLine, kSite);
  EXPECT_EQ(launch_.steps[0].before, 1u);
  EXPECT_EQ(launch_.steps[0].after, 2u);
  value = 3;
  steps_.Settle();
  EXPECT_EQ(launch_.steps[0].after, 2u);
}

TEST_F(StepLists, ManyStepsArePackedAndEachWriteHasItsNewValue) {
  constexpr int kWrites = 200'000;
  steps_.Begin(launch_, 2 * kWrites);
  int value = 0;
  for (int i = 0; i < kWrites; ++i) {
    steps_.AddAccess(kMaker, trace::StepKind::kWrite, kSite, {.object = kObject}, AddressOf(&value), sizeof value);
    value = i + 1;
  }
  steps_.Settle();
  ASSERT_EQ(launch_.steps.size(), std::size_t{kWrites});
  EXPECT_LT(launch_.steps.bytes(), launch_.steps.size() * sizeof(trace::Step) / 2);
  launch_.steps.ForEach([](std::size_t i, const trace::Step& step) {
    ASSERT_EQ(step.before, i);
    ASSERT_EQ(step.after, i + 1);
  });
}

TEST_F(StepLists, LongValuesLieOutsideOfTheStep) {
  std::array<std::uint8_t, 12> bytes{1, 2, 3};
  steps_.AddAccess(kMaker, trace::StepKind::kWrite, kSite, {.object = kObject}, AddressOf(bytes.data()), bytes.size());
  bytes[0] = 9;
  steps_.Settle();
  ASSERT_EQ(Last().flags, trace::Step::kLongValue);
  EXPECT_EQ(launch_.long_values[Last().before], 1);
  EXPECT_EQ(launch_.long_values[Last().after], 9);
  EXPECT_EQ(launch_.long_values.size(), 24u);
}

TEST_F(StepLists, AnAccessThatNoStepHoldsIsSeveral) {
  const std::vector<std::uint8_t> bytes(70'000, 6);
  steps_.AddAccess(kMaker, trace::StepKind::kRead, kSite, {.object = kObject, .offset = 10}, AddressOf(bytes.data()),
                   bytes.size());
  ASSERT_EQ(launch_.steps.size(), 3u);
  EXPECT_EQ(launch_.steps[1].offset, 10u + 32768);
  EXPECT_EQ(launch_.steps[2].size, 70'000 - 2 * 32768);
}

TEST_F(StepLists, AGivenValueIsThereAtOnce) {
  const int value = 5;
  steps_.AddGivenValue(kMaker, kSite, kObject, AddressOf(&value), sizeof value);
  EXPECT_EQ(Last().kind, trace::StepKind::kWrite);
  EXPECT_EQ(Last().before, 5u);
  EXPECT_EQ(Last().after, 5u);
}

TEST_F(StepLists, TextsAreNumbered) {
  steps_.AddText(kMaker, trace::StepKind::kPrint, kSite, "one");
  steps_.AddText(kMaker, trace::StepKind::kPrint, kSite, "two");
  EXPECT_EQ(Last().offset, 1u);
  EXPECT_THAT(launch_.texts, testing::ElementsAre("one", "two"));
}

TEST_F(StepLists, TheBudgetEndsTheRecording) {
  steps_.Begin(launch_, 1);
  steps_.Add(kMaker, trace::StepKind::kLine, kSite);
  EXPECT_FALSE(launch_.truncated);
  steps_.Add(kMaker, trace::StepKind::kLine, kSite);
  EXPECT_TRUE(launch_.truncated);
  EXPECT_EQ(launch_.truncated_why,
            "the recording ends after 1 step: `--steps N` records more, `--block x,y,z` another block");
}

}  // namespace
}  // namespace lockstep::record
