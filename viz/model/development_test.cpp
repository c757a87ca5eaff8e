#include "viz/model/development.h"

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::viz {
namespace {
const std::vector<std::string> kResults = {"d_out"};

// 48 blocks of 64 threads, the first two recorded; each thread writes one pixel.
trace::Recording Grey() { return replay::GreyRecording({.threads = 64, .recorded_blocks = 2}); }

TEST(Development, GoesFromNothingToTheEndOfTheLaunch) {
  const trace::Recording recording = Grey();
  const auto development = DevelopmentOf(recording, kResults, 0);
  ASSERT_TRUE(development);
  EXPECT_EQ(development->At(0).moment, 0u);
  EXPECT_EQ(development->At(0).blocks, 0u);
  EXPECT_EQ(development->At(1).moment, recording.launches[0].steps.size());
  EXPECT_EQ(development->At(1).blocks, Development::kAllBlocks);
  EXPECT_EQ(development->stages.back().cells, 64u * 48);
}

TEST(Development, ShowsCellsInTheOrderInWhichTheyWereWritten) {
  const trace::Recording recording = Grey();
  const auto development = DevelopmentOf(recording, kResults, 0);
  ASSERT_TRUE(development);
  const auto& steps = recording.launches[0].steps;
  std::uint64_t written = 0;
  for (const Development::Stage& stage : development->stages) {
    EXPECT_GE(stage.cells, written);
    if (stage.cells == written + 1) {
      EXPECT_EQ(steps[stage.moment - 1].kind, trace::StepKind::kWrite);
    }
    written = stage.cells;
  }
  // Halfway, both recorded blocks are done, and half of the others.
  EXPECT_EQ(development->At(0.5).blocks, 24u);
  EXPECT_EQ(development->At(0.5).moment, development->At(0.9).moment);
  EXPECT_LT(development->At(0.01).moment, development->At(0.03).moment);
}

TEST(Development, PrefersTheLaunchInViewAndElseTheLast) {
  trace::Recording recording = Grey();
  recording.launches.push_back(recording.launches[0]);
  recording.launches.push_back(recording.launches[0]);
  recording.launches[1].steps = {};
  EXPECT_EQ(DevelopmentOf(recording, kResults, 0)->launch, 0u);
  EXPECT_EQ(DevelopmentOf(recording, kResults, 1)->launch, 2u);
}

TEST(Development, NeedsAnArrayThatIsWritten) {
  EXPECT_FALSE(DevelopmentOf(Grey(), std::vector<std::string>{"nothing"}, 0));
  EXPECT_FALSE(DevelopmentOf(Grey(), {}, 0));
}

}  // namespace
}  // namespace lockstep::viz
