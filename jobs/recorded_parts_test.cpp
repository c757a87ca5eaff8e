#include "jobs/recorded_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shared/trace/modelled.h"

namespace lockstep::jobs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

TEST(RecordedParts, SayWhatIsThereAndWhatRecordsTheRest) {
  const session::RecordSummary summary{
      .launches = 5,
      .recorded = 3,
      .parts = {{.launch = 0, .kernel = "grey", .grid_blocks = 256, .wanted = 64, .blocks = 64, .steps = 9216},
                {.launch = 1, .kernel = "sum", .grid_blocks = 1, .wanted = 1, .blocks = 1, .steps = 1},
                {.launch = 3, .kernel = "big", .grid_blocks = 9, .wanted = 9, .blocks = 2, .steps = 2'000'000}}};
  EXPECT_THAT(
      DescribeParts({}, summary),
      ElementsAre("launch 0 of `grey`: 64 of 256 blocks, 9,216 steps; `--blocks all` records every block",
                  "launch 1 of `sum`: its one block, 1 step",
                  "launch 3 of `big`: 2 of 9 blocks, 2,000,000 steps; the budget of steps ended: `--steps N` "
                  "records more",
                  "not recorded: 2 other launches of 5; `--every-launch` records them, `--launch N` one of them"));
}

TEST(RecordedParts, BlameTheFaultForWhatItEnded) {
  const session::RecordSummary summary{
      .launches = 1,
      .recorded = 1,
      .parts = {
          {.kernel = "k", .grid_blocks = 47, .wanted = 47, .blocks = 1, .steps = 922, .is_faulty = true},
          {.kernel = "k", .grid_blocks = 1, .wanted = 1, .blocks = 1, .steps = 9, .is_cut = true, .is_faulty = true}}};
  EXPECT_THAT(DescribeParts({}, summary),
              ElementsAre("launch 0 of `k`: 1 of 47 blocks, 922 steps; a fault ended the launch",
                          HasSubstr("the budget of steps ended")));
}

TEST(RecordedParts, SayThatTheUserChose) {
  const session::RecordSummary summary{
      .launches = 2, .recorded = 1, .parts = {{.kernel = "k", .grid_blocks = 9, .wanted = 1, .blocks = 1, .steps = 5}}};
  EXPECT_THAT(DescribeParts({.launch = 0, .blocks = {{1, 0, 0}}}, summary),
              ElementsAre("launch 0 of `k`: 1 of 9 blocks, 5 steps; as `--blocks` chose", HasSubstr("chose")));
}

TEST(RecordedParts, EndWithTheModelledFeaturesOfAProgramThatEnded) {
  session::RecordSummary summary{
      .launches = 1, .recorded = 1, .parts = {{.kernel = "k", .grid_blocks = 1, .wanted = 1, .blocks = 1, .steps = 5}}};
  EXPECT_THAT(DescribeParts({}, summary), SizeIs(1));
  summary.modelled = trace::Only(trace::Modelled::kStreams);
  EXPECT_THAT(DescribeParts({}, summary), ElementsAre(HasSubstr("its one block"), HasSubstr("modelled: streams (")));
}

TEST(RecordedParts, ListOnlyTheFirstOfManyLaunches) {
  session::RecordSummary summary{.launches = 100, .recorded = 100};
  for (std::uint32_t i = 0; i < 50; ++i) summary.parts.push_back({.launch = i, .kernel = "k", .grid_blocks = 1});
  EXPECT_THAT(DescribeParts({}, summary), SizeIs(9));
}

}  // namespace
}  // namespace lockstep::jobs
