#include "viz/model/answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shared/query/query.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::viz {
namespace {

Answer Ask(trace::Recording recording, std::string_view question) {
  replay::Model model(std::move(recording));
  const auto query = query::Parse(question);
  const auto answer = AnswerTo(model, *query, {});
  EXPECT_TRUE(answer.has_value());
  return answer.value_or(Answer{});
}

TEST(AnswerRows, EventsOfTheHostAreNoThreads) {
  trace::Recording recording = replay::ReduceRecording();
  recording.host_events = {
      {.kind = trace::HostEventKind::kAllocate,
       .call = "cudaMalloc",
       .caller = 10,
       .width = 256,
       .to = {.object = trace::ObjectId{0}}},
      {.kind = trace::HostEventKind::kLaunch, .call = "<<<...>>>", .caller = 20, .kernel = "reduce"}};
  recording.host_places = {{.caller = 10, .file = "main.cu", .line = 22, .function = "main"}};
  const Answer answer = Ask(std::move(recording), "events");
  ASSERT_GE(answer.rows.size(), 2u);
  EXPECT_THAT(answer.rows[0].text, testing::StartsWith("cudaMalloc   allocated "));
  EXPECT_EQ(answer.rows[0].detail, "host · line 22");
  EXPECT_EQ(answer.rows[1].detail, "");
  EXPECT_THAT(answer.count, testing::HasSubstr("event"));
}

}  // namespace
}  // namespace lockstep::viz
