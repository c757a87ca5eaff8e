#include "shared/query/answer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::query {
namespace {

TEST(Answers, TakeEveryForm) {
  replay::Model model(replay::ReduceRecording());
  for (const char* text : {"writes to tile[3]", "count by kind", "why d_out[0]", "whynot d_out[0]", "uses of tile[3]"})
    for (const Format format : {Format::kText, Format::kJson, Format::kJsonLines, Format::kCsv}) {
      const auto answer = Answer(model, *Parse(text), {}, format);
      ASSERT_TRUE(answer) << text << ": " << answer.error().message;
      EXPECT_FALSE(answer->empty()) << text;
    }
}

TEST(Answers, StartFromAMoment) {
  replay::Model model(replay::ReduceRecording());
  const auto moment = ReadMoment(model, "0:70");
  ASSERT_TRUE(moment) << moment.error().message;
  EXPECT_EQ(moment->step, 71U);
  EXPECT_EQ(ReadMoment(model, "70")->step, 71U);
  EXPECT_EQ(ReadMoment(model, "1:70").error().message, "there is no launch 1: the recording has 1");
  EXPECT_NE(ReadMoment(model, "0:99999").error().message.find("there is no step 99999"), std::string::npos);
  EXPECT_NE(ReadMoment(model, "x").error().message.find("is no moment"), std::string::npos);
}

TEST(Answers, SayHowManyRowsTheyLeaveOut) {
  replay::Model model(replay::ReduceRecording());
  const Bounds bounds{.rows = 3, .more = "ask for more"};
  const std::string all = *Answer(model, *Parse("writes"), {}, Format::kJsonLines);
  const auto rows = std::ranges::count(all, '\n');
  ASSERT_GT(rows, 4);
  const std::string text = *Answer(model, *Parse("writes"), {}, Format::kText, bounds);
  EXPECT_EQ(std::ranges::count(text, '\n'), 5) << "a head, three rows and a note";
  EXPECT_TRUE(text.ends_with(fmt::format("note: {} more rows; ask for more\n", rows - 3))) << text;
  const std::string own = *Answer(model, *Parse("writes limit 4"), {}, Format::kJsonLines, bounds);
  EXPECT_EQ(std::ranges::count(own, '\n'), 4) << "the question has a limit of its own";
}

TEST(Answers, CountTheLinksBelowTheDepthThatIsAskedFor) {
  replay::Model model(replay::ReduceRecording());
  const std::string all = *Answer(model, *Parse("why d_out[0]"), {}, Format::kJsonLines);
  const std::string top = *Answer(model, *Parse("why d_out[0]"), {}, Format::kText, {.depth = 1});
  EXPECT_NE(top.find(" more link"), std::string::npos) << top;
  const std::string first = *Answer(model, *Parse("why d_out[0]"), {}, Format::kJsonLines, {.depth = 1});
  EXPECT_LT(first.size(), all.size());
  EXPECT_EQ(first.find("\"depth\":3"), std::string::npos);
  EXPECT_EQ(*Answer(model, *Parse("why d_out[0]"), {}, Format::kJsonLines, {.depth = 1000}), all);
}

// Two launches of one kernel on arrays of the host: a launch in which no parameter has that name cannot answer.
TEST(Answers, NameTheArrayThatAnotherLaunchCallsOtherwise) {
  trace::Recording recording = replay::ScaleRecording(2);
  recording.launches.push_back(recording.launches[0]);
  recording.launches[1].number = 1;
  recording.launches[0].arguments.clear();
  recording.kernels.push_back(recording.kernels[0]);
  recording.kernels[1].parameters.clear();
  recording.launches[0].kernel = trace::KernelId{1};
  replay::Model model(std::move(recording));
  const auto answer = Answer(model, *Parse("why out[3]"), replay::Cursor{.launch = 0, .step = 5}, Format::kText);
  ASSERT_FALSE(answer);
  EXPECT_NE(answer.error().message.find("the array of that parameter is known as `d_out[3]`"), std::string::npos)
      << answer.error().message;
}

}  // namespace
}  // namespace lockstep::query
