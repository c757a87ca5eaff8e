#include "viz/model/asking.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "shared/query/go_to.h"
#include "shared/replay/replay.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::viz {
namespace {

class Questions : public testing::Test {
 protected:
  void Begin(std::string_view text) {
    auto query = query::ReadQuery(text);
    ASSERT_TRUE(query) << query.error().message;
    asking_.Begin(model_, std::move(*query), cursor_);
  }
  std::optional<Expected<Answer>> Wait() {
    for (int i = 0; i < 10'000 && asking_.is_running(); ++i) {
      if (auto answer = asking_.Take()) return answer;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return std::nullopt;
  }
  Answer AnswerOf(std::string_view text) {
    Begin(text);
    auto answer = Wait();
    EXPECT_TRUE(answer && *answer) << text << (answer && !*answer ? ": " + answer->error().message : "");
    return answer && *answer ? **answer : Answer{};
  }

  replay::Model model_{replay::ReduceRecording()};
  replay::Cursor cursor_ = replay::FirstCursor(model_);
  Asking asking_;
};

TEST_F(Questions, ListMomentsInWords) {
  const Answer answer = AnswerOf("accesses of tile[3]");
  ASSERT_EQ(answer.rows.size(), 3U);
  EXPECT_EQ(answer.count, "3 moments");
  EXPECT_EQ(answer.rows[0].text, "wrote 6 to tile[3]");
  EXPECT_EQ(answer.rows[0].detail.substr(0, 5), "step ");
  EXPECT_EQ(answer.rows[0].place->thread, (trace::Dim3{3, 0, 0}));
  EXPECT_EQ(AnswerOf("writes to tile[3] print old, lane").rows[1].text, "old\u00a0=\u00a06   lane\u00a0=\u00a03")
      << "no line ends within a pair";
  EXPECT_EQ(AnswerOf("count by kind where line == 11").rows[0].text.substr(0, 5), "32 ×");
}

TEST_F(Questions, FollowAValueBack) {
  const Answer answer = AnswerOf("why tile[3]");
  ASSERT_GT(answer.rows.size(), 2U);
  EXPECT_EQ(answer.rows[0].depth, 0U);
  EXPECT_EQ(answer.rows[1].depth, 1U);
  EXPECT_TRUE(answer.rows[0].place);
}

TEST_F(Questions, AskAtTheEndForWhatIsNotWrittenYet) {
  cursor_.step = 1;
  const Answer answer = AnswerOf("why tile[3]");
  ASSERT_EQ(answer.notes.size(), 1U);
  EXPECT_EQ(answer.rows[0].text, "tile[3] = 44");
}

TEST_F(Questions, AreWalkedFromTheMomentInView) {
  const Answer answer = AnswerOf("accesses of tile[3]");
  replay::Cursor cursor = *answer.rows[1].place;
  EXPECT_EQ(NextRow(answer, cursor, std::nullopt, true), 2U);
  EXPECT_EQ(NextRow(answer, cursor, std::nullopt, false), 0U);
  EXPECT_EQ(NextRow(answer, cursor, 1, true), 2U);
  EXPECT_EQ(NextRow(answer, *answer.rows[2].place, 2, true), std::nullopt);
  cursor.step = 0;
  EXPECT_EQ(NextRow(answer, cursor, 2, true), 0U) << "a moment before all of them was chosen meanwhile";
}

TEST_F(Questions, SayWhatIsWrong) {
  Begin("writes to nothing");
  const auto answer = Wait();
  ASSERT_TRUE(answer);
  ASSERT_FALSE(*answer);
  EXPECT_NE(answer->error().message.find("no array or variable `nothing`"), std::string::npos);
}

TEST_F(Questions, CanBeWithdrawnAndReplaced) {
  for (int i = 0; i < 20; ++i) {
    Begin("steps where tile[0] == 12345");
    asking_.Cancel();
    EXPECT_FALSE(asking_.is_running());
  }
  Begin("steps where tile[0] == 12345");
  EXPECT_EQ(AnswerOf("writes to tile[3]").rows.size(), 2U);
  Begin("steps where tile[0] == 12345");
  asking_.Stop();
  EXPECT_FALSE(asking_.Take());
  EXPECT_EQ(model_.position(), cursor_.step) << "the moment in view stays";
}

}  // namespace
}  // namespace lockstep::viz
