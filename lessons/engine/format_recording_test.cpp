#include "lessons/engine/format_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shared/trace/sample_recording.h"

namespace lockstep::lessons {
namespace {

using testing::HasSubstr;

TEST(FormatRecording, ShowsShapesAndTheElementsOfThreads) {
  const std::string text = FormatRecording(trace::SampleRecording({.launches = 1, .blocks = 3, .threads = 64}));
  EXPECT_THAT(text, HasSubstr("3 blocks of 64 threads: 192 threads."));
  EXPECT_THAT(text, HasSubstr("block    thread"));
  EXPECT_THAT(text, HasSubstr("(0,0,0)  (0,0,0)"));
  EXPECT_THAT(text, HasSubstr("(2,0,0)  (63,0,0)"));
  EXPECT_THAT(text, HasSubstr("out["));
}

TEST(FormatRecording, ShowsNoMoreThanAFewThreadsOfTwoBlocks) {
  const std::string text = FormatRecording(trace::SampleRecording({.launches = 1, .blocks = 8, .threads = 256}));
  EXPECT_LT(std::ranges::count(text, '\n'), 20);
}

TEST(FormatRecording, ReportsThatNothingRan) { EXPECT_EQ(FormatRecording({}), "No kernel ran.\n"); }

}  // namespace
}  // namespace lockstep::lessons
