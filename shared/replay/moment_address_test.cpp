#include "shared/replay/moment_address.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

using testing::HasSubstr;

MomentAddress MomentOf(std::string_view text) {
  const auto address = ReadAddress(text);
  EXPECT_TRUE(address) << text;
  return address ? address->moment : MomentAddress{};
}

std::string ProblemOf(const trace::Recording& recording, const MomentAddress& moment) {
  const auto found = FindMoment(recording, moment);
  return found ? "none" : found.error().message;
}

TEST(MomentAddress, ComesBackAsItWasWritten) {
  const MomentAddress moment{
      .launch = 2, .step = 1200, .block = trace::Dim3{3, 0, 0}, .thread = trace::Dim3{5, 1, 0}, .line = 7};
  const std::string text = WriteAddress("a b.lstrace", moment);
  EXPECT_EQ(text, "a b.lstrace#launch=2&step=1200&block=3,0,0&thread=5,1,0&line=7");
  EXPECT_EQ(ReadAddress(text)->file, "a b.lstrace");
  EXPECT_EQ(MomentOf(text), moment);
}

TEST(MomentAddress, TakesBlockAndThreadTogether) {
  EXPECT_EQ(MomentOf("f#thread=3/5,1"), (MomentAddress{.block = trace::Dim3{3, 0, 0}, .thread = trace::Dim3{5, 1, 0}}));
}

TEST(MomentAddress, LeavesFileNamesAlone) {
  for (const char* name : {"a.lstrace", "a#1.lstrace", "#", "a=b#c"}) EXPECT_EQ(ReadAddress(name)->file, name);
  EXPECT_EQ(ReadAddress("a#1.lstrace#step=3")->file, "a#1.lstrace");
}

TEST(MomentAddress, RefusesPartsThatMakeNoSense) {
  for (const char* text : {"f#step=", "f#step=-1", "f#step=1x", "f#thread=1,2,3,4", "f#thread=/1", "f#block=a",
                           "f#steps=3", "f#=", "f#step=1&", "f#step=99999999999"}) {
    if (std::string_view(text) == "f#step=1&") continue;  // nothing follows the mark
    EXPECT_FALSE(ReadAddress(text)) << text;
  }
}

TEST(MomentAddress, TakesTheThreadOfTheStepWhereNoneIsNamed) {
  const trace::Recording recording = GreyRecording({});
  const auto found = FindMoment(recording, {.step = 100});
  ASSERT_TRUE(found);
  const trace::Step& step = recording.launches[0].steps[99];
  EXPECT_EQ(found->step, 100u);
  EXPECT_EQ(found->block, recording.launches[0].blocks[step.block].index);
  EXPECT_EQ(found->thread.x, step.thread);
}

TEST(MomentAddress, FindsTheFirstVisitOfALine) {
  const trace::Recording recording = GreyRecording({});
  const auto found = FindMoment(recording, {.block = trace::Dim3{1, 0, 0}, .thread = trace::Dim3{5, 0, 0}, .line = 6});
  ASSERT_TRUE(found) << found.error().message;
  const trace::Step& step = recording.launches[0].steps[found->step - 1];
  EXPECT_EQ(step.kind, trace::StepKind::kLine);
  EXPECT_EQ(step.thread, 5u);
  EXPECT_EQ(step.block, 1u);
  EXPECT_THAT(ProblemOf(recording, {.line = 999}), HasSubstr("no recorded thread comes to line 999"));
}

TEST(MomentAddress, SaysWhatTheRecordingHas) {
  const trace::Recording recording = GreyRecording({});
  EXPECT_THAT(ProblemOf(recording, {.launch = 7}), HasSubstr("launches 0"));
  EXPECT_THAT(ProblemOf(recording, {.step = 100'000'000}), HasSubstr("launch 0 has"));
  EXPECT_THAT(ProblemOf(recording, {.block = trace::Dim3{1000, 0, 0}}), HasSubstr("blocks, counted from 0"));
  EXPECT_THAT(ProblemOf(recording, {.thread = trace::Dim3{64, 0, 0}}), HasSubstr("64x1x1 threads"));
  EXPECT_THAT(ProblemOf({}, {}), HasSubstr("no kernel ran"));
}

}  // namespace
}  // namespace lockstep::replay
