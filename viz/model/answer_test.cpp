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

TEST(AnswerRows, SayTheTablesOfALaunchInWords) {
  const Answer hits = Ask(replay::ReduceRecording(), "hits where line == 11");
  ASSERT_EQ(hits.rows.size(), 1u);
  EXPECT_EQ(hits.count, "1 line");
  EXPECT_THAT(hits.rows[0].text, testing::StartsWith("line 11   "));
  EXPECT_THAT(hits.rows[0].detail, testing::HasSubstr("times by "));
  const Answer phases = Ask(replay::ReduceRecording(), "phases");
  ASSERT_EQ(phases.rows.size(), 2u);
  EXPECT_EQ(phases.count, "2 phases");
  EXPECT_EQ(phases.rows[0].text, "phase 0 of block (0,0,0)");
  EXPECT_THAT(phases.rows[0].detail, testing::HasSubstr("64 threads came"));
  EXPECT_THAT(phases.rows[1].detail, testing::HasSubstr("no barrier"));
}

TEST(AnswerRows, OfThreadsLeadToThem) {
  const Answer threads = Ask(replay::ReduceRecording(), "threads of warp where lane < 2 print lane * 2");
  ASSERT_EQ(threads.rows.size(), 2u);
  EXPECT_EQ(threads.rows[1].text, "thread\u00a0(1,0,0)   lane * 2\u00a0=\u00a02");
  EXPECT_EQ(threads.rows[1].place->thread, (trace::Dim3{1, 0, 0}));
  EXPECT_THAT(threads.rows[1].detail, testing::StartsWith("lane 1 · "));
}

}  // namespace
}  // namespace lockstep::viz
