#include "shared/query/describe_moment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "shared/replay/moment_address.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::query {
namespace {

using testing::HasSubstr;
using testing::Not;

MomentText TextOf(replay::Model& model, const replay::MomentAddress& address) {
  const auto place = replay::FindMoment(model.recording(), address);
  EXPECT_TRUE(place);
  return DescribePlace(model, place.value_or(replay::Cursor{}));
}

TEST(DescribeMoment, PutsTheNumbersOfTheThreadIntoItsLine) {
  replay::Model model(replay::GreyRecording({}));
  const MomentText text = TextOf(model, {.block = trace::Dim3{1, 0, 0}, .thread = trace::Dim3{5, 0, 0}, .line = 6});
  EXPECT_EQ(text.line, 6u);
  EXPECT_THAT(text.sentence, HasSubstr("Thread (5,0,0) of block (1,0,0)"));
  EXPECT_FALSE(text.source.empty());
  const std::string all = FormatMoment(text);
  EXPECT_THAT(all, HasSubstr("  i = 69  (int)"));
  EXPECT_THAT(all, HasSubstr(text.source));
  EXPECT_THAT(all, HasSubstr("The threads of its block:"));
}

TEST(DescribeMoment, CountsEveryThreadOfTheBlockOnce) {
  replay::Model model(replay::ReduceRecording());
  model.MoveTo(0, 0);
  for (const replay::Position step : {0u, model.end() / 3, model.end() / 2, model.end()}) {
    std::uint32_t threads = 0;
    for (const ThreadGroup& group : TextOf(model, {.step = step}).block) threads += group.count;
    EXPECT_EQ(threads, model.launch().block.Count()) << step;
  }
}

TEST(DescribeMoment, SaysWhoWaits) {
  replay::Model model(replay::ReduceRecording());
  model.MoveTo(0, 0);
  const auto& steps = model.launch().steps;
  const auto arrive = std::ranges::find(steps, trace::StepKind::kArrive, &trace::Step::kind);
  ASSERT_NE(arrive, steps.end());
  const auto text = TextOf(model, {.step = static_cast<replay::Position>(arrive - steps.begin()) + 1});
  EXPECT_THAT(FormatMoment(text), HasSubstr("waits at the barrier on line"));
}

TEST(DescribeMoment, OfABlockThatWasNotRecordedSaysSo) {
  replay::Model model(replay::GreyRecording({}));
  const MomentText text = TextOf(model, {.step = 10, .block = trace::Dim3{9, 0, 0}});
  EXPECT_THAT(text.sentence, HasSubstr("was not recorded"));
  EXPECT_THAT(FormatMoment(text), Not(HasSubstr("The threads of its block")));
}

TEST(DescribeMoment, BeforeTheFirstLineNamesNone) {
  replay::Model model(replay::GreyRecording({}));
  model.MoveTo(0, 0);
  const auto& steps = model.launch().steps;
  const auto line = std::ranges::find(steps, trace::StepKind::kLine, &trace::Step::kind);
  const auto before = static_cast<replay::Position>(line - steps.begin());
  ASSERT_GT(before, 0u);
  EXPECT_THAT(TextOf(model, {.step = before}).sentence, HasSubstr("has entered the kernel"));
}

TEST(DescribeMoment, HasTheSameInJson) {
  replay::Model model(replay::GreyRecording({}));
  const MomentText text = TextOf(model, {.step = 500});
  const auto json = nlohmann::json::parse(FormatMomentJson(text));
  EXPECT_EQ(json.at("step"), 500);
  EXPECT_EQ(json.at("sentence"), text.sentence);
  EXPECT_EQ(json.at("variables").size(), text.variables.size());
}

}  // namespace
}  // namespace lockstep::query
