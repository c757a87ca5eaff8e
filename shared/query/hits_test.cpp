#include "shared/query/hits.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::query {
namespace {

class Stops : public testing::Test {
 protected:
  Expected<Hits> Find(std::string_view text, trace::FileId file = trace::FileId::kNone) {
    const auto stop = ParseStop(text);
    if (!stop) return std::unexpected(stop.error());
    return FindHits(model_, *stop, file);
  }
  std::size_t Count(std::string_view text) {
    const auto hits = Find(text);
    EXPECT_TRUE(hits) << (hits ? "" : hits.error().message);
    return hits ? hits->steps.size() : 0;
  }
  std::vector<std::string> Log(std::string_view text, std::size_t most = 100) {
    const auto stop = ParseStop(text);
    EXPECT_TRUE(stop) << (stop ? "" : stop.error().message);
    const auto hits = FindHits(model_, *stop, trace::FileId::kNone);
    const auto logged = LogOf(model_, *stop, *hits, most);
    std::vector<std::string> lines;
    for (const Logged& line : *logged) lines.push_back(line.text);
    return lines;
  }

  replay::Model model_{replay::ReduceRecording()};
};

TEST_F(Stops, AreAtALineOrAtACellOrAtAnythingThatAQueryAsksFor) {
  EXPECT_EQ(Count("line 8"), 64u);
  EXPECT_EQ(Count("line 8 where t == 7"), 1u);
  EXPECT_EQ(Count("writes to tile[3]"), 2u);
  EXPECT_EQ(Count("writes to tile[3] where new > 40"), 1u);
  EXPECT_EQ(Count("writes to tile[3] where isnan(new)"), 0u);
  EXPECT_EQ(Count("barriers where warp == 1"), 32u);
}

TEST_F(Stops, AreInTheOrderOfTime) {
  const auto hits = Find("accesses of tile");
  ASSERT_TRUE(hits);
  EXPECT_TRUE(std::ranges::is_sorted(hits->steps));
}

TEST_F(Stops, AtALineAreInItsFile) {
  EXPECT_EQ(Find("line 8", trace::FileId{0})->steps.size(), 64u);
  EXPECT_EQ(Find("line 8", trace::FileId{1})->steps.size(), 0u);
}

TEST_F(Stops, SayWhereTheConditionHasNoValue) {
  const auto hits = Find("line 7 where t == 7");
  ASSERT_TRUE(hits) << hits.error().message;
  EXPECT_TRUE(hits->steps.empty());
  EXPECT_EQ(hits->unknown, 64u);
  EXPECT_NE(hits->problem.find("`t`"), std::string::npos) << hits->problem;
}

TEST_F(Stops, AreRefusedWithThePlaceInTheText) {
  const auto wrong = ParseStop("line 8 where t ==");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().at, 17u);
  EXPECT_EQ(wrong.error().Sentence().find('\n'), std::string::npos);
  for (const char* text :
       {"why tile[3]", "count by line", "first write to tile", "steps order by line", "lines limit 3"}) {
    const auto refused = ParseStop(text);
    ASSERT_FALSE(refused) << text;
    EXPECT_NE(refused.error().message.find("a breakpoint is"), std::string::npos) << text;
  }
  EXPECT_FALSE(Find("writes to nothing"));
}

TEST_F(Stops, ThatPrintAreLogged) {
  EXPECT_EQ(Log("line 10 where t < 2 print t, tile[t] + 1"),
            (std::vector<std::string>{"t = 0   tile[t] + 1 = 1", "t = 1   tile[t] + 1 = 3"}));
  EXPECT_EQ(Log("line 7 where lane == 3 print 'lane', t", 1), (std::vector<std::string>{"lane   t = ?"}));
}

TEST_F(Stops, CanBeWithdrawn) {
  Progress progress;
  progress.stop = true;
  EXPECT_FALSE(FindHits(model_, *ParseStop("line 8 where t == 7"), trace::FileId::kNone, &progress));
}

}  // namespace
}  // namespace lockstep::query
