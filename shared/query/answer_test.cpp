#include "shared/query/answer.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace lockstep::query
